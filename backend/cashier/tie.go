package cashier

import (
	"context"

	"krapao/backend/cashier/internal/db"
	"krapao/backend/platform/pg"
	"krapao/backend/staff"
)

// mostTies are shown beside one member.
const mostTies = 20

// tieFacts name a tie by its sign, see package person.
var tieFacts = map[string]string{"STRONG": "tiedStrong", "CROWD": "tiedCrowd", "NAME": "tiedName"}

// Ties adds to an item's facts the accounts that seem to belong together with a member's,
// strong signs first.
func Ties(ctx context.Context, q pg.DB, member int64, facts []staff.Fact) ([]staff.Fact, error) {
	rows, err := db.New(q).Ties(ctx, db.TiesParams{MemberID: member, Most: mostTies})
	for _, r := range rows {
		facts = staff.Known(facts, tieFacts[r.Sign], staff.Copy, r.Member.ID)
	}
	return facts, err
}
