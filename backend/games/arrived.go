package games

import (
	"context"
	"errors"
	"sync"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/games/internal/db"
	"krapao/backend/ledger"
	"krapao/backend/platform/pg"
	"krapao/backend/provider/game"
	"krapao/backend/statement"
	"krapao/backend/wallet"
)

// arrived ends a transfer whose money is in the game: what most transfers come to, so
// it is one batch. legDoneTx says the same for a person; it takes three trips more, and a
// fourth for the caller to read the end (docs/figures.md has what that costs).
func (s *Service) arrived(ctx context.Context, now db.TransferStepRow, said game.Answer) error {
	row, leg, slot := now.GameTransfer, now.GameLeg, now.Slot
	var line statement.Line
	var left wallet.Wallet
	hold := ledger.Transfer{Credit: inFlight(slot), Amount: row.Amount, Currency: ledger.Currency(row.Currency)}
	key := keyOf(row.ID, "settle")
	bounds, err := s.bounds(ctx, s.Pool, row.Currency)
	if err != nil {
		return err
	}
	err = pg.Again(ctx, func() error {
		var b pgx.Batch
		s.Book.LockBatch(&b, row.MemberID, new(ledger.Wallet))
		judged := pg.QueueVerdict(&b, new(string), pg.Guard{Query: db.GuardCall, Args: []any{leg.ID, nil}, Stale: errMovedOn})
		b.Queue(db.LegEnd, s.Clock(), stateDone, said.Code, nil, leg.ID)
		if said.Balance != nil {
			b.Queue(db.AccountBalance, int64(*said.Balance), leg.Units, s.Clock(), row.MemberID, leg.SlotCode, int64(bounds.UnexplainedMember), int64(bounds.UnexplainedSlot))
		} else {
			b.Queue(db.AccountMoved, leg.Units, s.Clock(), row.MemberID, leg.SlotCode)
		}
		if err := s.Book.SettleBatch(&b, key, *row.HoldID, hold, provider(slot)); err != nil {
			return err
		}
		b.Queue(db.TransferArrived, key, s.Clock(), row.ID)
		s.Statement.ChangeBatch(&b, row.MemberID, row.ID, key, statement.Change{Status: statement.Success}, &line)
		s.Wallet.OfBatch(&b, row.MemberID, &left)
		return judged.Send(ctx, s.Pool)
	})
	if errors.Is(err, errMovedOn) {
		return nil // ended meanwhile, or with a person
	}
	if err == nil {
		pg.Tell(s.Pool, row.MemberID)
		s.callers.tell(row.ID, wallet.Answer{Statement: line, Wallet: left})
	}
	return err
}

// callers are those who wait for the end of a transfer here: they are told it as the
// batch that ended it saw it, and read nothing more.
type callers struct{ by sync.Map }

// wait answers where the end is told; leave ends the waiting.
func (c *callers) wait(id uuid.UUID) (told <-chan wallet.Answer, leave func()) {
	end := make(chan wallet.Answer, 1)
	c.by.Store(id, end)
	return end, func() { c.by.Delete(id) }
}

func (c *callers) tell(id uuid.UUID, end wallet.Answer) {
	if caller, waits := c.by.Load(id); waits {
		select {
		case caller.(chan wallet.Answer) <- end:
		default:
		}
	}
}
