package bonus

import (
	"context"

	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/rewards/bonus/internal/db"
	"krapao/backend/staff"
)

const actionEnd = "end"

// Kinds returns the kind of items for bonuses whose end is unclear. Our records and the provider's balance
// differ: by one of them the member has next to nothing, by the other something.
func (s *Service) Kinds() []staff.Kind {
	end := staff.Action{Name: actionEnd, Fields: []staff.Field{{Name: "note", Type: staff.FieldLine, Required: true, Max: 200}}, Do: s.endDoubtfulBonus}
	return []staff.Kind{{
		Name: "BONUS", Roles: staff.Cashiers,
		List: func(ctx context.Context, q pg.DB, p staff.Page) ([]staff.Item, error) {
			rows, err := db.New(q).ListWaitingDoubts(ctx, db.ListWaitingDoubtsParams{Before: s.Clock().Add(-doubtAfter), After: p.After, AfterID: p.AfterID, Member: p.Member, Most: p.Limit})
			out := make([]staff.Item, 0, len(rows))
			for _, r := range rows {
				i := itemOf(r.BonusTaken, r.Member)
				i.Offers = []staff.Offer{end.Offer(staff.Yes)}
				out = append(out, i)
			}
			return out, err
		},
		Count: func(ctx context.Context, q pg.DB) (staff.Waiting, error) {
			row, err := db.New(q).CountWaitingDoubts(ctx, s.Clock().Add(-doubtAfter))
			return staff.NewWaiting(row.Waiting, row.Oldest), err
		},
		Actions: []staff.Action{end},
	}}
}

func itemOf(b db.BonusTaken, m *staff.Member) staff.Item {
	i := staff.Item{ID: b.ID.String(), Since: b.DoubtAt.UTC(), Amount: &b.Amount, Currency: b.Currency, Reason: "BONUS_END_UNSURE", Reference: b.Code, Member: m}
	i.Facts = staff.AddFact(i.Facts, "bonus", staff.Text, b.Name)
	i.Facts = staff.AddFact(i.Facts, "asked", staff.Time, staff.FormatTime(b.CreatedAt))
	i.Facts = staff.AddFact(i.Facts, "toPlay", staff.Amount, money.Satang(b.Needed).String())
	i.Facts = staff.AddFact(i.Facts, "played", staff.Amount, money.Satang(b.Played).String())
	i.Facts = staff.AddFact(i.Facts, "endsAt", staff.Amount, money.Satang(b.FailAt).String())
	return i
}

func (s *Service) endDoubtfulBonus(ctx context.Context, tx pgx.Tx, d staff.ActionInput) (staff.ActionResult, error) {
	id, err := staff.ItemID(d.ID)
	if err != nil {
		return staff.ActionResult{}, err
	}
	row, err := s.endByOperatorTx(ctx, tx, id, d.By.ID)
	if err != nil {
		return staff.ActionResult{}, err
	}
	return staff.ActionResult{Amount: &row.Amount, Currency: row.Currency, Details: map[string]any{"code": row.Code}}, nil
}
