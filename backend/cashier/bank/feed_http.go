package bank

import (
	"encoding/json"
	"errors"
	"net/http"
	"regexp"
	"strings"
	"time"

	"github.com/gofiber/fiber/v3"

	"krapao/backend/platform/money"
	"krapao/backend/platform/signed"
	"krapao/backend/platform/web"
)

const (
	feedPath    = "/webhook/bank/feed"
	maxFeedBody = 16 << 10
)

// handleFeed handles a bank's signed report of a transfer. It responds with 200 only after the report is stored;
// otherwise the bank sends the report again.
func (s *Service) handleFeed(c fiber.Ctx) error {
	body, err := web.HookBody(c, maxFeedBody)
	if err != nil {
		return err
	}
	// The signature's timestamp is compared with the real time: banks do not follow a clock that a test sets.
	if !signed.Verify(s.FeedKey, c.Get(signed.TimestampHeader), c.Get(signed.SignatureHeader), body, time.Now()) {
		s.Log.WarnContext(c.Context(), "a webhook with a wrong signature", "provider", "bank feed", "ip", web.From(c.Context()).IP.String())
		return c.SendStatus(http.StatusUnauthorized)
	}
	var t TransferReport
	if json.Unmarshal(body, &t) != nil || !t.isValid() {
		return c.SendStatus(http.StatusBadRequest)
	}
	err = s.StoreReport(c.Context(), t)
	if errors.Is(err, errNotOurAccount) {
		s.Log.WarnContext(c.Context(), "a bank reported a transfer into an account that is not ours", "bank", t.FromBank, "ref", t.TransRef)
		return c.SendStatus(http.StatusUnprocessableEntity)
	}
	if err != nil {
		s.Log.ErrorContext(c.Context(), "a bank's report could not be stored", "cause", err)
		return c.SendStatus(http.StatusServiceUnavailable)
	}
	return c.JSON(map[string]bool{"kept": true})
}

// bankNumber matches the numbers of banks in transfers: see content.Bank.
var bankNumber = regexp.MustCompile(`^([0-9]{3}|[0-9]{8}|[A-Z]{2,8})$`)

// isValid returns whether a report is complete and within its limits.
func (t TransferReport) isValid() bool {
	return bankNumber.MatchString(t.FromBank) && bankNumber.MatchString(t.ToBank) && t.TransRef != "" && len(t.TransRef) <= 64 && !strings.ContainsFunc(t.TransRef, isUnprintable) &&
		len(t.FromAccount) <= 32 && len(t.FromName) <= 200 && t.Amount > 0 && t.Amount <= money.Max && t.At.Year() >= 2000 && t.At.Year() <= 9999
}

func isUnprintable(r rune) bool { return r <= ' ' || r > '~' }
