package games

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/games/internal/db"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/provider/game"
	"krapao/backend/staff"
)

// The actions on transfers and calls that wait for a cashier.
const (
	actionMoved    = "moved"     // the provider has moved the money
	actionNotMoved = "not-moved" // the provider has not moved the money, and will not
	actionSettled  = "settled"   // a late success was settled with the provider
)

const maxNote = 200

var noteField = staff.Field{Name: "note", Type: staff.FieldLine, Required: true, Max: maxNote}

// Kinds returns the kinds of items of this package:
//   - transfers without an outcome
//   - legs that the database lost
//   - calls that succeeded after a refusal
//   - unexplained amounts
//   - slots that unexplained amounts have paused, or whose feed has stopped
func (s *Service) Kinds() []staff.Kind {
	return []staff.Kind{s.unknownTransferKind(), s.foundKind(), s.lateKind(), s.winKind(), s.slotKind()}
}

// CountInProgress returns, by slot, the number of transfers in progress and the start of the oldest.
func (s *Service) CountInProgress(ctx context.Context) (map[string]staff.Waiting, error) {
	rows, err := s.q().CountUnfinishedTransfers(ctx)
	out := make(map[string]staff.Waiting, len(rows))
	for _, r := range rows {
		out[r.Code] = staff.NewWaiting(r.Waiting, r.Oldest)
	}
	return out, err
}

func (s *Service) unknownTransferKind() staff.Kind {
	moved, notMoved := s.newLegAction(actionMoved, true), s.newLegAction(actionNotMoved, false)
	return staff.Kind{
		Name: "GAME_TRANSFER", Roles: staff.Cashiers,
		List: func(ctx context.Context, q pg.DB, p staff.Page) ([]staff.Item, error) {
			rows, err := db.New(q).ListUnknownTransfers(ctx, db.ListUnknownTransfersParams{Before: s.Clock().Add(-overdueAfter), After: p.After, AfterID: p.AfterID, Member: p.Member, Most: p.Limit})
			out := make([]staff.Item, 0, len(rows))
			for _, r := range rows {
				i := itemOf(r.GameTransfer, r.GameLeg, r.Member)
				if i.Reason = r.GameTransfer.Reason; i.Reason == "" {
					i.Reason = "NO_ANSWER"
				}
				if r.Units != nil && r.AskedAt != nil {
					i.Facts = staff.AddFact(i.Facts, "gameBalance", staff.Text, game.Units(*r.Units).String())
					i.Facts = staff.AddFact(i.Facts, "asOf", staff.Time, staff.FormatTime(*r.AskedAt))
				}
				i.Offers = []staff.Offer{moved.Offer(staff.Yes), notMoved.Offer(staff.No)}
				out = append(out, i)
			}
			return out, err
		},
		Count: func(ctx context.Context, q pg.DB) (staff.Waiting, error) {
			row, err := db.New(q).CountUnknownTransfers(ctx, s.Clock().Add(-overdueAfter))
			return staff.NewWaiting(row.Waiting, row.Oldest), err
		},
		Actions: []staff.Action{moved, notMoved},
	}
}

func (s *Service) lateKind() staff.Kind {
	settled := staff.Action{Name: actionSettled, Fields: []staff.Field{noteField}, Do: s.closeLateSuccessTx}
	return staff.Kind{
		Name: "GAME_LATE", Roles: staff.Cashiers,
		List: func(ctx context.Context, q pg.DB, p staff.Page) ([]staff.Item, error) {
			rows, err := db.New(q).ListLateSuccesses(ctx, db.ListLateSuccessesParams{After: p.After, AfterID: p.AfterID, Member: p.Member, Most: p.Limit})
			out := make([]staff.Item, 0, len(rows))
			for _, r := range rows {
				i := itemOf(r.GameTransfer, r.GameLeg, r.Member)
				i.ID, i.Reason, i.Since = r.GameLate.LegID.String(), reasonLateSuccess, r.GameLate.FoundAt.UTC()
				i.Offers = []staff.Offer{settled.Offer(staff.Yes)}
				out = append(out, i)
			}
			return out, err
		},
		Count: func(ctx context.Context, q pg.DB) (staff.Waiting, error) {
			row, err := db.New(q).CountLateSuccesses(ctx)
			return staff.NewWaiting(row.Waiting, row.Oldest), err
		},
		Actions: []staff.Action{settled},
	}
}

func directionOf(leg db.GameLeg) string {
	if leg.IntoGame {
		return "WALLET -> " + leg.SlotCode
	}
	return leg.SlotCode + " -> WALLET"
}

func itemOf(t db.GameTransfer, leg db.GameLeg, m *staff.Member) staff.Item {
	i := staff.Item{ID: t.ID.String(), Amount: &t.Amount, Currency: t.Currency, Reference: providerID(leg.ID), Member: m, Since: t.CreatedAt.UTC()}
	i.Facts = staff.AddFact(i.Facts, "move", staff.Text, directionOf(leg))
	i.Facts = staff.AddFact(i.Facts, "gameName", staff.Reference, leg.Username)
	i.Facts = staff.AddFact(i.Facts, "asked", staff.Time, staff.FormatTime(t.CreatedAt))
	if leg.SentAt != nil {
		i.Facts = staff.AddFact(i.Facts, "sent", staff.Time, staff.FormatTime(*leg.SentAt))
	}
	i.Facts = staff.AddFact(i.Facts, "lastWord", staff.Text, leg.Word)
	i.Facts = staff.AddFact(i.Facts, "reference", staff.Reference, providerID(leg.ID))
	return i
}

// newLegAction returns the action with which an operator ends a transfer's current leg, as done or as not
// done.
func (s *Service) newLegAction(name string, done bool) staff.Action {
	return staff.Action{Name: name, Fields: []staff.Field{noteField}, Do: func(ctx context.Context, tx pgx.Tx, d staff.ActionInput) (staff.ActionResult, error) {
		id, err := staff.ItemID(d.ID)
		if err != nil {
			return staff.ActionResult{}, err
		}
		row, leg, err := s.lockUnknownTransferTx(ctx, tx, id)
		if err != nil {
			return staff.ActionResult{}, err
		}
		if done {
			err = s.completeLegTx(ctx, tx, row, leg, operatorDecision, &d.By.ID)
		} else {
			err = s.refuseLegTx(ctx, tx, row, leg, operatorDecision, &d.By.ID)
		}
		if err == nil && done && row.ToSlot != nil && leg.N == 1 && row.FromSlot != nil {
			err = s.Queue.InsertTx(ctx, tx, transferJob{ID: row.ID}, nil) // starts the second call
		}
		return actionResultOf(row.Amount, row.Currency, leg), err
	}}
}

// lockUnknownTransferTx locks a transfer that an operator may end: one in review, or one whose provider has not
// responded for long. None of our calls can then still be in transit. For any other transfer it returns NO_DATA.
func (s *Service) lockUnknownTransferTx(ctx context.Context, tx pgx.Tx, id uuid.UUID) (row db.GameTransfer, leg db.GameLeg, err error) {
	if row, err = s.lockTransferTx(ctx, tx, id); err != nil {
		return row, leg, pg.NotFound(err)
	}
	leg, err = db.New(tx).GetLegOfTransfer(ctx, db.GetLegOfTransferParams{TransferID: id, N: row.Leg})
	if err != nil {
		return row, leg, err
	}
	old := leg.HeardAt != nil && s.Clock().Sub(*leg.HeardAt) >= overdueAfter
	if row.DoneAt != nil || row.FoundAt != nil || leg.Ended != nil || (row.State != stateReview && !old) {
		return row, leg, apperr.New(apperr.NoData)
	}
	return row, leg, nil
}

// closeLateSuccessTx stores the operator's note on how a late success was settled with its provider. After that, the
// game is open for the member again.
func (s *Service) closeLateSuccessTx(ctx context.Context, tx pgx.Tx, d staff.ActionInput) (staff.ActionResult, error) {
	id, err := staff.ItemID(d.ID)
	if err != nil {
		return staff.ActionResult{}, err
	}
	q := db.New(tx)
	leg, err := q.GetLeg(ctx, id)
	if err != nil {
		return staff.ActionResult{}, pg.NotFound(err)
	}
	row, err := s.lockTransferTx(ctx, tx, leg.TransferID)
	if err != nil {
		return staff.ActionResult{}, err
	}
	late, err := q.LockLateSuccess(ctx, id)
	if err != nil || late.DoneAt != nil {
		return staff.ActionResult{}, pg.NotFound(err)
	}
	if err := q.EndLateSuccess(ctx, db.EndLateSuccessParams{LegID: id, Note: d.Fields.Text("note"), DecidedBy: &d.By.ID, Now: s.Clock()}); err != nil {
		return staff.ActionResult{}, err
	}
	_, err = pg.NextVersion(ctx, tx, row.MemberID)
	return actionResultOf(row.Amount, row.Currency, leg), err
}

func actionResultOf(amount money.Satang, currency string, leg db.GameLeg) staff.ActionResult {
	return staff.ActionResult{Amount: &amount, Currency: currency, Details: map[string]any{"amount": amount, "currency": currency, "slot": leg.SlotCode, "leg": providerID(leg.ID)}}
}
