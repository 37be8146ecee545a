package games

import (
	"context"

	"github.com/jackc/pgx/v5"

	"krapao/backend/games/internal/db"
	"krapao/backend/ledger"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/pg"
	"krapao/backend/provider/game"
	"krapao/backend/statement"
)

// withCurrentLeg runs do on the transfer if leg is still its current leg and has not ended.
func (s *Service) withCurrentLeg(ctx context.Context, leg db.GameLeg, do func(pgx.Tx, db.GameTransfer) error) error {
	return s.inLockedTx(ctx, leg.TransferID, func(tx pgx.Tx, row db.GameTransfer) error {
		stored, err := db.New(tx).GetLeg(ctx, leg.ID)
		if err != nil || stored.Ended != nil || stored.N != row.Leg || row.DoneAt != nil {
			return err
		}
		return do(tx, row)
	})
}

// completeLeg ends a leg that the provider has done, and stores the response's code and balance.
func (s *Service) completeLeg(ctx context.Context, current db.GetTransferWithLegRow, response game.Response) error {
	leg := current.GameLeg
	if leg.IntoGame {
		return s.completeArrival(ctx, current, response)
	}
	return s.withCurrentLeg(ctx, leg, func(tx pgx.Tx, row db.GameTransfer) error {
		if row.State == stateReview {
			return nil // an operator ends the transfer
		}
		return s.completeLegTx(ctx, tx, row, leg, response, nil)
	})
}

// completeLegTx books the money of a leg that was done. Then it starts the next leg or ends the transfer.
// operator is the operator who decided that the leg was done, or nil for the provider.
func (s *Service) completeLegTx(ctx context.Context, tx pgx.Tx, row db.GameTransfer, leg db.GameLeg, response game.Response, operator *int64) error {
	q := db.New(tx)
	slot, err := q.GetSlotEvenIfUnlisted(ctx, leg.SlotCode)
	if err != nil {
		return err
	}
	if err := q.EndLeg(ctx, db.EndLegParams{ID: leg.ID, Ended: stateDone, Word: response.Code, Now: s.Clock()}); err != nil {
		return err
	}
	if row.FoundAt == nil { // otherwise the stored balance already includes the move
		if err := s.storeLegBalanceTx(ctx, tx, row, leg, response); err != nil {
			return err
		}
	}
	switch {
	case leg.IntoGame:
		moved, err := s.Ledger.SettleTx(ctx, tx, ledgerKey(row.ID, "settle"), *row.HoldID, providerAccount(slot))
		if err != nil {
			return err
		}
		return s.endTransferTx(ctx, tx, row, transferOutcome{state: stateDone, moved: &moved.ID, to: row.ToSlot, operator: operator})
	case row.ToSlot == nil:
		wallet, err := s.Ledger.Wallet(ctx, tx, row.MemberID)
		if err != nil {
			return err
		}
		moved, err := s.Ledger.PostTx(ctx, tx, ledger.Transfer{
			Key: ledgerKey(row.ID, "out"), Kind: ledger.GameMove, Debit: providerAccount(slot), Credit: wallet.ID, Amount: row.Amount, Currency: wallet.Currency,
		})
		if err != nil {
			return err
		}
		return s.endTransferTx(ctx, tx, row, transferOutcome{state: stateDone, moved: &moved.ID, operator: operator})
	default:
		return s.startNextLegTx(ctx, tx, row, slot)
	}
}

// startNextLegTx holds the money from the first game for the second, and starts leg 2.
func (s *Service) startNextLegTx(ctx context.Context, tx pgx.Tx, row db.GameTransfer, from db.Slot) error {
	to, err := db.New(tx).GetSlotEvenIfUnlisted(ctx, *row.ToSlot)
	if err != nil {
		return err
	}
	hold, err := s.Ledger.PostTx(ctx, tx, ledger.Transfer{
		Key: ledgerKey(row.ID, "between"), Kind: ledger.Hold, Debit: providerAccount(from), Credit: inFlightAccount(to), Amount: row.Amount, Currency: ledger.Currency(row.Currency),
	})
	if err != nil {
		return err
	}
	if err := db.New(tx).StartSecondLeg(ctx, db.StartSecondLegParams{ID: row.ID, HoldID: hold.ID}); err != nil {
		return err
	}
	_, err = s.Statement.ChangeTx(ctx, tx, row.MemberID, row.ID, statement.Change{Status: statement.Pending, Event: statement.Halfway, TransferID: &hold.ID})
	return err
}

// refuseLeg ends a leg that the provider did not do. If the leg was sent again in the meantime, refuseLeg
// does nothing: the second send may have come through.
func (s *Service) refuseLeg(ctx context.Context, leg db.GameLeg, response game.Response) error {
	return s.withCurrentLeg(ctx, leg, func(tx pgx.Tx, row db.GameTransfer) error {
		stored, err := db.New(tx).GetLeg(ctx, leg.ID)
		if err != nil || row.State == stateReview || stored.Sends != leg.Sends {
			return err
		}
		return s.refuseLegTx(ctx, tx, row, leg, response, nil)
	})
}

// refuseLegTx ends a leg that was not done, and returns the leg's hold to the wallet. In a transfer between
// games, money from the first game then stays in the wallet, and the statement line shows that.
func (s *Service) refuseLegTx(ctx context.Context, tx pgx.Tx, row db.GameTransfer, leg db.GameLeg, response game.Response, operator *int64) error {
	checkAt := s.Clock().Add(firstRecheck)
	if err := db.New(tx).EndLeg(ctx, db.EndLegParams{ID: leg.ID, Ended: stateRefused, Word: response.Code, LookAt: &checkAt, Now: s.Clock()}); err != nil {
		return err
	}
	note := apperr.TransferFail
	switch {
	case response.Reason == game.InsufficientFunds:
		note = apperr.MoneyNotEnough
	case response.Code == string(apperr.SelfExcluded), response.Code == string(apperr.PlayInReview), response.Code == string(apperr.UnexplainedWin):
		note = apperr.Code(response.Code)
	}
	switch {
	case row.HoldID == nil:
		return s.endTransferTx(ctx, tx, row, transferOutcome{state: stateRefused, to: row.ToSlot, note: note, operator: operator})
	case leg.N == 1:
		moved, err := s.Ledger.VoidTx(ctx, tx, ledgerKey(row.ID, "void"), *row.HoldID)
		if err != nil {
			return err
		}
		return s.endTransferTx(ctx, tx, row, transferOutcome{state: stateRefused, moved: &moved.ID, to: row.ToSlot, note: note, operator: operator})
	default:
		wallet, err := s.Ledger.Wallet(ctx, tx, row.MemberID)
		if err != nil {
			return err
		}
		moved, err := s.Ledger.SettleTx(ctx, tx, ledgerKey(row.ID, "back"), *row.HoldID, wallet.ID)
		if err != nil {
			return err
		}
		return s.endTransferTx(ctx, tx, row, transferOutcome{state: stateDone, moved: &moved.ID, note: note, operator: operator})
	}
}

// transferOutcome describes how a transfer ends.
type transferOutcome struct {
	state    string
	moved    *int64      // the ledger transfer that moved or returned the money, if any
	to       *string     // the transfer's destination as stored and shown: a slot, or nil for the wallet
	note     apperr.Code // the code that the member sees
	operator *int64      // the operator who decided
}

func (s *Service) endTransferTx(ctx context.Context, tx pgx.Tx, row db.GameTransfer, e transferOutcome) error {
	err := db.New(tx).EndTransfer(ctx, db.EndTransferParams{
		ID: row.ID, State: e.state, TransferID: e.moved, ToSlot: e.to, DecidedBy: e.operator, Note: string(e.note), Now: s.Clock(),
	})
	if err != nil {
		return err
	}
	change := statement.Change{Status: statement.Success, Note: e.note, TransferID: e.moved}
	if e.state == stateRefused {
		change.Status = statement.Failed
	}
	if e.to == nil && row.ToSlot != nil {
		wallet := statement.PlaceOf(statement.Wallet)
		change.ToPlace = &wallet
	}
	_, err = s.Statement.ChangeTx(ctx, tx, row.MemberID, row.ID, change)
	return err
}

// sendToReview hands a transfer to an operator. Until the operator decides, the member cannot start another
// transfer into or out of the transfer's games.
func (s *Service) sendToReview(ctx context.Context, leg db.GameLeg, reason string, response game.Response) error {
	return s.withCurrentLeg(ctx, leg, func(tx pgx.Tx, row db.GameTransfer) error {
		q := db.New(tx)
		if err := q.StoreLegResponse(ctx, db.StoreLegResponseParams{ID: leg.ID, Now: s.Clock(), Word: response.Code}); err != nil {
			return err
		}
		if row.State == stateReview {
			return nil
		}
		s.Log.WarnContext(ctx, "a game transfer waits for an operator", "slot", leg.SlotCode, "transfer", row.ID, "reason", reason, "code", response.Code)
		return q.SetTransferState(ctx, db.SetTransferStateParams{ID: row.ID, State: stateReview, Reason: reason})
	})
}

// storeLegBalanceTx stores the balance that the provider reports after a leg, or the balance that
// follows from the leg if the provider reports none.
func (s *Service) storeLegBalanceTx(ctx context.Context, tx pgx.Tx, row db.GameTransfer, leg db.GameLeg, response game.Response) error {
	delta := leg.Units
	if !leg.IntoGame {
		delta = -delta
	}
	if response.Balance != nil {
		r, err := s.balanceParams(ctx, tx, leg.SlotCode, row.Currency)
		if err != nil {
			return err
		}
		r.MemberID, r.Units, r.Delta, r.AskedAt = row.MemberID, int64(*response.Balance), delta, s.Clock()
		_, err = s.storeBalanceTx(ctx, tx, r)
		return err
	}
	pg.MarkChanged(tx, row.MemberID)
	return db.New(tx).AddToAccountBalance(ctx, db.AddToAccountBalanceParams{MemberID: row.MemberID, SlotCode: leg.SlotCode, Delta: delta, Now: s.Clock()})
}
