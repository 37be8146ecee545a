package withdrawal

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier/withdrawal/internal/db"
	"krapao/backend/platform/apperr"
	"krapao/backend/provider/payout"
)

// askedTwice is between two "not known" of a withdrawal that is to be voided, and between the
// wait's begin and the first of them: longer than a call of the lost time can be on its way.
const askedTwice = time.Minute

// voidUnsentTx voids a withdrawal that our book has not sent: at once, or once the provider was
// asked where our book may have lost that it was sent.
func (s *Service) voidUnsentTx(ctx context.Context, tx pgx.Tx, row db.Withdrawal, e ending) error {
	asks, err := s.mayBeSentTx(ctx, tx, row)
	switch {
	case err != nil:
		return err
	case asks:
		return s.voidLaterTx(ctx, tx, row, e)
	}
	return s.voidTx(ctx, tx, row, e)
}

// voidLaterTx has a withdrawal voided once the provider was asked: our book may have lost that it
// was sent. It ends by its job: voided, or sent after all.
func (s *Service) voidLaterTx(ctx context.Context, tx pgx.Tx, row db.Withdrawal, e ending) error {
	if row.VoidAt != nil {
		return nil // asked before
	}
	err := db.New(tx).WithdrawalVoidAsked(ctx, db.WithdrawalVoidAskedParams{ID: row.ID, Now: s.Clock(), VoidNote: string(e.note), DecidedBy: e.by, Note: e.why})
	if err != nil {
		return err
	}
	return s.Queue.InsertTx(ctx, tx, payOut{ID: row.ID}, nil)
}

// voidAsked is the step of such a withdrawal.
func (s *Service) voidAsked(ctx context.Context, row db.Withdrawal) (time.Duration, error) {
	said, err := s.Company.Query(ctx, reference(row))
	if err != nil {
		return 0, err
	}
	now := s.Clock()
	switch said.Outcome {
	case payout.NotFound:
	case payout.Unknown:
		return firstPause, nil
	default: // it was sent
		return firstPause, s.locked(ctx, row.ID, func(tx pgx.Tx, row db.Withdrawal) error {
			if row.State != stateApproval && row.State != stateQueued {
				return nil
			}
			return s.wasSentTx(ctx, tx, &row)
		})
	}
	loss, err := s.Wallet.Loss(ctx, s.Pool)
	if err != nil {
		return 0, err
	}
	if early := loss.Before.Add(askedTwice).Sub(now); early > 0 && loss.Ended.IsZero() {
		return early, nil
	}
	if row.MissingAt == nil || now.Sub(*row.MissingAt) < askedTwice {
		wait := askedTwice
		if row.MissingAt != nil {
			wait = askedTwice - now.Sub(*row.MissingAt)
		}
		return wait, s.q().WithdrawalVoidMissing(ctx, db.WithdrawalVoidMissingParams{ID: row.ID, Now: now})
	}
	return 0, s.locked(ctx, row.ID, func(tx pgx.Tx, row db.Withdrawal) error {
		if row.VoidAt == nil || (row.State != stateApproval && row.State != stateQueued) {
			return nil
		}
		return s.voidTx(ctx, tx, row, ending{note: apperr.Code(row.VoidNote), by: row.DecidedBy, why: row.Note})
	})
}
