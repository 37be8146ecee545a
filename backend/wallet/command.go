package wallet

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/ledger"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
	"krapao/backend/statement"
	"krapao/backend/wallet/internal/db"
)

// Command is a money command of a member: see the package's text.
//
// A command is prepared from rows that were read before the lock. A guard with a Stale error
// checks those rows under the lock. Where they have changed, nothing is written, the key stays
// free, and the command is prepared again.
type Command struct {
	Member int64
	// Fields are the parsed input that makes two calls the same.
	Fields any
	// Before queues locks that must be acquired before the wallet's. It may be nil.
	Before func(b *pgx.Batch)
	// Guards are asked in their order, under the lock of the member's wallet.
	Guards []pg.Guard
	// Move is the command's transfer. It is nil where no money moves yet.
	Move *Move
	// Rows queues the rows of the domain, and Job the job that takes the command further.
	// Each statement hangs on allowed(). Both may be nil.
	Rows, Job func(b *pgx.Batch) error
	// Line is the statement line. Do gives it its id and time before the hooks run, and stores
	// it last. A repeat returns the line of that id as it is then.
	Line *statement.Line
	// Restored is told that the call was the repeat of one that our book had lost: a walk has
	// restored its line, and that has the same content. It may be nil.
	Restored func(ctx context.Context, line uuid.UUID) error
}

// Move is a transfer between a member's wallet and another account of the same currency.
type Move struct {
	Key    uuid.UUID // the ledger's
	Kind   ledger.Kind
	Other  ledger.AccountID
	Credit bool // into the wallet, otherwise out of it
	Amount money.Satang
}

// QueueMove queues the transfer, which is posted if the guards allow it.
func (s *Service) QueueMove(b *pgx.Batch, wallet ledger.Wallet, m Move, posted *ledger.Posted) error {
	t := ledger.Transfer{Key: m.Key, Kind: m.Kind, Debit: wallet.ID, Credit: m.Other, Amount: m.Amount, Currency: wallet.Currency}
	if m.Credit {
		t.Debit, t.Credit = t.Credit, t.Debit
	}
	return s.Book.PostBatch(b, t, posted)
}

// prepareMost is how often Do prepares a command whose preparation is stale each time.
const prepareMost = 5

// errNamed says that the line of the command's name is there, though nothing is kept under
// its key: our book had lost both, and a walk has brought the line back.
var errNamed = errors.New("wallet: a line of this name is there")

// Do does a money command at most once for the call's Idempotency-Key, in one
// round trip. The first caller gets the line and the wallet with it, as under way
// (202). A refusal is the code of the first guard that returned one. After prepareMost
// stale preparations Do returns 503 with a Retry-After of a second. A repeat of a command that
// our book had lost, and that a walk has restored, is told how its line stands, or KEY_INVALID
// where that has another amount or another end.
//
// prepare reads the rows that the command is prepared from. stale is the Stale error of the
// preparation before, nil at first. An error of prepare ends the call.
func Do(ctx context.Context, s *Service, prepare func(ctx context.Context, stale error) (Command, error)) (*web.Answer[Answer], error) {
	var stale error
	for range prepareMost {
		c, err := prepare(ctx, stale)
		if err != nil {
			return nil, err
		}
		answer, err := doOnce(ctx, s, c)
		switch {
		case errors.Is(err, errNamed):
			return s.named(ctx, c)
		case errors.Is(err, ErrOwes):
			if err := s.Repay(ctx, c.Member); err != nil {
				return nil, err
			}
			stale = nil
			continue
		}
		if err == nil || !slices.ContainsFunc(c.Guards, func(g pg.Guard) bool { return g.Stale != nil && errors.Is(err, g.Stale) }) {
			return answer, err
		}
		stale = err
	}
	stale = cmp.Or(stale, ErrOwes)
	return nil, apperr.Wrap(apperr.Internal, stale).WithStatus(http.StatusServiceUnavailable).WithRetryAfter(time.Second)
}

func doOnce(ctx context.Context, s *Service, c Command) (*web.Answer[Answer], error) {
	from, err := s.Book.AccountOf(ctx, s.Pool, c.Member)
	if err != nil {
		return nil, err
	}
	s.nameLine(ctx, c.Line, from.Currency)
	var locked ledger.Wallet
	var now Wallet
	return web.OnceBatch(ctx, s.Keyed, c.Fields, web.Batch[Answer]{
		Begin: func(b *pgx.Batch) {
			if c.Before != nil {
				c.Before(b)
			}
			s.Book.LockBatch(b, c.Member, &locked)
		},
		Guards: s.guarded(c),
		Work: func(b *pgx.Batch) error {
			err := c.queue(b, s, from)
			s.OfBatch(b, c.Member, &now)
			return err
		},
		Status: http.StatusAccepted,
		// A repeat is told how the command stands by then: its line's name is enough.
		Kept:   lastingOf(c.Line.ID),
		Answer: func() Answer { return Answer{Statement: *c.Line, Wallet: now} }, Touched: c.Member,
	})
}

// nameLine gives a new line its id, which is also its name at a provider. It is made of the
// call's key: the repeat of a call that our book has lost has the same name, and is the same
// payment to the provider.
func (s *Service) nameLine(ctx context.Context, l *statement.Line, currency ledger.Currency) {
	l.ID = web.LedgerKey(ctx, "line")
	l.CreatedAt, l.Currency = s.Clock().UTC(), string(currency)
}

// guarded are the command's guards behind those that every command has: no line has its name,
// and no money leaves a wallet that owes.
func (s *Service) guarded(c Command) []pg.Guard {
	guards := []pg.Guard{{Query: db.GuardNamed, Args: []any{"NAMED", c.Line.ID}, Stale: errNamed}}
	if c.Move != nil && !c.Move.Credit {
		guards = append(guards, s.Repaid(c.Member))
	}
	return append(guards, c.Guards...)
}

// named answers the repeat of a command whose line a walk has restored.
func (s *Service) named(ctx context.Context, c Command) (*web.Answer[Answer], error) {
	now, err := s.standsAt(ctx, c.Member, c.Line.ID)
	if err != nil {
		return nil, err
	}
	if now.Statement.Amount != c.Line.Amount || now.Statement.Type != c.Line.Type || now.Statement.ToPlace.Text() != c.Line.ToPlace.Text() {
		return nil, apperr.New(apperr.KeyInvalid)
	}
	if c.Restored != nil {
		if err := c.Restored(ctx, c.Line.ID); err != nil {
			return nil, err
		}
	}
	if now.Statement.Status != statement.Pending {
		return web.Fresh(http.StatusOK, now)
	}
	return web.Fresh(http.StatusAccepted, now)
}

// queue queues all writes of the command.
func (c Command) queue(b *pgx.Batch, s *Service, wallet ledger.Wallet) error {
	var transfer uuid.UUID // by its key the line names it
	if c.Move != nil {
		transfer = c.Move.Key
		if err := s.QueueMove(b, wallet, *c.Move, new(ledger.Posted)); err != nil {
			return err
		}
	}
	for _, hook := range []func(*pgx.Batch) error{c.Rows, c.Job} {
		if hook == nil {
			continue
		}
		if err := hook(b); err != nil {
			return err
		}
	}
	return s.Statement.AddBatch(b, c.Member, transfer, c.Line)
}

// TxCommand is a money command that computes under the lock, in as many round trips as it
// needs. Work reads all that the command depends on.
type TxCommand[T any] struct {
	Member int64
	// Fields are the parsed input that makes two calls the same.
	Fields any
	// Guards are asked in their order, under the lock of the member's wallet.
	Guards []pg.Guard
	// Refuse returns the error for a guard's code. Nil stands for apperr.New.
	Refuse func(apperr.Code) error
	// Work reads and writes all of it, under that lock.
	Work func(tx pgx.Tx) (T, error)
	// Remember returns the answer to a repeat whose kept answer has expired. kept has only the
	// ids that last (web.Lasting).
	Remember func(tx pgx.Tx, kept T) (T, error)
}

// DoTx does a money command at most once for the call's Idempotency-Key. A refusal, by a
// guard or by Work, writes nothing but the answer that is kept under the key.
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

// look acquires the lock, and returns the refusal of the first guard that returns a code.
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
