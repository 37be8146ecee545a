package bonus

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/jobs"
	"krapao/backend/platform/pg"
	"krapao/backend/rewards/bonus/internal/db"
)

// Jobs registers the domain's chores.
func (s *Service) Jobs(q *jobs.Queue) {
	q.Every("bonus.follow", every, s.follow)
	q.Every("bonus.look", every, s.lookAtDue)
	q.Every("bonus.all", time.Hour, func(ctx context.Context) error {
		return s.q().LookAtOld(ctx, db.LookAtOldParams{Now: s.Clock(), Before: s.Clock().Add(-seldom)})
	})
}

// page is how much of what has changed is followed at once.
const page = 1000

// follow notes whose plays have changed, and who has excluded themself.
func (s *Service) follow(ctx context.Context) error {
	for {
		more, err := s.followPage(ctx)
		if err != nil || !more {
			return err
		}
	}
}

func (s *Service) followPage(ctx context.Context) (more bool, err error) {
	err = pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		q := db.New(tx)
		mark, err := q.MarkLock(ctx)
		if err != nil {
			return err
		}
		days, err := s.Plays.Changed(ctx, tx, mark.Plays, page)
		if err != nil {
			return err
		}
		gone, err := s.Care.ExcludedAfter(ctx, tx, mark.Exclusion, page)
		if more = len(days) >= page || len(gone) >= page; err != nil || len(days)+len(gone) == 0 {
			return err
		}
		var played, closing []int64
		for _, d := range days {
			played, mark.Plays = append(played, d.Member), d.Version
		}
		for _, e := range gone {
			closing, mark.Exclusion = append(closing, e.Member), e.ID
		}
		if err := q.LookAtThose(ctx, db.LookAtThoseParams{Now: s.Clock(), Members: played}); err != nil {
			return err
		}
		if err := q.CloseThose(ctx, db.CloseThoseParams{Now: s.Clock(), Members: closing}); err != nil {
			return err
		}
		return q.MarkSet(ctx, db.MarkSetParams(mark))
	})
	return more, err
}

// abreast is how many members are looked at side by side: some companies take their
// time.
const abreast = 4

// lookAtDue looks at the bonuses whose time it is. One that fails holds up no other.
func (s *Service) lookAtDue(ctx context.Context) error {
	rows, err := s.q().LooksDue(ctx, s.Clock())
	if err != nil {
		return err
	}
	errs := make([]error, len(rows))
	free := make(chan struct{}, abreast)
	var all sync.WaitGroup
	for i, row := range rows {
		free <- struct{}{}
		if ctx.Err() != nil {
			break
		}
		all.Go(func() {
			defer func() { <-free }()
			if err := s.lookAt(ctx, row); err != nil {
				errs[i] = fmt.Errorf("bonus %s: %w", row.ID, err)
			}
		})
	}
	all.Wait()
	return errors.Join(errs...)
}
