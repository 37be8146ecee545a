package withdrawal

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/pg"
	"krapao/backend/staff"
)

const (
	proposalKindEndPause = "RELEASE_PAYOUTS"
	// pauseItemID is the id of the pause's item. There is at most one pause.
	pauseItemID = "wait"
)

// endPauseDecision is the body of a proposal to end the pause. Since is the start of that pause.
type endPauseDecision struct {
	Since time.Time `json:"since"`
}

// pauseKind is the kind of the item for a pause of all payouts. Its reasons are RESTORED, PROMOTED and
// WENT_BACK. The console shows the item first.
func (s *Service) pauseKind() staff.Kind {
	return staff.Kind{
		Name: "PAYOUTS", Roles: staff.Cashiers,
		List: func(ctx context.Context, q pg.DB, p staff.Page) ([]staff.Item, error) {
			pause, err := s.Wallet.ReadPause(ctx, q)
			if err != nil || pause == nil || p.Member != 0 {
				return nil, err
			}
			i := staff.Item{ID: pauseItemID, Since: pause.Since, Currency: "BAHT", Reason: pause.Reason, Offers: []staff.Offer{s.endPauseAction().Offer(staff.Yes)}}
			if !p.Includes(i) {
				return nil, nil
			}
			return []staff.Item{i}, nil
		},
		Count: func(ctx context.Context, q pg.DB) (staff.Waiting, error) {
			pause, err := s.Wallet.ReadPause(ctx, q)
			if err != nil || pause == nil {
				return staff.Waiting{}, err
			}
			return staff.NewWaiting(1, pause.Since), nil
		},
		Actions: []staff.Action{s.endPauseAction()},
	}
}

func (s *Service) endPauseAction() staff.Action {
	return staff.Action{
		Name: "release", NeedsApproval: true, Fields: []staff.Field{staff.Why},
		Do: func(ctx context.Context, tx pgx.Tx, d staff.ActionInput) (staff.ActionResult, error) {
			pause, err := s.Wallet.ReadPause(ctx, tx)
			if err == nil && (pause == nil || d.ID != pauseItemID) {
				err = apperr.New(apperr.NoData)
			}
			if err != nil {
				return staff.ActionResult{}, err
			}
			id, err := s.Cashier.Staff.ProposeTx(ctx, tx, staff.NewProposal{Kind: proposalKindEndPause, Body: endPauseDecision{pause.Since}, Why: d.Fields.Text("why"), By: d.By.ID})
			return staff.ActionResult{Proposal: id}, err
		},
	}
}

// endPauseProposalKind returns the kind of proposals that end the pause although no comparison was complete.
func (s *Service) endPauseProposalKind() staff.ProposalKind {
	return staff.ProposalKind{
		Name: proposalKindEndPause, Roles: staff.Cashiers,
		Show: func(body json.RawMessage, _ *staff.Member) (staff.ProposalView, error) {
			var r endPauseDecision
			err := json.Unmarshal(body, &r)
			return staff.ProposalView{Facts: []staff.Fact{{Code: "waitSince", Value: staff.FormatTime(r.Since), Type: staff.Time}}}, err
		},
		CarryOut: func(ctx context.Context, tx pgx.Tx, p staff.ApprovedProposal) error {
			var r endPauseDecision
			if err := json.Unmarshal(p.Body, &r); err != nil {
				return err
			}
			done, err := s.Wallet.EndPauseTx(ctx, tx, r.Since)
			if err == nil && !done { // the pause ended after the proposal, or another one began
				err = apperr.New(apperr.NoData).WithStatus(http.StatusConflict)
			}
			return err
		},
	}
}
