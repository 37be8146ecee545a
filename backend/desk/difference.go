package desk

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/identity"
	"krapao/backend/platform/apperr"
	"krapao/backend/staff"
	"krapao/backend/wallet/reconcile"
)

const (
	proposalKindDifference = "DIFFERENCE"
	proposalKindNobodys    = "NOBODYS_PAYOUT"
)

// Attributor books a payment for a member. Our ledger lacks the payment or has another amount.
type Attributor func(ctx context.Context, tx pgx.Tx, item reconcile.Item, m identity.Member, by int64) error

// attribution is the item as it was when an operator proposed its member.
type attribution struct {
	Item reconcile.Item `json:"item"`
}

// differenceKind returns the kind of payments that differ between our ledger and a provider's records.
func (s *Service) differenceKind() staff.Kind {
	return s.Differences.ItemKind(s.attributeAction(), s.nobodysPayoutAction())
}

// attributeAction returns the action that proposes the member of a payment.
func (s *Service) attributeAction() staff.Action {
	return staff.Action{
		Name: "attribute", NeedsApproval: true, Fields: []staff.Field{{Name: "memberId", Type: staff.FieldMember, Required: true}, staff.Why},
		Do: func(ctx context.Context, tx pgx.Tx, d staff.ActionInput) (staff.ActionResult, error) {
			id, err := staff.ItemID(d.ID)
			if err != nil {
				return staff.ActionResult{}, err
			}
			m, err := s.Identity.MemberByPublicID(ctx, tx, d.Fields.Text("memberId"))
			if err != nil {
				return staff.ActionResult{}, err
			}
			item, err := s.lockAttributable(ctx, tx, id, m)
			if err != nil {
				return staff.ActionResult{}, err
			}
			if item.BankCode, err = s.Content.BankCode(ctx, item.Bank); err != nil {
				return staff.ActionResult{}, err
			}
			done := staff.ActionResult{Amount: item.MovedAmount(), Currency: item.Currency, Details: item.Details()}
			done.Proposal, err = s.Staff.ProposeTx(ctx, tx, staff.NewProposal{
				Kind: proposalKindDifference, MemberID: m.ID, Body: attribution{item}, Why: d.Fields.Text("why"), By: d.By.ID,
			})
			return done, err
		},
	}
}

// differenceProposalKind returns the kind of proposals that books a payment for the member on whom two
// operators agreed.
func (s *Service) differenceProposalKind() staff.ProposalKind {
	return staff.ProposalKind{
		Name: proposalKindDifference, Roles: staff.Cashiers,
		Show: func(body json.RawMessage, _ *staff.Member) (staff.ProposalView, error) {
			var a attribution
			err := json.Unmarshal(body, &a)
			return staff.ProposalView{Amount: a.Item.MovedAmount(), Currency: a.Item.Currency, Reference: a.Item.Reference, Facts: a.Item.Facts()}, err
		},
		CarryOut: s.attributeTx,
	}
}

// lockAttributable locks an item and checks that it may be booked for member m. If our database already
// has a member for the item, it must be m. Errors: NO_DATA (409), INVALID_USER_INFO (memberId).
func (s *Service) lockAttributable(ctx context.Context, tx pgx.Tx, id uuid.UUID, m identity.Member) (reconcile.Item, error) {
	item, err := s.Differences.LockItemTx(ctx, tx, id)
	switch {
	case err != nil:
		return item, err
	case !item.MayAttribute:
		return item, apperr.New(apperr.NoData).WithStatus(http.StatusConflict)
	case item.Reason != reconcile.Lost && (item.MemberID == nil || *item.MemberID != m.ID), string(m.Currency) != item.Currency:
		return item, apperr.Field(apperr.InvalidUserInfo, "memberId")
	}
	return item, nil
}

// attributeTx books an item for the proposed member. Error: NO_DATA (409) if the provider's amount or
// the reason has changed since the proposal.
func (s *Service) attributeTx(ctx context.Context, tx pgx.Tx, p staff.ApprovedProposal) error {
	var proposed attribution
	if err := json.Unmarshal(p.Body, &proposed); err != nil {
		return err
	}
	m, err := s.Identity.Member(ctx, tx, p.MemberID)
	if err != nil {
		return err
	}
	current, err := s.lockAttributable(ctx, tx, proposed.Item.ID, m)
	if err != nil {
		return err
	}
	attribute, known := s.Attributors[current.Provider]
	if current.Amount != proposed.Item.Amount || current.Reason != proposed.Item.Reason || !known {
		return apperr.New(apperr.NoData).WithStatus(http.StatusConflict)
	}
	if err := attribute(ctx, tx, current, m, p.By.ID); err != nil {
		return err
	}
	return s.Differences.EndAttributedTx(ctx, tx, current.ID, m.ID, p.By.ID, p.Why)
}

// nobodysPayoutAction returns the action that proposes that a lost payout belongs to no member. While the
// difference is open, payouts may be paused.
func (s *Service) nobodysPayoutAction() staff.Action {
	return staff.Action{
		Name: "nobodys", NeedsApproval: true, Fields: []staff.Field{staff.Why},
		Do: func(ctx context.Context, tx pgx.Tx, d staff.ActionInput) (staff.ActionResult, error) {
			id, err := staff.ItemID(d.ID)
			if err != nil {
				return staff.ActionResult{}, err
			}
			item, err := s.lockLostPayout(ctx, tx, id)
			if err != nil {
				return staff.ActionResult{}, err
			}
			done := staff.ActionResult{Amount: item.MovedAmount(), Currency: item.Currency, Details: item.Details()}
			done.Proposal, err = s.Staff.ProposeTx(ctx, tx, staff.NewProposal{Kind: proposalKindNobodys, Body: attribution{item}, Why: d.Fields.Text("why"), By: d.By.ID})
			return done, err
		},
	}
}

// lockLostPayout locks an item. Error: NO_DATA (409) if it is not a lost payout.
func (s *Service) lockLostPayout(ctx context.Context, tx pgx.Tx, id uuid.UUID) (reconcile.Item, error) {
	item, err := s.Differences.LockItemTx(ctx, tx, id)
	if err == nil && !item.IsLostPayout() {
		err = apperr.New(apperr.NoData).WithStatus(http.StatusConflict)
	}
	return item, err
}

// nobodysPayoutProposalKind returns the kind of proposals that closes a lost payout as nobody's. If a member
// later has the payout's account, a comparison within ten days still restores the payout.
func (s *Service) nobodysPayoutProposalKind() staff.ProposalKind {
	return staff.ProposalKind{
		Name: proposalKindNobodys, Roles: staff.Cashiers, Show: s.differenceProposalKind().Show,
		CarryOut: func(ctx context.Context, tx pgx.Tx, p staff.ApprovedProposal) error {
			var proposed attribution
			if err := json.Unmarshal(p.Body, &proposed); err != nil {
				return err
			}
			if _, err := s.lockLostPayout(ctx, tx, proposed.Item.ID); err != nil {
				return err
			}
			_, err := s.Differences.CloseItemTx(ctx, tx, proposed.Item.ID, p.Why, p.By.ID)
			return err
		},
	}
}
