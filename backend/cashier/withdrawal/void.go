package withdrawal

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier/withdrawal/internal/db"
	"krapao/backend/platform/apperr"
	"krapao/backend/provider/payout"
)

// voidQueryGap is the minimum time between the two responses "not known" that a void needs. It is also the
// minimum time between the start of a pause and the first of these responses. It is longer than a lost call
// can be in transit.
const voidQueryGap = time.Minute

// voidUnsentTx voids a withdrawal that is unsent in our ledger. If our ledger may have lost its send, the void
// waits until the provider was asked.
func (s *Service) voidUnsentTx(ctx context.Context, tx pgx.Tx, row db.Withdrawal, o outcome) error {
	mayBeSent, err := s.mayHaveBeenSentTx(ctx, tx, row)
	switch {
	case err != nil:
		return err
	case mayBeSent:
		return s.requestVoidTx(ctx, tx, row, o)
	}
	return s.voidTx(ctx, tx, row, o)
}

// requestVoidTx requests a void, since our ledger may have lost that the withdrawal was sent. The withdrawal's
// job then asks the provider, and voids it or marks it as sent.
func (s *Service) requestVoidTx(ctx context.Context, tx pgx.Tx, row db.Withdrawal, o outcome) error {
	if row.VoidAt != nil {
		return nil // requested before
	}
	err := db.New(tx).RequestVoid(ctx, db.RequestVoidParams{ID: row.ID, Now: s.Clock(), VoidNote: string(o.memberCode), DecidedBy: o.by, Note: o.operatorNote})
	if err != nil {
		return err
	}
	return s.Queue.InsertTx(ctx, tx, payoutJob{ID: row.ID}, nil)
}

// runRequestedVoid runs one step of a withdrawal whose void is requested. It returns the wait before the next
// step.
func (s *Service) runRequestedVoid(ctx context.Context, row db.Withdrawal) (time.Duration, error) {
	response, err := s.Provider.Query(ctx, reference(row))
	if err != nil {
		return 0, err
	}
	now := s.Clock()
	switch response.Outcome {
	case payout.NotFound:
	case payout.Unknown:
		return minQueryPause, nil
	default: // the provider has the payout, so the withdrawal was sent
		return minQueryPause, s.withLocked(ctx, row.ID, func(tx pgx.Tx, row db.Withdrawal) error {
			if row.State != stateApproval && row.State != stateQueued {
				return nil
			}
			return s.markSentTx(ctx, tx, &row)
		})
	}
	loss, err := s.Wallet.ReadLoss(ctx, s.Pool)
	if err != nil {
		return 0, err
	}
	if early := loss.RequestedBefore.Add(voidQueryGap).Sub(now); early > 0 && loss.PauseEnded.IsZero() {
		return early, nil
	}
	if row.MissingAt == nil || now.Sub(*row.MissingAt) < voidQueryGap {
		wait := voidQueryGap
		if row.MissingAt != nil {
			wait = voidQueryGap - now.Sub(*row.MissingAt)
		}
		return wait, s.q().MarkVoidedPayoutMissing(ctx, db.MarkVoidedPayoutMissingParams{ID: row.ID, Now: now})
	}
	return 0, s.withLocked(ctx, row.ID, func(tx pgx.Tx, row db.Withdrawal) error {
		if row.VoidAt == nil || (row.State != stateApproval && row.State != stateQueued) {
			return nil
		}
		return s.voidTx(ctx, tx, row, outcome{memberCode: apperr.Code(row.VoidNote), by: row.DecidedBy, operatorNote: row.Note})
	})
}
