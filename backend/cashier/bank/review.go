package bank

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier"
	"krapao/backend/cashier/bank/internal/db"
	"krapao/backend/identity"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/provider/slip"
	"krapao/backend/statement"
)

// Decision is a cashier's decision about a slip.
type Decision struct {
	Slip uuid.UUID
	approval
	// Credit means that the slip is credited. Otherwise Note is the reason for the refusal.
	Credit bool
	Note   apperr.Code
	// Amount is the amount in satang that the cashier found, if no verifier returned one.
	Amount *money.Satang
}

// refusals are the notes with which a cashier may refuse a slip, the most frequent first.
var refusals = []apperr.Code{
	apperr.NoteNotMatch, apperr.NoteExpired, apperr.NoteInvalidSlip, apperr.NoteDestInvalid, apperr.NoteDuplicated,
	apperr.NoteUnstable, apperr.NoteCannotRead, apperr.NoteFileNotExist, apperr.NoteUnknown,
}

// DecideTx ends a slip in review, in the caller's transaction, which also writes the audit entry. It returns
// NO_DATA if the slip is not in review (any more). It returns SLIP_REFNO_DUPLICATED if the transfer is
// claimed for something else than this slip. A credit also has the errors of checkApproval.
func (s *Service) DecideTx(ctx context.Context, tx pgx.Tx, v Decision) (Slip, error) {
	q := db.New(tx)
	row, err := q.LockSlip(ctx, v.Slip)
	if err != nil || row.State != stateReview {
		return Slip{}, pg.NotFound(err)
	}
	if v.Credit {
		err = s.approveSlip(ctx, tx, row, v)
	} else {
		err = s.refuseSlip(ctx, tx, row, v)
	}
	if err != nil {
		return Slip{}, err
	}
	row, err = q.GetSlip(ctx, v.Slip)
	return slipOf(row), err
}

func (s *Service) approveSlip(ctx context.Context, tx pgx.Tx, row db.Slip, v Decision) error {
	amount := v.Amount
	switch {
	case row.Amount != nil && (amount == nil || *amount == *row.Amount):
		amount = row.Amount
	case row.Amount != nil, amount == nil, *amount <= 0:
		// A cashier cannot change the verifier's amount.
		return apperr.Field(apperr.InvalidUserInfo, "amount")
	}
	if row.TransRef == "" {
		// The slip's code was never read, so the transfer's reference is unknown. The slip's id serves as its
		// claim and its ledger key. With an empty reference all these slips would share one claim, and only
		// the first could be credited.
		row.TransRef = row.ID.String()
	}
	mayCredit, err := s.claimForReview(ctx, tx, row)
	if err != nil {
		return err
	}
	if !mayCredit {
		return apperr.New(apperr.NoteDuplicated).WithStatus(http.StatusConflict)
	}
	proof, _, err := s.checkSlipApproval(ctx, tx, row, v.approval)
	if err != nil {
		return err
	}
	held, err := s.creditSlipTx(ctx, tx, row, *amount, factsOf(row), &v.by)
	if err != nil || held || proof == nil {
		return err
	}
	return s.Cashier.StoreProofTx(ctx, tx, *proof)
}

// checkSlipApproval is payerMatch.checkApproval for a slip. It also returns the content of a proposal. A slip
// that the rules found to be the member's own needs no confirmed account and no second operator, even if
// another fitting member has registered since. The same holds for a slip without the verifier's data: there is
// nothing to compare, and the cashier has checked our own bank account.
func (s *Service) checkSlipApproval(ctx context.Context, q pg.DB, row db.Slip, a approval) (*cashier.Proof, payerProposal, error) {
	f := factsOf(row)
	if f == nil || row.Reason == reasonLate {
		return nil, payerProposal{}, nil
	}
	m, err := s.Identity.Member(ctx, q, row.MemberID)
	if err != nil {
		return nil, payerProposal{}, err
	}
	p, err := s.matchSlipPayer(ctx, q, f.Sender)
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

func (s *Service) refuseSlip(ctx context.Context, tx pgx.Tx, row db.Slip, v Decision) error {
	if !slices.Contains(refusals, v.Note) {
		return apperr.Field(apperr.InvalidUserInfo, "note")
	}
	if err := db.New(tx).ClaimRelease(ctx, db.ClaimReleaseParams{Bank: row.SendingBank, TransRef: row.TransRef, SlipID: &row.ID}); err != nil {
		return err
	}
	return s.failSlipTx(ctx, tx, row, v.Note, factsOf(row), &v.by)
}

// factsOf returns the verifier's stored data, or nil.
func factsOf(row db.Slip) *slip.Facts {
	if len(row.Answer) == 0 {
		return nil
	}
	var f slip.Facts
	if err := json.Unmarshal(row.Answer, &f); err != nil {
		return nil
	}
	return &f
}

// slipPayer returns the paying account, as far as the slip shows it. isOwn means that the rules found
// the account to be the member's own.
func (s *Service) slipPayer(ctx context.Context, q pg.DB, row db.Slip, f *slip.Facts, m identity.Member, isOwn bool) (statement.Place, error) {
	bank, shown := row.SendingBank, ""
	if f != nil {
		shown = f.Sender.Account
		if f.Sender.Bank != "" {
			bank = f.Sender.Bank
		}
	}
	return s.payerPlace(ctx, q, m, bank, shown, isOwn)
}
