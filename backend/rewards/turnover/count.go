package turnover

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/rewards/turnover/internal/db"
)

// count recomputes how much of a member's requirements is played. It returns the amount that is left to play,
// in satang.
func (s *Service) count(ctx context.Context, member int64) (left money.Satang, err error) {
	err = pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		left = 0
		if _, err := s.Ledger.LockTx(ctx, tx, member); err != nil {
			return err
		}
		rows, err := db.New(tx).OpenOf(ctx, member)
		if err != nil || len(rows) == 0 {
			return err
		}
		if err := s.fixTx(ctx, tx, rows); err != nil {
			return err
		}
		now := s.Clock()
		parts, err := s.Plays.Counted(ctx, tx, member, starts(rows), now.Add(time.Hour))
		if err != nil {
			return err
		}
		played := share(rows, parts)
		for i, r := range rows {
			met := r.MetAt != nil || played[i] >= r.Needed
			if r.MetAt != nil && !r.Lifted {
				played[i] = r.Needed
			}
			if !met {
				left += money.Satang(r.Needed - played[i])
			}
			err := db.New(tx).Count(ctx, db.CountParams{ID: r.ID, Base: r.Base, CountedAt: r.CountedAt, Played: played[i], Met: met, Now: now})
			if err != nil {
				return err
			}
		}
		return db.New(tx).Close(ctx, member)
	})
	return left, err
}

// fixTx adds to each row's Base what was played before Kept: earlier plays may be dropped.
func (s *Service) fixTx(ctx context.Context, tx pgx.Tx, rows []db.Turnover) error {
	kept := s.Plays.Kept()
	old := rows
	for len(old) > 0 && !old[len(old)-1].CountedAt.Before(kept) {
		old = old[:len(old)-1]
	}
	if len(old) == 0 {
		return nil
	}
	parts, err := s.Plays.Counted(ctx, tx, rows[0].MemberID, starts(old), kept)
	if err != nil {
		return err
	}
	for i, played := range share(old, parts) {
		old[i].Base, old[i].CountedAt = played, kept
	}
	return nil
}

// starts returns, for each requirement in their order, the time from which on plays count towards it.
func starts(rows []db.Turnover) []time.Time {
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

// share distributes the plays of each part to the requirements that existed then, the oldest first. It
// returns the played amount of each requirement, in satang.
func share(rows []db.Turnover, parts []money.Satang) []int64 {
	played := make([]int64, len(rows))
	for i, r := range rows {
		played[i] = r.Base
	}
	for part, counted := range parts {
		rest := int64(counted)
		for i := 0; i <= part && rest > 0; i++ {
			takes := min(rest, max(rows[i].Needed-played[i], 0))
			played[i] += takes
			rest -= takes
		}
	}
	return played
}
