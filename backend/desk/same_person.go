package desk

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"krapao/backend/desk/internal/db"
	"krapao/backend/person"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/pg"
	"krapao/backend/staff"
)

// samePersonKind lists members who seem to be one person with somebody who has closed
// play: an operator finds out, and says so of the pair.
func (s *Service) samePersonKind() staff.Kind {
	different := staff.Act{Name: "different", Fields: []staff.Field{staff.Why}, Do: s.different}
	same := staff.Act{Name: "same", Fields: []staff.Field{staff.Why}, Do: s.same}
	return staff.Kind{
		Name: "SAME_PERSON", Roles: staff.Cashiers, Acts: []staff.Act{different, same},
		List: func(ctx context.Context, q pg.DB, p staff.Page) ([]staff.Item, error) {
			rows, err := db.New(q).Beside(ctx, db.BesideParams{Now: s.Clock(), After: p.After, AfterID: p.AfterID, Member: p.Member, Most: p.Most})
			items := make([]staff.Item, 0, len(rows))
			for _, r := range rows {
				i := staff.Item{
					ID: r.ID, Since: r.Since.UTC(), Reason: r.Sign, Currency: r.Member.Currency, Member: r.Member,
					Offers: []staff.Offer{different.Offer(staff.Yes), same.Offer(staff.No)},
				}
				i.Facts = staff.Known(i.Facts, "closedFor", staff.Copy, r.Excluded.ID)
				i.Facts = staff.Known(i.Facts, "name", staff.Text, r.Excluded.AccountName)
				if r.EndsAt != nil {
					i.Facts = staff.Known(i.Facts, "closedUntil", staff.Time, staff.At(*r.EndsAt))
				}
				items = append(items, i)
			}
			return items, err
		},
		Count: func(ctx context.Context, q pg.DB) (staff.Waiting, error) {
			row, err := db.New(q).BesideCount(ctx, s.Clock())
			return staff.Waits(row.Count, row.Oldest), err
		},
	}
}

func (s *Service) different(ctx context.Context, tx pgx.Tx, d staff.Doing) (staff.Done, error) {
	pair, err := s.pairTx(ctx, tx, d)
	if err != nil {
		return staff.Done{}, err
	}
	found := person.Found{Member: pair.MemberID, Other: pair.OtherID, By: d.By.ID, Why: d.Fields.Text(staff.Why.Name), At: s.Clock()}
	return staff.Done{}, person.NotSameTx(ctx, tx, found)
}

// same closes play for the other account as it is closed for the first.
func (s *Service) same(ctx context.Context, tx pgx.Tx, d staff.Doing) (staff.Done, error) {
	pair, err := s.pairTx(ctx, tx, d)
	if err != nil {
		return staff.Done{}, err
	}
	return staff.Done{}, s.Care.CloseLikeTx(ctx, tx, pair.MemberID, pair.OtherID)
}

// differentFromAll is an act at a member: the accounts that seem to belong together with
// theirs are other people's. NO_DATA where there are none.
func (s *Service) differentFromAll() staff.Act {
	return staff.Act{Name: "different", Fields: []staff.Field{staff.Why}, Do: func(ctx context.Context, tx pgx.Tx, d staff.Doing) (staff.Done, error) {
		m, err := s.Identity.MemberNamed(ctx, tx, d.ID)
		if err != nil {
			return staff.Done{}, err
		}
		any, err := person.NotSameAnyTx(ctx, tx, person.Found{Member: m.ID, By: d.By.ID, Why: d.Fields.Text(staff.Why.Name), At: s.Clock()})
		if err == nil && !any {
			err = apperr.New(apperr.NoData)
		}
		return staff.Done{}, err
	}}
}

func (s *Service) pairTx(ctx context.Context, tx pgx.Tx, d staff.Doing) (db.BesideOneRow, error) {
	row, err := db.New(tx).BesideOne(ctx, db.BesideOneParams{Now: s.Clock(), ID: d.ID})
	if errors.Is(err, pgx.ErrNoRows) {
		err = apperr.New(apperr.NoData)
	}
	return row, err
}
