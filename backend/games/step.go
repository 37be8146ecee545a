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
	reasonNoIDs       = "NO_IDS"       // the provider has no status query
	reasonAmount      = "OTHER_AMOUNT" // the provider moved another amount
	reasonRefused     = "REFUSED_TWICE"
	reasonLateSuccess = "LATE_YES" // the provider carried out a call that it had refused
)

// stepTransfer runs all steps of a transfer that are possible now. It returns the wait before the next step,
// or 0 if nothing is left to do. Concurrent steps are safe.
func (s *Service) stepTransfer(ctx context.Context, id uuid.UUID, queue *fairqueue.Queue) (time.Duration, error) {
	for last := int16(0); ; {
		current, err := s.q().GetTransferWithLeg(ctx, id)
		row := current.GameTransfer
		if err != nil || row.DoneAt != nil || row.State == stateReview || (row.Leg == last && row.State != stateAsked) {
			return 0, err
		}
		pause, err := s.stepLeg(ctx, current, queue)
		if err != nil || pause > 0 || row.FromSlot == nil || row.ToSlot == nil {
			return pause, err // the transfer has no other call, or the next step has to wait
		}
		last = row.Leg
	}
}

// stepLeg sends a leg, or asks the provider for its outcome.
func (s *Service) stepLeg(ctx context.Context, current db.GetTransferWithLegRow, queue *fairqueue.Queue) (time.Duration, error) {
	row, leg, slot := current.GameTransfer, current.GameLeg, current.Slot
	client, err := s.Client(slot)
	if err != nil {
		return 0, err
	}
	release, err := queue.Acquire(ctx, slot.Code)
	if err != nil {
		return busyRetry, nil
	}
	defer release()
	if row.State == stateAsked {
		return s.sendLeg(ctx, client, current, false)
	}
	if !client.Rules().IDs {
		if remaining := senderTimeout - s.Clock().Sub(*leg.SentAt); remaining > 0 {
			return remaining, nil // the sender may still receive the response
		}
		return 0, s.sendToReview(ctx, leg, reasonNoIDs, game.Response{})
	}
	response, err := client.Query(ctx, wireTransfer(leg))
	if err != nil {
		return 0, err
	}
	return s.applyResponse(ctx, client, current, response, true)
}

// wireTransfer returns a leg in the form of package provider/game.
func wireTransfer(leg db.GameLeg) game.Transfer {
	return game.Transfer{ID: providerID(leg.ID), Username: leg.Username, Amount: game.Units(leg.Units), In: leg.IntoGame}
}

// providerID returns an id in the form that providers accept: 32 hexadecimal characters.
func providerID(id uuid.UUID) string {
	text := id.String()
	return text[:8] + text[9:13] + text[14:18] + text[19:23] + text[24:]
}

// The reasons why a call is not sent, in addition to the guards of other packages.
var (
	errChangedMeanwhile = errors.New("games: the call has changed since it was read")
	errEarlierTransfer  = errors.New("games: an earlier transfer of the member is in progress")
	errNotCompared      = errors.New("games: the account's balance has to be compared first")
)

// sendLeg stores that the call may have come through from now on, and then makes the call. current is the row
// on which the decision to send is based. If the row has changed since, sendLeg sends nothing: the code that
// changed it continues. isLossChecked means that sendAfterLoss has already checked for lost calls.
func (s *Service) sendLeg(ctx context.Context, client game.Client, current db.GetTransferWithLegRow, isLossChecked bool) (pause time.Duration, err error) {
	leg, member, sent, code := &current.GameLeg, current.GameTransfer.MemberID, s.Clock(), ""
	guards, err := s.sendGuards(ctx, current)
	if err != nil {
		return 0, err
	}
	if !isLossChecked {
		guards = append(guards, pg.Guard{Query: db.GuardLost, Args: []any{"LOST", member, leg.SlotCode, sent}, Stale: errNotCompared})
	}
	err = pg.RetryConflicts(ctx, func() error {
		var b pgx.Batch
		s.Ledger.LockBatch(&b, member, new(ledger.Wallet))
		batch := pg.QueueVerdict(&b, &code, guards...)
		b.Queue(db.SetTransferState, stateSent, "", leg.TransferID)
		b.Queue(db.MarkLegSent, sent, leg.ID)
		return batch.Send(ctx, s.Pool)
	})
	switch {
	case errors.Is(err, errChangedMeanwhile):
		return firstQueryPause, nil
	case errors.Is(err, errEarlierTransfer):
		return busyRetry, nil
	case errors.Is(err, errNotCompared):
		return s.sendAfterLoss(ctx, client, current)
	case err != nil:
		return 0, err
	case code == string(apperr.SelfExcluded), code == string(apperr.PlayInReview), code == string(apperr.UnexplainedWin):
		// The provider has moved no money: the call was never sent, or the provider does not know it.
		return 0, s.refuseLeg(ctx, *leg, game.Response{Outcome: game.Refused, Code: code})
	case code != "":
		return jobDelay, nil
	}
	leg.Sends++
	leg.SentAt = &sent
	response, err := client.Transfer(ctx, wireTransfer(*leg))
	if err != nil {
		return 0, err
	}
	return s.applyResponse(ctx, client, current, response, false)
}

// sendGuards returns the guards that decide whether a call may be sent now. Nothing is sent into a game if
// the member has closed play since the request. Unexplained money is not sent from one game into another.
func (s *Service) sendGuards(ctx context.Context, current db.GetTransferWithLegRow) ([]pg.Guard, error) {
	leg, member := current.GameLeg, current.GameTransfer.MemberID
	guards := append(
		s.Wallet.PauseGuards(),
		pg.Guard{Query: db.GuardStaleLeg, Args: []any{leg.ID, leg.Sends}, Stale: errChangedMeanwhile},
		pg.Guard{Query: db.GuardEarlierTransfer, Args: []any{leg.TransferID}, Stale: errEarlierTransfer},
		s.Identity.NotFrozenGuard(member),
	)
	if leg.IntoGame {
		guards = append(guards, s.Care.MayPlayGuard(member))
	}
	if leg.IntoGame && current.GameTransfer.FromSlot != nil {
		bounds, err := s.currencySettings(ctx, s.Pool, current.GameTransfer.Currency)
		if err != nil {
			return nil, err
		}
		guards = append(guards, s.unexplainedGuard(member, current.Slot, 0, bounds))
	}
	return guards, nil
}

// applyResponse applies the provider's response. current is the row as read before the call. isQuery is true
// for a status query, and false for a send.
func (s *Service) applyResponse(ctx context.Context, client game.Client, current db.GetTransferWithLegRow, response game.Response, isQuery bool) (time.Duration, error) {
	rules, leg := client.Rules(), current.GameLeg
	switch {
	case response.Outcome == game.Done && response.Amount != nil && int64(*response.Amount) != leg.Units:
		return 0, s.sendToReview(ctx, leg, reasonAmount, response)
	case response.Outcome == game.Done:
		return 0, s.completeLeg(ctx, current, response)
	case response.Outcome == game.Refused && (isQuery || leg.Sends == 1):
		return 0, s.refuseLeg(ctx, leg, response)
	case !rules.IDs:
		return 0, s.sendToReview(ctx, leg, reasonNoIDs, response)
	case response.Outcome == game.Refused:
		err := s.q().MarkResendRefused(ctx, db.MarkResendRefusedParams{ID: leg.ID, Now: s.Clock(), Word: response.Code})
		return firstQueryPause, errors.Join(err, s.storeUnknown(ctx, leg))
	case response.Outcome == game.NotKnown && isQuery:
		return s.applyNotKnown(ctx, client, current, response)
	case response.Outcome == game.Pending:
		err := s.q().StoreLegResponse(ctx, db.StoreLegResponseParams{ID: leg.ID, Now: s.Clock(), Word: response.Code})
		return s.queryPause(leg), errors.Join(err, s.storeUnknown(ctx, leg))
	default:
		s.Log.WarnContext(ctx, "a game provider returned no outcome", "slot", leg.SlotCode, "transfer", leg.TransferID, "code", response.Code)
		return s.queryPause(leg), s.storeUnknown(ctx, leg)
	}
}

// applyNotKnown handles the response "not known". The response counts only if the provider's longest response time
// has passed since the last send. Then the same id is sent again. If a repeated send was refused before, an
// operator decides.
func (s *Service) applyNotKnown(ctx context.Context, client game.Client, current db.GetTransferWithLegRow, response game.Response) (time.Duration, error) {
	leg := current.GameLeg
	if remaining := client.Rules().LongestCall - s.Clock().Sub(*leg.SentAt); remaining > 0 {
		err := s.q().StoreLegResponse(ctx, db.StoreLegResponseParams{ID: leg.ID, Now: s.Clock(), Word: response.Code})
		return max(min(remaining, s.queryPause(leg)), time.Second), errors.Join(err, s.storeUnknown(ctx, leg))
	}
	if leg.TurnedDown {
		return 0, s.sendToReview(ctx, leg, reasonRefused, response)
	}
	return s.sendLeg(ctx, client, current, false)
}

// queryPause returns the time until the next status query. It grows with the time since the last send.
func (s *Service) queryPause(leg db.GameLeg) time.Duration {
	return min(max(s.Clock().Sub(*leg.SentAt)/3, firstQueryPause), maxQueryPause)
}

// storeUnknown stores that a leg's outcome is not known.
func (s *Service) storeUnknown(ctx context.Context, leg db.GameLeg) error {
	return s.inLockedTx(ctx, leg.TransferID, func(tx pgx.Tx, row db.GameTransfer) error {
		if row.State != stateSent {
			return nil
		}
		return db.New(tx).SetTransferState(ctx, db.SetTransferStateParams{ID: row.ID, State: stateUnknown})
	})
}

// inLockedTx runs do on a transfer in a transaction of its own. It locks the wallet, then the transfer's row.
func (s *Service) inLockedTx(ctx context.Context, id uuid.UUID, do func(pgx.Tx, db.GameTransfer) error) error {
	return pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		row, err := s.lockTransferTx(ctx, tx, id)
		if err != nil {
			return err
		}
		return do(tx, row)
	})
}

func (s *Service) lockTransferTx(ctx context.Context, tx pgx.Tx, id uuid.UUID) (db.GameTransfer, error) {
	row, err := db.New(tx).GetTransfer(ctx, id)
	if err != nil {
		return row, err
	}
	if _, err := s.Ledger.LockTx(ctx, tx, row.MemberID); err != nil {
		return row, err
	}
	return db.New(tx).LockTransfer(ctx, id)
}
