package games

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/games/internal/db"
	"krapao/backend/platform/pg"
	"krapao/backend/provider/game"
)

// Why a transfer waits for a person.
const (
	reasonNoIDs   = "NO_IDS"       // nobody can ask the company what became of it
	reasonAmount  = "OTHER_AMOUNT" // the company moved another amount
	reasonRefused = "REFUSED_TWICE"
	reasonLateYes = "LATE_YES" // what had ended by no came through after all
)

// step takes a transfer as far as it goes now, and answers how long to wait before the
// next step; 0 when nothing is left to do. Any number of steps at once are safe.
func (s *Service) step(ctx context.Context, id uuid.UUID) (time.Duration, error) {
	for {
		row, err := s.q().TransferByID(ctx, id)
		if err != nil || row.DoneAt != nil || row.State == stateReview {
			return 0, err
		}
		leg, err := s.q().LegOf(ctx, db.LegOfParams{TransferID: id, N: row.Leg})
		if err != nil {
			return 0, err
		}
		again, err := s.stepLeg(ctx, row, leg)
		if err != nil || again > 0 {
			return again, err
		}
		now, err := s.q().TransferByID(ctx, id)
		if err != nil || now.DoneAt != nil || now.State == stateReview || (now.Leg == row.Leg && now.State != stateAsked) {
			return 0, err
		}
	}
}

// stepLeg sends a leg, or asks what became of it.
func (s *Service) stepLeg(ctx context.Context, row db.GameTransfer, leg db.GameLeg) (time.Duration, error) {
	slot, err := s.q().SlotAny(ctx, leg.SlotCode)
	if err != nil {
		return 0, err
	}
	company, err := s.Client(slot)
	if err != nil {
		return 0, err
	}
	done, free := s.busy.take(slot.Code)
	if !free {
		return laneWait, nil
	}
	defer done()
	if row.State == stateAsked {
		return s.sendLeg(ctx, company, leg)
	}
	if !company.Rules().IDs {
		return 0, s.review(ctx, leg, reasonNoIDs, game.Answer{})
	}
	said, err := company.Ask(ctx, wire(leg))
	if err != nil {
		return 0, err
	}
	return s.heard(ctx, company, leg, said, true)
}

// wire is a leg as the company knows it.
func wire(leg db.GameLeg) game.Transfer {
	return game.Transfer{ID: nameOf(leg.ID), Username: leg.Username, Amount: game.Units(leg.Units), In: leg.IntoGame}
}

// nameOf is an id as companies take it: 32 characters of hex.
func nameOf(id uuid.UUID) string {
	text := id.String()
	return text[:8] + text[9:13] + text[14:18] + text[19:23] + text[24:]
}

// sendLeg notes that the call may have come through from now on, and then makes it.
// seen is the leg as the decision to send saw it: if anything moved it since, whoever
// did goes on with it.
func (s *Service) sendLeg(ctx context.Context, company game.Company, seen db.GameLeg) (again time.Duration, err error) {
	var leg db.GameLeg
	err = s.locked(ctx, seen.TransferID, func(tx pgx.Tx, row db.GameTransfer) error {
		q := db.New(tx)
		leg, again = db.GameLeg{}, 0
		now, err := q.LegOf(ctx, db.LegOfParams{TransferID: row.ID, N: row.Leg})
		if err != nil || row.DoneAt != nil || row.State == stateReview || now.ID != seen.ID || now.Sends != seen.Sends || now.Ended != nil {
			return err
		}
		first, err := q.TransferFirst(ctx, row.ID)
		if err != nil || !first {
			again = laneWait
			return err
		}
		if why, err := s.Wallet.LookTx(ctx, tx, row.MemberID, s.Identity.NotFrozen(row.MemberID)); err != nil || why != "" {
			again = rescue
			return err
		}
		if err := q.LegSent(ctx, db.LegSentParams{ID: now.ID, Now: s.Clock()}); err != nil {
			return err
		}
		leg = now
		leg.Sends++
		sent := s.Clock()
		leg.SentAt = &sent
		return q.TransferState(ctx, db.TransferStateParams{ID: row.ID, State: stateSent})
	})
	if err != nil || again > 0 {
		return again, err
	}
	if leg.Sends == 0 {
		return firstPause, nil
	}
	said, err := company.Transfer(ctx, wire(leg))
	if err != nil {
		return 0, err
	}
	return s.heard(ctx, company, leg, said, false)
}

// heard does what the company's answer asks for; leg is as it was when it was asked or
// sent, asked tells which.
func (s *Service) heard(ctx context.Context, company game.Company, leg db.GameLeg, said game.Answer, asked bool) (time.Duration, error) {
	rules := company.Rules()
	switch {
	case said.Outcome == game.Done && said.Amount != nil && int64(*said.Amount) != leg.Units:
		return 0, s.review(ctx, leg, reasonAmount, said)
	case said.Outcome == game.Done:
		return 0, s.legDone(ctx, leg, said)
	case said.Outcome == game.Refused && (asked || leg.Sends == 1):
		return 0, s.legRefused(ctx, leg, said)
	case !rules.IDs:
		return 0, s.review(ctx, leg, reasonNoIDs, said)
	case said.Outcome == game.Refused:
		err := s.q().LegTurnedDown(ctx, db.LegTurnedDownParams{ID: leg.ID, Now: s.Clock(), Word: said.Code})
		return firstPause, errors.Join(err, s.unknown(ctx, leg))
	case said.Outcome == game.NotKnown && asked:
		return s.notKnown(ctx, company, leg, said)
	case said.Outcome == game.Pending:
		err := s.q().LegHeard(ctx, db.LegHeardParams{ID: leg.ID, Now: s.Clock(), Word: said.Code})
		return s.pause(leg), errors.Join(err, s.unknown(ctx, leg))
	default:
		s.Log.WarnContext(ctx, "a game company does not say", "slot", leg.SlotCode, "transfer", leg.TransferID, "code", said.Code)
		return s.pause(leg), s.unknown(ctx, leg)
	}
}

// notKnown believes the company once its longest answer has passed since the last
// send. Then the same id is sent again; where a repeated send was refused before, a
// person looks.
func (s *Service) notKnown(ctx context.Context, company game.Company, leg db.GameLeg, said game.Answer) (time.Duration, error) {
	if left := company.Rules().Longest - s.Clock().Sub(*leg.SentAt); left > 0 {
		err := s.q().LegHeard(ctx, db.LegHeardParams{ID: leg.ID, Now: s.Clock(), Word: said.Code})
		return max(min(left, s.pause(leg)), time.Second), errors.Join(err, s.unknown(ctx, leg))
	}
	if leg.TurnedDown {
		return 0, s.review(ctx, leg, reasonRefused, said)
	}
	return s.sendLeg(ctx, company, leg)
}

// pause grows with the time since the last send.
func (s *Service) pause(leg db.GameLeg) time.Duration {
	return min(max(s.Clock().Sub(*leg.SentAt)/3, firstPause), lastPause)
}

// unknown notes that a leg's outcome is not known.
func (s *Service) unknown(ctx context.Context, leg db.GameLeg) error {
	return s.locked(ctx, leg.TransferID, func(tx pgx.Tx, row db.GameTransfer) error {
		if row.State != stateSent {
			return nil
		}
		return db.New(tx).TransferState(ctx, db.TransferStateParams{ID: row.ID, State: stateUnknown})
	})
}

// locked runs do on a transfer in a transaction of its own: under the wallet's lock,
// then the row's.
func (s *Service) locked(ctx context.Context, id uuid.UUID, do func(pgx.Tx, db.GameTransfer) error) error {
	return pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		row, err := s.lockTx(ctx, tx, id)
		if err != nil {
			return err
		}
		return do(tx, row)
	})
}

func (s *Service) lockTx(ctx context.Context, tx pgx.Tx, id uuid.UUID) (db.GameTransfer, error) {
	row, err := db.New(tx).TransferByID(ctx, id)
	if err != nil {
		return row, err
	}
	if _, err := s.Book.LockTx(ctx, tx, row.MemberID); err != nil {
		return row, err
	}
	return db.New(tx).TransferLock(ctx, id)
}
