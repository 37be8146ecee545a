package giftlink

import (
	"context"

	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier/giftlink/internal/db"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/staff"
)

// Kinds returns the kind of items for gift links with an unknown outcome (REDEEMED, NO_ANSWER, STALLED).
func (s *Service) Kinds() []staff.Kind {
	return []staff.Kind{{
		Name: "GIFT", Roles: staff.Cashiers, List: s.listItems,
		Count: func(ctx context.Context, q pg.DB) (staff.Waiting, error) {
			row, err := db.New(q).CountWaitingGifts(ctx)
			return staff.NewWaiting(row.Waiting, row.Oldest), err
		},
		Actions: []staff.Action{s.settleAction(), s.failAction()},
	}}
}

var amountField = staff.Field{Name: "amount", Type: staff.FieldAmount, Required: true}

func (s *Service) settleAction() staff.Action {
	return staff.Action{
		Name: "settle", Fields: []staff.Field{amountField},
		Do: func(ctx context.Context, tx pgx.Tx, d staff.ActionInput) (staff.ActionResult, error) {
			return s.decide(ctx, tx, d, d.Fields.Amount("amount"))
		},
	}
}

func (s *Service) failAction() staff.Action {
	return staff.Action{Name: "fail", Do: func(ctx context.Context, tx pgx.Tx, d staff.ActionInput) (staff.ActionResult, error) {
		return s.decide(ctx, tx, d, nil)
	}}
}

func (s *Service) decide(ctx context.Context, tx pgx.Tx, d staff.ActionInput, received *money.Satang) (staff.ActionResult, error) {
	id, err := staff.ItemID(d.ID)
	if err != nil {
		return staff.ActionResult{}, err
	}
	g, held, err := s.decideTx(ctx, tx, id, received, d.By.ID)
	return staff.ActionResult{Amount: received, Currency: g.Currency, Held: held}, err
}

func (s *Service) listItems(ctx context.Context, q pg.DB, p staff.Page) ([]staff.Item, error) {
	rows, err := db.New(q).ListWaitingGifts(ctx, db.ListWaitingGiftsParams{After: p.After, AfterID: p.AfterID, Member: p.Member, Most: p.Limit})
	out := make([]staff.Item, 0, len(rows))
	for _, r := range rows {
		g, amount := r.Gift, amountField
		amount.Value = g.Amount.String() // the link's amount; the wallet may show less
		i := staff.Item{
			ID: g.ID.String(), Since: g.CreatedAt.UTC(), Amount: &g.Amount, Currency: g.Currency, Reason: g.Reason, Reference: g.Hash, Member: r.Member,
			Offers: []staff.Offer{s.settleAction().Offer(staff.Yes, amount), s.failAction().Offer(staff.No)},
		}
		i.Facts = staff.AddFact(i.Facts, "promised", staff.Amount, g.Amount.String())
		i.Facts = staff.AddFact(i.Facts, "wallet", staff.Text, g.Mobile)
		i.Facts = staff.AddFact(i.Facts, "lastWord", staff.Text, g.Code)
		i.Facts = staff.AddFact(i.Facts, "reference", staff.Reference, g.Hash)
		out = append(out, i)
	}
	return out, err
}
