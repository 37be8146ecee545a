package spin

import (
	"context"

	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/pg"
	"krapao/backend/rewards/spin/internal/db"
	"krapao/backend/staff"
)

// Kinds returns the kind of items for prizes of unusual size. Operators can only mark them as seen: the prizes
// belong to the members, and no one can refuse them.
func (s *Service) Kinds() []staff.Kind { return []staff.Kind{s.largeKind()} }

func (s *Service) largeKind() staff.Kind {
	seen := staff.Action{Name: "seen", Do: s.markSeen}
	return staff.Kind{
		Name: "LARGE_PRIZE", Roles: staff.Cashiers,
		List: func(ctx context.Context, q pg.DB, p staff.Page) ([]staff.Item, error) {
			rows, err := db.New(q).ListWaitingLargePrizes(ctx, db.ListWaitingLargePrizesParams{After: p.After, AfterID: p.AfterID, Member: p.Member, Most: p.Limit})
			out := make([]staff.Item, 0, len(rows))
			for _, r := range rows {
				i := largeItem(r.Coupon)
				i.Member, i.Offers = r.Member, []staff.Offer{seen.Offer(staff.Yes)}
				out = append(out, i)
			}
			return out, err
		},
		Count: func(ctx context.Context, q pg.DB) (staff.Waiting, error) {
			row, err := db.New(q).CountWaitingLargePrizes(ctx)
			return staff.NewWaiting(row.Waiting, row.Oldest), err
		},
		Actions: []staff.Action{seen},
	}
}

func largeItem(c db.Coupon) staff.Item {
	i := staff.Item{ID: c.ID.String(), Since: c.WonAt.UTC(), Amount: &c.Amount, Currency: c.Currency, Reason: "LARGE_PRIZE", Reference: c.ID.String()}
	i.Facts = staff.AddFact(i.Facts, "prize", staff.Text, c.Prize)
	i.Facts = staff.AddFact(i.Facts, "won", staff.Time, staff.FormatTime(c.WonAt))
	if c.ClaimedAt != nil {
		i.Facts = staff.AddFact(i.Facts, "claimed", staff.Time, staff.FormatTime(*c.ClaimedAt))
	}
	return i
}

func (s *Service) markSeen(ctx context.Context, tx pgx.Tx, d staff.ActionInput) (staff.ActionResult, error) {
	id, err := staff.ItemID(d.ID)
	if err != nil {
		return staff.ActionResult{}, err
	}
	row, err := db.New(tx).MarkLargePrizeSeen(ctx, db.MarkLargePrizeSeenParams{ID: id, Now: s.Clock(), SeenBy: d.By.ID})
	if err != nil {
		return staff.ActionResult{}, pg.NotFound(err)
	}
	return staff.ActionResult{Amount: &row.Amount, Currency: row.Currency, Details: map[string]any{"amount": row.Amount}}, nil
}
