package jobs_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"krapao/backend/platform/jobs"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/pgtest"
)

type task struct {
	ID uuid.UUID `json:"id"`
}

func (task) Kind() string { return "task" }

type worker struct {
	river.WorkerDefaults[task]
	ran chan uuid.UUID
}

func (w *worker) Work(_ context.Context, job *river.Job[task]) error {
	w.ran <- job.Args.ID
	return nil
}

// TestABatchedJobWakesTheWorkersAndRuns listens as a worker does, and then has
// a real one run what is there.
func TestABatchedJobWakesTheWorkersAndRuns(t *testing.T) {
	pool := pgtest.New(t)
	q, w := jobs.New(), &worker{ran: make(chan uuid.UUID, 10)}
	jobs.Add(q, w)
	if err := q.Open(pool, jobs.Options{Log: slog.New(slog.DiscardHandler), Workers: 2}); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	ear, err := pool.Acquire(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer ear.Release()
	if _, err := ear.Exec(ctx, `listen "public.river_insert"`); err != nil {
		t.Fatal(err)
	}
	first, second := uuid.New(), uuid.New()
	for _, id := range []uuid.UUID{first, second} { // the second wakes nobody: they are on their way
		err := pg.InTx(ctx, pool, func(tx pgx.Tx) error {
			var b pgx.Batch
			if err := q.InsertBatch(&b, task{id}); err != nil {
				return err
			}
			return tx.SendBatch(ctx, &b).Close()
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	heard, err := ear.Conn().WaitForNotification(ctx)
	if err != nil || heard.Payload != `{"queue": "default"}` {
		t.Fatalf("heard %+v, %v", heard, err)
	}
	lost := uuid.New()
	without, err := jobs.Without(ctx, pool, "task", []uuid.UUID{first, lost, second})
	if err != nil || len(without) != 1 || without[0] != lost {
		t.Errorf("without a job: %v, %v", without, err)
	}

	if err := q.Start(ctx); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = q.Stop(ctx) }()
	ran := map[uuid.UUID]bool{<-w.ran: true, <-w.ran: true}

	if !ran[first] || !ran[second] {
		t.Errorf("ran %v", ran)
	}
}
