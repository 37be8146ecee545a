package qr

import (
	"context"
	"errors"
	"time"

	"krapao/backend/cashier"
	"krapao/backend/platform/money"
	gateway "krapao/backend/provider/qr"
)

// Reconcile asks each gateway about every order made since a moment, and holds
// what it says was paid against what we credited.
func (s *Service) Reconcile(ctx context.Context, since time.Time) ([]cashier.Reconciled, error) {
	rows, err := s.q().OrdersMade(ctx, since)
	if err != nil {
		return nil, err
	}
	byProvider := map[string]*cashier.Reconciled{}
	var out []*cashier.Reconciled
	for _, r := range rows {
		book := byProvider[r.Provider]
		if book == nil {
			book = &cashier.Reconciled{Company: "QR " + r.Provider}
			byProvider[r.Provider], out = book, append(out, book)
		}
		book.Items++
		ours := money.Satang(0)
		if r.State == statePaid {
			ours = money.Satang(r.Paid)
		}
		book.Ours += ours
		g, _ := s.gateway(r.Provider)
		if g.client == nil {
			book.Differ("%s: the gateway is not configured any more", r.Reference)
			continue
		}
		state, err := g.client.Query(ctx, gateway.Handle{Reference: r.Reference, ID: r.ProviderID})
		switch {
		case errors.Is(err, gateway.ErrUnknown):
			state.Status = gateway.Cancelled
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil:
			book.Differ("%s: no proper answer", r.Reference)
			continue
		}
		theirs := money.Satang(0)
		if state.Status == gateway.Paid {
			theirs = state.Amount
		}
		book.Theirs += theirs
		if ours != theirs {
			book.Differ("%s (%s): credited %s, the gateway says %s %s", r.Reference, r.State, ours, state.Status, theirs)
		}
	}
	all := make([]cashier.Reconciled, 0, len(out))
	for _, book := range out {
		all = append(all, *book)
	}
	return all, nil
}
