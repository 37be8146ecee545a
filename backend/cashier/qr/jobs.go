package qr

import (
	"context"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"krapao/backend/platform/jobs"
	"krapao/backend/platform/pg"
)

// askOrder is the job that asks an order's gateway: once, or for as long as
// there is something to ask.
type askOrder struct {
	Provider  string `json:"provider"`
	Reference string `json:"reference"`
	Watch     bool   `json:"watch"`
}

// Kind names the job in the queue's table.
func (askOrder) Kind() string { return "qr.ask" }

// InsertOpts keeps a gateway that does not answer from holding up the others.
func (a askOrder) InsertOpts() river.InsertOpts { return river.InsertOpts{Queue: bulkhead(a.Provider)} }

func bulkhead(provider string) string { return "qr_" + strings.ToLower(provider) }

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
	for _, g := range gateways {
		q.Bulkhead(bulkhead(g.Provider))
	}
	q.Every("qr.overdue", time.Minute, s.AskOverdue)
}

// AskOverdue asks for the orders whose job should have: one that failed at every
// try is given up by the queue; the order must not be.
func (s *Service) AskOverdue(ctx context.Context) error {
	before := s.Clock().Add(-overdue)
	orders, err := s.q().OrdersOverdue(ctx, &before)
	if err != nil {
		return err
	}
	for _, o := range orders {
		err := pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
			once := &river.InsertOpts{UniqueOpts: river.UniqueOpts{ByArgs: true, ByPeriod: time.Minute}}
			return s.Queue.InsertTx(ctx, tx, askOrder{Provider: o.Provider, Reference: o.Reference}, once)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// watchTx sets the job that goes with an order through its life.
func (s *Service) watchTx(ctx context.Context, tx pgx.Tx, provider, reference string) error {
	// The queue's own clock, which is the database's, not the house's.
	return s.Queue.InsertTx(ctx, tx, askOrder{Provider: provider, Reference: reference, Watch: true}, &river.InsertOpts{ScheduledAt: time.Now().Add(askPause)})
}

// askSoonTx has a gateway asked at once.
func (s *Service) askSoonTx(ctx context.Context, tx pgx.Tx, provider, reference string) error {
	return s.Queue.InsertTx(ctx, tx, askOrder{Provider: provider, Reference: reference}, nil)
}
