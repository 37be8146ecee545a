package withdrawal

import (
	"context"
	"net/http"
	"slices"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier"
	"krapao/backend/cashier/withdrawal/internal/db"
	"krapao/backend/identity"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/plain"
	"krapao/backend/statement"
)

// Action is a cashier's action on a withdrawal.
type Action string

// The actions. Approve and Reject are for a withdrawal that waits for approval. Settle and Fail are for one
// whose outcome the provider does not report.
const (
	Approve Action = "approve"
	Reject  Action = "reject"
	Settle  Action = "settle" // the payout was made
	Fail    Action = "fail"   // the payout was not made, and will not be
)

// Decision is a cashier's decision about a withdrawal. Note is the cashier's reason for a Reject. The member
// only sees WITHDRAW_REFUSED.
type Decision struct {
	ID      uuid.UUID
	Cashier int64
	Action  Action
	Note    string
}

// The reasons why a withdrawal waits for a cashier.
const (
	reasonUnexplained = "UNEXPLAINED_WIN" // games paid out money that no play explains (package games)
	reasonFirstPayout = "FIRST_PAYOUT"    // nothing shows that account and name are the member's
	reasonAfterReset  = "PASSWORD_RESET"  // the password was reset recently
	reasonSameHolder  = "SAME_HOLDER"     // another member with this holder's name has received the same reward
	reasonAboveLimit  = "ABOVE_AUTO_LIMIT"
	reasonDayLimit    = "ABOVE_DAY_LIMIT" // the sum of the member's withdrawals of that day is above the limit
	reasonSilentGame  = "SILENT_GAME"     // our database was restored to an earlier state, and a game has not reported its balance for an hour
	reasonNoResponse  = "NO_ANSWER"
)

// reasonsOf returns why a withdrawal waits for approval.
func reasonsOf(row db.Withdrawal) []string {
	if len(row.Reasons) == 0 { // stored by an older server, which knew only this reason
		return []string{reasonAboveLimit}
	}
	return row.Reasons
}

const maxNote = 200

// DecideTx applies a cashier's decision in the caller's transaction, which also writes the audit entry. It
// returns INVALID_USER_INFO for a bad note. It returns NO_DATA with 404 if there is no such withdrawal, and
// with 409 if it does not wait for this action (any more).
func (s *Service) DecideTx(ctx context.Context, tx pgx.Tx, v Decision) (db.Withdrawal, error) {
	v.Note = plain.Text(v.Note)
	if utf8.RuneCountInString(v.Note) > maxNote || (v.Action == Reject && v.Note == "") {
		return db.Withdrawal{}, apperr.Field(apperr.InvalidUserInfo, "note")
	}
	row, err := s.lockWithdrawal(ctx, tx, v.ID)
	if err != nil {
		return db.Withdrawal{}, err
	}
	approval := row.State == stateApproval && row.VoidAt == nil
	// The last send and the last response are so long ago that no call to the provider can still be in transit.
	overdue := row.State == stateSending && row.RestoredAt == nil && s.isOverdue(*row.HeardAt)
	if v.Action == Fail {
		sent, err := s.mayHaveBeenSentTx(ctx, tx, row)
		if err != nil {
			return db.Withdrawal{}, err
		}
		if sent {
			return db.Withdrawal{}, apperr.New(apperr.NoData).WithStatus(http.StatusConflict)
		}
	}
	o := outcome{memberCode: apperr.WithdrawRefused, operatorNote: v.Note, by: &v.Cashier}
	switch {
	case v.Action == Approve && approval:
		err = s.approveTx(ctx, tx, row, v.Cashier)
	case v.Action == Reject && approval:
		err = s.voidUnsentTx(ctx, tx, row, o)
	case v.Action == Fail && overdue:
		err = s.voidTx(ctx, tx, row, o)
	case v.Action == Settle && overdue:
		err = s.settleTx(ctx, tx, row, o)
	default:
		err = apperr.New(apperr.NoData).WithStatus(http.StatusConflict)
	}
	if err != nil {
		return db.Withdrawal{}, err
	}
	return db.New(tx).GetWithdrawal(ctx, v.ID)
}

// approveTx approves a withdrawal and enqueues its payout. If the account was one of the reasons, the
// approval proves the account. A withdrawal that also waits for plays stays in APPROVAL until they arrive.
func (s *Service) approveTx(ctx context.Context, tx pgx.Tx, row db.Withdrawal, by int64) error {
	if slices.Contains(row.Reasons, reasonUnexplained) {
		mustWait, err := s.mustWaitForPlaysTx(ctx, tx, row)
		switch {
		case err != nil:
			return err
		case mustWait && len(row.Reasons) == 1:
			return apperr.New(apperr.NoData).WithStatus(http.StatusConflict)
		case mustWait:
			err := s.storeApprovedAccountTx(ctx, tx, row)
			if err == nil {
				err = db.New(tx).StoreReasons(ctx, db.StoreReasonsParams{ID: row.ID, Reasons: []string{reasonUnexplained}, ApprovedBy: &by})
			}
			return err
		}
	}
	if err := s.storeApprovedAccountTx(ctx, tx, row); err != nil {
		return err
	}
	if err := db.New(tx).ApproveWithdrawal(ctx, db.ApproveWithdrawalParams{ID: row.ID, ApprovedBy: &by}); err != nil {
		return err
	}
	return s.enqueuePayoutTx(ctx, tx, row)
}

// storeApprovedAccountTx stores that a cashier has approved the account, if this was the first payout to it.
func (s *Service) storeApprovedAccountTx(ctx context.Context, tx pgx.Tx, row db.Withdrawal) error {
	if !slices.Contains(row.Reasons, reasonFirstPayout) {
		return nil
	}
	to := identity.Member{ID: row.MemberID, BankCode: row.BankCode, AccountNo: row.AccountNo, AccountName: row.AccountName}
	return s.Cashier.StoreProofTx(ctx, tx, cashier.Proof{Member: to, Method: cashier.MethodCashier})
}

// enqueuePayoutTx enqueues the payout of a withdrawal that does not wait for approval any more.
func (s *Service) enqueuePayoutTx(ctx context.Context, tx pgx.Tx, row db.Withdrawal) error {
	if err := s.Queue.InsertTx(ctx, tx, payoutJob{ID: row.ID}, nil); err != nil {
		return err
	}
	_, err := s.Statement.ChangeTx(ctx, tx, row.MemberID, row.ID, statement.Change{
		Status: statement.Pending, Event: statement.Approved, TransferID: &row.HoldID, CanCancel: true,
	})
	return err
}
