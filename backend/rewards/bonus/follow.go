package bonus

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/jobs"
	"krapao/backend/platform/pg"
	"krapao/backend/rewards/bonus/internal/db"
)

// Jobs registers the domain's periodic jobs.
func (s *Service) Jobs(q *jobs.Queue) {
	q.Every("bonus.follow", checkInterval, s.markChanged)
	q.Every("bonus.look", checkInterval, s.checkDue)
	q.Every("bonus.all", time.Hour, func(ctx context.Context) error {
		return s.q().ScheduleOldChecks(ctx, db.ScheduleOldChecksParams{Now: s.Clock(), Before: s.Clock().Add(-fullCheckInterval)})
	})
}

// markChanged marks the members whose plays have changed, and those who have excluded themselves. checkDue then
// checks their bonuses.
func (s *Service) markChanged(ctx context.Context) error {
	return errors.Join(s.followPlays(ctx), s.followExclusions(ctx))
}

func (s *Service) followPlays(ctx context.Context) error {
	var mark db.BonusMark
	return s.Plays.ProcessChangedDays(
		ctx,
		func(tx pgx.Tx) (_ int64, err error) {
			mark, err = db.New(tx).MarkLock(ctx)
			return mark.Plays, err
		},
		func(tx pgx.Tx, members []int64, version int64) error {
			if err := db.New(tx).ScheduleChecks(ctx, db.ScheduleChecksParams{Now: s.Clock(), Members: members}); err != nil {
				return err
			}
			mark.Plays = version
			return db.New(tx).MarkSet(ctx, db.MarkSetParams(mark))
		},
	)
}

// maxExclusions is the maximum number of exclusions that one run handles. The next run continues.
const maxExclusions = 1000

func (s *Service) followExclusions(ctx context.Context) error {
	return pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		q := db.New(tx)
		mark, err := q.MarkLock(ctx)
		if err != nil {
			return err
		}
		excluded, err := s.Care.BreaksAfter(ctx, tx, mark.Exclusion, maxExclusions)
		if err != nil || len(excluded) == 0 {
			return err
		}
		var members []int64
		for _, e := range excluded {
			members, mark.Exclusion = append(members, e.Member), e.ID
		}
		if err := q.ScheduleClosing(ctx, db.ScheduleClosingParams{Now: s.Clock(), Members: members}); err != nil {
			return err
		}
		return q.MarkSet(ctx, db.MarkSetParams(mark))
	})
}

// parallelChecks is the number of bonuses that are checked in parallel, since some providers respond slowly.
const parallelChecks = 4

// checkDue checks the bonuses that are due.
func (s *Service) checkDue(ctx context.Context) error {
	rows, err := s.q().ListDueChecks(ctx, s.Clock())
	if err != nil {
		return err
	}
	return jobs.Each(ctx, parallelChecks, rows, func(row db.BonusTaken) error {
		if err := s.checkBonus(ctx, row); err != nil {
			return fmt.Errorf("bonus %s: %w", row.ID, err)
		}
		return nil
	})
}
