package desk

import (
	"context"
	"encoding/json"

	"github.com/jackc/pgx/v5"

	"krapao/backend/desk/internal/db"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
	"krapao/backend/staff"
)

// proposalKind returns the kind of proposals that wait for a second operator. An item's reason is the
// action's name.
func (s *Service) proposalKind() staff.Kind {
	return staff.Kind{
		Name: proposalItemKind, Roles: staff.Cashiers, List: s.listProposals,
		Count: func(ctx context.Context, q pg.DB) (staff.Waiting, error) {
			row, err := db.New(q).CountWaitingProposals(ctx)
			return staff.NewWaiting(row.Waiting, row.Oldest), err
		},
		Actions: []staff.Action{s.decideAction("approve", true), s.decideAction("reject", false), s.decideAction("takeBack", false)},
	}
}

func (s *Service) decideAction(name string, approve bool) staff.Action {
	return staff.Action{Name: name, Do: func(ctx context.Context, tx pgx.Tx, d staff.ActionInput) (staff.ActionResult, error) {
		id, err := staff.ItemID(d.ID)
		if err != nil {
			return staff.ActionResult{}, err
		}
		out, err := s.Staff.DecideTx(ctx, tx, id, d.By, approve)
		return staff.ActionResult{Details: map[string]any{"pair": out.Kind, "what": json.RawMessage(out.Body), "why": out.Why}}, err
	}}
}

func (s *Service) listProposals(ctx context.Context, q pg.DB, p staff.Page) ([]staff.Item, error) {
	by := web.From(ctx).Caller.Operator
	rows, err := db.New(q).ListWaitingProposals(ctx, db.ListWaitingProposalsParams{Kinds: s.Staff.DecidableProposalKinds(by), After: p.After, AfterID: p.AfterID, Member: p.Member, Most: p.Limit})
	if err != nil {
		return nil, err
	}
	out := make([]staff.Item, 0, len(rows))
	for _, r := range rows {
		shown, err := s.Staff.ShowProposal(r.Kind, r.What, r.Member)
		if err != nil {
			return nil, err
		}
		i := staff.Item{
			ID: r.ID.String(), Since: r.ProposedAt.UTC(), Amount: shown.Amount, Currency: shown.Currency, Reason: r.Kind, Reference: shown.Reference, Note: r.Proposer,
			Member: r.Member, Verdicts: shown.Verdicts, Offers: s.decisionOffers(r.ProposedBy, by),
		}
		i.Facts = append([]staff.Fact{{Code: "why", Value: r.Why, Type: staff.Text}, {Code: "proposer", Value: r.Proposer, Type: staff.Text}}, shown.Facts...)
		out = append(out, i)
	}
	return out, nil
}

// decisionOffers returns what an operator may do with a proposal. Others may approve or reject it. The
// proposer may withdraw it; the approval is shown to the proposer as blocked.
func (s *Service) decisionOffers(proposer int64, by *web.Operator) []staff.Offer {
	yes, no := s.decideAction("approve", true).Offer(staff.Yes), s.decideAction("reject", false)
	if by == nil || by.ID == proposer {
		yes.Blocked, no = "SOMEBODY_ELSE", s.decideAction("takeBack", false)
	}
	return []staff.Offer{yes, no.Offer(staff.No)}
}
