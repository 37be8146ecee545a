package wallet

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/ledger"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
	"krapao/backend/statement"
)

// Command is a money command of a member: see the package's text.
//
// It is prepared from what was read before the lock. A guard with a Stale error looks at
// that under the lock; where it speaks, nothing is written, the key stays free, and the
// command is prepared again.
type Command struct {
	Member int64
	// Fields are the parsed input that makes two calls the same.
	Fields any
	// Line is its statement line, which Work writes. By its name a repeat asks how the command
	// stands.
	Line *statement.Line
	// Before queues locks that must be acquired before the wallet's. It may be nil.
	Before func(b *pgx.Batch)
	// Guards are asked in their order, under the lock of the member's wallet.
	Guards []pg.Guard
	// Work queues all that is written. Each statement hangs on allowed().
	Work func(b *pgx.Batch, from ledger.Wallet) error
}

// prepareMost is how often a command is prepared, where what it stands on changes
// between its reading and the lock each time.
const prepareMost = 5

// Do does a money command at most once for the call's Idempotency-Key, in one
// round trip. The first caller gets the line and the wallet with it, as under way
// (202). A refusal is the code of the first guard that spoke; after so many preparations
// in vain the call is to come again in a second (503).
//
// prepare reads what the command stands on, and is told which guard's Stale error the one
// before ended with, nil at first. Its error ends the call.
func Do(ctx context.Context, s *Service, prepare func(ctx context.Context, stale error) (Command, error)) (*web.Answer[Answer], error) {
	var stale error
	for range prepareMost {
		c, err := prepare(ctx, stale)
		if err != nil {
			return nil, err
		}
		answer, err := doOnce(ctx, s, c)
		if err == nil || !slices.ContainsFunc(c.Guards, func(g pg.Guard) bool { return g.Stale != nil && errors.Is(err, g.Stale) }) {
			return answer, err
		}
		stale = err
	}
	return nil, apperr.Wrap(apperr.Internal, stale).WithStatus(http.StatusServiceUnavailable).WithRetryAfter(time.Second)
}

func doOnce(ctx context.Context, s *Service, c Command) (*web.Answer[Answer], error) {
	from, err := s.Book.AccountOf(ctx, s.Pool, c.Member)
	if err != nil {
		return nil, err
	}
	var locked ledger.Wallet
	var now Wallet
	return web.OnceBatch(ctx, s.Keyed, c.Fields, web.Batch[Answer]{
		Begin: func(b *pgx.Batch) {
			if c.Before != nil {
				c.Before(b)
			}
			s.Book.LockBatch(b, c.Member, &locked)
		},
		Guards: c.Guards,
		Work: func(b *pgx.Batch) error {
			err := c.Work(b, from)
			s.OfBatch(b, c.Member, &now)
			return err
		},
		Status: http.StatusAccepted,
		// A repeat is told how the command stands by then: its line's name is enough.
		Kept:   lastingOf(c.Line.ID),
		Answer: func() Answer { return Answer{Statement: *c.Line, Wallet: now} }, Touched: c.Member,
	})
}

// TxCommand is a money command that has to compute under the lock, and so takes as many
// trips as it needs. It is not prepared from anything: it reads what it needs in Work.
type TxCommand[T any] struct {
	Member int64
	// Fields are the parsed input that makes two calls the same.
	Fields any
	// Guards are asked in their order, under the lock of the member's wallet.
	Guards []pg.Guard
	// Refuse is the error for a guard's code; nil for the code's own.
	Refuse func(apperr.Code) error
	// Work reads and writes all of it, under that lock.
	Work func(tx pgx.Tx) (T, error)
	// Remember answers a repeat that comes after the kept answer's time. kept has only the
	// names that last (web.Lasting).
	Remember func(tx pgx.Tx, kept T) (T, error)
}

// DoTx does a money command at most once for the call's Idempotency-Key. A refusal, of a
// guard or of Work, moves nothing.
func DoTx[T any](ctx context.Context, s *Service, c TxCommand[T]) (*web.Answer[T], error) {
	answer, err := web.Once(ctx, s.Keyed, "", c.Fields, func(tx pgx.Tx) (int, T, error) {
		var out T
		err := c.look(ctx, s, tx)
		if err == nil {
			out, err = c.Work(tx)
		}
		return http.StatusOK, out, err
	})
	if err != nil || answer.Status != http.StatusAccepted {
		return answer, err
	}
	kept, err := answer.Body.Value()
	if err != nil {
		return nil, err
	}
	var now T
	err = pg.Snapshot(ctx, s.Pool, func(tx pgx.Tx) error {
		now, err = c.Remember(tx, kept)
		return err
	})
	if err != nil {
		return nil, err
	}
	return web.Finish(ctx, s.Keyed, "", http.StatusOK, now)
}

// look takes the lock, and is the refusal of the first guard that speaks.
func (c TxCommand[T]) look(ctx context.Context, s *Service, tx pgx.Tx) error {
	why, err := s.LookTx(ctx, tx, c.Member, c.Guards...)
	switch {
	case err != nil || why == "":
		return err
	case c.Refuse != nil:
		return c.Refuse(why)
	}
	return apperr.New(why)
}
