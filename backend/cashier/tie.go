package cashier

import (
	"context"
	"strconv"

	"krapao/backend/cashier/internal/db"
	"krapao/backend/platform/pg"
	"krapao/backend/staff"
)

const (
	// mostTies is the maximum number of linked accounts that an item shows.
	mostTies = 20
	// fewAtAddress is the maximum number of members of an address on one day that are all shown. A mobile
	// carrier's address has thousands.
	fewAtAddress = 5
)

// tieFacts maps the signs of package person to fact codes.
var tieFacts = map[string]string{"STRONG": "tiedStrong", "CROWD": "tiedCrowd", "NAME": "tiedName"}

// Ties appends the accounts that are linked to a member to facts, strong signs first.
func Ties(ctx context.Context, q pg.DB, member int64, facts []staff.Fact) ([]staff.Fact, error) {
	rows, err := db.New(q).Ties(ctx, db.TiesParams{MemberID: member, Most: mostTies})
	for _, r := range rows {
		facts = staff.Known(facts, tieFacts[r.Sign], staff.Copy, r.Member.ID)
	}
	return facts, err
}

// SameAddress appends the accounts that signed in from the same address as a member on the same day. For an
// address with many members it appends only the linked accounts, and the number of all others.
func SameAddress(ctx context.Context, q pg.DB, member int64, facts []staff.Fact) ([]staff.Fact, error) {
	row, err := db.New(q).SameAddress(ctx, db.SameAddressParams{MemberID: member, Few: fewAtAddress, Most: mostTies})
	for _, id := range row.Shown {
		facts = staff.Known(facts, "tiedAddress", staff.Copy, id)
	}
	if row.Others > int64(len(row.Shown)) {
		facts = staff.Known(facts, "othersAtAddress", staff.Text, strconv.FormatInt(row.Others, 10))
	}
	return facts, err
}
