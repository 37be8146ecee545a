package games

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/games/internal/db"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/provider/game"
	"krapao/backend/staff"
)

// proposalKindFound is the two-operator action that decides about a lost move.
const proposalKindFound = "FOUND_MOVE"

// operatorDecision is stored as the provider's response of a call whose outcome operators decided.
var operatorDecision = game.Response{Code: "PERSON"}

// lostMoveProposal is a lost move as the proposal stores it.
type lostMoveProposal struct {
	ID        uuid.UUID    `json:"id"`
	Direction string       `json:"way"`
	Moved     bool         `json:"moved"`
	Amount    money.Satang `json:"amount"`
}

// foundKind is the kind of the moves that the database lost and that balances show. An item ends without
// operators if plays that are reported later explain it.
func (s *Service) foundKind() staff.Kind {
	moved, not := s.proposeFound("foundMoved", true), s.proposeFound("foundNot", false)
	return staff.Kind{
		Name: "GAME_FOUND", Roles: staff.Cashiers, Actions: []staff.Action{moved, not},
		List: func(ctx context.Context, q pg.DB, p staff.Page) ([]staff.Item, error) {
			rows, err := db.New(q).ListWaitingFoundTransfers(ctx, db.ListWaitingFoundTransfersParams{After: p.After, AfterID: p.AfterID, Member: p.Member, Most: p.Limit})
			out := make([]staff.Item, 0, len(rows))
			for _, r := range rows {
				i := itemOf(r.GameTransfer, r.GameLeg, r.Member)
				i.Reason = "LOST_IN"
				if !r.GameLeg.IntoGame {
					i.Reason = "LOST_OUT"
				}
				i.Facts = []staff.Fact{{Code: "move", Value: directionOf(r.GameLeg), Type: staff.Text}, {Code: "gameName", Value: r.GameLeg.Username, Type: staff.Reference}}
				if r.AskedAt != nil {
					i.Facts = staff.AddFact(i.Facts, "gameBalance", staff.Text, game.Units(r.Units).String())
					i.Facts = staff.AddFact(i.Facts, "asOf", staff.Time, staff.FormatTime(*r.AskedAt))
				}
				if r.Lent > 0 {
					i.Facts = staff.AddFact(i.Facts, "lent", staff.Amount, money.Satang(r.Lent).String())
				}
				i.Offers = []staff.Offer{moved.Offer(staff.Yes), not.Offer(staff.No)}
				out = append(out, i)
			}
			return out, err
		},
		Count: func(ctx context.Context, q pg.DB) (staff.Waiting, error) {
			row, err := db.New(q).CountWaitingFoundTransfers(ctx)
			return staff.NewWaiting(row.Waiting, row.Oldest), err
		},
	}
}

// proposeFound returns the action that proposes that a lost move was done (moved), or that it was not.
func (s *Service) proposeFound(name string, moved bool) staff.Action {
	return staff.Action{
		Name: name, NeedsApproval: true, Fields: []staff.Field{staff.Why},
		Do: func(ctx context.Context, tx pgx.Tx, d staff.ActionInput) (staff.ActionResult, error) {
			id, err := staff.ItemID(d.ID)
			if err != nil {
				return staff.ActionResult{}, err
			}
			row, leg, err := s.lockLostMoveTx(ctx, tx, id)
			if err != nil {
				return staff.ActionResult{}, err
			}
			done := actionResultOf(row.Amount, row.Currency, leg)
			done.Proposal, err = s.Staff.ProposeTx(ctx, tx, staff.NewProposal{
				Kind: proposalKindFound, MemberID: row.MemberID, Body: lostMoveProposal{id, directionOf(leg), moved, row.Amount}, Why: d.Fields.Text(staff.Why.Name), By: d.By.ID,
			})
			return done, err
		},
	}
}

func (s *Service) lockLostMoveTx(ctx context.Context, tx pgx.Tx, id uuid.UUID) (row db.GameTransfer, leg db.GameLeg, err error) {
	if row, err = s.lockTransferTx(ctx, tx, id); err != nil {
		return row, leg, pg.NotFound(err)
	}
	if row.FoundAt == nil || row.DoneAt != nil {
		return row, leg, apperr.New(apperr.NoData).WithStatus(http.StatusConflict)
	}
	leg, err = db.New(tx).GetLegOfTransfer(ctx, db.GetLegOfTransferParams{TransferID: id, N: 1})
	return row, leg, err
}

// foundProposalKind returns the kind of proposal that ends a lost move as two operators decide. Carrying out
// the proposal returns NO_DATA if plays have explained the move since.
func (s *Service) foundProposalKind() staff.ProposalKind {
	return staff.ProposalKind{
		Name: proposalKindFound, Roles: staff.Cashiers,
		Show: func(body json.RawMessage, m *staff.Member) (staff.ProposalView, error) {
			var f lostMoveProposal
			err := json.Unmarshal(body, &f)
			decision := "NOT_MOVED"
			if f.Moved {
				decision = "MOVED"
			}
			return staff.ProposalView{Amount: &f.Amount, Currency: m.Currency, Facts: []staff.Fact{
				{Code: "move", Value: f.Direction, Type: staff.Text}, {Code: "outcome", Value: decision, Type: staff.Translated},
			}}, err
		},
		CarryOut: func(ctx context.Context, tx pgx.Tx, p staff.ApprovedProposal) error {
			var f lostMoveProposal
			if err := json.Unmarshal(p.Body, &f); err != nil {
				return err
			}
			row, _, err := s.lockLostMoveTx(ctx, tx, f.ID)
			if err != nil {
				return err
			}
			return s.endLostMoveTx(ctx, tx, row, f.Moved, &p.By.ID)
		},
	}
}
