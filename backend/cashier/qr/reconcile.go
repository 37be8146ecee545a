package qr

import (
	"context"
	"errors"

	"krapao/backend/cashier/qr/internal/db"
	"krapao/backend/ledger"
	gateway "krapao/backend/provider/qr"
	"krapao/backend/wallet/reconcile"
)

// Reconcile compares each gateway's orders with ours.
func (s *Service) Reconcile(ctx context.Context, run *reconcile.Run) []*reconcile.Report {
	var out []*reconcile.Report
	for _, known := range gateways {
		g, _ := s.findGateway(known.Provider)
		report := run.NewReport(g.Provider, "QR "+g.Provider)
		made, err := s.q().CountOrders(ctx, db.CountOrdersParams{Provider: g.Provider, CreatedAt: run.Since})
		switch {
		case err != nil:
			report.CountUnknown(1, "our own orders: %v", err)
		case g.client == nil && made == 0:
			continue
		case g.client == nil:
			report.NoList = "the gateway is not configured any more"
		default:
			s.compareGateway(ctx, run, report, g)
		}
		out = append(out, report)
	}
	return out
}

func (s *Service) compareGateway(ctx context.Context, run *reconcile.Run, report *reconcile.Report, g Gateway) {
	reconcile.Compare(ctx, report, reconcile.Records[gateway.ListedOrder, db.QrOrder]{
		Lists: []reconcile.List[gateway.ListedOrder]{func(ctx context.Context, cursor string) ([]gateway.ListedOrder, string, error) {
			return g.client.List(ctx, run.ListStart(), cursor)
		}},
		PaymentOfEntry: paymentOfListed,
		PaymentOfRow:   paymentOfRow,
		FindRows: func(ctx context.Context, names []string) ([]db.QrOrder, error) {
			return s.q().ListOrdersByReference(ctx, db.ListOrdersByReferenceParams{Provider: g.Provider, Names: names})
		},
		ListRows: func(ctx context.Context, after db.QrOrder) ([]db.QrOrder, error) {
			return s.q().ListCreditedOrders(ctx, db.ListCreditedOrdersParams{Provider: g.Provider, Since: run.Since, Until: run.Began, After: after.Reference})
		},
		AskProvider: func(ctx context.Context, row db.QrOrder) (gateway.ListedOrder, error) {
			state, err := s.queryGateway(ctx, g, row)
			if isUnknownOrder(err) {
				state, err = gateway.State{Status: gateway.Cancelled, ID: row.ProviderID}, nil
			}
			return gateway.ListedOrder{Handle: gateway.Handle{Reference: row.Reference, ID: row.ProviderID}, State: state, At: row.CreatedAt}, err
		},
		Resolve: s.resolveOrder,
	})
}

func paymentOfListed(p gateway.ListedOrder) reconcile.Payment {
	states := map[gateway.Status]string{
		gateway.Paid: reconcile.Paid, gateway.Review: reconcile.Review, gateway.Refunded: reconcile.Returned, gateway.Pending: reconcile.Nothing,
		gateway.Expired: reconcile.Failed, gateway.Cancelled: reconcile.Failed, gateway.Failed: reconcile.Failed,
	}
	out := reconcile.Payment{Reference: p.Reference, State: states[p.Status], Currency: string(ledger.BAHT), TheirID: p.State.ID, At: p.At}
	if p.Status == gateway.Paid || p.Status == gateway.Review {
		out.Amount = p.Amount
	}
	return out
}

// paymentOfRow converts an order for the comparison. An order that was not credited is NOTHING, in every state
// of its code.
func paymentOfRow(row db.QrOrder) reconcile.Payment {
	out := reconcile.Payment{Reference: row.Reference, State: reconcile.Nothing, Currency: row.Currency, MemberID: &row.MemberID}
	if row.State == statePaid && row.PaidAmount != nil {
		out.State, out.Amount = reconcile.Paid, *row.PaidAmount
	}
	return out
}

// resolveOrder handles an order whose state at the gateway is further than ours. It asks the gateway, and the
// response is credited, or the order waits for a cashier, as after any request.
func (s *Service) resolveOrder(ctx context.Context, report *reconcile.Report, ours db.QrOrder, p gateway.ListedOrder) (done bool, err error) {
	if ours.State == "" || (ours.State != statePaid && p.Status != gateway.Paid) {
		return ours.State != "", nil
	}
	_, err = s.AskGateway(ctx, p.Reference)
	row, readErr := s.q().GetOrder(ctx, p.Reference)
	switch {
	case err != nil || readErr != nil:
		return false, errors.New("the gateway could not be asked")
	case row.Doubt != "":
		report.Differences++
		report.AddNote("%s: %s here, %s %s at the gateway: a cashier decides (QR)", p.Reference, ours.State, p.Status, p.Amount)
	case row.State == statePaid && p.Status == gateway.Paid && row.PaidAmount != nil:
		report.Resolved, report.OurSum = report.Resolved+1, report.OurSum+*row.PaidAmount
		report.AddNote("%s: was %s here, %s paid at the gateway: credited", p.Reference, ours.State, p.Amount)
	case row.DoubtedAt != nil || row.State == stateDropped: // operators have decided about it
		report.EndedBefore++
	default:
		return false, nil
	}
	return true, nil
}
