package qr

import (
	"context"

	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier"
	"krapao/backend/cashier/qr/internal/db"
	"krapao/backend/platform/pg"
	"krapao/backend/staff"
)

// Kinds returns the kind of items for QR payments that a cashier has to decide: the gateway doubts or has
// refunded the payment, the order was dropped before the payment, or two orders have the same reference
// (REVIEW, REFUNDED, REFUNDED_CREDITED, PAID_AFTER_DROPPED, NAMED_TWICE).
func (s *Service) Kinds() []staff.Kind {
	return []staff.Kind{{
		Name: "QR", Roles: staff.Cashiers, List: s.listItems,
		Count: func(ctx context.Context, q pg.DB) (staff.Waiting, error) {
			row, err := db.New(q).CountDoubtedOrders(ctx)
			return staff.NewWaiting(row.Waiting, row.Oldest), err
		},
		Actions: []staff.Action{s.settleAction(), s.seenAction(), s.dropAction(), s.takeBackAction()},
	}}
}

var amountField = staff.Field{Name: "amount", Type: staff.FieldAmount}

func (s *Service) settleAction() staff.Action {
	return staff.Action{
		Name: "settle", Fields: []staff.Field{amountField},
		Do: func(ctx context.Context, tx pgx.Tx, d staff.ActionInput) (staff.ActionResult, error) {
			return s.decide(ctx, tx, d, Decision{Credit: true, Amount: d.Fields.Amount("amount")})
		},
	}
}

// seenAction closes the case of a credited payment. No money moves.
func (s *Service) seenAction() staff.Action {
	return staff.Action{Name: "seen", Do: func(ctx context.Context, tx pgx.Tx, d staff.ActionInput) (staff.ActionResult, error) {
		done, err := s.decide(ctx, tx, d, Decision{})
		done.Amount = nil
		return done, err
	}}
}

func (s *Service) dropAction() staff.Action {
	return staff.Action{Name: "drop", Do: func(ctx context.Context, tx pgx.Tx, d staff.ActionInput) (staff.ActionResult, error) {
		return s.decide(ctx, tx, d, Decision{})
	}}
}

func (s *Service) decide(ctx context.Context, tx pgx.Tx, d staff.ActionInput, decision Decision) (staff.ActionResult, error) {
	var err error
	if decision.ID, err = staff.ItemID(d.ID); err != nil {
		return staff.ActionResult{}, err
	}
	decision.Cashier = d.By.ID
	out, err := s.DecideTx(ctx, tx, decision)
	return staff.ActionResult{
		Amount: out.amount, Currency: out.row.Currency, Held: out.held,
		Details: map[string]any{"amount": out.amount, "reference": out.row.Provider + " " + out.row.Reference},
	}, err
}

// takeBackAction proposes a correction that takes a credited payment back from the member.
func (s *Service) takeBackAction() staff.Action {
	return staff.Action{
		Name: "takeBack", NeedsApproval: true, Fields: []staff.Field{staff.Why},
		Do: func(ctx context.Context, tx pgx.Tx, d staff.ActionInput) (staff.ActionResult, error) {
			id, err := staff.ItemID(d.ID)
			if err != nil {
				return staff.ActionResult{}, err
			}
			row, err := db.New(tx).LockOrderByID(ctx, id)
			if err != nil || row.Doubt == "" || row.State != statePaid || row.PaidAmount == nil {
				return staff.ActionResult{}, pg.NotFound(err)
			}
			return s.Cashier.ProposeAdjustmentTx(ctx, tx, row.MemberID, cashier.Correction{Amount: *row.PaidAmount, FromMember: true}, d)
		},
	}
}

func (s *Service) listItems(ctx context.Context, q pg.DB, p staff.Page) ([]staff.Item, error) {
	rows, err := db.New(q).ListDoubtedOrders(ctx, db.ListDoubtedOrdersParams{After: p.After, AfterID: p.AfterID, Member: p.Member, Most: p.Limit})
	out := make([]staff.Item, 0, len(rows))
	for _, r := range rows {
		o := r.QrOrder
		i := staff.Item{
			ID: o.ID.String(), Amount: o.PaidAmount, Currency: o.Currency, Reason: o.Doubt, Reference: o.Provider + " " + o.Reference, Member: r.Member,
			Offers: s.offersOf(o),
		}
		if o.DoubtedAt != nil {
			i.Since = o.DoubtedAt.UTC()
		}
		i.Facts = staff.AddFact(i.Facts, "askedAmount", staff.Amount, o.Amount.String())
		i.Facts = staff.AddFact(i.Facts, "gateway", staff.Text, o.Provider)
		i.Facts = staff.AddFact(i.Facts, "code", staff.Reference, o.Reference)
		i.Facts = staff.AddFact(i.Facts, "theirs", staff.Reference, o.ProviderID)
		if r.Member != nil {
			i.Facts = staff.AddFact(i.Facts, "account", staff.Text, r.Member.BankCode+" "+r.Member.AccountNo)
		}
		out = append(out, i)
	}
	return out, err
}

// offersOf returns a cashier's actions for an order. A credited payment can only be marked as seen, or be taken
// back, which two operators approve.
func (s *Service) offersOf(o db.QrOrder) []staff.Offer {
	if o.State == statePaid {
		return []staff.Offer{s.seenAction().Offer(staff.Yes), s.takeBackAction().Offer(staff.Also)}
	}
	amount := staff.Field{Name: amountField.Name} // the gateway's amount is used
	if o.PaidAmount == nil {
		amount = amountField
		amount.Required = true
	}
	return []staff.Offer{s.settleAction().Offer(staff.Yes, amount), s.dropAction().Offer(staff.No)}
}
