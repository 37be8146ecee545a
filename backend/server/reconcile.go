package server

import (
	"context"
	"time"

	"krapao/backend/wallet/reconcile"
)

// Reconciled is what a walk through all books found.
type Reconciled struct {
	Books []*reconcile.Book
	// Lifted says that payouts had waited for this walk, and go on. Waits says why
	// they wait still.
	Lifted bool
	Waits  string
}

// Reconcile holds our book of each company against its own, both ways, since a
// moment. It asks the companies, so it takes a while; what one of them does not
// answer is unknown, and the others are compared all the same. Payouts that
// waited go on where nothing is unknown and every difference has its item.
func (s *Server) Reconcile(ctx context.Context, since time.Time) (out Reconciled, err error) {
	run := s.Differences.Begin(since)
	defer func() {
		if ended := run.End(context.WithoutCancel(ctx)); err == nil {
			err = ended
		}
	}()
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
