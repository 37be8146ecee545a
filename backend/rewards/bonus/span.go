package bonus

import (
	"context"
	"time"

	"krapao/backend/games/play"
	"krapao/backend/platform/pg"
	"krapao/backend/rewards/bonus/internal/db"
)

// Spans returns the periods, within since and until, in which members had an active bonus or promotion. Their
// plays in these periods count for no refund. q is a pool or a transaction.
func (s *Service) Spans(ctx context.Context, q pg.DB, members []int64, since, until time.Time) ([]play.Span, error) {
	rows, err := db.New(q).ListSpans(ctx, db.ListSpansParams{Members: members, Since: since, Until: until})
	out := make([]play.Span, 0, len(rows))
	for _, r := range rows {
		out = append(out, play.Span{Member: r.MemberID, Begins: r.Begins, Ends: r.Ends})
	}
	return out, err
}
