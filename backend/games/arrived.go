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

// arrived ends a transfer whose money is in the game. Most transfers end here, so arrived uses a single
// batch. legDoneTx does the same for an operator's decision. It needs three more round trips, and a fourth
// for the caller to read the result (docs/figures.md has the cost).
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
		s.Ledger.LockBatch(&b, row.MemberID, new(ledger.Wallet))
		judged := pg.QueueVerdict(&b, new(string), pg.Guard{Query: db.GuardCall, Args: []any{leg.ID, nil}, Stale: errMovedOn})
		b.Queue(db.LegEnd, s.Clock(), stateDone, said.Code, nil, leg.ID)
		if said.Balance != nil {
			b.Queue(db.AccountBalance, int64(*said.Balance), leg.Units, s.Clock(), row.MemberID, leg.SlotCode, int64(bounds.UnexplainedMember), int64(bounds.UnexplainedSlot))
		} else {
			b.Queue(db.AccountMoved, leg.Units, s.Clock(), row.MemberID, leg.SlotCode)
		}
		if err := s.Ledger.SettleBatch(&b, key, *row.HoldID, hold, provider(slot)); err != nil {
			return err
		}
		b.Queue(db.TransferArrived, key, s.Clock(), row.ID)
		s.Statement.ChangeBatch(&b, row.MemberID, row.ID, key, statement.Change{Status: statement.Success}, &line)
		s.Wallet.ReadWalletBatch(&b, row.MemberID, &left)
		return judged.Send(ctx, s.Pool)
	})
	if errors.Is(err, errMovedOn) {
		return nil // another step has ended it, or an operator decides
	}
	if err == nil {
		pg.Tell(s.Pool, row.MemberID)
		s.callers.tell(row.ID, wallet.Answer{Statement: line, Wallet: left})
	}
	return err
}

// callers are the requests on this server that wait for the end of a transfer. Each receives the answer that
// the batch has read, so it needs no query of its own.
type callers struct{ by sync.Map }

// wait returns a channel that receives the end of a transfer; leave stops waiting.
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
