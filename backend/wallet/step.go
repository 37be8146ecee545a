package wallet

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"

	"krapao/backend/platform/jobs"
	"krapao/backend/platform/pg"
)

// Step takes one thing to its end by asking an outside company, as often as it
// takes until the outcome is known. T are its job's arguments: they name the thing,
// and by their InsertOpts the workers that the company has for itself.
type Step[T river.JobArgs] struct {
	// Do takes the thing as far as it goes now, and answers how long to wait before
	// the next time; 0 when nothing is left to do. Any number at once are safe.
	Do func(context.Context, T) (again time.Duration, err error)
	// Stalled lists things under way whose last step is long ago.
	Stalled func(context.Context) ([]T, error)
	// Lost is what becomes of one of them that no job follows any more. Nil gives it
	// a new job.
	Lost func(context.Context, T) error
}

// Register has the queue run the step, and look each interval for things that lost
// their job.
func (st Step[T]) Register(q *jobs.Queue, pool *pgxpool.Pool, interval time.Duration) {
	var args T
	jobs.Add(q, &stepper[T]{do: st.Do})
	q.Every(args.Kind()+".rescue", interval, func(ctx context.Context) error { return st.rescue(ctx, q, pool) })
}

// rescue goes on past a thing that cannot be rescued: it must hold up no other.
func (st Step[T]) rescue(ctx context.Context, q *jobs.Queue, pool *pgxpool.Pool) error {
	stalled, err := st.Stalled(ctx)
	if err != nil || len(stalled) == 0 {
		return err
	}
	var failed error
	for _, args := range stalled {
		failed = errors.Join(failed, st.rescueOne(ctx, q, pool, args))
	}
	return failed
}

func (st Step[T]) rescueOne(ctx context.Context, q *jobs.Queue, pool *pgxpool.Pool, args T) error {
	followed, err := jobs.Followed(ctx, pool, args)
	switch {
	case err != nil || followed:
		return err
	case st.Lost != nil:
		return st.Lost(ctx, args)
	}
	return pg.InTx(ctx, pool, func(tx pgx.Tx) error { return q.InsertTx(ctx, tx, args, nil) })
}

type stepper[T river.JobArgs] struct {
	river.WorkerDefaults[T]
	do func(context.Context, T) (time.Duration, error)
}

// Work runs one step, and sleeps until the next.
func (w *stepper[T]) Work(ctx context.Context, job *river.Job[T]) error {
	again, err := w.do(ctx, job.Args)
	if err != nil {
		return err
	}
	if again > 0 {
		return river.JobSnooze(again)
	}
	return nil
}
