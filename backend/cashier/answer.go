package cashier

import (
	"context"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
	"krapao/backend/statement"
)

// CashAnswer is how a money command ends, or stands: its line, and the wallet
// as it is with it.
type CashAnswer struct {
	Statement statement.Line `json:"statement"`
	Wallet    CashWallet     `json:"wallet"`
}

// CashWallet is the member's own money.
type CashWallet struct {
	Amount   money.Satang `json:"amount"`
	Currency string       `json:"currency"`
	AsOf     time.Time    `json:"asOf" doc:"When the server read it."`
}

// CashAnswer reads the wallet beside a line; q is a pool or a transaction.
func (s *Service) CashAnswer(ctx context.Context, q pg.DB, m Member, line statement.Line) (CashAnswer, error) {
	w, err := s.Book.Wallet(ctx, q, m.ID, m.Currency)
	return CashAnswer{Statement: line, Wallet: CashWallet{Amount: w.Balance, Currency: string(m.Currency), AsOf: s.Clock().UTC()}}, err
}

// The pauses between looks at a command whose outcome is awaited.
const (
	firstLook = 40 * time.Millisecond // a good company answers within this
	lastLook  = 500 * time.Millisecond
)

// Await answers how a money command stands whose first answer was "under way"
// (202): when it came to an end, or after patience, or at once when only people
// can go on with it. look says which of these it is. The end, once told, is kept
// under the key: every later repeat gets the same bytes.
func (s *Service) Await(ctx context.Context, first *web.Answer[CashAnswer], patience time.Duration, look func(context.Context, uuid.UUID) (Standing, error)) (*web.Answer[CashAnswer], error) {
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
	return web.Finish(ctx, s.Keyed, "", http.StatusOK, now)
}

// Standing is how far a money command got.
type Standing int

// The standings.
const (
	UnderWay Standing = iota
	WithPeople
	Ended
)

// standsAt is a command's line and the wallet beside it, as of one moment.
func (s *Service) standsAt(ctx context.Context, member int64, line uuid.UUID) (out CashAnswer, err error) {
	err = pg.Snapshot(ctx, s.Pool, func(tx pgx.Tx) error {
		out, err = s.StandsTx(ctx, tx, member, line)
		return err
	})
	return out, err
}

// StandsTx answers a member's line and the wallet beside it; NO_DATA if the
// member has no such line.
func (s *Service) StandsTx(ctx context.Context, tx pgx.Tx, member int64, id uuid.UUID) (CashAnswer, error) {
	line, found, err := s.Statement.Line(ctx, tx, member, id)
	if err != nil {
		return CashAnswer{}, err
	}
	if !found {
		return CashAnswer{}, apperr.New(apperr.NoData)
	}
	m, err := s.MemberOf(ctx, tx, member)
	if err != nil {
		return CashAnswer{}, err
	}
	return s.CashAnswer(ctx, tx, m, line)
}
