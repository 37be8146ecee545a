package cashier

import (
	"context"

	"krapao/backend/cashier/internal/db"
	"krapao/backend/platform/pg"
	"krapao/backend/staff"
)

// mostTies is how many linked accounts are shown with one member.
const mostTies = 20

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
