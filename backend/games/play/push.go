package play

import (
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/limit"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/signed"
	"krapao/backend/platform/web"
)

const (
	pushPath = "/webhook/games/"
	maxPush  = 1 << 20
)

// pushLimit is above the number of calls that a slot's provider normally makes. Above pushLimit, only the feed
// reports the plays.
var pushLimit = limit.Rule{Max: 3000, Window: time.Minute}

// handlePush is the webhook for plays that a provider pushes. It responds with 200 only after the plays are
// stored; otherwise the provider sends them again.
func (s *Service) handlePush(c fiber.Ctx) error {
	slot, err := s.q().GetSlotEvenIfUnlisted(c.Context(), c.Params("slot"))
	if errors.Is(err, pgx.ErrNoRows) || pg.IsBadText(err) {
		return fiber.ErrNotFound
	}
	if err != nil {
		return err
	}
	client, err := s.Games.Client(slot)
	if err != nil {
		return err
	}
	body, err := web.HookBody(c, maxPush)
	if err != nil {
		return err
	}
	// The signature's timestamp is compared with the real time: providers' clocks do not follow a clock that
	// a test sets.
	plays, ok := client.Pushed(c.Get(signed.TimestampHeader), c.Get(signed.SignatureHeader), body, time.Now())
	if !ok {
		s.Log.WarnContext(c.Context(), "a webhook with a wrong signature", "provider", "game "+slot.Code, "ip", web.From(c.Context()).IP.String())
		return fiber.ErrUnauthorized
	}
	wait, err := s.Limits.Hit(c.Context(), "game-push:"+slot.Code, pushLimit)
	if err != nil {
		return err
	}
	if wait > 0 {
		c.Set("Retry-After", strconv.Itoa(int(wait.Seconds())+1))
		return fiber.ErrTooManyRequests
	}
	since, err := s.feedStart(c.Context(), slot.Code)
	if err == nil {
		err = s.storePlays(c.Context(), slot, since, plays, nil)
	}
	if err != nil {
		s.Log.ErrorContext(c.Context(), "a provider's plays could not be stored", "slot", slot.Code, "cause", err)
		return c.SendStatus(http.StatusServiceUnavailable)
	}
	return c.JSON(map[string]bool{"kept": true})
}
