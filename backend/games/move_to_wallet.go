package games

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/games/internal/db"
	"krapao/backend/identity"
	"krapao/backend/platform/jobs"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
)

// HasAccount returns whether a member has an account in any game.
func (s *Service) HasAccount(ctx context.Context, member int64) (bool, error) {
	return s.q().HasActiveAccount(ctx, member)
}

// MoveAllToWallet moves all money of a member from the games into the wallet. id identifies the request, and
// requestedAt is its time. All providers are called in parallel. For one id each game's money moves once,
// however often MoveAllToWallet is called. pending is true if a transfer is still in progress: call
// MoveAllToWallet again. A game is skipped if its provider does not respond, if it is paused, or if its money
// waits for an operator.
func (s *Service) MoveAllToWallet(ctx context.Context, m identity.Member, id uuid.UUID, requestedAt time.Time) (pending bool, err error) {
	accounts, err := s.q().ListActiveAccounts(ctx, m.ID)
	if err != nil {
		return false, err
	}
	var anyPending atomic.Bool
	err = jobs.Each(ctx, len(accounts), accounts, func(a db.GameAccount) error {
		isPending, err := s.moveToWallet(ctx, m, a, ledgerKey(id, "from "+a.SlotCode), requestedAt)
		if isPending {
			anyPending.Store(true)
		}
		return err
	})
	return anyPending.Load(), err
}

// moveToWallet moves one game's money into the wallet. id is the transfer's id.
func (s *Service) moveToWallet(ctx context.Context, m identity.Member, a db.GameAccount, id uuid.UUID, requestedAt time.Time) (pending bool, err error) {
	status, err := s.q().GetTransferProgress(ctx, db.GetTransferProgressParams{ID: id, MemberID: m.ID, SlotCode: a.SlotCode})
	if err != nil || status.Made || status.Busy {
		return status.Busy, err
	}
	if a.Units == 0 && a.AskedAt != nil && a.AskedAt.After(requestedAt) {
		return false, nil // the provider has reported an empty balance since the request
	}
	slot, err := s.q().GetSlotEvenIfUnlisted(ctx, a.SlotCode)
	if err != nil || ctx.Err() != nil {
		return false, errors.Join(err, ctx.Err())
	}
	units, ok := s.refreshBalance(ctx, a)
	amount := wholeUnitsOut(slot, units)
	if !ok || amount == 0 {
		return false, nil
	}
	stored, err := s.storeMoveToWallet(ctx, m, slot, id, amount)
	if err != nil || !stored {
		return false, err
	}
	s.runTransferNow(ctx, id)
	row, err := s.q().GetTransfer(ctx, id)
	return row.DoneAt == nil && row.State != stateReview, err
}

// storeMoveToWallet stores a transfer out of a game. The server requests it, so it has no idempotency key. Of
// two concurrent calls only the first one, by the wallet's lock, stores it (stored).
func (s *Service) storeMoveToWallet(ctx context.Context, m identity.Member, slot db.Slot, id uuid.UUID, amount money.Satang) (stored bool, err error) {
	o := &transferCommand{s: s, member: m, from: &slot, amount: amount}
	line := o.newLine()
	line.ID, line.Currency, line.CreatedAt = id, string(m.Currency), s.Clock().UTC()
	err = pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		stored = false
		code, err := s.Wallet.LockAndCheckTx(ctx, tx, m.ID, append(o.slotGuards(), s.Identity.MayMoveGuard(m.ID))...)
		if err != nil || code != "" {
			return err
		}
		now, err := db.New(tx).GetTransferProgress(ctx, db.GetTransferProgressParams{ID: id, MemberID: m.ID, SlotCode: slot.Code})
		if err != nil || now.Made || now.Busy {
			return err
		}
		var b pgx.Batch
		pg.MarkChanged(tx, m.ID)
		err = errors.Join(o.queueRows(&b), o.queueJob(&b), s.Statement.AddBatch(&b, m.ID, uuid.Nil, line))
		if err != nil {
			return err
		}
		stored = true
		return tx.SendBatch(ctx, &b).Close()
	})
	return stored, err
}
