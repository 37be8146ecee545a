package play

import (
	"context"
	"time"

	"krapao/backend/games/internal/db"
	"krapao/backend/platform/clock"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
)

// Counted answers what a member's plays count towards a turnover: each as its last
// revision says, weighed by its slot's share, by the time of its bet. since begins the
// first part, and each later one begins where the one before ends; until ends the last.
// Some of what lies before Kept may be gone.
func (s *Service) Counted(ctx context.Context, q pg.DB, member int64, since []time.Time, until time.Time) ([]money.Satang, error) {
	out := make([]money.Satang, len(since))
	if len(since) == 0 || !since[0].Before(until) {
		return out, nil
	}
	rows, err := db.New(q).PlayedBetween(ctx, db.PlayedBetweenParams{MemberID: member, Splits: since, Since: since[0], Until: until})
	for _, r := range rows {
		out[r.Part-1] += money.Satang(r.Counted)
	}
	return out, err
}

// Kept is a moment from which on every raw play is kept for weeks to come: who counts
// over a longer time fixes what was before it.
func (s *Service) Kept() time.Time { return monthOf(s.Clock(), -1).In(clock.Bangkok) }
