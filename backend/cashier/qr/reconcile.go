package qr

import (
	"context"

	"krapao/backend/cashier/qr/internal/db"
	"krapao/backend/ledger"
	"krapao/backend/platform/money"
	gateway "krapao/backend/provider/qr"
	"krapao/backend/wallet/reconcile"
)

// Reconcile walks each gateway's list and our orders.
func (s *Service) Reconcile(ctx context.Context, run *reconcile.Run) []*reconcile.Book {
	var out []*reconcile.Book
	for _, known := range gateways {
		g, _ := s.gateway(known.Provider)
		book := run.Book(g.Provider, "QR "+g.Provider)
		made, err := s.q().OrdersMade(ctx, db.OrdersMadeParams{Provider: g.Provider, CreatedAt: run.Since})
		switch {
		case err != nil:
			book.Lost(1, "our own orders: %v", err)
		case g.client == nil && made == 0:
			continue
		case g.client == nil:
			book.Blind = "the gateway is not configured any more"
		default:
			s.reconcile(ctx, run, book, g)
		}
		out = append(out, book)
	}
	return out
}

func (s *Service) reconcile(ctx context.Context, run *reconcile.Run, book *reconcile.Book, g Gateway) {
	book.Heard(run.Pages(ctx, func(cursor string) (string, error) {
		page, next, err := g.client.List(ctx, run.From(), cursor)
		if err != nil {
			return "", err
		}
		return next, s.comparePage(ctx, run, book, page)
	}))
	if err := s.askUnseen(ctx, run, book, g); err != nil {
		book.Lost(1, "our own orders: %v", err)
	}
	book.Close(ctx)
}

func (s *Service) comparePage(ctx context.Context, run *reconcile.Run, book *reconcile.Book, page []gateway.Listed) error {
	refs := make([]string, 0, len(page))
	for _, p := range page {
		refs = append(refs, p.Reference)
	}
	// The gateway's word came first: what our rows say now is not older.
	rows, err := s.q().OrdersNamed(ctx, refs)
	if err == nil {
		err = run.See(ctx, refs)
	}
	if err != nil {
		return err
	}
	ours := make(map[string]db.OrdersNamedRow, len(rows))
	for _, r := range rows {
		if r.Provider == book.Company {
			ours[r.Reference] = r
		}
	}
	for _, p := range page {
		row, known := ours[p.Reference]
		switch {
		case p.Status == "":
			book.Lost(1, "%s: the gateway's list says nothing that we can read", p.Reference)
		case known:
			s.compare(ctx, book, row, p)
		case p.Status == gateway.Paid, p.Status == gateway.Review: // the rest moved no money of ours
			s.lost(ctx, book, p)
		}
	}
	return nil
}

// saidOf is a gateway's word as items have it.
func saidOf(status gateway.Status) string {
	switch status {
	case gateway.Paid:
		return reconcile.Paid
	case gateway.Review:
		return reconcile.Review
	case gateway.Pending:
		return reconcile.Nothing
	}
	return reconcile.Failed
}

// lost is an order that our book knows nothing of.
func (s *Service) lost(ctx context.Context, book *reconcile.Book, p gateway.Listed) {
	book.Items++
	if p.Status == gateway.Paid {
		book.Theirs += p.Amount
	}
	book.Item(ctx, reconcile.Item{
		Reference: p.Reference, Reason: reconcile.Lost, Said: saidOf(p.Status), Amount: p.Amount, Currency: string(ledger.BAHT), TheirID: p.State.ID, At: p.At,
	})
}

// compare holds one order of the gateway's against ours.
func (s *Service) compare(ctx context.Context, book *reconcile.Book, row db.OrdersNamedRow, p gateway.Listed) {
	ours, theirs := money.Satang(0), money.Satang(0)
	if row.State == statePaid {
		ours = money.Satang(row.Paid)
	}
	if p.Status == gateway.Paid {
		theirs = p.Amount
	}
	if ours > 0 || p.Status == gateway.Paid || p.Status == gateway.Review || p.Status == gateway.Refunded {
		book.Items++
	}
	book.Theirs += theirs
	moved := p.Status == gateway.Paid || p.Status == gateway.Review || p.Status == gateway.Refunded
	if (ours > 0) != (theirs > 0) && moved {
		s.takeUp(ctx, book, row, p)
		return
	}
	book.Ours += ours
	item := reconcile.Item{
		Reference: p.Reference, Said: saidOf(p.Status), Amount: theirs, Ours: ours, Currency: string(ledger.BAHT), TheirID: p.State.ID, At: p.At, MemberID: &row.MemberID,
	}
	switch {
	case ours > 0 && theirs > 0 && ours != theirs:
		item.Reason = reconcile.Amount
	case ours > 0 && theirs == 0:
		item.Reason = reconcile.NotThere
	default:
		return
	}
	book.Item(ctx, item)
}

// takeUp has the gateway asked about an order that it says more of than our book:
// its answer is credited, or waits for a cashier, as always.
func (s *Service) takeUp(ctx context.Context, book *reconcile.Book, seen db.OrdersNamedRow, p gateway.Listed) {
	_, err := s.Ask(ctx, p.Reference)
	row, again := s.q().OrderByReference(ctx, p.Reference)
	switch {
	case err != nil || again != nil:
		book.Lost(1, "%s: it could not be asked about", p.Reference)
	case row.Doubt != "":
		book.Differences++
		book.Note("%s: %s here, the gateway says %s %s: a cashier's (QR)", p.Reference, seen.State, p.Status, p.Amount)
	case row.State == statePaid && p.Status == gateway.Paid && row.PaidAmount != nil:
		book.Mended, book.Ours = book.Mended+1, book.Ours+*row.PaidAmount
		book.Note("%s: was %s here, and %s were paid: credited", p.Reference, seen.State, p.Amount)
	case row.DoubtedAt != nil || row.State == stateDropped: // people have decided it
		book.Settled++
	default:
		book.Item(ctx, reconcile.Item{
			Reference: p.Reference, Reason: reconcile.FailedHere, Said: saidOf(p.Status), Amount: p.Amount, Currency: string(ledger.BAHT),
			TheirID: p.State.ID, At: p.At, MemberID: &seen.MemberID,
		})
	}
}

// askUnseen asks about each order that was credited and that the list did not
// tell of.
func (s *Service) askUnseen(ctx context.Context, run *reconcile.Run, book *reconcile.Book, g Gateway) error {
	after, silent := db.OrdersUnseenParams{Provider: g.Provider, Since: run.Since, Until: run.Began, Run: run.ID}, 0
	for {
		rows, err := s.q().OrdersUnseen(ctx, after)
		if err != nil || len(rows) == 0 {
			return err
		}
		for _, r := range rows {
			after.After = r.Reference
			if silent >= silence {
				book.Lost(1, "%s: not asked any more", r.Reference)
				continue
			}
			state, err := s.query(ctx, g, db.QrOrder{Reference: r.Reference, ProviderID: r.ProviderID})
			switch {
			case ctx.Err() != nil:
				return ctx.Err()
			case isUnknown(err):
				state = gateway.State{Status: gateway.Cancelled, ID: r.ProviderID}
			case err != nil:
				silent++
				book.Lost(1, "%s: credited with %s, and no proper answer", r.Reference, money.Satang(r.Paid))
				continue
			}
			silent = 0
			row := db.OrdersNamedRow{Reference: r.Reference, Provider: r.Provider, ProviderID: r.ProviderID, State: statePaid, Paid: r.Paid, MemberID: r.MemberID}
			s.compare(ctx, book, row, gateway.Listed{Handle: gateway.Handle{Reference: r.Reference, ID: r.ProviderID}, State: state, At: r.CreatedAt})
		}
	}
}
