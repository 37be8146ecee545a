package server

import (
	"context"
	"time"

	"krapao/backend/wallet/reconcile"
)

// Reconciled is the result of a run over all providers.
type Reconciled struct {
	Books []*reconcile.Book
	// Lifted says that the run ended a pause of payouts. Waits says why they are paused
	// still.
	Lifted bool
	Waits  string
}

// Reconcile compares our ledger with each provider's records of the period since a
// moment. It calls the providers, so it takes a while; what one of them does not answer
// is unknown, and the others are compared all the same. Paused payouts resume if nothing
// is unknown and every difference has its item.
func (s *Server) Reconcile(ctx context.Context, since time.Time) (out Reconciled, err error) {
	run := s.Differences.Begin(since)
	for _, part := range with[compared](s) {
		out.Books = append(out.Books, part.Reconcile(ctx, run)...)
	}
	if err := ctx.Err(); err != nil {
		return out, err
	}
	for _, b := range out.Books {
		if !b.Whole() {
			wait, err := s.Wallet.Waits(ctx, s.Pool)
			if wait != nil {
				out.Waits = "not all books could be compared"
			}
			return out, err
		}
	}
	out.Lifted, out.Waits, err = s.Wallet.LiftWait(ctx, run.Since, run.Began)
	return out, err
}
