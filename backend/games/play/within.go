package play

import (
	"context"
	"time"

	"krapao/backend/games/internal/db"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
)

// Span is a period, both ends given, for one member.
type Span struct {
	Member       int64
	Begins, Ends time.Time
}

// Within returns what members won by their bets in the given periods, in satang by member; a loss is below
// zero. Each play counts with its last revision. Plays before Kept may be missing.
func (s *Service) Within(ctx context.Context, q pg.DB, spans []Span) (map[int64]money.Satang, error) {
	if len(spans) == 0 {
		return nil, nil
	}
	var in db.NetWithinParams
	for _, of := range spans {
		in.Members, in.Begins, in.Ends = append(in.Members, of.Member), append(in.Begins, of.Begins), append(in.Ends, of.Ends)
	}
	rows, err := db.New(q).NetWithin(ctx, in)
	out := make(map[int64]money.Satang, len(rows))
	for _, r := range rows {
		out[r.MemberID] = money.Satang(r.Net)
	}
	return out, err
}
