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
	"krapao/backend/statement"
	"krapao/backend/wallet"
)

// Cancel takes back a withdrawal of the caller's that was not sent yet: the
// money is in the wallet again. Where our book may have lost that it was sent, the answer is 202,
// and it ends once the provider was asked. NO_DATA: 404 where the caller has none of that
// id, 409 where it is too late. Cancelling twice is fine.
func (s *Service) Cancel(ctx context.Context, id uuid.UUID) (answer, error) {
	first, err := web.Once(ctx, s.Keyed, "", id, func(tx pgx.Tx) (int, wallet.Answer, error) {
		row, err := s.lock(ctx, tx, id)
		if apperr.CodeOf(err) == apperr.NoData {
			if ok, err := s.takeBackTx(ctx, tx, id); !ok {
				return 0, wallet.Answer{}, errors.Join(err, apperr.New(apperr.NoData))
			}
			out, err := s.Wallet.StandsTx(ctx, tx, web.Member(ctx), id)
			return http.StatusOK, out, err
		}
		if err != nil {
			return 0, wallet.Answer{}, err
		}
		if row.MemberID != web.Member(ctx) {
			return 0, wallet.Answer{}, apperr.New(apperr.NoData)
		}
		if !isCancelled(row) {
			if row.State != stateApproval && row.State != stateQueued {
				return 0, wallet.Answer{}, apperr.New(apperr.NoData).WithStatus(http.StatusConflict)
			}
			if err := s.voidUnsentTx(ctx, tx, row, ending{note: apperr.WithdrawCancelled}); err != nil {
				return 0, wallet.Answer{}, err
			}
		}
		out, err := s.Wallet.StandsTx(ctx, tx, row.MemberID, id)
		if out.Statement.Status == statement.Pending {
			return http.StatusAccepted, out, err // the provider is asked first
		}
		return http.StatusOK, out, err
	})
	if err != nil || first.Status != http.StatusAccepted {
		return first, err
	}
	return s.Wallet.Await(ctx, first, s.Patience, s.look) // its answer's time is over
}

// isCancelled: it failed, and neither a cashier nor the company had a hand in it.
func isCancelled(row db.Withdrawal) bool {
	return row.State == stateFailed && row.DecidedBy == nil && row.Sends == 0
}
