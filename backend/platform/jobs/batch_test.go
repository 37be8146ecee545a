package jobs_test

import (
	"context"
	"log/slog"
	"math"
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

func (task) InsertOpts() river.InsertOpts { return river.InsertOpts{Queue: "apart"} }

type worker struct {
	river.WorkerDefaults[task]
	ran chan uuid.UUID
}

func (w *worker) Work(_ context.Context, job *river.Job[task]) error {
	w.ran <- job.Args.ID
	return nil
}

// TestQueueInsert_CommittedJob_NotifiesTheWorkers listens for the notification like a worker, and then lets a real
// worker run the jobs.
func TestQueueInsert_CommittedJob_NotifiesTheWorkers(t *testing.T) {
	pool := pgtest.New(t)
	q, w := jobs.New(), &worker{ran: make(chan uuid.UUID, 10)}
	jobs.Add(q, w)
	q.Bulkhead("apart")
	if err := q.Open(pool, jobs.Options{Log: slog.New(slog.DiscardHandler), Workers: 2}); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	listener, err := pool.Acquire(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Release()
	if _, err := listener.Exec(ctx, `listen "public.river_insert"`); err != nil {
		t.Fatal(err)
	}
	first, second := uuid.New(), uuid.New()
	for _, id := range []uuid.UUID{first, second} { // the second wakes no worker: they are about to fetch
		err := pg.InTx(ctx, pool, func(tx pgx.Tx) error {
			var b pgx.Batch
			if err := q.QueueInsert(&b, task{id}); err != nil {
				return err
			}
			return tx.SendBatch(ctx, &b).Close()
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	notification, err := listener.Conn().WaitForNotification(ctx)
	if err != nil || notification.Payload != `{"queue": "apart"}` {
		t.Fatalf("notification %+v, %v", notification, err)
	}
	for id, want := range map[uuid.UUID]bool{first: true, second: true, uuid.New(): false} {
		if scheduled, err := jobs.IsScheduled(ctx, pool, task{id}); scheduled != want || err != nil {
			t.Errorf("%s is scheduled: %t, %v", id, scheduled, err)
		}
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

func TestInsert_JobOfAnUnknownQueue_IsRefused(t *testing.T) {
	pool := pgtest.New(t)
	q := jobs.New()
	jobs.Add(q, &worker{})
	if err := q.Open(pool, jobs.Options{Log: slog.New(slog.DiscardHandler)}); err != nil {
		t.Fatal(err)
	}

	var b pgx.Batch
	batched := q.QueueInsert(&b, task{uuid.New()})
	inserted := pg.InTx(t.Context(), pool, func(tx pgx.Tx) error { return q.InsertTx(t.Context(), tx, task{uuid.New()}, nil) })

	if batched == nil || inserted == nil || b.Len() != 0 {
		t.Errorf("batched %v (%d), inserted %v", batched, b.Len(), inserted)
	}
}

func TestQueueInsert_ConditionReturnsNoRow_InsertsNothing(t *testing.T) {
	pool := pgtest.New(t)
	q := jobs.New()
	jobs.Add(q, &worker{})
	q.Bulkhead("apart")
	if err := q.Open(pool, jobs.Options{Log: slog.New(slog.DiscardHandler), Workers: 2}); err != nil {
		t.Fatal(err)
	}
	rowIf := func(exists bool) pg.Guard { return pg.Guard{Query: "select 1 where $1::bool", Args: []any{exists}} }
	for _, c := range []struct{ first, second, wants bool }{{true, true, true}, {true, false, false}, {false, true, false}} {
		id := uuid.New()
		err := pg.InTx(t.Context(), pool, func(tx pgx.Tx) error {
			var b pgx.Batch
			if err := q.QueueInsert(&b, task{id}, rowIf(c.first), rowIf(c.second)); err != nil {
				return err
			}
			return tx.SendBatch(t.Context(), &b).Close()
		})
		if err != nil {
			t.Fatal(err)
		}
		if scheduled, err := jobs.IsScheduled(t.Context(), pool, task{id}); scheduled != c.wants || err != nil {
			t.Errorf("%+v: scheduled %t, %v", c, scheduled, err)
		}
	}
}

// TestQueueInsert_SameArgs_InsertsTheRowThatRiverInserts compares the row of QueueInsert with the row that
// the used version of River inserts, because the table is private to River.
func TestQueueInsert_SameArgs_InsertsTheRowThatRiverInserts(t *testing.T) {
	pool := pgtest.New(t)
	q := jobs.New()
	jobs.Add(q, &worker{})
	q.Bulkhead("apart")
	if err := q.Open(pool, jobs.Options{Log: slog.New(slog.DiscardHandler), Workers: 2}); err != nil {
		t.Fatal(err)
	}
	id, later := uuid.New(), time.Hour
	err := pg.InTx(t.Context(), pool, func(tx pgx.Tx) error {
		var b pgx.Batch
		if err := q.QueueInsert(&b, task{id}); err != nil {
			return err
		}
		if err := q.QueueDelayedInsert(&b, task{id}, later); err != nil {
			return err
		}
		if err := tx.SendBatch(t.Context(), &b).Close(); err != nil {
			return err
		}
		if err := q.InsertTx(t.Context(), tx, task{id}, nil); err != nil {
			return err
		}
		var now time.Time
		if err := tx.QueryRow(t.Context(), "select now()").Scan(&now); err != nil {
			return err
		}
		return q.InsertTx(t.Context(), tx, task{id}, &river.InsertOpts{ScheduledAt: now.Add(later)})
	})
	if err != nil {
		t.Fatal(err)
	}

	// The times differ, because database and process have different clocks.
	rows, err := pool.Query(t.Context(), `select (to_jsonb(j) - 'id' - 'created_at' - 'scheduled_at')::text,
		extract(epoch from scheduled_at - now())::float8 from river_job j order by id`)
	if err != nil {
		t.Fatal(err)
	}
	type job struct {
		Row  string
		Wait float64
	}
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[job])
	if err != nil || len(all) != 4 {
		t.Fatalf("%d jobs, %v", len(all), err)
	}
	for i, ours := range all[:2] {
		if theirs := all[i+2]; ours.Row != theirs.Row || math.Abs(ours.Wait-theirs.Wait) > 60 {
			t.Errorf("ours    %s in %.0f s\nRiver's %s in %.0f s", ours.Row, ours.Wait, theirs.Row, theirs.Wait)
		}
	}
}
