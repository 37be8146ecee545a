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
	actMoved    = "moved"     // the provider has done it
	actNotMoved = "not-moved" // the provider has not done it, and will not
	actSettled  = "settled"   // a late yes was settled with the provider
)

const maxNote = 200

var noteField = staff.Field{Name: "note", Type: staff.FieldLine, Required: true, Max: maxNote}

// Kinds returns the kinds of items of this package: transfers without an outcome, lost moves, calls that were
// done after a "no", and unexplained sums. Slots that such sums have paused, or whose feed has stopped, are
// items too.
func (s *Service) Kinds() []staff.Kind {
	return []staff.Kind{s.doubtKind(), s.foundKind(), s.lateKind(), s.winKind(), s.slotKind()}
}

// Backlog returns the transfers in progress by slot, for the metrics.
func (s *Service) Backlog(ctx context.Context) (map[string]staff.Waiting, error) {
	rows, err := s.q().TransfersUnderWay(ctx)
	out := make(map[string]staff.Waiting, len(rows))
	for _, r := range rows {
		out[r.Code] = staff.Waits(r.Waiting, r.Oldest)
	}
	return out, err
}

func (s *Service) doubtKind() staff.Kind {
	moved, not := s.decision(actMoved, true), s.decision(actNotMoved, false)
	return staff.Kind{
		Name: "GAME_TRANSFER", Roles: staff.Cashiers,
		List: func(ctx context.Context, q pg.DB, p staff.Page) ([]staff.Item, error) {
			rows, err := db.New(q).DoubtsWaiting(ctx, db.DoubtsWaitingParams{Doubt: s.Clock().Add(-inDoubt), After: p.After, AfterID: p.AfterID, Member: p.Member, Most: p.Most})
			out := make([]staff.Item, 0, len(rows))
			for _, r := range rows {
				i := itemOf(r.GameTransfer, r.GameLeg, r.Member)
				if i.Reason = r.GameTransfer.Reason; i.Reason == "" {
					i.Reason = "NO_ANSWER"
				}
				if r.Units != nil && r.AskedAt != nil {
					i.Facts = staff.Known(i.Facts, "gameBalance", staff.Text, game.Units(*r.Units).String())
					i.Facts = staff.Known(i.Facts, "asOf", staff.Time, staff.At(*r.AskedAt))
				}
				i.Offers = []staff.Offer{moved.Offer(staff.Yes), not.Offer(staff.No)}
				out = append(out, i)
			}
			return out, err
		},
		Count: func(ctx context.Context, q pg.DB) (staff.Waiting, error) {
			row, err := db.New(q).DoubtsCount(ctx, s.Clock().Add(-inDoubt))
			return staff.Waits(row.Waiting, row.Oldest), err
		},
		Actions: []staff.Action{moved, not},
	}
}

func (s *Service) lateKind() staff.Kind {
	settled := staff.Action{Name: actSettled, Fields: []staff.Field{noteField}, Do: s.settleLate}
	return staff.Kind{
		Name: "GAME_LATE", Roles: staff.Cashiers,
		List: func(ctx context.Context, q pg.DB, p staff.Page) ([]staff.Item, error) {
			rows, err := db.New(q).LatesWaiting(ctx, db.LatesWaitingParams{After: p.After, AfterID: p.AfterID, Member: p.Member, Most: p.Most})
			out := make([]staff.Item, 0, len(rows))
			for _, r := range rows {
				i := itemOf(r.GameTransfer, r.GameLeg, r.Member)
				i.ID, i.Reason, i.Since = r.GameLate.LegID.String(), reasonLateYes, r.GameLate.FoundAt.UTC()
				i.Offers = []staff.Offer{settled.Offer(staff.Yes)}
				out = append(out, i)
			}
			return out, err
		},
		Count: func(ctx context.Context, q pg.DB) (staff.Waiting, error) {
			row, err := db.New(q).LatesCount(ctx)
			return staff.Waits(row.Waiting, row.Oldest), err
		},
		Actions: []staff.Action{settled},
	}
}

func wayOf(leg db.GameLeg) string {
	if leg.IntoGame {
		return "WALLET -> " + leg.SlotCode
	}
	return leg.SlotCode + " -> WALLET"
}

func itemOf(t db.GameTransfer, leg db.GameLeg, m *staff.Member) staff.Item {
	i := staff.Item{ID: t.ID.String(), Amount: &t.Amount, Currency: t.Currency, Reference: nameOf(leg.ID), Member: m, Since: t.CreatedAt.UTC()}
	i.Facts = staff.Known(i.Facts, "move", staff.Text, wayOf(leg))
	i.Facts = staff.Known(i.Facts, "gameName", staff.Reference, leg.Username)
	i.Facts = staff.Known(i.Facts, "asked", staff.Time, staff.At(t.CreatedAt))
	if leg.SentAt != nil {
		i.Facts = staff.Known(i.Facts, "sent", staff.Time, staff.At(*leg.SentAt))
	}
	i.Facts = staff.Known(i.Facts, "lastWord", staff.Text, leg.Word)
	i.Facts = staff.Known(i.Facts, "reference", staff.Reference, nameOf(leg.ID))
	return i
}

// decision ends a transfer's current leg as an operator decides: it was done, or it was not.
func (s *Service) decision(name string, done bool) staff.Action {
	return staff.Action{Name: name, Fields: []staff.Field{noteField}, Do: func(ctx context.Context, tx pgx.Tx, d staff.Doing) (staff.Done, error) {
		id, err := staff.ItemID(d.ID)
		if err != nil {
			return staff.Done{}, err
		}
		row, leg, err := s.doubtTx(ctx, tx, id)
		if err != nil {
			return staff.Done{}, err
		}
		if done {
			err = s.legDoneTx(ctx, tx, row, leg, answerOfPeople, &d.By.ID)
		} else {
			err = s.legRefusedTx(ctx, tx, row, leg, answerOfPeople, &d.By.ID)
		}
		if err == nil && done && row.ToSlot != nil && leg.N == 1 && row.FromSlot != nil {
			err = s.Queue.InsertTx(ctx, tx, move{ID: row.ID}, nil) // starts the second call
		}
		return doneOf(row.Amount, row.Currency, leg), err
	}}
}

// doubtTx locks a transfer that an operator may end: one in review, or one whose provider has not responded
// for long. None of our calls can then still be in transit. For any other transfer it returns NO_DATA.
func (s *Service) doubtTx(ctx context.Context, tx pgx.Tx, id uuid.UUID) (row db.GameTransfer, leg db.GameLeg, err error) {
	if row, err = s.lockTx(ctx, tx, id); err != nil {
		return row, leg, pg.NotFound(err)
	}
	leg, err = db.New(tx).LegOf(ctx, db.LegOfParams{TransferID: id, N: row.Leg})
	if err != nil {
		return row, leg, err
	}
	old := leg.HeardAt != nil && s.Clock().Sub(*leg.HeardAt) >= inDoubt
	if row.DoneAt != nil || row.FoundAt != nil || leg.Ended != nil || (row.State != stateReview && !old) {
		return row, leg, apperr.New(apperr.NoData)
	}
	return row, leg, nil
}

// settleLate stores how a late yes was settled with its provider. After that, the game is open for the member
// again.
func (s *Service) settleLate(ctx context.Context, tx pgx.Tx, d staff.Doing) (staff.Done, error) {
	id, err := staff.ItemID(d.ID)
	if err != nil {
		return staff.Done{}, err
	}
	q := db.New(tx)
	leg, err := q.LegByID(ctx, id)
	if err != nil {
		return staff.Done{}, pg.NotFound(err)
	}
	row, err := s.lockTx(ctx, tx, leg.TransferID)
	if err != nil {
		return staff.Done{}, err
	}
	late, err := q.LateLock(ctx, id)
	if err != nil || late.DoneAt != nil {
		return staff.Done{}, pg.NotFound(err)
	}
	if err := q.LateEnd(ctx, db.LateEndParams{LegID: id, Note: d.Fields.Text("note"), DecidedBy: &d.By.ID, Now: s.Clock()}); err != nil {
		return staff.Done{}, err
	}
	_, err = pg.NextVersion(ctx, tx, row.MemberID)
	return doneOf(row.Amount, row.Currency, leg), err
}

func doneOf(amount money.Satang, currency string, leg db.GameLeg) staff.Done {
	return staff.Done{Amount: &amount, Currency: currency, Details: map[string]any{"amount": amount, "currency": currency, "slot": leg.SlotCode, "leg": nameOf(leg.ID)}}
}
