package qr

import (
	"errors"
	"net/http"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/limit"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
)

const (
	webhookPath = "/webhook/qr/"
	maxWebhook  = 64 << 10
)

// webhookLimit limits the webhooks of one order, far above the real number. Beyond the limit, webhooks are
// ignored and the gateway is asked on schedule only.
var webhookLimit = limit.Rule{Max: 30, Window: 10 * time.Minute}

// handleWebhook handles a gateway's webhook. Its content is not trusted: it only makes the server ask the
// gateway. A webhook for an unknown order gets the usual response, so it does not reveal which orders exist.
func (s *Service) handleWebhook(c fiber.Ctx) error {
	g, known := s.findGateway(c.Params("provider"))
	if !known || g.client == nil {
		return fiber.ErrNotFound
	}
	body, err := web.HookBody(c, maxWebhook)
	if err != nil {
		return err
	}
	event, ok := g.client.Callback(http.Header(c.GetReqHeaders()), body)
	if !ok {
		return fiber.ErrBadRequest
	}
	if g.client.Signs() && !event.Verified {
		s.Log.WarnContext(c.Context(), "a webhook with a wrong signature", "provider", g.Provider, "ip", web.From(c.Context()).IP.String())
		return fiber.ErrUnauthorized
	}
	row, err := s.q().GetOrder(c.Context(), event.Reference)
	switch {
	case errors.Is(err, pgx.ErrNoRows), err == nil && row.Provider != g.Provider:
	case err != nil:
		return err
	default:
		if err := s.enqueueAsk(c, row.Provider, row.Reference); err != nil {
			return err
		}
	}
	c.Set("Content-Type", "application/json")
	return c.SendString(g.client.Reply())
}

func (s *Service) enqueueAsk(c fiber.Ctx, provider, reference string) error {
	wait, err := s.Limits.Hit(c.Context(), "qr-hint:"+reference, webhookLimit)
	if err != nil || wait > 0 {
		return err
	}
	return pg.InTx(c.Context(), s.Pool, func(tx pgx.Tx) error { return s.askSoonTx(c.Context(), tx, provider, reference) })
}
