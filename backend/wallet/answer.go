package wallet

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
	"krapao/backend/statement"
)

// Answer is how a money command ends, or stands: its line, and the wallet as it is
// with it.
type Answer struct {
	Statement statement.Line `json:"statement"`
	Wallet    Wallet         `json:"wallet"`
}

// Lasting is its line's name: by that a repeat is told how the command stands,
// however late it comes.
func (a Answer) Lasting() any { return lastingOf(a.Statement.ID) }

func lastingOf(line uuid.UUID) any { return map[string]any{"statement": map[string]any{"_id": line}} }

// Beside answers a line with the wallet beside it; q is a pool or a transaction.
func (s *Service) Beside(ctx context.Context, q pg.DB, member int64, line statement.Line) (Answer, error) {
	w, err := s.Of(ctx, q, member)
	return Answer{Statement: line, Wallet: w}, err
}

// Standing is how far a money command got.
type Standing int

// The standings.
const (
	UnderWay Standing = iota
	WithPeople
	Ended
)

// The pauses between looks at a command whose outcome is awaited.
const (
	firstLook = 40 * time.Millisecond // a good company answers within this
	lastLook  = 500 * time.Millisecond
)

// Await answers how a money command stands whose first answer was "under way"
// (202): when it came to an end, or after patience, or at once when only people
// can go on with it. look says which of these it is. The end, once told, is kept
// under the key: every later repeat gets the same bytes.
func (s *Service) Await(ctx context.Context, first *web.Answer[Answer], patience time.Duration, look func(context.Context, uuid.UUID) (Standing, error)) (*web.Answer[Answer], error) {
	begun, err := first.Body.Value()
	if err != nil {
		return nil, err
	}
	id, deadline, standing := begun.Statement.ID, time.Now().Add(patience), UnderWay
	for pause := firstLook; ; pause = min(2*pause, lastLook) {
		if standing, err = look(ctx, id); err != nil {
			return nil, err
		}
		left := time.Until(deadline)
		if standing != UnderWay || left <= 0 {
			break
		}
		select { // no connection is held meanwhile
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(min(pause, left)):
		}
	}
	now, err := s.standsAt(ctx, web.Member(ctx), id)
	if err != nil {
		return nil, err
	}
	if standing != Ended {
		return web.Fresh(http.StatusAccepted, now)
	}
	return s.End(ctx, now)
}

// End answers how a money command came to its end, for ever: every later repeat gets
// the same bytes.
func (s *Service) End(ctx context.Context, now Answer) (*web.Answer[Answer], error) {
	return web.Finish(ctx, s.Keyed, "", http.StatusOK, now)
}

// standsAt is a command's line and the wallet beside it, as of one moment.
func (s *Service) standsAt(ctx context.Context, member int64, line uuid.UUID) (out Answer, err error) {
	err = pg.Snapshot(ctx, s.Pool, func(tx pgx.Tx) error {
		out, err = s.StandsTx(ctx, tx, member, line)
		return err
	})
	return out, err
}

// StandsTx answers a member's line and the wallet beside it; NO_DATA if the
// member has no such line.
func (s *Service) StandsTx(ctx context.Context, tx pgx.Tx, member int64, id uuid.UUID) (Answer, error) {
	line, found, err := s.Statement.Line(ctx, tx, member, id)
	if err != nil {
		return Answer{}, err
	}
	if !found {
		return Answer{}, apperr.New(apperr.NoData)
	}
	return s.Beside(ctx, tx, member, line)
}
