package accrual

import (
	"context"
	"time"

	"krapao/backend/platform/clock"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
)

// ineligibleSums returns, for each member, the part of a day's sum that counts for no refund, in satang. It
// is the net result of the bets while a bonus was active. A bet that is reported or settled again after its
// day has closed counts for the refund like any other.
func (s *Service) ineligibleSums(ctx context.Context, q pg.DB, day time.Time, members []int64) (map[int64]money.Satang, error) {
	begins := time.Date(day.Year(), day.Month(), day.Day(), 0, 0, 0, 0, clock.Bangkok)
	spans, err := s.Bonus.Spans(ctx, q, members, begins, begins.AddDate(0, 0, 1))
	if err != nil {
		return nil, err
	}
	return s.Plays.SumWinsWithin(ctx, q, spans)
}
