package accrual

import (
	"context"
	"math"
	"time"

	"krapao/backend/content"
	"krapao/backend/platform/clock"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/rewards/accrual/internal/db"
)

// termsOfSettings returns the terms of the operators' current settings, by kind.
func termsOfSettings(s content.Settings) map[string]terms {
	return map[string]terms{
		kindInvite: {success: toHundredths(s.InviteSuccess), fail: toHundredths(s.InviteFail), cap: s.InviteCap.Baht, capKip: s.InviteCap.Kip},
		kindRefund: {success: toHundredths(s.RefundSuccess), fail: toHundredths(s.RefundFail), cap: s.RefundCap.Baht, capKip: s.RefundCap.Kip},
	}
}

func toHundredths(percent float64) int64 { return int64(math.Round(percent * 100)) }

// storeTodaysTerms stores today's terms. So a change of the settings takes effect tomorrow. It reads the clock
// before the settings: around midnight, settings of yesterday must not become today's terms.
func (s *Service) storeTodaysTerms(ctx context.Context) error {
	today := clock.DayOf(s.Clock())
	settings, err := s.Content.Settings(ctx, s.Pool)
	for kind, t := range termsOfSettings(settings) {
		if err == nil {
			err = s.q().UpsertTerms(ctx, db.UpsertTermsParams{Day: today, Kind: kind, Success: t.success, Fail: t.fail, Most: int64(t.cap), MostKip: int64(t.capKip)})
		}
	}
	return err
}

// termsOf returns a day's terms by kind. If no server stored the day's terms, these are the last ones before
// it. If there are none before it, termsOf returns the terms of the current settings.
func (s *Service) termsOf(ctx context.Context, q pg.DB, day time.Time) (map[string]terms, error) {
	settings, err := s.Content.Settings(ctx, q)
	if err != nil {
		return nil, err
	}
	out := termsOfSettings(settings)
	rows, err := db.New(q).ListTerms(ctx, day)
	for _, r := range rows {
		out[r.Kind] = terms{success: r.Success, fail: r.Fail, cap: money.Satang(r.Most), capKip: money.Satang(r.MostKip)}
	}
	return out, err
}
