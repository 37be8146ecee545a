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

// Command is a money command of a member. The package comment describes its steps.
//
// A command is prepared from rows that were read before the lock. A guard with a Stale error checks those
// rows under the lock. If they have changed, nothing is written, the key stays free, and the command is
// prepared again.
type Command struct {
	Member int64
	// Fields are the parsed input. Two calls with equal Fields are the same call.
	Fields any
	// QueueLocksBefore queues locks that must be acquired before the wallet's. It may be nil.
	QueueLocksBefore func(b *pgx.Batch)
	// Guards are evaluated in order, under the lock of the member's wallet.
	Guards []pg.Guard
	// Transfer is the command's transfer. It is nil if no money moves yet.
	Transfer *CommandTransfer
	// QueueRows queues the domain's rows. QueueJob queues the job that continues the command. Each queued
	// write must contain allowed(). Both may be nil.
	QueueRows, QueueJob func(b *pgx.Batch) error
	// Line is the statement line. RunCommand sets its id and time before the hooks run, and stores it last. A
	// repeat returns the current line of that id.
	Line *statement.Line
	// OnRestored is called if the call repeats a command that our ledger lost, and a comparison with the
	// provider has restored the command's line. It may be nil.
	OnRestored func(ctx context.Context, line uuid.UUID) error
}

// CommandTransfer is a transfer between a member's wallet and another account of the same currency.
type CommandTransfer struct {
	Key          uuid.UUID // the transfer's key in the ledger
	Kind         ledger.Kind
	OtherAccount ledger.AccountID
	Credit       bool // true: into the wallet; false: out of it
	Amount       money.Satang
}

// QueueTransfer queues the transfer. It is posted only if the guards allow it.
func (s *Service) QueueTransfer(b *pgx.Batch, wallet ledger.Wallet, m CommandTransfer, posted *ledger.Posted) error {
	t := ledger.Transfer{Key: m.Key, Kind: m.Kind, Debit: wallet.ID, Credit: m.OtherAccount, Amount: m.Amount, Currency: wallet.Currency}
	if m.Credit {
		t.Debit, t.Credit = t.Credit, t.Debit
	}
	return s.Ledger.PostBatch(b, t, posted)
}

// maxPreparations is how often RunCommand prepares one command before it gives up.
const maxPreparations = 5

// errLineExists means that a line with the command's id exists, although no response is stored under the
// command's key. Our ledger lost both, and a comparison with the provider has restored only the line.
var errLineExists = errors.New("wallet: a line with this id exists")

// RunCommand runs a money command at most once for the call's Idempotency-Key, in one round trip.
//
// The first call returns the line and the wallet with status 202. If a guard refuses, RunCommand returns the
// first refusing guard's code. If the command was stale after each of maxPreparations preparations,
// RunCommand returns 503 with a Retry-After of one second.
//
// A repeat may find only a line that a comparison has restored after our ledger lost it. Then RunCommand
// returns the line's status, or KEY_INVALID if that line has another amount, type or destination.
//
// prepare reads rows and prepares the command from them. stale is the Stale error of the previous
// preparation, nil at first. An error of prepare ends the call.
func RunCommand(ctx context.Context, s *Service, prepare func(ctx context.Context, stale error) (Command, error)) (*web.Response[CommandStatus], error) {
	var stale error
	for range maxPreparations {
		c, err := prepare(ctx, stale)
		if err != nil {
			return nil, err
		}
		answer, err := runPrepared(ctx, s, c)
		switch {
		case errors.Is(err, errLineExists):
			return s.returnRestored(ctx, c)
		case errors.Is(err, ErrAdvanceOwed):
			if err := s.RepayAdvances(ctx, c.Member); err != nil {
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
	stale = cmp.Or(stale, ErrAdvanceOwed)
	return nil, apperr.Wrap(apperr.Internal, stale).WithStatus(http.StatusServiceUnavailable).WithRetryAfter(time.Second)
}

func runPrepared(ctx context.Context, s *Service, c Command) (*web.Response[CommandStatus], error) {
	from, err := s.Ledger.AccountOf(ctx, s.Pool, c.Member)
	if err != nil {
		return nil, err
	}
	s.setLineID(ctx, c.Line, from.Currency)
	var locked ledger.Wallet
	var current Wallet
	return web.OnceBatch(ctx, s.Keyed, c.Fields, web.Batch[CommandStatus]{
		Lock: func(b *pgx.Batch) {
			if c.QueueLocksBefore != nil {
				c.QueueLocksBefore(b)
			}
			s.Ledger.LockBatch(b, c.Member, &locked)
		},
		Guards: s.guardsOf(c),
		Work: func(b *pgx.Batch) error {
			err := c.queueWrites(b, s, from)
			s.ReadWalletBatch(b, c.Member, &current)
			return err
		},
		Status: http.StatusAccepted,
		// The line's id is enough to return a repeat's current status.
		Stored:   lastingOf(c.Line.ID),
		Response: func() CommandStatus { return CommandStatus{Statement: *c.Line, Wallet: current} }, ChangedMember: c.Member,
	})
}

// setLineID sets a new line's id, time and currency. The id is made from the call's key, and is also the
// payment's id at the provider. So if our ledger loses a call, the repeat is the same payment to the
// provider.
func (s *Service) setLineID(ctx context.Context, l *statement.Line, currency ledger.Currency) {
	l.ID = web.LedgerKey(ctx, "line")
	l.CreatedAt, l.Currency = s.Clock().UTC(), string(currency)
}

// guardsOf returns the command's guards, preceded by the guards of every command: that no line has the
// command's id, and that no money leaves a wallet that owes an advance.
func (s *Service) guardsOf(c Command) []pg.Guard {
	guards := []pg.Guard{{Query: db.GuardLineExists, Args: []any{"NAMED", c.Line.ID}, Stale: errLineExists}}
	if c.Transfer != nil && !c.Transfer.Credit {
		guards = append(guards, s.AdvancesRepaidGuard(c.Member))
	}
	return append(guards, c.Guards...)
}

// returnRestored returns the response to a repeat whose line a comparison with the provider has restored.
func (s *Service) returnRestored(ctx context.Context, c Command) (*web.Response[CommandStatus], error) {
	current, err := s.statusOf(ctx, c.Member, c.Line.ID)
	if err != nil {
		return nil, err
	}
	if current.Statement.Amount != c.Line.Amount || current.Statement.Type != c.Line.Type || current.Statement.ToPlace.Text() != c.Line.ToPlace.Text() {
		return nil, apperr.New(apperr.KeyInvalid)
	}
	if c.OnRestored != nil {
		if err := c.OnRestored(ctx, c.Line.ID); err != nil {
			return nil, err
		}
	}
	if current.Statement.Status != statement.Pending {
		return web.Fresh(http.StatusOK, current)
	}
	return web.Fresh(http.StatusAccepted, current)
}

// queueWrites queues all writes of the command.
func (c Command) queueWrites(b *pgx.Batch, s *Service, wallet ledger.Wallet) error {
	var transfer uuid.UUID // the key by which the line names its transfer
	if c.Transfer != nil {
		transfer = c.Transfer.Key
		if err := s.QueueTransfer(b, wallet, *c.Transfer, new(ledger.Posted)); err != nil {
			return err
		}
	}
	for _, hook := range []func(*pgx.Batch) error{c.QueueRows, c.QueueJob} {
		if hook == nil {
			continue
		}
		if err := hook(b); err != nil {
			return err
		}
	}
	return s.Statement.AddBatch(b, c.Member, transfer, c.Line)
}

// TxCommand is a money command that computes under the lock, in as many round trips as it needs. Work reads
// everything that the command depends on. It is the argument of RunCommandTx.
type TxCommand[T any] struct {
	Member int64
	// Fields are the parsed input. Two calls with equal Fields are the same call.
	Fields any
	// Guards are evaluated in order, under the lock of the member's wallet.
	Guards []pg.Guard
	// Refuse returns the error for a guard's code. Nil means apperr.New.
	Refuse func(apperr.Code) error
	// Work does the command's reads and writes, under the lock of the member's wallet.
	Work func(tx pgx.Tx) (T, error)
	// ReadAgain returns the response to a repeat after the stored response has expired. stored contains only the
	// ids, which are stored forever (web.Lasting).
	ReadAgain func(tx pgx.Tx, stored T) (T, error)
}

// RunCommandTx runs a money command at most once for the call's Idempotency-Key. If a guard or Work refuses,
// RunCommandTx writes nothing except the refusal, which is stored under the key.
func RunCommandTx[T any](ctx context.Context, s *Service, c TxCommand[T]) (*web.Response[T], error) {
	answer, err := web.Once(ctx, s.Keyed, "", c.Fields, func(tx pgx.Tx) (int, T, error) {
		var out T
		err := c.checkGuards(ctx, s, tx)
		if err == nil {
			out, err = c.Work(tx)
		}
		return http.StatusOK, out, err
	})
	if err != nil || answer.Status != http.StatusAccepted {
		return answer, err
	}
	stored, err := answer.Body.Value()
	if err != nil {
		return nil, err
	}
	var current T
	err = pg.Snapshot(ctx, s.Pool, func(tx pgx.Tx) error {
		current, err = c.ReadAgain(tx, stored)
		return err
	})
	if err != nil {
		return nil, err
	}
	return web.Finish(ctx, s.Keyed, "", http.StatusOK, current)
}

// checkGuards acquires the lock, and returns the first guard's refusal as an error, or nil.
func (c TxCommand[T]) checkGuards(ctx context.Context, s *Service, tx pgx.Tx) error {
	code, err := s.LockAndCheckTx(ctx, tx, c.Member, c.Guards...)
	switch {
	case err != nil || code == "":
		return err
	case c.Refuse != nil:
		return c.Refuse(code)
	}
	return apperr.New(code)
}
