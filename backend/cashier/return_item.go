package cashier

import (
	"context"

	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier/internal/db"
	"krapao/backend/platform/pg"
	"krapao/backend/staff"
)

// returnKind is the kind of items for money to return.
func (s *Service) returnKind() staff.Kind {
	return staff.Kind{
		Name: "RETURN", Roles: staff.Cashiers, List: s.listReturns,
		Count: func(ctx context.Context, q pg.DB) (staff.Waiting, error) {
			row, err := db.New(q).CountWaitingReturns(ctx)
			return staff.NewWaiting(row.Waiting, row.Oldest), err
		},
		Actions: []staff.Action{s.returnedAction()},
	}
}

func (s *Service) returnedAction() staff.Action {
	return staff.Action{
		Name: "returned", Fields: []staff.Field{{Name: "reference", Type: staff.FieldLine, Required: true, Max: 64}},
		Do: func(ctx context.Context, tx pgx.Tx, d staff.ActionInput) (staff.ActionResult, error) {
			id, err := staff.ItemID(d.ID)
			if err != nil {
				return staff.ActionResult{}, err
			}
			r, err := s.RecordReturnTx(ctx, tx, id, d.Fields.Text("reference"), d.By.ID)
			return staff.ActionResult{Amount: &r.Amount, Currency: r.Currency, Details: map[string]any{"amount": r.Amount}}, err
		},
	}
}

func (s *Service) listReturns(ctx context.Context, q pg.DB, p staff.Page) ([]staff.Item, error) {
	rows, err := db.New(q).ListWaitingReturns(ctx, db.ListWaitingReturnsParams{After: p.After, AfterID: p.AfterID, Member: p.Member, Most: p.Limit})
	out := make([]staff.Item, 0, len(rows))
	for _, row := range rows {
		r := returnOf(row.MoneyReturn)
		i := staff.Item{
			ID: r.ID.String(), Since: r.Since, Amount: &r.Amount, Currency: r.Currency, Reason: string(r.Reason), Reference: r.Reference, Note: r.Sender,
			Member: row.Member, Offers: []staff.Offer{s.returnedAction().Offer(staff.Yes)},
		}
		i.Facts = staff.AddFact(i.Facts, "backTo", staff.Copy, r.Sender)
		if m := row.Member; m != nil {
			i.Facts = staff.AddFact(i.Facts, "member", staff.Text, m.AccountName+" "+m.ID)
			i.Facts = staff.AddFact(i.Facts, "account", staff.Copy, m.BankCode+" "+m.AccountNo)
		}
		i.Facts = staff.AddFact(i.Facts, "came", staff.Text, r.Reference)
		out = append(out, i)
	}
	return out, err
}
