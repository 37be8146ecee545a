package play

import (
	"context"
	"time"

	"krapao/backend/games/internal/db"
	"krapao/backend/platform/clock"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
)

// SumTurnover returns the amounts that a member's plays add to a turnover, in satang. Each play counts with
// its last revision, weighted by its slot's share. The time of its bet decides the period. There is one sum
// for each element of since. A period begins at its element and ends at the next element; the last period
// ends at until. Plays before RawPlaysStoredFrom may be missing.
func (s *Service) SumTurnover(ctx context.Context, q pg.DB, member int64, since []time.Time, until time.Time) ([]money.Satang, error) {
	out := make([]money.Satang, len(since))
	if len(since) == 0 || !since[0].Before(until) {
		return out, nil
	}
	rows, err := db.New(q).ListPlayedBetween(ctx, db.ListPlayedBetweenParams{MemberID: member, Splits: since, Since: since[0], Until: until})
	for _, r := range rows {
		out[r.Part-1] += money.Satang(r.Counted)
	}
	return out, err
}

// RawPlaysStoredFrom returns the start of the period for which all raw plays are stored. They stay stored for
// weeks. A caller that needs an earlier period has to store the sum of the plays before that time.
func (s *Service) RawPlaysStoredFrom() time.Time { return monthOf(s.Clock(), -1).In(clock.Bangkok) }
