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

// answer is the answer of the transfer calls: 200 if the outcome is known, otherwise 202.
type answer = *web.Answer[wallet.Answer]

// walletCode stands for the wallet where a call has a slot's code.
const walletCode = "WALLET"

// least is the minimum amount of a transfer.
var least = money.Baht(1)

// Transfer moves an amount between the caller's wallet and a game, or between two games. It waits up to
// Patience for the outcome. Errors: NO_GAME for a slot that the caller cannot use, and TRANSFER_MINIMUM below
// one baht. INVALID_USER_INFO (to, amount) if both ends are the same, or if the amount is no whole number of
// the provider's units. Others are MONEY_NOT_ENOUGH, SLOT_NO_ACCOUNT, INACTIVE_USER, GAME_IN_DOUBT and
// GAME_PAUSED. If the provider refuses, the statement line is FAILED with TRANSFER_FAIL.
func (s *Service) Transfer(ctx context.Context, from, to string, amount money.Satang) (answer, error) {
	o, err := s.order(ctx, from, to)
	if err != nil {
		return nil, err
	}
	o.amount, o.fields = amount, map[string]any{"from": from, "to": to, "amount": amount}
	if err := o.fit(); err != nil {
		return nil, err
	}
	return s.finish(ctx, o)
}

// TransferAll moves the caller's whole wallet into a game, in whole steps of its provider. A remainder below
// one step stays in the wallet.
func (s *Service) TransferAll(ctx context.Context, to string) (answer, error) {
	o, err := s.order(ctx, walletCode, to)
	if err != nil {
		return nil, err
	}
	o.all, o.fields = true, map[string]any{"to": to}
	return s.finish(ctx, o)
}

// finish stores the transfer, sends it, and waits for its outcome.
func (s *Service) finish(ctx context.Context, o *order) (answer, error) {
	first, err := o.run(ctx)
	if err != nil || first.Status != http.StatusAccepted {
		return first, err
	}
	patience := s.Patience
	if !first.Repeated() {
		end, took := s.sendNow(ctx, o.line.ID)
		if end != nil {
			return s.Wallet.KeepFinalAnswer(ctx, *end)
		}
		patience -= took
	}
	return s.Wallet.Await(ctx, first, patience, s.progress)
}

// sendNow runs a new transfer's steps at once, and waits up to Patience. If the transfer has ended by then,
// sendNow returns its answer. took is the time that it waited. A slower call continues in the background, and
// after that the job continues.
func (s *Service) sendNow(ctx context.Context, id uuid.UUID) (end *wallet.Answer, took time.Duration) {
	started, done := time.Now(), make(chan struct{})
	told, leave := s.callers.wait(id)
	defer leave()
	go func() {
		defer close(done)
		// The steps have a context of their own: Fiber reuses the request after the handler returns.
		apart, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		for { // repeats after an earlier transfer of the member, or after a first "it has it"
			again, err := s.step(apart, id, s.Lanes.calls)
			if err != nil {
				s.Log.WarnContext(apart, "a transfer is left to its job", "transfer", id, "error", err)
			}
			if err != nil || again == 0 || again > firstPause || time.Since(started)+again > s.Patience {
				return
			}
			time.Sleep(again)
		}
	}()
	select {
	case <-done:
	case <-time.After(s.Patience):
	case <-ctx.Done():
	}
	select {
	case arrived := <-told:
		return &arrived, 0
	default:
		return nil, min(time.Since(started), s.Patience)
	}
}

// progress returns how far a transfer is.
func (s *Service) progress(ctx context.Context, id uuid.UUID) (wallet.Progress, error) {
	row, err := s.q().TransferByID(ctx, id)
	switch {
	case err != nil:
		return wallet.InProgress, err
	case row.DoneAt != nil:
		return wallet.Ended, nil
	case row.State == stateReview:
		return wallet.WaitsForOperators, nil
	case row.State == stateAsked:
		if back, err := s.Wallet.IsPaused(ctx, s.Pool); err != nil || back {
			return wallet.WaitsForOperators, err
		}
	}
	return wallet.InProgress, nil
}

// order is a transfer that is being prepared. A nil slot stands for the wallet.
type order struct {
	s        *Service
	member   identity.Member
	from, to *db.Slot
	amount   money.Satang
	all      bool // moves the whole wallet; amount follows from it
	fields   map[string]any

	bounds content.Measures

	key  uuid.UUID     // ledger key of the hold
	seen ledger.Wallet // the wallet that amount was computed from, for all
	line statement.Line
}

// order returns an order between two ends, after it has checked that the caller may use both.
func (s *Service) order(ctx context.Context, from, to string) (*order, error) {
	o := &order{s: s, member: identity.Caller(ctx), key: web.LedgerKey(ctx, "hold")}
	var err error
	if o.from, err = s.end(ctx, o.member, from, "from"); err != nil {
		return nil, err
	}
	if o.to, err = s.end(ctx, o.member, to, "to"); err != nil {
		return nil, err
	}
	if from == to {
		return nil, apperr.Field(apperr.InvalidUserInfo, "to")
	}
	o.bounds, err = s.bounds(ctx, s.Pool, string(o.member.Currency))
	return o, err
}

func (s *Service) end(ctx context.Context, m identity.Member, code, field string) (*db.Slot, error) {
	if code == walletCode {
		return nil, nil
	}
	slot, err := s.slotFor(ctx, m, code)
	if apperr.CodeOf(err) == apperr.NoGame {
		return nil, apperr.Field(apperr.NoGame, field)
	}
	return &slot, err
}

// slotFor returns a slot that a member may use, or NO_GAME for any other.
func (s *Service) slotFor(ctx context.Context, m identity.Member, code string) (db.Slot, error) {
	slot, err := s.q().SlotByCode(ctx, code)
	if errors.Is(err, pgx.ErrNoRows) || (err == nil && (slot.Currency != string(m.Currency) || !s.hasProvider(code))) {
		return slot, apperr.New(apperr.NoGame)
	}
	return slot, err
}

// fit returns an error if the amount cannot be moved at all.
func (o *order) fit() error {
	if o.amount < least {
		return apperr.Field(apperr.TransferMinimum, "amount")
	}
	for _, end := range []struct {
		slot *db.Slot
		into bool
	}{{o.from, false}, {o.to, true}} {
		if end.slot == nil {
			continue
		}
		if _, ok := unitsOf(*end.slot, o.amount, end.into); !ok {
			return apperr.Field(apperr.InvalidUserInfo, "amount").WithExtra(apperr.Step, amountOfStep(*end.slot))
		}
	}
	return nil
}

// run stores the transfer. If the wallet has changed in the meantime, the amount of a TransferAll is computed
// again.
func (o *order) run(ctx context.Context) (answer, error) {
	return wallet.RunCommand(ctx, o.s.Wallet, func(ctx context.Context, _ error) (wallet.Command, error) {
		if o.all {
			if err := o.takeAll(ctx); err != nil {
				return wallet.Command{}, err
			}
		}
		return wallet.Command{
			Member: o.member.ID, Fields: o.fields, Guards: o.guards(), Move: o.hold(), QueueRows: o.queueRows, QueueJob: o.queueMove, Line: o.newLine(),
		}, nil
	})
}

func (o *order) takeAll(ctx context.Context) (err error) {
	o.seen, err = o.s.Ledger.Wallet(ctx, o.s.Pool, o.member.ID)
	o.amount = max(whole(*o.to, o.seen.Balance), amountOfStep(*o.to), least)
	return err
}

func (o *order) newLine() *statement.Line {
	o.line = statement.Line{Type: statement.Transfer, Status: statement.Pending, FromPlace: placeOf(o.from), ToPlace: placeOf(o.to), Amount: o.amount}
	return &o.line
}

func placeOf(slot *db.Slot) statement.Place {
	if slot == nil {
		return statement.PlaceOf(statement.Wallet)
	}
	return statement.GamePlace(slot.Code)
}

// hold returns the move that holds the amount until the game has it. It is nil for a transfer out of a game,
// which holds nothing.
func (o *order) hold() *wallet.Move {
	if o.from != nil {
		return nil
	}
	return &wallet.Move{Key: o.key, Kind: ledger.Hold, OtherAccount: inFlight(*o.to), Amount: o.amount}
}

// queueRows queues the statements that insert the transfer and its legs.
func (o *order) queueRows(b *pgx.Batch) error {
	var hold *uuid.UUID
	if o.from == nil {
		hold = &o.key
	}
	b.Queue(db.TransferInsert, o.line.ID, o.member.ID, codeOf(o.from), codeOf(o.to), int64(o.amount), o.line.Currency, hold, o.line.CreatedAt)
	n, leg := int16(1), o.line.ID
	for _, end := range []struct {
		slot *db.Slot
		into bool
	}{{o.from, false}, {o.to, true}} {
		if end.slot == nil {
			continue
		}
		units, _ := unitsOf(*end.slot, o.amount, end.into)
		b.Queue(db.LegInsert, leg, o.line.ID, n, end.slot.Code, end.into, units, o.member.ID)
		n, leg = n+1, keyOf(o.line.ID, "leg 2")
	}
	return nil
}

// queueMove queues the job that continues the transfer if the request handler does not.
func (o *order) queueMove(b *pgx.Batch) error {
	return o.s.Queue.InsertLater(b, move{ID: o.line.ID}, rescue)
}

func codeOf(slot *db.Slot) *string {
	if slot == nil {
		return nil
	}
	return &slot.Code
}
