package care

import (
	"context"

	"krapao/backend/care/internal/db"
	"krapao/backend/platform/pg"
)

// MayPlay is the guard of all that is play: deposits, transfers into games, rewards.
// SELF_EXCLUDED while the member cools off or has excluded themself. Taking money out
// is never play.
func (s *Service) MayPlay(member int64) pg.Guard {
	return pg.Guard{Query: db.GuardExcluded, Args: []any{member, s.Clock()}}
}

// Excluded is that a member cools off, or has excluded themself.
type Excluded struct {
	ID     int64 // in their order
	Member int64
}

// ExcludedAfter answers the exclusions after one, in their order, most at most: each
// domain closes for the member what is its own.
func (s *Service) ExcludedAfter(ctx context.Context, q pg.DB, after int64, most int) ([]Excluded, error) {
	rows, err := db.New(q).ExclusionsAfter(ctx, db.ExclusionsAfterParams{After: after, Most: int32(most)})
	out := make([]Excluded, 0, len(rows))
	for _, r := range rows {
		out = append(out, Excluded{ID: r.ID, Member: r.MemberID})
	}
	return out, err
}
