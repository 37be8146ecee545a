package withdrawal

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier/withdrawal/internal/db"
	"krapao/backend/ledger"
	"krapao/backend/platform/apperr"
	"krapao/backend/provider/payout"
	"krapao/backend/statement"
)

// runStep runs one step of a withdrawal. It returns the wait before the next step, or 0 if nothing is left to
// do. Concurrent steps are safe.
func (s *Service) runStep(ctx context.Context, id uuid.UUID) (time.Duration, error) {
	row, err := s.q().GetWithdrawal(ctx, id)
	if err != nil {
		return 0, err
	}
	switch {
	case row.VoidAt != nil && row.DoneAt == nil:
		return s.runRequestedVoid(ctx, row)
	case row.State == stateQueued:
		return s.sendPayout(ctx, row)
	case row.State == stateSending:
		response, err := s.Provider.Query(ctx, reference(row))
		if err != nil {
			return 0, err
		}
		return s.applyResponse(ctx, row, response)
	default:
		return 0, nil
	}
}

// reference returns the payout's name at the provider, which never changes.
func reference(row db.Withdrawal) string { return row.ID.String() }

// sendPayout stores that the payout may exist from now on, and then calls the provider. before is the row as
// read earlier. If another call has changed the row since, sendPayout sends nothing and runs a step with the
// new state. Nothing is sent either while payouts are paused, while the member is frozen, or while a restored
// payout of the member is not attributed. It returns the wait before the next step.
func (s *Service) sendPayout(ctx context.Context, before db.Withdrawal) (time.Duration, error) {
	var sent db.Withdrawal
	mustWait, uncompared := false, false
	err := s.withLocked(ctx, before.ID, func(tx pgx.Tx, row db.Withdrawal) error {
		var err error
		if mustWait, err = s.isPaused(ctx, tx); err != nil || mustWait {
			return err
		}
		frozen, err := s.Wallet.LockAndCheckTx(ctx, tx, row.MemberID, s.Identity.NotFrozenGuard(row.MemberID))
		if mustWait = frozen != ""; err != nil || mustWait {
			return err
		}
		if mustWait, uncompared, err = s.checkHeldBackTx(ctx, tx, row); err != nil || mustWait {
			return err
		}
		if row.State != before.State || row.Sends != before.Sends || row.VoidAt != nil {
			sent = db.Withdrawal{}
			return nil
		}
		now := s.Clock()
		if err := db.New(tx).MarkWithdrawalSending(ctx, db.MarkWithdrawalSendingParams{ID: row.ID, Now: now}); err != nil {
			return err
		}
		first := row.State == stateQueued
		row.State, row.Sends, row.SentAt, row.MissingAt = stateSending, row.Sends+1, &now, nil
		if sent = row; !first {
			return nil
		}
		_, err = s.Statement.ChangeTx(ctx, tx, row.MemberID, row.ID, statement.Change{Status: statement.Pending, Event: statement.Sent, TransferID: &row.HoldID})
		return err
	})
	if err == nil && uncompared {
		err = s.Games.FindLostMoves(ctx, before.MemberID)
	}
	if err != nil {
		return 0, err
	}
	if mustWait {
		return pausedRetry, nil
	}
	if sent.Sends == 0 {
		return s.runStep(ctx, before.ID) // with its current state
	}
	response, err := s.Provider.Create(ctx, payoutOrderOf(sent))
	if err != nil {
		return 0, err
	}
	return s.applyResponse(ctx, sent, response)
}

// checkHeldBackTx returns whether a withdrawal may not be sent yet (mustWait). Either a restored payout of the
// member is not attributed. Or our database went back in time, and the balance of one of the member's games
// was not compared since (uncompared). After an hour without a comparison, the withdrawal waits for a
// cashier.
func (s *Service) checkHeldBackTx(ctx context.Context, tx pgx.Tx, row db.Withdrawal) (mustWait, uncompared bool, err error) {
	if row.RestoredAt != nil {
		return false, false, nil
	}
	waiting, err := db.New(tx).HasPayoutHoldback(ctx, db.HasPayoutHoldbackParams{MemberID: row.MemberID, Now: s.Clock()})
	if err != nil || waiting.Open || !waiting.Uncompared || row.State != stateQueued || slices.Contains(row.Reasons, reasonSilentGame) {
		return waiting.Open, false, err
	}
	if waiting.Silent {
		err = db.New(tx).SendWithdrawalToApproval(ctx, db.SendWithdrawalToApprovalParams{ID: row.ID, Reason: reasonSilentGame})
	}
	return true, true, err
}

func payoutOrderOf(row db.Withdrawal) payout.Order {
	return payout.Order{
		Reference: reference(row), Bank: row.BankNumber, AccountNo: row.AccountNo, Name: row.AccountName,
		Amount: row.Amount, Currency: isoOf(ledger.Currency(row.Currency)),
	}
}

func isoOf(c ledger.Currency) string {
	if c == ledger.BAHT {
		return "THB"
	}
	return string(c)
}

// applyResponse applies the provider's response. row is the row as read before the call.
func (s *Service) applyResponse(ctx context.Context, row db.Withdrawal, response payout.Response) (time.Duration, error) {
	now := s.Clock()
	if other, err := s.exchangeIfContentDiffers(ctx, row, response); err != nil || other {
		return minQueryPause, err
	}
	switch response.Outcome {
	case payout.Paid:
		return s.applyPaid(ctx, row)
	case payout.Failed:
		if response.Refused && row.Sends > 1 {
			// The provider rejected this send. An earlier one may have succeeded.
			err := s.q().StoreSendRejection(ctx, db.StoreSendRejectionParams{ID: row.ID, Refused: response.Code, Now: now})
			return transitTime, err
		}
		return s.applyFailed(ctx, row, response)
	case payout.Pending:
		return s.queryPause(row), s.q().MarkWithdrawalResponded(ctx, db.MarkWithdrawalRespondedParams{ID: row.ID, Now: now})
	case payout.NotFound:
		return s.applyNotKnown(ctx, row, now)
	default:
		s.Log.WarnContext(ctx, "the payout provider returned no outcome", "withdrawal", row.ID, "code", response.Code)
		return s.queryPause(row), nil
	}
}

// queryPause returns the wait before the next query to the provider. It grows with the time since the last send.
func (s *Service) queryPause(row db.Withdrawal) time.Duration {
	return min(max(s.Clock().Sub(*row.SentAt)/3, minQueryPause), maxQueryPause)
}

// applyNotKnown handles the response "not known". Only a second one, at least notKnownGap after the first,
// counts.
func (s *Service) applyNotKnown(ctx context.Context, row db.Withdrawal, now time.Time) (time.Duration, error) {
	if row.MissingAt == nil || now.Sub(*row.MissingAt) < notKnownGap {
		wait := notKnownGap
		if row.MissingAt != nil {
			wait = max(notKnownGap-now.Sub(*row.MissingAt), time.Second)
		}
		return wait, s.q().MarkWithdrawalMissing(ctx, db.MarkWithdrawalMissingParams{ID: row.ID, Now: now})
	}
	if row.Refused == "" {
		return s.sendPayout(ctx, row)
	}
	if sinceSend := now.Sub(*row.SentAt); sinceSend < transitTime {
		return transitTime - sinceSend, nil
	}
	return s.applyFailed(ctx, row, payout.Response{Outcome: payout.Failed, Code: row.Refused})
}

// applyPaid settles a withdrawal that the provider has paid. A restored withdrawal is settled only once it is
// attributed.
func (s *Service) applyPaid(ctx context.Context, before db.Withdrawal) (wait time.Duration, err error) {
	err = s.withLocked(ctx, before.ID, func(tx pgx.Tx, row db.Withdrawal) error {
		wait = 0
		switch {
		case row.State == stateSending && row.RestoredAt != nil && row.AttributedAt == nil:
			wait = maxQueryPause
			return db.New(tx).MarkWithdrawalResponded(ctx, db.MarkWithdrawalRespondedParams{ID: row.ID, Now: s.Clock()})
		case row.State == stateSending:
			return s.settleTx(ctx, tx, row, outcome{})
		case row.State == stateFailed:
			s.Log.ErrorContext(ctx, "the provider paid a withdrawal that a cashier had ended as failed", "withdrawal", row.ID)
		}
		return nil
	})
	return wait, err
}

// applyFailed voids a withdrawal that the provider will not pay. If the withdrawal was sent again since,
// that send may succeed, so applyFailed only returns the wait before the next query.
func (s *Service) applyFailed(ctx context.Context, before db.Withdrawal, response payout.Response) (wait time.Duration, err error) {
	err = s.withLocked(ctx, before.ID, func(tx pgx.Tx, row db.Withdrawal) error {
		wait = 0
		if row.State != stateSending {
			return nil
		}
		if row.Sends != before.Sends {
			wait = minQueryPause
			return nil
		}
		return s.voidTx(ctx, tx, row, outcome{memberCode: apperr.WithdrawRefused, operatorNote: response.Code})
	})
	return wait, err
}
