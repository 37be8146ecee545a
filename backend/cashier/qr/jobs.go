package qr

import (
	"context"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"krapao/backend/platform/jobs"
	"krapao/backend/wallet"
)

// askOrder is the job that asks an order's gateway: once, or, with Watch, repeatedly until no request has to
// follow.
type askOrder struct {
	Provider  string `json:"provider"`
	Reference string `json:"reference"`
	Watch     bool   `json:"watch"`
}

// Kind returns the job's name in the queue.
func (askOrder) Kind() string { return "qr.ask" }

// InsertOpts selects the gateway's own workers, so that a gateway that does not respond blocks no other.
func (a askOrder) InsertOpts() river.InsertOpts { return river.InsertOpts{Queue: bulkhead(a.Provider)} }

func bulkhead(provider string) string { return "qr_" + strings.ToLower(provider) }

// Jobs registers the step that asks gateways. The queue discards a job that failed at every try; the step's
// rescue then enqueues a new one for the order.
func (s *Service) Jobs(q *jobs.Queue) {
	for _, g := range gateways {
		q.Bulkhead(bulkhead(g.Provider))
	}
	wallet.Step[askOrder]{Do: s.runAskJob, Stalled: s.findOverdue}.Register(q, s.Pool, time.Minute)
}

// runAskJob asks the gateway, and returns the wait before the job runs again. Only the job with Watch runs
// again.
func (s *Service) runAskJob(ctx context.Context, a askOrder) (time.Duration, error) {
	wait, err := s.AskGateway(ctx, a.Reference)
	if !a.Watch {
		wait = 0
	}
	return wait, err
}

// findOverdue returns the orders whose next request is overdue, since their job is lost.
func (s *Service) findOverdue(ctx context.Context) ([]askOrder, error) {
	before := s.Clock().Add(-overdueAfter)
	orders, err := s.q().ListOverdueOrders(ctx, &before)
	out := make([]askOrder, 0, len(orders))
	for _, o := range orders {
		out = append(out, askOrder{Provider: o.Provider, Reference: o.Reference, Watch: true})
	}
	return out, err
}

// enqueueWatchTx enqueues the job that watches an order.
func (s *Service) enqueueWatchTx(ctx context.Context, tx pgx.Tx, provider, reference string) error {
	// The queue uses the database's clock, not the server's.
	return s.Queue.InsertTx(ctx, tx, askOrder{Provider: provider, Reference: reference, Watch: true}, &river.InsertOpts{ScheduledAt: time.Now().Add(askPause)})
}

// askSoonTx enqueues a job that asks a gateway at once.
func (s *Service) askSoonTx(ctx context.Context, tx pgx.Tx, provider, reference string) error {
	return s.Queue.InsertTx(ctx, tx, askOrder{Provider: provider, Reference: reference}, nil)
}
