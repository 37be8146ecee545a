package desk

import (
	"context"

	"github.com/jackc/pgx/v5"

	"krapao/backend/desk/internal/db"
	"krapao/backend/person"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/pg"
	"krapao/backend/staff"
)

// samePersonKind returns the kind of members who are linked to an excluded member (package person). An
// operator decides whether the two accounts belong to one person.
func (s *Service) samePersonKind() staff.Kind {
	different := staff.Action{Name: "different", Fields: []staff.Field{staff.Why}, Do: s.recordDifferent}
	same := staff.Action{Name: "same", Fields: []staff.Field{staff.Why}, Do: s.excludeSamePerson}
	return staff.Kind{
		Name: "SAME_PERSON", Roles: staff.Cashiers, Actions: []staff.Action{different, same},
		List: func(ctx context.Context, q pg.DB, p staff.Page) ([]staff.Item, error) {
			rows, err := db.New(q).ListSamePersonItems(ctx, db.ListSamePersonItemsParams{Now: s.Clock(), After: p.After, AfterID: p.AfterID, Member: p.Member, Most: p.Limit})
			items := make([]staff.Item, 0, len(rows))
			for _, r := range rows {
				i := staff.Item{
					ID: r.ID, Since: r.Since.UTC(), Reason: r.Sign, Currency: r.Member.Currency, Member: r.Member,
					Offers: []staff.Offer{different.Offer(staff.Yes), same.Offer(staff.No)},
				}
				i.Facts = staff.AddFact(i.Facts, "closedFor", staff.Copy, r.Excluded.ID)
				i.Facts = staff.AddFact(i.Facts, "name", staff.Text, r.Excluded.AccountName)
				if r.EndsAt != nil {
					i.Facts = staff.AddFact(i.Facts, "closedUntil", staff.Time, staff.FormatTime(*r.EndsAt))
				}
				if r.SameAddress.Unix() > 0 {
					i.Facts = staff.AddFact(i.Facts, "sameAddress", staff.Time, staff.FormatTime(r.SameAddress))
				}
				items = append(items, i)
			}
			return items, err
		},
		Count: func(ctx context.Context, q pg.DB) (staff.Waiting, error) {
			row, err := db.New(q).CountSamePersonItems(ctx, s.Clock())
			return staff.NewWaiting(row.Count, row.Oldest), err
		},
	}
}

func (s *Service) recordDifferent(ctx context.Context, tx pgx.Tx, d staff.ActionInput) (staff.ActionResult, error) {
	pair, err := s.findPairTx(ctx, tx, d)
	if err != nil {
		return staff.ActionResult{}, err
	}
	finding := person.Finding{Member: pair.MemberID, Other: pair.OtherID, By: d.By.ID, Why: d.Fields.Text(staff.Why.Name), At: s.Clock()}
	return staff.ActionResult{}, person.RecordDifferentTx(ctx, tx, finding)
}

// excludeSamePerson excludes the member for as long as the linked member is excluded.
func (s *Service) excludeSamePerson(ctx context.Context, tx pgx.Tx, d staff.ActionInput) (staff.ActionResult, error) {
	pair, err := s.findPairTx(ctx, tx, d)
	if err != nil {
		return staff.ActionResult{}, err
	}
	return staff.ActionResult{}, s.Care.CopyBreakTx(ctx, tx, pair.MemberID, pair.OtherID)
}

// differentFromAllAction returns the action that records that all accounts linked to a member belong to
// other people. Error: NO_DATA if there are none.
func (s *Service) differentFromAllAction() staff.Action {
	return staff.Action{Name: "different", Fields: []staff.Field{staff.Why}, Do: func(ctx context.Context, tx pgx.Tx, d staff.ActionInput) (staff.ActionResult, error) {
		m, err := s.Identity.MemberByPublicID(ctx, tx, d.ID)
		if err != nil {
			return staff.ActionResult{}, err
		}
		found, err := person.RecordAllDifferentTx(ctx, tx, person.Finding{Member: m.ID, By: d.By.ID, Why: d.Fields.Text(staff.Why.Name), At: s.Clock()})
		if err == nil && !found {
			err = apperr.New(apperr.NoData)
		}
		return staff.ActionResult{}, err
	}}
}

func (s *Service) findPairTx(ctx context.Context, tx pgx.Tx, d staff.ActionInput) (db.GetSamePersonPairRow, error) {
	row, err := db.New(tx).GetSamePersonPair(ctx, db.GetSamePersonPairParams{Now: s.Clock(), ID: d.ID})
	if err != nil {
		return row, pg.NotFound(err)
	}
	return row, nil
}
