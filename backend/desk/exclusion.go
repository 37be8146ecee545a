package desk

import (
	"context"
	"strconv"

	"github.com/jackc/pgx/v5"

	"krapao/backend/desk/internal/db"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/pg"
	"krapao/backend/staff"
)

// exclusionKind returns the kind of members who have excluded themselves from play. It is for
// information only: no decision is needed, and no operator may persuade the member to stay.
func (s *Service) exclusionKind() staff.Kind {
	seen := staff.Action{Name: "seen", Do: func(ctx context.Context, tx pgx.Tx, d staff.ActionInput) (staff.ActionResult, error) {
		id, err := strconv.ParseInt(d.ID, 10, 64)
		if err != nil {
			return staff.ActionResult{}, apperr.New(apperr.NoData)
		}
		return staff.ActionResult{}, s.Care.MarkSeenTx(ctx, tx, id, d.By.ID)
	}}
	return staff.Kind{
		Name: "EXCLUSION", Roles: staff.Cashiers, Actions: []staff.Action{seen},
		List: func(ctx context.Context, q pg.DB, p staff.Page) ([]staff.Item, error) {
			rows, err := db.New(q).ListUnseenExclusions(ctx, db.ListUnseenExclusionsParams{After: p.After, AfterID: p.AfterID, Member: p.Member, Most: p.Limit})
			items := make([]staff.Item, 0, len(rows))
			for _, r := range rows {
				i := staff.Item{ID: strconv.FormatInt(r.ID, 10), Since: r.BeginsAt.UTC(), Reason: r.Kind, Currency: r.Member.Currency, Member: r.Member, Offers: []staff.Offer{seen.Offer(staff.Yes)}}
				if r.EndsAt != nil {
					i.Facts = staff.AddFact(i.Facts, "closedUntil", staff.Time, staff.FormatTime(*r.EndsAt))
				}
				items = append(items, i)
			}
			return items, err
		},
		Count: func(ctx context.Context, q pg.DB) (staff.Waiting, error) {
			row, err := db.New(q).CountUnseenExclusions(ctx)
			return staff.NewWaiting(row.Count, row.Oldest), err
		},
	}
}
