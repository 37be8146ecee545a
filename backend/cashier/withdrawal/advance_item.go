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

// proposalKindWriteOff is the two-operator action that ends an advance that will not be repaid.
const proposalKindWriteOff = "WRITE_OFF"

// writeOff is the content of a proposal: an advance, and the amount that was left when its write-off was
// proposed.
type writeOff struct {
	ID       uuid.UUID    `json:"id"`
	Left     money.Satang `json:"left"`
	Currency string       `json:"currency"`
}

// advanceKind is the kind of items for advances for lost payouts. An item ends without an action when the
// member's next money repays the advance.
func (s *Service) advanceKind() staff.Kind {
	return staff.Kind{
		Name: "ADVANCE", Roles: staff.Cashiers,
		List: func(ctx context.Context, q pg.DB, p staff.Page) ([]staff.Item, error) {
			rows, err := db.New(q).ListWaitingAdvances(ctx, db.ListWaitingAdvancesParams{After: p.After, AfterID: p.AfterID, Member: p.Member, Most: p.Limit})
			out := make([]staff.Item, 0, len(rows))
			for _, r := range rows {
				left := money.Satang(r.Advance.LeftOver)
				out = append(out, staff.Item{
					ID: r.Advance.ID.String(), Since: r.Advance.MadeAt.UTC(), Amount: &left, Currency: r.Advance.Currency, Reason: "LENT", Reference: r.Advance.ID.String(),
					Member: r.Member, Offers: []staff.Offer{s.writeOffAction().Offer(staff.No)},
					Facts: []staff.Fact{
						{Code: "lent", Value: r.Advance.Amount.String(), Type: staff.Amount},
						{Code: "reference", Value: r.Advance.ID.String(), Type: staff.Reference},
					},
				})
			}
			return out, err
		},
		Count: func(ctx context.Context, q pg.DB) (staff.Waiting, error) {
			row, err := db.New(q).CountWaitingAdvances(ctx)
			return staff.NewWaiting(row.Waiting, row.Oldest), err
		},
		Actions: []staff.Action{s.writeOffAction()},
	}
}

func (s *Service) writeOffAction() staff.Action {
	return staff.Action{
		Name: "writeOff", NeedsApproval: true, Fields: []staff.Field{staff.Why},
		Do: func(ctx context.Context, tx pgx.Tx, d staff.ActionInput) (staff.ActionResult, error) {
			id, err := staff.ItemID(d.ID)
			if err != nil {
				return staff.ActionResult{}, err
			}
			a, err := db.New(tx).LockOpenAdvance(ctx, id)
			if err != nil {
				return staff.ActionResult{}, pg.NotFound(err)
			}
			w := writeOff{id, money.Satang(a.LeftOver), a.Currency}
			done := staff.ActionResult{Amount: &w.Left, Currency: w.Currency, Details: map[string]any{"reference": id}}
			done.Proposal, err = s.Cashier.Staff.ProposeTx(ctx, tx, staff.NewProposal{
				Kind: proposalKindWriteOff, MemberID: a.MemberID, Body: w, Why: d.Fields.Text("why"), By: d.By.ID,
			})
			return done, err
		},
	}
}

// writeOffProposalKind ends an advance at the site's cost. The amount must still be the one that both
// operators saw.
func (s *Service) writeOffProposalKind() staff.ProposalKind {
	return staff.ProposalKind{
		Name: proposalKindWriteOff, Roles: staff.Cashiers,
		Show: func(body json.RawMessage, _ *staff.Member) (staff.ProposalView, error) {
			var w writeOff
			err := json.Unmarshal(body, &w)
			return staff.ProposalView{Amount: &w.Left, Currency: w.Currency, Reference: w.ID.String()}, err
		},
		CarryOut: func(ctx context.Context, tx pgx.Tx, p staff.ApprovedProposal) error {
			var w writeOff
			if err := json.Unmarshal(p.Body, &w); err != nil {
				return err
			}
			left, err := s.Wallet.WriteOffTx(ctx, tx, w.ID)
			if err == nil && left != w.Left {
				err = apperr.New(apperr.NoData).WithStatus(http.StatusConflict)
			}
			return err
		},
	}
}
