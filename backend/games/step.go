package games

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/games/internal/db"
	"krapao/backend/ledger"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/fairqueue"
	"krapao/backend/platform/pg"
	"krapao/backend/provider/game"
)

// The reasons why a transfer waits for an operator.
const (
	reasonNoIDs   = "NO_IDS"       // the provider has no status query
	reasonAmount  = "OTHER_AMOUNT" // the provider moved another amount
	reasonRefused = "REFUSED_TWICE"
	reasonLateYes = "LATE_YES" // the provider did a call that had ended by "no"
)

// step runs all steps of a transfer that are possible now. It returns the wait before the next step, or 0 if
// nothing is left to do. Concurrent steps are safe.
func (s *Service) step(ctx context.Context, id uuid.UUID, lane *fairqueue.Queue) (time.Duration, error) {
	for last := int16(0); ; {
		now, err := s.q().TransferStep(ctx, id)
		row := now.GameTransfer
		if err != nil || row.DoneAt != nil || row.State == stateReview || (row.Leg == last && row.State != stateAsked) {
			return 0, err
		}
		again, err := s.stepLeg(ctx, now, lane)
		if err != nil || again > 0 || row.FromSlot == nil || row.ToSlot == nil {
			return again, err // it was the only call, or the next step has to wait
		}
		last = row.Leg
	}
}

// stepLeg sends a leg, or asks the provider for its outcome.
func (s *Service) stepLeg(ctx context.Context, now db.TransferStepRow, lane *fairqueue.Queue) (time.Duration, error) {
	row, leg, slot := now.GameTransfer, now.GameLeg, now.Slot
	client, err := s.Client(slot)
	if err != nil {
		return 0, err
	}
	release, err := lane.Acquire(ctx, slot.Code)
	if err != nil {
		return laneWait, nil
	}
	defer release()
	if row.State == stateAsked {
		return s.sendLeg(ctx, client, now, false)
	}
	if !client.Rules().IDs {
		if left := ownAnswer - s.Clock().Sub(*leg.SentAt); left > 0 {
			return left, nil // the sender may still receive the response
		}
		return 0, s.review(ctx, leg, reasonNoIDs, game.Answer{})
	}
	said, err := client.Ask(ctx, wire(leg))
	if err != nil {
		return 0, err
	}
	return s.applyResponse(ctx, client, now, said, true)
}

// wire returns a leg in the form of package provider/game.
func wire(leg db.GameLeg) game.Transfer {
	return game.Transfer{ID: nameOf(leg.ID), Username: leg.Username, Amount: game.Units(leg.Units), In: leg.IntoGame}
}

// nameOf returns an id in the form that providers accept: 32 hexadecimal characters.
func nameOf(id uuid.UUID) string {
	text := id.String()
	return text[:8] + text[9:13] + text[14:18] + text[19:23] + text[24:]
}

// The reasons why a call is not sent, in addition to the guards of other packages.
var (
	errMovedOn = errors.New("games: somebody else goes on with the call")
	errBehind  = errors.New("games: another transfer of the member's comes first")
	errLost    = errors.New("games: the account's balance is to be compared first")
)

// sendLeg stores that the call may have come through from now on, and then makes the call. now is the row on
// which the decision to send is based. If the row has changed since, sendLeg sends nothing: the code that
// changed it continues. isSure means that sendLost has already checked for lost calls.
func (s *Service) sendLeg(ctx context.Context, client game.Client, now db.TransferStepRow, isSure bool) (again time.Duration, err error) {
	leg, member, sent, why := &now.GameLeg, now.GameTransfer.MemberID, s.Clock(), ""
	guards, err := s.sendGuards(ctx, now)
	if err != nil {
		return 0, err
	}
	if !isSure {
		guards = append(guards, pg.Guard{Query: db.GuardLost, Args: []any{"LOST", member, leg.SlotCode, sent}, Stale: errLost})
	}
	err = pg.Again(ctx, func() error {
		var b pgx.Batch
		s.Ledger.LockBatch(&b, member, new(ledger.Wallet))
		judged := pg.QueueVerdict(&b, &why, guards...)
		b.Queue(db.TransferState, stateSent, "", leg.TransferID)
		b.Queue(db.LegSent, sent, leg.ID)
		return judged.Send(ctx, s.Pool)
	})
	switch {
	case errors.Is(err, errMovedOn):
		return firstPause, nil
	case errors.Is(err, errBehind):
		return laneWait, nil
	case errors.Is(err, errLost):
		return s.sendLost(ctx, client, now)
	case err != nil:
		return 0, err
	case why == string(apperr.SelfExcluded), why == string(apperr.PlayInReview), why == string(apperr.UnexplainedWin):
		// The provider has not done it: the call was never sent, or the provider does not know it.
		return 0, s.legRefused(ctx, *leg, game.Answer{Outcome: game.Refused, Code: why})
	case why != "":
		return rescue, nil
	}
	leg.Sends++
	leg.SentAt = &sent
	said, err := client.Transfer(ctx, wire(*leg))
	if err != nil {
		return 0, err
	}
	return s.applyResponse(ctx, client, now, said, false)
}

// sendGuards returns the guards that decide whether a call may be sent now. Nothing is sent into a game if
// the member has closed play since the request. Unexplained money is not sent from one game into another.
func (s *Service) sendGuards(ctx context.Context, now db.TransferStepRow) ([]pg.Guard, error) {
	leg, member := now.GameLeg, now.GameTransfer.MemberID
	guards := append(
		s.Wallet.PauseGuards(),
		pg.Guard{Query: db.GuardCall, Args: []any{leg.ID, leg.Sends}, Stale: errMovedOn},
		pg.Guard{Query: db.GuardFirst, Args: []any{leg.TransferID}, Stale: errBehind},
		s.Identity.NotFrozen(member),
	)
	if leg.IntoGame {
		guards = append(guards, s.Care.MayPlay(member))
	}
	if leg.IntoGame && now.GameTransfer.FromSlot != nil {
		bounds, err := s.bounds(ctx, s.Pool, now.GameTransfer.Currency)
		if err != nil {
			return nil, err
		}
		guards = append(guards, s.keepsUnexplained(member, now.Slot, 0, bounds))
	}
	return guards, nil
}

// applyResponse applies the provider's response. now is the row as read before the call. asked is true for a
// status query, and false for a send.
func (s *Service) applyResponse(ctx context.Context, client game.Client, now db.TransferStepRow, said game.Answer, asked bool) (time.Duration, error) {
	rules, leg := client.Rules(), now.GameLeg
	switch {
	case said.Outcome == game.Done && said.Amount != nil && int64(*said.Amount) != leg.Units:
		return 0, s.review(ctx, leg, reasonAmount, said)
	case said.Outcome == game.Done:
		return 0, s.legDone(ctx, now, said)
	case said.Outcome == game.Refused && (asked || leg.Sends == 1):
		return 0, s.legRefused(ctx, leg, said)
	case !rules.IDs:
		return 0, s.review(ctx, leg, reasonNoIDs, said)
	case said.Outcome == game.Refused:
		err := s.q().LegTurnedDown(ctx, db.LegTurnedDownParams{ID: leg.ID, Now: s.Clock(), Word: said.Code})
		return firstPause, errors.Join(err, s.unknown(ctx, leg))
	case said.Outcome == game.NotKnown && asked:
		return s.notKnown(ctx, client, now, said)
	case said.Outcome == game.Pending:
		err := s.q().LegHeard(ctx, db.LegHeardParams{ID: leg.ID, Now: s.Clock(), Word: said.Code})
		return s.pause(leg), errors.Join(err, s.unknown(ctx, leg))
	default:
		s.Log.WarnContext(ctx, "a game provider does not say", "slot", leg.SlotCode, "transfer", leg.TransferID, "code", said.Code)
		return s.pause(leg), s.unknown(ctx, leg)
	}
}

// notKnown handles the response "not known". It counts only if the provider's longest response time has
// passed since the last send. Then the same id is sent again. If a repeated send was refused before, an
// operator decides.
func (s *Service) notKnown(ctx context.Context, client game.Client, now db.TransferStepRow, said game.Answer) (time.Duration, error) {
	leg := now.GameLeg
	if left := client.Rules().Longest - s.Clock().Sub(*leg.SentAt); left > 0 {
		err := s.q().LegHeard(ctx, db.LegHeardParams{ID: leg.ID, Now: s.Clock(), Word: said.Code})
		return max(min(left, s.pause(leg)), time.Second), errors.Join(err, s.unknown(ctx, leg))
	}
	if leg.TurnedDown {
		return 0, s.review(ctx, leg, reasonRefused, said)
	}
	return s.sendLeg(ctx, client, now, false)
}

// pause returns the time until the next status query. It grows with the time since the last send.
func (s *Service) pause(leg db.GameLeg) time.Duration {
	return min(max(s.Clock().Sub(*leg.SentAt)/3, firstPause), lastPause)
}

// unknown stores that a leg's outcome is not known.
func (s *Service) unknown(ctx context.Context, leg db.GameLeg) error {
	return s.locked(ctx, leg.TransferID, func(tx pgx.Tx, row db.GameTransfer) error {
		if row.State != stateSent {
			return nil
		}
		return db.New(tx).TransferState(ctx, db.TransferStateParams{ID: row.ID, State: stateUnknown})
	})
}

// locked runs do on a transfer in a transaction of its own. It locks the wallet, then the transfer's row.
func (s *Service) locked(ctx context.Context, id uuid.UUID, do func(pgx.Tx, db.GameTransfer) error) error {
	return pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		row, err := s.lockTx(ctx, tx, id)
		if err != nil {
			return err
		}
		return do(tx, row)
	})
}

func (s *Service) lockTx(ctx context.Context, tx pgx.Tx, id uuid.UUID) (db.GameTransfer, error) {
	row, err := db.New(tx).TransferByID(ctx, id)
	if err != nil {
		return row, err
	}
	if _, err := s.Ledger.LockTx(ctx, tx, row.MemberID); err != nil {
		return row, err
	}
	return db.New(tx).TransferLock(ctx, id)
}
