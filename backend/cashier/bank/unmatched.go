package bank

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier"
	"krapao/backend/cashier/bank/internal/db"
	"krapao/backend/identity"
	"krapao/backend/ledger"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/statement"
)

// Unmatched is a transfer into an account of ours whose payer was not found. It is also the content of a
// proposal about it.
type Unmatched struct {
	ID          uuid.UUID    `json:"id"`
	Reason      string       `json:"reason"` // NOBODY, SEVERAL or SLIP_IN_REVIEW
	Bank        string       `json:"bank"`   // the sender's number
	BankCode    string       `json:"bankCode,omitempty"`
	Account     string       `json:"account"`
	Name        string       `json:"name"`
	Reference   string       `json:"reference"`
	ToBank      string       `json:"toBank"`
	ToAccountNo string       `json:"toAccountNo"`
	Amount      money.Satang `json:"amount"`
	Currency    string       `json:"currency"`
	At          time.Time    `json:"at"`
	Since       time.Time    `json:"since"`
	Held        bool         `json:"held,omitempty"` // of a transfer just credited: the money is held for return
	payerProposal
}

// payerProposal is the additional content of a proposal about a payer.
type payerProposal struct {
	ConfirmedAccount string   `json:"confirmedAccount,omitempty"` // the whole account number that the bank confirmed
	OtherMembers     []string `json:"otherMembers,omitempty"`     // see otherMembers
	Printed          []string `json:"printed,omitempty"`          // the member's printed names
}

func unmatchedOf(r db.BankFeed) Unmatched {
	return Unmatched{
		ID: r.ID, Reason: r.Reason, Bank: r.Bank, Account: r.Account, Name: r.Name, Reference: r.TransRef, ToBank: r.ToBank,
		ToAccountNo: r.ToAccount, Amount: r.Amount, Currency: r.Currency, At: r.At.UTC(), Since: r.ReceivedAt.UTC(),
	}
}

// creditUnmatchedTx credits a transfer to the member that a cashier found. It returns NO_DATA if the transfer
// does not wait (any more). It returns SLIP_REFNO_DUPLICATED (409) if the transfer's slip waits: then the
// cashier decides about the slip. It also has the errors of checkUnmatchedApproval.
func (s *Service) creditUnmatchedTx(ctx context.Context, tx pgx.Tx, id uuid.UUID, member identity.Member, a approval) (Unmatched, error) {
	row, err := s.lockUnmatched(ctx, tx, id)
	if err != nil {
		return Unmatched{}, err
	}
	proof, _, err := s.checkUnmatchedApproval(ctx, tx, row, member, a)
	if err != nil {
		return Unmatched{}, err
	}
	held, err := s.creditFeedTx(ctx, tx, row, member, matchSource{by: &a.by, proof: proof})
	if errors.Is(err, errClaimedBySlip) {
		err = newClaimedError()
	}
	credited := unmatchedOf(row)
	credited.Held = held
	return credited, err
}

// checkUnmatchedApproval is payerMatch.checkApproval for a reported transfer. It also returns the content
// of a proposal. It returns INVALID_USER_INFO for memberId if the member has another currency.
func (s *Service) checkUnmatchedApproval(ctx context.Context, q pg.DB, row db.BankFeed, m identity.Member, a approval) (*cashier.Proof, payerProposal, error) {
	if string(m.Currency) != row.Currency {
		return nil, payerProposal{}, apperr.Field(apperr.InvalidUserInfo, "memberId")
	}
	p, err := s.matchFeedPayer(ctx, q, row)
	if err != nil {
		return nil, payerProposal{}, err
	}
	self, err := s.holderOfMember(ctx, q, m)
	if err != nil {
		return nil, payerProposal{}, err
	}
	proof, err := p.checkApproval(m, self, a)
	return proof, payerProposal{ConfirmedAccount: a.confirmedAccount, OtherMembers: p.otherMembers(m.ID), Printed: self.Printed}, err
}

// returnUnmatchedTx holds a transfer that belongs to no member as money to return. It returns NO_DATA and
// SLIP_REFNO_DUPLICATED as creditUnmatchedTx does.
func (s *Service) returnUnmatchedTx(ctx context.Context, tx pgx.Tx, id uuid.UUID, by int64) (Unmatched, error) {
	row, err := s.lockUnmatched(ctx, tx, id)
	if err != nil {
		return Unmatched{}, err
	}
	claimed, err := db.New(tx).ClaimInsert(ctx, db.ClaimInsertParams{Bank: row.Bank, TransRef: row.TransRef, Via: viaOf(&by)})
	if err != nil {
		return Unmatched{}, err
	}
	if claimed == 0 {
		return Unmatched{}, newClaimedError()
	}
	_, err = s.Cashier.HoldForReturnTx(ctx, tx, cashier.Incoming{
		Member: identity.Member{Currency: ledger.Currency(row.Currency)}, Key: depositKey(row.Bank, row.TransRef), HouseAccount: ledger.BankIn, Amount: row.Amount,
		From: statement.AccountPlace(row.Bank, row.Account), Name: row.Name, Method: cashier.MethodFeed, Reference: row.Bank + " " + row.TransRef,
	}, apperr.NoteNotMatch)
	if err != nil {
		return Unmatched{}, err
	}
	var b pgx.Batch
	s.queueFeedDone(ctx, &b, row, nil, &by)
	return unmatchedOf(row), tx.SendBatch(ctx, &b).Close()
}

func (s *Service) lockUnmatched(ctx context.Context, tx pgx.Tx, id uuid.UUID) (db.BankFeed, error) {
	row, err := db.New(tx).LockFeedRowByID(ctx, id)
	if err != nil || row.State == stateDone {
		return row, pg.NotFound(err)
	}
	return row, nil
}

// newClaimedError returns the error for a transfer that a slip has claimed.
func newClaimedError() error {
	return apperr.New(apperr.NoteDuplicated).WithStatus(http.StatusConflict)
}
