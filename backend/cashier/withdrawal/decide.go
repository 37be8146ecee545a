package withdrawal

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier"
	"krapao/backend/cashier/withdrawal/internal/db"
	"krapao/backend/identity"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
)

// Act is what a cashier does with a withdrawal.
type Act string

// The acts. Approve and Reject are for one that a cashier looks at first; Settle
// and Fail for one whose outcome the company cannot tell.
const (
	Approve Act = "approve"
	Reject  Act = "reject"
	Settle  Act = "settle" // it was paid
	Fail    Act = "fail"   // it was not paid, and will not be
)

// Verdict of a cashier on a withdrawal. Note is theirs, for a Reject; the
// member is told WITHDRAW_REFUSED.
type Verdict struct {
	ID      uuid.UUID
	Cashier int64
	Act     Act
	Note    string
}

// What a withdrawal waits for a cashier with.
const (
	KindApproval = "WITHDRAWAL"
	KindDoubt    = "PAYOUT"

	reasonFirstPayout = "FIRST_PAYOUT"   // nothing shows that account and name are the member's
	reasonAfterReset  = "PASSWORD_RESET" // the password was reset a short time ago
	reasonAboveLimit  = "ABOVE_AUTO_LIMIT"
	reasonDayLimit    = "ABOVE_DAY_LIMIT" // with what was asked for on the same day
	reasonNoAnswer    = "NO_ANSWER"
)

// Ordered is a withdrawal as a cashier sees it. The account is the one that it
// goes to: the member's as it was when they asked.
type Ordered struct {
	ID          uuid.UUID       `json:"id"`
	State       string          `json:"state" enum:"APPROVAL,QUEUED,SENDING,PAID,FAILED"`
	Amount      money.Satang    `json:"amount"`
	Currency    string          `json:"currency"`
	CreatedAt   time.Time       `json:"createdAt"`
	BankCode    string          `json:"bankCode"`
	AccountNo   string          `json:"accountNo"`
	AccountName string          `json:"accountName"`
	Note        string          `json:"note,omitempty" doc:"Why it ended: the cashier's or the company's word."`
	Member      identity.Member `json:"-"`
	// Kind, Since and Reasons say what it waits for, in Waiting.
	Kind    string    `json:"-"`
	Since   time.Time `json:"-"`
	Reasons []string  `json:"-"`
}

func orderedOf(row db.Withdrawal) Ordered {
	out := Ordered{
		ID: row.ID, State: row.State, Amount: row.Amount, Currency: row.Currency, CreatedAt: row.CreatedAt.UTC(), BankCode: row.BankCode,
		AccountNo: row.AccountNo, AccountName: row.AccountName, Note: row.Note,
		Kind: KindApproval, Since: row.CreatedAt.UTC(), Reasons: row.Reasons,
	}
	if len(out.Reasons) == 0 { // asked for by a server of before there were others
		out.Reasons = []string{reasonAboveLimit}
	}
	if row.State == stateSending {
		out.Kind, out.Since, out.Reasons = KindDoubt, row.HeardAt.UTC(), []string{reasonNoAnswer}
	}
	return out
}

// Waiting lists the withdrawals that wait for a cashier, longest wait first:
// those to approve, and those that the company has not said a word of for long.
func (s *Service) Waiting(ctx context.Context) ([]Ordered, error) {
	rows, err := s.q().WithdrawalsWaiting(ctx, s.Clock().Add(-inDoubt))
	if err != nil {
		return nil, err
	}
	out := make([]Ordered, 0, len(rows))
	for _, row := range rows {
		one := orderedOf(row)
		if one.Member, err = s.Identity.Member(ctx, s.Pool, row.MemberID); err != nil {
			return nil, err
		}
		out = append(out, one)
	}
	return out, nil
}

const maxNote = 200

// DecideTx does a cashier's act in the caller's transaction (which also holds
// the audit entry). NO_DATA: 404 where there is no such withdrawal, 409 where
// it does not wait for this act, also when a colleague was quicker.
func (s *Service) DecideTx(ctx context.Context, tx pgx.Tx, v Verdict) (Ordered, error) {
	v.Note = strings.TrimSpace(v.Note)
	if utf8.RuneCountInString(v.Note) > maxNote || (v.Act == Reject && v.Note == "") {
		return Ordered{}, apperr.Field(apperr.InvalidUserInfo, "note")
	}
	row, err := lock(ctx, tx, v.ID)
	if err != nil {
		return Ordered{}, err
	}
	approval := row.State == stateApproval
	// Last sent so long ago, no call to the company is on its way any more.
	doubt := row.State == stateSending && row.HeardAt.Before(s.Clock().Add(-inDoubt))
	if v.Act == Reject || v.Act == Fail {
		sent, err := s.mayBeSentTx(ctx, tx, row)
		if err != nil {
			return Ordered{}, err
		}
		if sent {
			return Ordered{}, apperr.New(apperr.NoData).WithStatus(http.StatusConflict)
		}
	}
	e := ending{note: apperr.WithdrawRefused, why: v.Note, by: &v.Cashier}
	switch {
	case v.Act == Approve && approval:
		err = s.approveTx(ctx, tx, row, v.Cashier)
	case v.Act == Reject && approval, v.Act == Fail && doubt:
		err = s.voidTx(ctx, tx, row, e)
	case v.Act == Settle && doubt:
		err = s.settleTx(ctx, tx, row, e)
	default:
		err = apperr.New(apperr.NoData).WithStatus(http.StatusConflict)
	}
	if err != nil {
		return Ordered{}, err
	}
	row, err = db.New(tx).WithdrawalByID(ctx, v.ID)
	return orderedOf(row), err
}

// approveTx has a withdrawal sent. Where the account had to be looked at, this
// look counts from now on.
func (s *Service) approveTx(ctx context.Context, tx pgx.Tx, row db.Withdrawal, by int64) error {
	if slices.Contains(row.Reasons, reasonFirstPayout) {
		to := identity.Member{ID: row.MemberID, BankCode: row.BankCode, AccountNo: row.AccountNo, AccountName: row.AccountName}
		if err := s.Cashier.ProveTx(ctx, tx, to, cashier.ByCashier); err != nil {
			return err
		}
	}
	if err := db.New(tx).WithdrawalApprove(ctx, db.WithdrawalApproveParams{ID: row.ID, ApprovedBy: &by}); err != nil {
		return err
	}
	return s.Queue.InsertTx(ctx, tx, payOut{ID: row.ID}, nil)
}
