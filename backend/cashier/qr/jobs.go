package qr

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"krapao/backend/platform/jobs"
	"krapao/backend/platform/pg"
)

// askOrder is the job that asks an order's gateway: once, or for as long as
// there is something to ask.
type askOrder struct {
	Reference string `json:"reference"`
	Watch     bool   `json:"watch"`
}

// Kind names the job in the queue's table.
func (askOrder) Kind() string { return "qr.ask" }

type asker struct {
	river.WorkerDefaults[askOrder]
	s *Service
}

// Work asks, and sleeps until the next time.
func (w *asker) Work(ctx context.Context, job *river.Job[askOrder]) error {
	again, err := w.s.Ask(ctx, job.Args.Reference)
	if err != nil || !job.Args.Watch || again == 0 {
		return err
	}
	return river.JobSnooze(again)
}

// Jobs registers the domain's workers.
func (s *Service) Jobs(q *jobs.Queue) {
	jobs.Add(q, &asker{s: s})
	q.Every("qr.overdue", time.Minute, s.AskOverdue)
}

// AskOverdue asks for the orders whose job should have: one that failed at every
// try is given up by the queue; the order must not be.
func (s *Service) AskOverdue(ctx context.Context) error {
	before := s.Clock().Add(-overdue)
	references, err := s.q().OrdersOverdue(ctx, &before)
	if err != nil {
		return err
	}
	for _, reference := range references {
		err := pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
			once := &river.InsertOpts{UniqueOpts: river.UniqueOpts{ByArgs: true, ByPeriod: time.Minute}}
			return s.Queue.InsertTx(ctx, tx, askOrder{Reference: reference}, once)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// watchTx sets the job that goes with an order through its life.
func (s *Service) watchTx(ctx context.Context, tx pgx.Tx, reference string) error {
	// The queue's own clock, which is the database's, not the house's.
	return s.Queue.InsertTx(ctx, tx, askOrder{Reference: reference, Watch: true}, &river.InsertOpts{ScheduledAt: time.Now().Add(askPause)})
}

// askSoonTx has a gateway asked at once.
func (s *Service) askSoonTx(ctx context.Context, tx pgx.Tx, reference string) error {
	return s.Queue.InsertTx(ctx, tx, askOrder{Reference: reference}, nil)
}
