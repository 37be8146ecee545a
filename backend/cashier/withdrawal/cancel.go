package withdrawal

import (
	"context"
	"errors"
	"net/http"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier/withdrawal/internal/db"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/web"
	"krapao/backend/provider/payout"
	"krapao/backend/statement"
	"krapao/backend/wallet"
)

// Cancel ends the caller's withdrawal if it was not sent yet, and returns the money to the wallet. Our ledger
// may have lost that the withdrawal was sent. Then Cancel returns 202, and the withdrawal ends after the
// provider was asked. It returns NO_DATA with 404 if the caller has no such withdrawal, and with 409 if it is
// too late. Cancelling twice succeeds.
func (s *Service) Cancel(ctx context.Context, id uuid.UUID) (withdrawalResponse, error) {
	if err := s.checkGatherUnsent(ctx, id); err != nil {
		return nil, err
	}
	first, err := web.Once(ctx, s.Keyed, "", id, func(tx pgx.Tx) (int, wallet.CommandStatus, error) {
		row, err := s.lockWithdrawal(ctx, tx, id)
		if apperr.CodeOf(err) == apperr.NoData {
			if ok, err := s.cancelGatherTx(ctx, tx, id); !ok {
				return 0, wallet.CommandStatus{}, errors.Join(err, apperr.New(apperr.NoData))
			}
			out, err := s.Wallet.StatusTx(ctx, tx, web.Member(ctx), id)
			return http.StatusOK, out, err
		}
		if err != nil {
			return 0, wallet.CommandStatus{}, err
		}
		if row.MemberID != web.Member(ctx) {
			return 0, wallet.CommandStatus{}, apperr.New(apperr.NoData)
		}
		if !isCancelled(row) {
			if row.State != stateApproval && row.State != stateQueued {
				return 0, wallet.CommandStatus{}, apperr.New(apperr.NoData).WithStatus(http.StatusConflict)
			}
			if err := s.voidUnsentTx(ctx, tx, row, outcome{memberCode: apperr.WithdrawCancelled}); err != nil {
				return 0, wallet.CommandStatus{}, err
			}
		}
		out, err := s.Wallet.StatusTx(ctx, tx, row.MemberID, id)
		if out.Statement.Status == statement.Pending {
			return http.StatusAccepted, out, err // the provider is asked first
		}
		return http.StatusOK, out, err
	})
	if err != nil || first.Status != http.StatusAccepted {
		return first, err
	}
	return s.Wallet.Await(ctx, first, s.Patience, s.readProgress) // the provider is asked first, or the stored response has expired
}

// checkGatherUnsent returns NO_DATA (409) if a withdrawal that gathers money may be the repeat of one that was
// paid and that the database lost. Its line must not end then: the comparison restores the withdrawal under
// the same id. checkGatherUnsent asks the provider for a payout with this id. A response "not found" counts
// only from loss.CallsEnded on: until then a lost call may still reach the provider.
func (s *Service) checkGatherUnsent(ctx context.Context, id uuid.UUID) error {
	loss, err := s.Wallet.ReadLoss(ctx, s.Pool)
	if err != nil || loss.RequestedBefore.IsZero() {
		return err
	}
	gathers, err := s.q().IsGatheringOpen(ctx, db.IsGatheringOpenParams{ID: id, MemberID: web.Member(ctx)})
	if err != nil || !gathers {
		return err
	}
	response, err := s.Provider.Query(ctx, id.String())
	if err == nil && (response.Outcome != payout.NotFound || s.Clock().Before(loss.CallsEnded)) {
		err = apperr.New(apperr.NoData).WithStatus(http.StatusConflict)
	}
	return err
}

// isCancelled returns whether a withdrawal failed before any send and without a cashier's decision: its
// member cancelled it.
func isCancelled(row db.Withdrawal) bool {
	return row.State == stateFailed && row.DecidedBy == nil && row.Sends == 0
}
