package turnover

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/jobs"
	"krapao/backend/rewards/turnover/internal/db"
)

// markChanged marks the members whose plays have changed. recountDue then recounts them.
func (s *Service) markChanged(ctx context.Context) error {
	return s.Plays.ProcessChangedDays(
		ctx,
		func(tx pgx.Tx) (int64, error) { return db.New(tx).MarkLock(ctx) },
		func(tx pgx.Tx, members []int64, version int64) error {
			if err := db.New(tx).ScheduleCounts(ctx, db.ScheduleCountsParams{Members: members, Now: s.Clock()}); err != nil {
				return err
			}
			return db.New(tx).MarkSet(ctx, version)
		},
	)
}

// recountDue recounts the members who are due, one after the other.
func (s *Service) recountDue(ctx context.Context) error {
	rows, err := s.q().ListDueCounts(ctx, s.Clock())
	if err != nil {
		return err
	}
	return jobs.Each(ctx, 1, rows, func(row db.TurnoverLook) error {
		if err := s.recount(ctx, row.MemberID, row.LookAt); err != nil {
			return fmt.Errorf("member %d: %w", row.MemberID, err)
		}
		return nil
	})
}

func (s *Service) recount(ctx context.Context, member int64, due time.Time) error {
	left, err := s.countPlayed(ctx, member)
	if err != nil {
		return err
	}
	result := Above
	if left > 0 {
		result, err = s.CompareTotal(ctx, member, playableMinimum-1, func(tx pgx.Tx) error {
			if _, err := db.New(tx).Lift(ctx, db.LiftParams{MemberID: member, Now: s.Clock()}); err != nil {
				return err
			}
			return db.New(tx).Close(ctx, member)
		})
		if err != nil {
			return err
		}
	}
	if result == Unknown {
		return s.q().PostponeCount(ctx, db.PostponeCountParams{MemberID: member, LookAt: due, Later: s.Clock().Add(retryAfter)})
	}
	return s.q().DeleteDueCount(ctx, db.DeleteDueCountParams{MemberID: member, LookAt: due})
}
