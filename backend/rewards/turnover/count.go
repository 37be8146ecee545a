package turnover

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/rewards/turnover/internal/db"
)

// count recounts how far a member's requirements are played, and returns what is left, in satang.
func (s *Service) count(ctx context.Context, member int64) (left money.Satang, err error) {
	err = pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		left = 0
		if _, err := s.Book.LockTx(ctx, tx, member); err != nil {
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

// fixTx adds to each Base what was played before Kept, the time from which plays are surely kept.
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

// starts returns the times from which on plays count towards each requirement, in their order.
func starts(rows []db.Turnover) []time.Time {
	out := make([]time.Time, 0, len(rows))
	for i, r := range rows {
		at := r.CountedAt
		if i > 0 && at.Before(out[i-1]) { // two servers' clocks
			at = out[i-1]
		}
		out = append(out, at)
	}
	return out
}

// share distributes what was played in each part to the requirements that existed then, the oldest first.
// It returns what each has.
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
