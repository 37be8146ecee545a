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

// Step calls a provider repeatedly for one payment, until the payment's outcome is known. T is the type of
// the job's arguments, which name the payment. InsertOpts of T selects workers that serve only this provider.
type Step[T river.JobArgs] struct {
	// Do advances the payment as far as possible now. It returns the wait before the next run, or 0 if
	// nothing is left to do. Concurrent runs must be safe.
	Do func(context.Context, T) (wait time.Duration, err error)
	// Stalled returns unfinished payments whose last step was long ago.
	Stalled func(context.Context) ([]T, error)
	// Lost handles an unfinished payment that has no job any more. If Lost is nil, the payment gets a new job.
	Lost func(context.Context, T) error
}

// Register registers the step's job with the queue, and a periodic rescue of unfinished payments that have
// lost their job.
func (st Step[T]) Register(q *jobs.Queue, pool *pgxpool.Pool, interval time.Duration) {
	var args T
	jobs.Add(q, &stepWorker[T]{do: st.Do})
	q.Every(args.Kind()+".rescue", interval, func(ctx context.Context) error { return st.rescueStalled(ctx, q, pool) })
}

// rescueStalled calls rescuePayment for each stalled payment. A failure does not block the others.
func (st Step[T]) rescueStalled(ctx context.Context, q *jobs.Queue, pool *pgxpool.Pool) error {
	stalled, err := st.Stalled(ctx)
	if err != nil || len(stalled) == 0 {
		return err
	}
	var failed error
	for _, args := range stalled {
		failed = errors.Join(failed, st.rescuePayment(ctx, q, pool, args))
	}
	return failed
}

// rescuePayment calls Lost for a payment without a job. If Lost is nil, it inserts a new job.
func (st Step[T]) rescuePayment(ctx context.Context, q *jobs.Queue, pool *pgxpool.Pool, args T) error {
	scheduled, err := jobs.IsScheduled(ctx, pool, args)
	switch {
	case err != nil || scheduled:
		return err
	case st.Lost != nil:
		return st.Lost(ctx, args)
	}
	return pg.InTx(ctx, pool, func(tx pgx.Tx) error { return q.InsertTx(ctx, tx, args, nil) })
}

type stepWorker[T river.JobArgs] struct {
	river.WorkerDefaults[T]
	do func(context.Context, T) (time.Duration, error)
}

// Work runs one step, and snoozes the job until the next step.
func (w *stepWorker[T]) Work(ctx context.Context, job *river.Job[T]) error {
	wait, err := w.do(ctx, job.Args)
	if err != nil {
		return err
	}
	if wait > 0 {
		return river.JobSnooze(wait)
	}
	return nil
}
