package cashier

import (
	"context"
	"encoding/json"

	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/money"
	"krapao/backend/staff"
)

const proposalKindAdjustment = "ADJUSTMENT"

// Correction is the content of a proposal to correct a member's wallet. Amount is in satang.
type Correction struct {
	Amount     money.Satang `json:"amount"`
	FromMember bool         `json:"take,omitempty"` // true: from the member; false: to the member
}

// ProposeAdjustmentTx proposes a correction of a member's wallet. A second operator has to approve it.
func (s *Service) ProposeAdjustmentTx(ctx context.Context, tx pgx.Tx, member int64, c Correction, d staff.ActionInput) (staff.ActionResult, error) {
	m, err := s.Identity.Member(ctx, tx, member)
	if err != nil {
		return staff.ActionResult{}, err
	}
	id, err := s.Staff.ProposeTx(ctx, tx, staff.NewProposal{Kind: proposalKindAdjustment, MemberID: m.ID, Body: c, Why: d.Fields.Text("why"), By: d.By.ID})
	return staff.ActionResult{Amount: &c.Amount, Currency: string(m.Currency), Proposal: id}, err
}

// adjustmentProposalKind is the two-operator action that corrects a member's wallet.
func (s *Service) adjustmentProposalKind() staff.ProposalKind {
	return staff.ProposalKind{
		Name: proposalKindAdjustment, Roles: staff.Cashiers,
		Show: func(body json.RawMessage, m *staff.Member) (staff.ProposalView, error) {
			var c Correction
			err := json.Unmarshal(body, &c)
			direction := "give"
			if c.FromMember {
				direction = "take"
			}
			return staff.ProposalView{
				Amount: &c.Amount, Currency: m.Currency,
				Facts: []staff.Fact{{Code: "way", Value: direction, Type: staff.Translated}, {Code: "account", Value: m.BankCode + " " + m.AccountNo, Type: staff.Copy}},
			}, err
		},
		CarryOut: func(ctx context.Context, tx pgx.Tx, p staff.ApprovedProposal) error {
			var c Correction
			if err := json.Unmarshal(p.Body, &c); err != nil {
				return err
			}
			m, err := s.Identity.Member(ctx, tx, p.MemberID)
			if err != nil {
				return err
			}
			_, err = s.AdjustTx(ctx, tx, m, Adjustment{Key: p.ID, FromMember: c.FromMember, Amount: c.Amount})
			return err
		},
	}
}
