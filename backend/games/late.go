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

// lookAgain checks the calls that ended by "no" again, as far as they are due. An error with one call does
// not stop the others.
func (s *Service) lookAgain(ctx context.Context) error {
	ids, err := s.q().LegsToLook(ctx, s.Clock())
	for _, id := range ids {
		err = errors.Join(err, s.lookAt(ctx, id))
	}
	return err
}

func (s *Service) lookAt(ctx context.Context, id uuid.UUID) error {
	leg, err := s.q().LegByID(ctx, id)
	if err != nil {
		return err
	}
	slot, err := s.q().SlotAny(ctx, leg.SlotCode)
	if err != nil {
		return err
	}
	client, err := s.Client(slot)
	if err != nil {
		return err
	}
	if !client.Rules().IDs { // there is no status query
		return s.q().LegLooked(ctx, db.LegLookedParams{ID: id})
	}
	said, err := client.Ask(ctx, wire(leg))
	switch {
	case err != nil:
		return err
	case said.Outcome == game.Done:
		return s.lateYes(ctx, slot, leg, said)
	case said.Outcome == game.Unknown || said.Outcome == game.Pending:
		soon := s.Clock().Add(lookFirst)
		return s.q().LegLater(ctx, db.LegLaterParams{ID: id, LookAt: &soon})
	}
	return s.q().LegLooked(ctx, db.LegLookedParams{ID: id, LookAt: s.nextLook(leg)})
}

// nextLook returns when a "no" is checked the next time: an hour after the first check, or nil after the
// second. From then on only the comparison with the providers checks it.
func (s *Service) nextLook(leg db.GameLeg) *time.Time {
	if leg.Looks > 0 {
		return nil
	}
	next := s.Clock().Add(lookLast)
	return &next
}

// lateYes books what the provider did after its "no", and closes the game for the member. An operator decides
// about the rest.
func (s *Service) lateYes(ctx context.Context, slot db.Slot, seen db.GameLeg, said game.Answer) error {
	return s.locked(ctx, seen.TransferID, func(tx pgx.Tx, row db.GameTransfer) error {
		q := db.New(tx)
		leg, err := q.LegByID(ctx, seen.ID)
		if err != nil {
			return err
		}
		if _, err := q.LateLock(ctx, leg.ID); !errors.Is(err, pgx.ErrNoRows) {
			return err // another check has already booked it
		}
		currency := ledger.Currency(row.Currency)
		t := ledger.Transfer{
			Key: keyOf(leg.ID, "late"), Kind: ledger.GameMove, Debit: ledger.Disputes.In(currency), Credit: provider(slot), Amount: row.Amount, Currency: currency,
		}
		if !leg.IntoGame {
			t.Debit, t.Credit = t.Credit, t.Debit
		}
		booked, err := s.Ledger.PostTx(ctx, tx, t)
		if err != nil {
			return err
		}
		if err := q.LateAdd(ctx, db.LateAddParams{LegID: leg.ID, MemberID: row.MemberID, SlotCode: leg.SlotCode, FoundAt: s.Clock(), BookedID: booked.ID}); err != nil {
			return err
		}
		s.Log.ErrorContext(ctx, "a game provider did after all what it had refused", "slot", leg.SlotCode, "transfer", row.ID, "code", said.Code)
		if err := q.LegLooked(ctx, db.LegLookedParams{ID: leg.ID}); err != nil {
			return err
		}
		_, err = pg.NextVersion(ctx, tx, row.MemberID)
		return err
	})
}
