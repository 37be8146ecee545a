package bank

import (
	"context"
	"encoding/json"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier/bank/internal/db"
	"krapao/backend/cashier/match"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/staff"
)

// proposalKindSlip is the two-operator action that credits a slip although another member is proved or
// agrees, or the slip shows another name.
const proposalKindSlip = "SLIP_CREDIT"

// slipProposal is the stored content of a proposal about a slip.
type slipProposal struct {
	ID             uuid.UUID     `json:"id"`
	Amount         *money.Satang `json:"amount,omitempty"` // the cashier's amount, if the verifier returned none
	Reference      string        `json:"reference"`
	Currency       string        `json:"currency"`
	VerifiedAmount *money.Satang `json:"told,omitempty"` // the amount that the verifier returned
	Bank           string        `json:"bank"`           // the number of the payer's bank
	BankCode       string        `json:"bankCode"`
	Account        string        `json:"account"`
	Names          []string      `json:"names"`
	Since          time.Time     `json:"since"`
	payerProposal
}

func (s *Service) proposeSlipAction() staff.Action {
	return staff.Action{
		Name: "propose", NeedsApproval: true, Fields: []staff.Field{amountField, confirmedField, staff.Why},
		Do: func(ctx context.Context, tx pgx.Tx, d staff.ActionInput) (staff.ActionResult, error) {
			id, err := staff.ItemID(d.ID)
			if err != nil {
				return staff.ActionResult{}, err
			}
			row, err := db.New(tx).LockSlip(ctx, id)
			if err != nil || row.State != stateReview {
				return staff.ActionResult{}, pg.NotFound(err)
			}
			content, err := s.slipProposalOf(ctx, tx, row, d)
			if err != nil {
				return staff.ActionResult{}, err
			}
			proposal, err := s.Staff.ProposeTx(ctx, tx, staff.NewProposal{Kind: proposalKindSlip, MemberID: row.MemberID, Body: content, Why: d.Fields.Text("why"), By: d.By.ID})
			return staff.ActionResult{Amount: content.amount(), Currency: row.Currency, Proposal: proposal, Details: map[string]any{"amount": content.amount(), "reference": content.Reference}}, err
		},
	}
}

func (s *Service) slipProposalOf(ctx context.Context, tx pgx.Tx, row db.Slip, d staff.ActionInput) (slipProposal, error) {
	w := slipProposal{
		ID: row.ID, Amount: d.Fields.Amount(amountField.Name), Reference: row.SendingBank + " " + row.TransRef,
		Currency: row.Currency, VerifiedAmount: row.Amount, Bank: row.SendingBank, Since: row.UploadedAt.UTC(),
	}
	if w.amount() == nil {
		return w, apperr.Field(apperr.InvalidUserInfo, amountField.Name)
	}
	if f := factsOf(row); f != nil {
		w.Bank, w.Account, w.Names = f.Sender.Bank, f.Sender.Account, []string{f.Sender.NameTH, f.Sender.NameEN}
	}
	var err error
	_, w.payerProposal, err = s.checkSlipApproval(ctx, tx, row, approval{hasSecondPerson: true, confirmedAccount: confirmedAccountOf(d)})
	if err != nil {
		return w, err
	}
	w.BankCode, err = s.Content.BankCode(ctx, w.Bank)
	return w, err
}

func (w slipProposal) amount() *money.Satang {
	if w.VerifiedAmount != nil {
		return w.VerifiedAmount
	}
	return w.Amount
}

// slipProposalKind is the two-operator action that credits a slip.
func (s *Service) slipProposalKind() staff.ProposalKind {
	return staff.ProposalKind{
		Name: proposalKindSlip, Roles: staff.Cashiers,
		Show: func(body json.RawMessage, m *staff.Member) (staff.ProposalView, error) {
			var w slipProposal
			err := json.Unmarshal(body, &w)
			facts := staff.AddFact(staff.AddFact(nil, "sent", staff.Time, staff.FormatTime(w.Since)), "reference", staff.Copy, w.Reference)
			return staff.ProposalView{
				Amount: w.amount(), Currency: w.Currency, Reference: w.Reference, Facts: w.addFacts(facts),
				Verdicts: payerVerdicts(match.Payer{Bank: w.Bank, Account: w.Account, Names: w.Names}, w.BankCode, m, w.Printed, false),
			}, err
		},
		CarryOut: func(ctx context.Context, tx pgx.Tx, p staff.ApprovedProposal) error {
			var w slipProposal
			if err := json.Unmarshal(p.Body, &w); err != nil {
				return err
			}
			_, err := s.DecideTx(ctx, tx, Decision{Slip: w.ID, Credit: true, Amount: w.Amount, approval: approval{by: p.By.ID, hasSecondPerson: true, confirmedAccount: w.ConfirmedAccount}})
			return err
		},
	}
}
