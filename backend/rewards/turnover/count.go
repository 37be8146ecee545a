package turnover

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/rewards/turnover/internal/db"
)

// countPlayed recomputes how much of a member's requirements is played. It returns the amount that is left to
// play, in satang.
func (s *Service) countPlayed(ctx context.Context, member int64) (left money.Satang, err error) {
	err = pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		left = 0
		if _, err := s.Ledger.LockTx(ctx, tx, member); err != nil {
			return err
		}
		rows, err := db.New(tx).OpenOf(ctx, member)
		if err != nil || len(rows) == 0 {
			return err
		}
		if err := s.storeBaseTx(ctx, tx, rows); err != nil {
			return err
		}
		now := s.Clock()
		periods, err := s.Plays.SumTurnover(ctx, tx, member, startTimes(rows), now.Add(time.Hour))
		if err != nil {
			return err
		}
		played := sharePlays(rows, periods)
		for i, r := range rows {
			isMet := r.MetAt != nil || played[i] >= r.Needed
			if r.MetAt != nil && !r.Lifted {
				played[i] = r.Needed
			}
			if !isMet {
				left += money.Satang(r.Needed - played[i])
			}
			err := db.New(tx).Count(ctx, db.CountParams{ID: r.ID, Base: r.Base, CountedAt: r.CountedAt, Played: played[i], Met: isMet, Now: now})
			if err != nil {
				return err
			}
		}
		return db.New(tx).Close(ctx, member)
	})
	return left, err
}

// storeBaseTx sets each row's Base to the amount played before RawPlaysStoredFrom. Earlier plays may be
// dropped.
func (s *Service) storeBaseTx(ctx context.Context, tx pgx.Tx, rows []db.Turnover) error {
	rawSince := s.Plays.RawPlaysStoredFrom()
	old := rows
	for len(old) > 0 && !old[len(old)-1].CountedAt.Before(rawSince) {
		old = old[:len(old)-1]
	}
	if len(old) == 0 {
		return nil
	}
	periods, err := s.Plays.SumTurnover(ctx, tx, rows[0].MemberID, startTimes(old), rawSince)
	if err != nil {
		return err
	}
	for i, played := range sharePlays(old, periods) {
		old[i].Base, old[i].CountedAt = played, rawSince
	}
	return nil
}

// startTimes returns, for each requirement in their order, the time from which on plays count towards it.
func startTimes(rows []db.Turnover) []time.Time {
	out := make([]time.Time, 0, len(rows))
	for i, r := range rows {
		at := r.CountedAt
		if i > 0 && at.Before(out[i-1]) { // possible if two servers' clocks differ
			at = out[i-1]
		}
		out = append(out, at)
	}
	return out
}

// sharePlays distributes the plays of each period to the requirements that existed then, the oldest first. It
// returns the played amount of each requirement, in satang.
func sharePlays(rows []db.Turnover, periods []money.Satang) []int64 {
	played := make([]int64, len(rows))
	for i, r := range rows {
		played[i] = r.Base
	}
	for period, counted := range periods {
		remaining := int64(counted)
		for i := 0; i <= period && remaining > 0; i++ {
			share := min(remaining, max(rows[i].Needed-played[i], 0))
			played[i] += share
			remaining -= share
		}
	}
	return played
}
