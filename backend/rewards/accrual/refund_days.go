package accrual

import (
	"context"
	"time"

	"krapao/backend/platform/clock"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
)

// notEligible answers what counts for no refund of members' sums of a day: what they
// won and lost by its bets while a bonus was active. A bet of such a time that is told
// only after its day has closed, or settled anew then, counts like any other.
func (s *Service) notEligible(ctx context.Context, q pg.DB, day time.Time, members []int64) (map[int64]money.Satang, error) {
	begins := time.Date(day.Year(), day.Month(), day.Day(), 0, 0, 0, 0, clock.Bangkok)
	spans, err := s.Bonus.Spans(ctx, q, members, begins, begins.AddDate(0, 0, 1))
	if err != nil {
		return nil, err
	}
	return s.Plays.Within(ctx, q, spans)
}
