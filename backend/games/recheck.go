package games

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/games/internal/db"
	"krapao/backend/ledger"
	"krapao/backend/platform/pg"
	"krapao/backend/provider/game"
)

// recheckRefusals checks again each refused call that is due. An error with one call does not stop the
// others.
func (s *Service) recheckRefusals(ctx context.Context) error {
	ids, err := s.q().ListLegsToRecheck(ctx, s.Clock())
	for _, id := range ids {
		err = errors.Join(err, s.recheckRefusal(ctx, id))
	}
	return err
}

func (s *Service) recheckRefusal(ctx context.Context, id uuid.UUID) error {
	leg, err := s.q().GetLeg(ctx, id)
	if err != nil {
		return err
	}
	slot, err := s.q().GetSlotEvenIfUnlisted(ctx, leg.SlotCode)
	if err != nil {
		return err
	}
	client, err := s.Client(slot)
	if err != nil {
		return err
	}
	if !client.Rules().IDs { // there is no status query
		return s.q().StoreLegRecheck(ctx, db.StoreLegRecheckParams{ID: id})
	}
	response, err := client.Query(ctx, wireTransfer(leg))
	switch {
	case err != nil:
		return err
	case response.Outcome == game.Done:
		return s.bookLateSuccess(ctx, slot, leg, response)
	case response.Outcome == game.Unknown || response.Outcome == game.Pending:
		soon := s.Clock().Add(firstRecheck)
		return s.q().SetLegRecheckTime(ctx, db.SetLegRecheckTimeParams{ID: id, LookAt: &soon})
	}
	return s.q().StoreLegRecheck(ctx, db.StoreLegRecheckParams{ID: id, LookAt: s.nextRecheck(leg)})
}

// nextRecheck returns when a refused call is checked the next time: an hour after the first check, or nil
// after the second. From then on only the comparison with the providers checks the call.
func (s *Service) nextRecheck(leg db.GameLeg) *time.Time {
	if leg.Looks > 0 {
		return nil
	}
	next := s.Clock().Add(lastRecheck)
	return &next
}

// bookLateSuccess books a call that the provider carried out after refusing it, and closes the game for the
// member. An operator decides about the rest.
func (s *Service) bookLateSuccess(ctx context.Context, slot db.Slot, refused db.GameLeg, response game.Response) error {
	return s.inLockedTx(ctx, refused.TransferID, func(tx pgx.Tx, row db.GameTransfer) error {
		q := db.New(tx)
		leg, err := q.GetLeg(ctx, refused.ID)
		if err != nil {
			return err
		}
		if _, err := q.LockLateSuccess(ctx, leg.ID); !errors.Is(err, pgx.ErrNoRows) {
			return err // another check has already booked the call
		}
		currency := ledger.Currency(row.Currency)
		t := ledger.Transfer{
			Key: ledgerKey(leg.ID, "late"), Kind: ledger.GameMove, Debit: ledger.Disputes.In(currency), Credit: providerAccount(slot), Amount: row.Amount, Currency: currency,
		}
		if !leg.IntoGame {
			t.Debit, t.Credit = t.Credit, t.Debit
		}
		booked, err := s.Ledger.PostTx(ctx, tx, t)
		if err != nil {
			return err
		}
		if err := q.InsertLateSuccess(ctx, db.InsertLateSuccessParams{LegID: leg.ID, MemberID: row.MemberID, SlotCode: leg.SlotCode, FoundAt: s.Clock(), BookedID: booked.ID}); err != nil {
			return err
		}
		s.Log.ErrorContext(ctx, "a game provider carried out a transfer that it had refused", "slot", leg.SlotCode, "transfer", row.ID, "code", response.Code)
		if err := q.StoreLegRecheck(ctx, db.StoreLegRecheckParams{ID: leg.ID}); err != nil {
			return err
		}
		_, err = pg.NextVersion(ctx, tx, row.MemberID)
		return err
	})
}
