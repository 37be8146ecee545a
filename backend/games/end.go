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

// onLeg runs do on the transfer if leg is still its current leg and has not ended.
func (s *Service) onLeg(ctx context.Context, leg db.GameLeg, do func(pgx.Tx, db.GameTransfer) error) error {
	return s.locked(ctx, leg.TransferID, func(tx pgx.Tx, row db.GameTransfer) error {
		now, err := db.New(tx).LegByID(ctx, leg.ID)
		if err != nil || now.Ended != nil || now.N != row.Leg || row.DoneAt != nil {
			return err
		}
		return do(tx, row)
	})
}

// legDone ends a leg that the provider has done, and stores the response's code and balance.
func (s *Service) legDone(ctx context.Context, now db.TransferStepRow, said game.Answer) error {
	leg := now.GameLeg
	if leg.IntoGame {
		return s.arrived(ctx, now, said)
	}
	return s.onLeg(ctx, leg, func(tx pgx.Tx, row db.GameTransfer) error {
		if row.State == stateReview {
			return nil // an operator ends it
		}
		return s.legDoneTx(ctx, tx, row, leg, said, nil)
	})
}

// legDoneTx books the money of a leg that was done. Then it starts the next leg or ends the transfer. by is
// the operator who decided that the leg was done, or nil for the provider.
func (s *Service) legDoneTx(ctx context.Context, tx pgx.Tx, row db.GameTransfer, leg db.GameLeg, said game.Answer, by *int64) error {
	q := db.New(tx)
	slot, err := q.SlotAny(ctx, leg.SlotCode)
	if err != nil {
		return err
	}
	if err := q.LegEnd(ctx, db.LegEndParams{ID: leg.ID, Ended: stateDone, Word: said.Code, Now: s.Clock()}); err != nil {
		return err
	}
	if row.FoundAt == nil { // otherwise the stored balance already includes the move
		if err := s.balanceTx(ctx, tx, row, leg, said); err != nil {
			return err
		}
	}
	switch {
	case leg.IntoGame:
		moved, err := s.Ledger.SettleTx(ctx, tx, keyOf(row.ID, "settle"), *row.HoldID, provider(slot))
		if err != nil {
			return err
		}
		return s.endTx(ctx, tx, row, ending{state: stateDone, moved: &moved.ID, to: row.ToSlot, by: by})
	case row.ToSlot == nil:
		wallet, err := s.Ledger.Wallet(ctx, tx, row.MemberID)
		if err != nil {
			return err
		}
		moved, err := s.Ledger.PostTx(ctx, tx, ledger.Transfer{
			Key: keyOf(row.ID, "out"), Kind: ledger.GameMove, Debit: provider(slot), Credit: wallet.ID, Amount: row.Amount, Currency: wallet.Currency,
		})
		if err != nil {
			return err
		}
		return s.endTx(ctx, tx, row, ending{state: stateDone, moved: &moved.ID, by: by})
	default:
		return s.nextLegTx(ctx, tx, row, slot)
	}
}

// nextLegTx holds the money from the first game for the second, and starts leg 2.
func (s *Service) nextLegTx(ctx context.Context, tx pgx.Tx, row db.GameTransfer, from db.Slot) error {
	to, err := db.New(tx).SlotAny(ctx, *row.ToSlot)
	if err != nil {
		return err
	}
	hold, err := s.Ledger.PostTx(ctx, tx, ledger.Transfer{
		Key: keyOf(row.ID, "between"), Kind: ledger.Hold, Debit: provider(from), Credit: inFlight(to), Amount: row.Amount, Currency: ledger.Currency(row.Currency),
	})
	if err != nil {
		return err
	}
	if err := db.New(tx).TransferNextLeg(ctx, db.TransferNextLegParams{ID: row.ID, HoldID: hold.ID}); err != nil {
		return err
	}
	_, err = s.Statement.ChangeTx(ctx, tx, row.MemberID, row.ID, statement.Change{Status: statement.Pending, Event: statement.Halfway, TransferID: &hold.ID})
	return err
}

// legRefused ends a leg that the provider did not do. If the leg was sent again in the meantime, legRefused
// does nothing: the second send may have come through.
func (s *Service) legRefused(ctx context.Context, leg db.GameLeg, said game.Answer) error {
	return s.onLeg(ctx, leg, func(tx pgx.Tx, row db.GameTransfer) error {
		now, err := db.New(tx).LegByID(ctx, leg.ID)
		if err != nil || row.State == stateReview || now.Sends != leg.Sends {
			return err
		}
		return s.legRefusedTx(ctx, tx, row, leg, said, nil)
	})
}

// legRefusedTx ends a leg that was not done, and returns what was held for it to the wallet. In a transfer
// between games, money from the first game then stays in the wallet, and the statement line says so.
func (s *Service) legRefusedTx(ctx context.Context, tx pgx.Tx, row db.GameTransfer, leg db.GameLeg, said game.Answer, by *int64) error {
	look := s.Clock().Add(lookFirst)
	if err := db.New(tx).LegEnd(ctx, db.LegEndParams{ID: leg.ID, Ended: stateRefused, Word: said.Code, LookAt: &look, Now: s.Clock()}); err != nil {
		return err
	}
	note := apperr.TransferFail
	switch {
	case said.Reason == game.Funds:
		note = apperr.MoneyNotEnough
	case said.Code == string(apperr.SelfExcluded), said.Code == string(apperr.PlayInReview), said.Code == string(apperr.UnexplainedWin):
		note = apperr.Code(said.Code)
	}
	switch {
	case row.HoldID == nil:
		return s.endTx(ctx, tx, row, ending{state: stateRefused, to: row.ToSlot, note: note, by: by})
	case leg.N == 1:
		back, err := s.Ledger.VoidTx(ctx, tx, keyOf(row.ID, "void"), *row.HoldID)
		if err != nil {
			return err
		}
		return s.endTx(ctx, tx, row, ending{state: stateRefused, moved: &back.ID, to: row.ToSlot, note: note, by: by})
	default:
		wallet, err := s.Ledger.Wallet(ctx, tx, row.MemberID)
		if err != nil {
			return err
		}
		back, err := s.Ledger.SettleTx(ctx, tx, keyOf(row.ID, "back"), *row.HoldID, wallet.ID)
		if err != nil {
			return err
		}
		return s.endTx(ctx, tx, row, ending{state: stateDone, moved: &back.ID, note: note, by: by})
	}
}

// ending describes how a transfer ends.
type ending struct {
	state string
	moved *int64      // the ledger transfer that moved or returned the money, if any
	to    *string     // the slot where the money is now; nil for the wallet
	note  apperr.Code // the code that the member sees
	by    *int64      // the operator who decided
}

func (s *Service) endTx(ctx context.Context, tx pgx.Tx, row db.GameTransfer, e ending) error {
	err := db.New(tx).TransferEnd(ctx, db.TransferEndParams{
		ID: row.ID, State: e.state, TransferID: e.moved, ToSlot: e.to, DecidedBy: e.by, Note: string(e.note), Now: s.Clock(),
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

// review hands a transfer to an operator. Until the operator decides, nothing else of the member moves in the
// transfer's games.
func (s *Service) review(ctx context.Context, leg db.GameLeg, why string, said game.Answer) error {
	return s.onLeg(ctx, leg, func(tx pgx.Tx, row db.GameTransfer) error {
		q := db.New(tx)
		if err := q.LegHeard(ctx, db.LegHeardParams{ID: leg.ID, Now: s.Clock(), Word: said.Code}); err != nil {
			return err
		}
		if row.State == stateReview {
			return nil
		}
		s.Log.WarnContext(ctx, "a game transfer waits for a person", "slot", leg.SlotCode, "transfer", row.ID, "reason", why, "code", said.Code)
		return q.TransferState(ctx, db.TransferStateParams{ID: row.ID, State: stateReview, Reason: why})
	})
}

// balanceTx stores the balance that the provider reports after a leg, or the balance that
// follows from the leg if the provider reports none.
func (s *Service) balanceTx(ctx context.Context, tx pgx.Tx, row db.GameTransfer, leg db.GameLeg, said game.Answer) error {
	delta := leg.Units
	if !leg.IntoGame {
		delta = -delta
	}
	if said.Balance != nil {
		r, err := s.report(ctx, tx, leg.SlotCode, row.Currency)
		if err != nil {
			return err
		}
		r.MemberID, r.Units, r.Delta, r.AskedAt = row.MemberID, int64(*said.Balance), delta, s.Clock()
		_, err = s.storeBalanceTx(ctx, tx, r)
		return err
	}
	pg.Touch(tx, row.MemberID)
	return db.New(tx).AccountMoved(ctx, db.AccountMovedParams{MemberID: row.MemberID, SlotCode: leg.SlotCode, Delta: delta, Now: s.Clock()})
}
