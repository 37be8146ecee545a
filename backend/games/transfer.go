package games

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/content"
	"krapao/backend/games/internal/db"
	"krapao/backend/identity"
	"krapao/backend/ledger"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/platform/web"
	"krapao/backend/statement"
	"krapao/backend/wallet"
)

// transferResponse is the response of the transfer calls: 200 if the outcome is known, otherwise 202.
type transferResponse = *web.Response[wallet.CommandStatus]

// walletCode is the wallet's code in calls that take a slot's code.
const walletCode = "WALLET"

// minTransfer is the minimum amount of a transfer.
var minTransfer = money.Baht(1)

// Transfer moves an amount between the caller's wallet and a game, or between two games. It waits up to
// Patience for the outcome. Errors: NO_GAME for a slot that the caller cannot use, and TRANSFER_MINIMUM below
// one baht. INVALID_USER_INFO (to, amount) if both sides are the same, or if the amount is no whole number of
// the provider's units. Others are MONEY_NOT_ENOUGH, SLOT_NO_ACCOUNT, INACTIVE_USER, GAME_IN_DOUBT and
// GAME_PAUSED. If the provider refuses, the statement line is FAILED with TRANSFER_FAIL.
func (s *Service) Transfer(ctx context.Context, from, to string, amount money.Satang) (transferResponse, error) {
	o, err := s.newTransferCommand(ctx, from, to)
	if err != nil {
		return nil, err
	}
	o.amount, o.fields = amount, map[string]any{"from": from, "to": to, "amount": amount}
	if err := o.validate(); err != nil {
		return nil, err
	}
	return s.executeTransfer(ctx, o)
}

// TransferAll moves the caller's whole wallet into a game, in whole steps of its provider. A remainder below
// one step stays in the wallet.
func (s *Service) TransferAll(ctx context.Context, to string) (transferResponse, error) {
	o, err := s.newTransferCommand(ctx, walletCode, to)
	if err != nil {
		return nil, err
	}
	o.all, o.fields = true, map[string]any{"to": to}
	return s.executeTransfer(ctx, o)
}

// executeTransfer stores the transfer, sends it, and waits for its outcome.
func (s *Service) executeTransfer(ctx context.Context, o *transferCommand) (transferResponse, error) {
	first, err := o.store(ctx)
	if err != nil || first.Status != http.StatusAccepted {
		return first, err
	}
	maxWait := s.Patience
	if !first.Repeated() {
		outcome, waited := s.runTransferNow(ctx, o.line.ID)
		if outcome != nil {
			return s.Wallet.StoreFinalResponse(ctx, *outcome)
		}
		maxWait -= waited
	}
	return s.Wallet.Await(ctx, first, maxWait, s.readProgress)
}

// runTransferNow runs a new transfer's steps at once, and waits up to Patience. If the transfer has ended by
// then, runTransferNow returns its outcome. waited is the time that runTransferNow waited. A slower call
// continues in the background, and after that the job continues.
func (s *Service) runTransferNow(ctx context.Context, id uuid.UUID) (outcome *wallet.CommandStatus, waited time.Duration) {
	started, done := time.Now(), make(chan struct{})
	outcomes, stopWaiting := s.waiters.add(id)
	defer stopWaiting()
	go func() {
		defer close(done)
		// The steps have a context of their own: Fiber reuses the request after the handler returns.
		background, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		for { // repeats after an earlier transfer of the member, or after a first PENDING
			pause, err := s.stepTransfer(background, id, s.CallLimits.calls)
			if err != nil {
				s.Log.WarnContext(background, "a transfer is left to its job", "transfer", id, "error", err)
			}
			if err != nil || pause == 0 || pause > firstQueryPause || time.Since(started)+pause > s.Patience {
				return
			}
			time.Sleep(pause)
		}
	}()
	select {
	case <-done:
	case <-time.After(s.Patience):
	case <-ctx.Done():
	}
	select {
	case arrived := <-outcomes:
		return &arrived, 0
	default:
		return nil, min(time.Since(started), s.Patience)
	}
}

// readProgress returns the progress of a transfer.
func (s *Service) readProgress(ctx context.Context, id uuid.UUID) (wallet.Progress, error) {
	row, err := s.q().GetTransfer(ctx, id)
	switch {
	case err != nil:
		return wallet.InProgress, err
	case row.DoneAt != nil:
		return wallet.Ended, nil
	case row.State == stateReview:
		return wallet.WaitsForOperators, nil
	case row.State == stateAsked:
		if isPaused, err := s.Wallet.IsPaused(ctx, s.Pool); err != nil || isPaused {
			return wallet.WaitsForOperators, err
		}
	}
	return wallet.InProgress, nil
}

// transferCommand is a transfer that is being prepared. A nil slot is the wallet.
type transferCommand struct {
	s        *Service
	member   identity.Member
	from, to *db.Slot
	amount   money.Satang
	all      bool // moves the whole wallet; amount follows from it
	fields   map[string]any

	bounds content.CurrencySettings

	key  uuid.UUID     // ledger key of the hold
	seen ledger.Wallet // for all: the wallet as read when amount was computed
	line statement.Line
}

// newTransferCommand returns a command between two sides, after it has checked that the caller may use both.
func (s *Service) newTransferCommand(ctx context.Context, from, to string) (*transferCommand, error) {
	o := &transferCommand{s: s, member: identity.Caller(ctx), key: web.LedgerKey(ctx, "hold")}
	var err error
	if o.from, err = s.resolveSide(ctx, o.member, from, "from"); err != nil {
		return nil, err
	}
	if o.to, err = s.resolveSide(ctx, o.member, to, "to"); err != nil {
		return nil, err
	}
	if from == to {
		return nil, apperr.Field(apperr.InvalidUserInfo, "to")
	}
	o.bounds, err = s.currencySettings(ctx, s.Pool, string(o.member.Currency))
	return o, err
}

func (s *Service) resolveSide(ctx context.Context, m identity.Member, code, field string) (*db.Slot, error) {
	if code == walletCode {
		return nil, nil
	}
	slot, err := s.findUsableSlot(ctx, m, code)
	if apperr.CodeOf(err) == apperr.NoGame {
		return nil, apperr.Field(apperr.NoGame, field)
	}
	return &slot, err
}

// findUsableSlot returns a slot that a member may use, or NO_GAME for any other.
func (s *Service) findUsableSlot(ctx context.Context, m identity.Member, code string) (db.Slot, error) {
	slot, err := s.q().GetSlot(ctx, code)
	if errors.Is(err, pgx.ErrNoRows) || (err == nil && (slot.Currency != string(m.Currency) || !s.hasProvider(code))) {
		return slot, apperr.New(apperr.NoGame)
	}
	return slot, err
}

// validate returns an error if the amount cannot be moved at all.
func (o *transferCommand) validate() error {
	if o.amount < minTransfer {
		return apperr.Field(apperr.TransferMinimum, "amount")
	}
	for _, side := range []struct {
		slot *db.Slot
		into bool
	}{{o.from, false}, {o.to, true}} {
		if side.slot == nil {
			continue
		}
		if _, ok := toUnits(*side.slot, o.amount, side.into); !ok {
			return apperr.Field(apperr.InvalidUserInfo, "amount").WithExtra(apperr.Step, stepAmount(*side.slot))
		}
	}
	return nil
}

// store stores the transfer. If the wallet has changed in the meantime, the amount of a TransferAll is computed
// again.
func (o *transferCommand) store(ctx context.Context) (transferResponse, error) {
	return wallet.RunCommand(ctx, o.s.Wallet, func(ctx context.Context, _ error) (wallet.Command, error) {
		if o.all {
			if err := o.setWholeAmount(ctx); err != nil {
				return wallet.Command{}, err
			}
		}
		return wallet.Command{
			Member: o.member.ID, Fields: o.fields, Guards: o.guards(), Transfer: o.holdTransfer(), QueueRows: o.queueRows, QueueJob: o.queueJob, Line: o.newLine(),
		}, nil
	})
}

func (o *transferCommand) setWholeAmount(ctx context.Context) (err error) {
	o.seen, err = o.s.Ledger.Wallet(ctx, o.s.Pool, o.member.ID)
	o.amount = max(wholeSteps(*o.to, o.seen.Balance), stepAmount(*o.to), minTransfer)
	return err
}

func (o *transferCommand) newLine() *statement.Line {
	o.line = statement.Line{Type: statement.Transfer, Status: statement.Pending, FromPlace: placeOf(o.from), ToPlace: placeOf(o.to), Amount: o.amount}
	return &o.line
}

func placeOf(slot *db.Slot) statement.Place {
	if slot == nil {
		return statement.PlaceOf(statement.Wallet)
	}
	return statement.GamePlace(slot.Code)
}

// holdTransfer returns the transfer that holds the amount until the game has it. It is nil for a transfer out of a
// game, which holds nothing.
func (o *transferCommand) holdTransfer() *wallet.CommandTransfer {
	if o.from != nil {
		return nil
	}
	return &wallet.CommandTransfer{Key: o.key, Kind: ledger.Hold, OtherAccount: inFlightAccount(*o.to), Amount: o.amount}
}

// queueRows queues the statements that insert the transfer and its legs.
func (o *transferCommand) queueRows(b *pgx.Batch) error {
	var hold *uuid.UUID
	if o.from == nil {
		hold = &o.key
	}
	b.Queue(db.InsertTransfer, o.line.ID, o.member.ID, slotCodeOf(o.from), slotCodeOf(o.to), int64(o.amount), o.line.Currency, hold, o.line.CreatedAt)
	n, leg := int16(1), o.line.ID
	for _, side := range []struct {
		slot *db.Slot
		into bool
	}{{o.from, false}, {o.to, true}} {
		if side.slot == nil {
			continue
		}
		units, _ := toUnits(*side.slot, o.amount, side.into)
		b.Queue(db.InsertLeg, leg, o.line.ID, n, side.slot.Code, side.into, units, o.member.ID)
		n, leg = n+1, ledgerKey(o.line.ID, "leg 2")
	}
	return nil
}

// queueJob queues the job that continues the transfer if the request handler does not.
func (o *transferCommand) queueJob(b *pgx.Batch) error {
	return o.s.Queue.QueueDelayedInsert(b, transferJob{ID: o.line.ID}, jobDelay)
}

func slotCodeOf(slot *db.Slot) *string {
	if slot == nil {
		return nil
	}
	return &slot.Code
}
