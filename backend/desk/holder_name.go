package desk

import (
	"context"

	"krapao/backend/desk/internal/db"
	"krapao/backend/platform/pg"
	"krapao/backend/staff"
)

// holderNameKind returns the kind of members whose account holder has a name that no bank prints.
// Registration once accepted such names. These members' slips cannot be matched; nothing else is
// restricted. The item ends when two operators have corrected the name.
func (s *Service) holderNameKind() staff.Kind {
	change := s.changePayoutAction()
	return staff.Kind{
		Name: "HOLDER_NAME", Roles: staff.Cashiers, Actions: []staff.Action{change},
		List: func(ctx context.Context, q pg.DB, p staff.Page) ([]staff.Item, error) {
			rows, err := db.New(q).ListOddNames(ctx, db.ListOddNamesParams{After: p.After, AfterID: p.AfterID, Member: p.Member, Most: p.Limit})
			items := make([]staff.Item, 0, len(rows))
			for _, r := range rows {
				m := r.Member
				offer := change.Offer(
					staff.Yes, staff.Field{Name: "bankCode", Type: staff.FieldBank, Required: true, Value: m.BankCode},
					staff.Field{Name: "bankAccountNo", Type: staff.FieldAccount, Required: true, Max: 20, Value: m.AccountNo},
				)
				items = append(items, staff.Item{
					ID: m.ID, Since: r.CreatedAt.UTC(), Reason: "UNREADABLE", Currency: m.Currency, Member: m, Offers: []staff.Offer{offer},
					Facts: []staff.Fact{{Code: "bank", Value: m.BankCode, Type: staff.Text}, {Code: "account", Value: m.AccountNo, Type: staff.Copy}},
				})
			}
			return items, err
		},
		Count: func(ctx context.Context, q pg.DB) (staff.Waiting, error) {
			row, err := db.New(q).CountOddNames(ctx)
			return staff.NewWaiting(row.Count, row.Oldest), err
		},
	}
}
