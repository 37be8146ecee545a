package withdrawal

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier/withdrawal/internal/db"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/staff"
)

// proposalKindRestored is the kind of the proposals that decide whether a restored payout is the member's.
const proposalKindRestored = "RESTORED_PAYOUT"

// reasonOpenDifference is the reason why a restored payout waits, and why the member's other payouts wait.
const reasonOpenDifference = "OPEN_DIFFERENCE"

// ownerDecision is the body of a proposal about a restored payout.
type ownerDecision struct {
	ID              uuid.UUID    `json:"id"`
	BelongsToMember bool         `json:"theirs"`
	Amount          money.Satang `json:"amount"`
}

// restoredKind is the kind of items for payouts that a comparison has restored, until they are attributed. An
// item ends without an action if bank, account and name fit one member.
func (s *Service) restoredKind() staff.Kind {
	return staff.Kind{
		Name: "RESTORED", Roles: staff.Cashiers,
		List: func(ctx context.Context, q pg.DB, p staff.Page) ([]staff.Item, error) {
			rows, err := db.New(q).ListWaitingRestored(ctx, db.ListWaitingRestoredParams{After: p.After, AfterID: p.AfterID, Member: p.Member, Most: p.Limit})
			out := make([]staff.Item, 0, len(rows))
			for _, r := range rows {
				i := itemOf(r.Withdrawal, r.Member)
				i.Reason, i.Since = reasonOpenDifference, r.Withdrawal.RestoredAt.UTC()
				if r.Lent > 0 {
					i.Facts = append(i.Facts, staff.Fact{Code: "lent", Value: money.Satang(r.Lent).String(), Type: staff.Amount})
				}
				i.Offers = append(i.Offers, s.ownerAction("theirs", true).Offer(staff.Yes), s.ownerAction("notTheirs", false).Offer(staff.No))
				out = append(out, i)
			}
			return out, err
		},
		Count: func(ctx context.Context, q pg.DB) (staff.Waiting, error) {
			row, err := db.New(q).CountWaitingRestored(ctx)
			return staff.NewWaiting(row.Waiting, row.Oldest), err
		},
		Actions: []staff.Action{s.ownerAction("theirs", true), s.ownerAction("notTheirs", false)},
	}
}

// ownerAction returns the action that proposes that a restored payout is, or is not, the member's.
func (s *Service) ownerAction(name string, belongsToMember bool) staff.Action {
	return staff.Action{
		Name: name, NeedsApproval: true, Fields: []staff.Field{staff.Why},
		Do: func(ctx context.Context, tx pgx.Tx, d staff.ActionInput) (staff.ActionResult, error) {
			id, err := staff.ItemID(d.ID)
			if err != nil {
				return staff.ActionResult{}, err
			}
			row, err := s.lockRestored(ctx, tx, id)
			if err != nil {
				return staff.ActionResult{}, err
			}
			done := staff.ActionResult{Amount: &row.Amount, Currency: row.Currency, Details: map[string]any{"reference": row.ID, "theirs": belongsToMember}}
			done.Proposal, err = s.Cashier.Staff.ProposeTx(ctx, tx, staff.NewProposal{
				Kind: proposalKindRestored, MemberID: row.MemberID, Body: ownerDecision{id, belongsToMember, row.Amount}, Why: d.Fields.Text("why"), By: d.By.ID,
			})
			return done, err
		},
	}
}

func (s *Service) lockRestored(ctx context.Context, tx pgx.Tx, id uuid.UUID) (db.Withdrawal, error) {
	row, err := s.lockWithdrawal(ctx, tx, id)
	if err == nil && (row.RestoredAt == nil || row.AttributedAt != nil || row.DoneAt != nil) {
		err = apperr.New(apperr.NoData).WithStatus(http.StatusConflict)
	}
	return row, err
}

// restoredProposalKind returns the kind of the proposals that end a restored payout. If the payout is the
// member's, it is settled once the provider has paid it. Otherwise its hold is voided.
func (s *Service) restoredProposalKind() staff.ProposalKind {
	return staff.ProposalKind{
		Name: proposalKindRestored, Roles: staff.Cashiers,
		Show: func(body json.RawMessage, m *staff.Member) (staff.ProposalView, error) {
			var a ownerDecision
			err := json.Unmarshal(body, &a)
			owner := "NOT_THEIRS"
			if a.BelongsToMember {
				owner = "THEIRS"
			}
			return staff.ProposalView{Amount: &a.Amount, Reference: a.ID.String(), Facts: []staff.Fact{{Code: "whose", Value: owner, Type: staff.Translated}}}, err
		},
		CarryOut: func(ctx context.Context, tx pgx.Tx, p staff.ApprovedProposal) error {
			var a ownerDecision
			if err := json.Unmarshal(p.Body, &a); err != nil {
				return err
			}
			row, err := s.lockRestored(ctx, tx, a.ID)
			if err != nil {
				return err
			}
			if !a.BelongsToMember {
				return s.voidTx(ctx, tx, row, outcome{memberCode: apperr.WithdrawRefused, operatorNote: "NOT_THEIRS", by: &p.By.ID})
			}
			if _, err := db.New(tx).AttributeWithdrawal(ctx, db.AttributeWithdrawalParams{ID: a.ID, Now: s.Clock()}); err != nil {
				return err
			}
			return s.Queue.InsertTx(ctx, tx, payoutJob{ID: a.ID}, nil)
		},
	}
}
