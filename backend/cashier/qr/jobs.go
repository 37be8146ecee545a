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

// Jobs registers the domain's step. One that failed at every try is given up by the
// queue; the order must not be.
func (s *Service) Jobs(q *jobs.Queue) {
	for _, g := range gateways {
		q.Bulkhead(bulkhead(g.Provider))
	}
	wallet.Step[askOrder]{Do: s.askFor, Stalled: s.overdue}.Register(q, s.Pool, time.Minute)
}

// askFor asks, and answers when to ask again: only who watches over the order does.
func (s *Service) askFor(ctx context.Context, a askOrder) (time.Duration, error) {
	again, err := s.Ask(ctx, a.Reference)
	if !a.Watch {
		again = 0
	}
	return again, err
}

// overdue are the orders that their job should have asked for.
func (s *Service) overdue(ctx context.Context) ([]askOrder, error) {
	before := s.Clock().Add(-overdue)
	orders, err := s.q().OrdersOverdue(ctx, &before)
	out := make([]askOrder, 0, len(orders))
	for _, o := range orders {
		out = append(out, askOrder{Provider: o.Provider, Reference: o.Reference, Watch: true})
	}
	return out, err
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
