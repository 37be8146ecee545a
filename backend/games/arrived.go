package games

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"krapao/backend/games/internal/db"
	"krapao/backend/ledger"
	"krapao/backend/platform/pg"
	"krapao/backend/provider/game"
	"krapao/backend/statement"
)

// arrived ends a transfer whose money is in the game: what most transfers come to, so
// it is one batch. legDoneTx says the same for a person.
func (s *Service) arrived(ctx context.Context, leg db.GameLeg, said game.Answer) error {
	now, err := s.q().TransferStep(ctx, leg.TransferID)
	if err != nil || now.GameTransfer.HoldID == nil {
		return err
	}
	row, slot, why := now.GameTransfer, now.Slot, ""
	hold := ledger.Transfer{Credit: inFlight(slot), Amount: row.Amount, Currency: ledger.Currency(row.Currency)}
	key := keyOf(row.ID, "settle")
	err = pg.Again(ctx, func() error {
		var b pgx.Batch
		s.Book.LockBatch(&b, row.MemberID, new(ledger.Wallet))
		pg.QueueVerdict(&b, &why, pg.Guard{Query: db.GuardCall, Args: []any{movedOn, leg.ID, nil}})
		b.Queue(db.LegEnd, stateDone, said.Code, nil, s.Clock(), leg.ID)
		if said.Balance != nil {
			b.Queue(db.AccountBalance, int64(*said.Balance), s.Clock(), row.MemberID, leg.SlotCode)
		} else {
			b.Queue(db.AccountMoved, leg.Units, s.Clock(), row.MemberID, leg.SlotCode)
		}
		if err := s.Book.SettleBatch(&b, key, *row.HoldID, hold, provider(slot)); err != nil {
			return err
		}
		b.Queue(db.TransferArrived, key, s.Clock(), row.ID)
		s.Statement.ChangeBatch(&b, row.MemberID, row.ID, key, statement.Change{Status: statement.Success}, new(statement.Line))
		return s.Pool.SendBatch(ctx, &b).Close()
	})
	if errors.Is(err, statement.ErrSettled) && why != "" {
		return nil // ended meanwhile, or with a person
	}
	if err == nil {
		pg.Tell(s.Pool, row.MemberID)
	}
	return err
}
