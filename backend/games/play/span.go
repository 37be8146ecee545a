package play

import (
	"context"
	"time"

	"krapao/backend/games/internal/db"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
)

// Span is a period with beginning and end, for one member.
type Span struct {
	Member       int64
	Begins, Ends time.Time
}

// SumWinsWithin returns the net wins of members' bets in the given periods, in satang by member; a loss is below
// zero. Each play counts with its last revision. Plays before RawPlaysStoredFrom may be missing.
func (s *Service) SumWinsWithin(ctx context.Context, q pg.DB, spans []Span) (map[int64]money.Satang, error) {
	if len(spans) == 0 {
		return nil, nil
	}
	var params db.SumNetWinsParams
	for _, span := range spans {
		params.Members, params.Begins, params.Ends = append(params.Members, span.Member), append(params.Begins, span.Begins), append(params.Ends, span.Ends)
	}
	rows, err := db.New(q).SumNetWins(ctx, params)
	out := make(map[int64]money.Satang, len(rows))
	for _, r := range rows {
		out[r.MemberID] = money.Satang(r.Net)
	}
	return out, err
}
