package cashier

import (
	"context"
	"strconv"

	"krapao/backend/cashier/internal/db"
	"krapao/backend/platform/pg"
	"krapao/backend/staff"
)

const (
	// maxLinked is the maximum number of linked accounts that an item shows.
	maxLinked = 20
	// maxShownAtAddress is the maximum number of members of an address on one day that are all shown. A mobile
	// carrier's address has thousands.
	maxShownAtAddress = 5
)

// linkFacts maps the signs of package person to fact codes.
var linkFacts = map[string]string{"STRONG": "tiedStrong", "CROWD": "tiedCrowd", "NAME": "tiedName"}

// AddLinkedAccounts appends the accounts that are linked to a member to facts, strong signs first.
func AddLinkedAccounts(ctx context.Context, q pg.DB, member int64, facts []staff.Fact) ([]staff.Fact, error) {
	rows, err := db.New(q).ListLinkedAccounts(ctx, db.ListLinkedAccountsParams{MemberID: member, Most: maxLinked})
	for _, r := range rows {
		facts = staff.AddFact(facts, linkFacts[r.Sign], staff.Copy, r.Member.ID)
	}
	return facts, err
}

// AddSameAddress appends the accounts that signed in from the same address as a member on the same day. For an
// address with many members it appends only the linked accounts, and the number of all others.
func AddSameAddress(ctx context.Context, q pg.DB, member int64, facts []staff.Fact) ([]staff.Fact, error) {
	row, err := db.New(q).CountSameAddress(ctx, db.CountSameAddressParams{MemberID: member, Few: maxShownAtAddress, Most: maxLinked})
	for _, id := range row.Shown {
		facts = staff.AddFact(facts, "tiedAddress", staff.Copy, id)
	}
	if row.Others > int64(len(row.Shown)) {
		facts = staff.AddFact(facts, "othersAtAddress", staff.Text, strconv.FormatInt(row.Others, 10))
	}
	return facts, err
}
