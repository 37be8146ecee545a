package cashier

import (
	"context"
	"strconv"

	"krapao/backend/cashier/internal/db"
	"krapao/backend/platform/pg"
	"krapao/backend/staff"
)

const (
	// mostTies is how many linked accounts are shown with one member.
	mostTies = 20
	// fewAtAddress is how many members an address can have on one day for all of them to be
	// shown. Addresses of mobile carriers have thousands.
	fewAtAddress = 5
)

// tieFacts are the fact codes of the signs of package person.
var tieFacts = map[string]string{"STRONG": "tiedStrong", "CROWD": "tiedCrowd", "NAME": "tiedName"}

// Ties appends the accounts that are linked to a member to an item's facts, strong signs
// first.
func Ties(ctx context.Context, q pg.DB, member int64, facts []staff.Fact) ([]staff.Fact, error) {
	rows, err := db.New(q).Ties(ctx, db.TiesParams{MemberID: member, Most: mostTies})
	for _, r := range rows {
		facts = staff.Known(facts, tieFacts[r.Sign], staff.Copy, r.Member.ID)
	}
	return facts, err
}

// SameAddress appends the accounts that signed in from the same address as a member on the
// same day. Of an address with many members only the linked accounts are shown, and the
// number of all.
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
