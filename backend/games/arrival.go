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

// completeArrival ends a transfer whose money is in the game. Most transfers end here, so it uses a single
// batch. completeLegTx does the same for an operator's decision, with three more round trips, and a fourth for
// the caller to read the result (docs/figures.md has the cost).
func (s *Service) completeArrival(ctx context.Context, current db.GetTransferWithLegRow, response game.Response) error {
	row, leg, slot := current.GameTransfer, current.GameLeg, current.Slot
	var line statement.Line
	var walletAfter wallet.Wallet
	hold := ledger.Transfer{Credit: inFlightAccount(slot), Amount: row.Amount, Currency: ledger.Currency(row.Currency)}
	key := ledgerKey(row.ID, "settle")
	bounds, err := s.currencySettings(ctx, s.Pool, row.Currency)
	if err != nil {
		return err
	}
	err = pg.RetryConflicts(ctx, func() error {
		var b pgx.Batch
		s.Ledger.LockBatch(&b, row.MemberID, new(ledger.Wallet))
		batch := pg.QueueVerdict(&b, new(string), pg.Guard{Query: db.GuardStaleLeg, Args: []any{leg.ID, nil}, Stale: errChangedMeanwhile})
		b.Queue(db.EndLeg, s.Clock(), stateDone, response.Code, nil, leg.ID)
		if response.Balance != nil {
			b.Queue(db.StoreAccountBalance, int64(*response.Balance), leg.Units, s.Clock(), row.MemberID, leg.SlotCode, int64(bounds.UnexplainedMember), int64(bounds.UnexplainedSlot))
		} else {
			b.Queue(db.AddToAccountBalance, leg.Units, s.Clock(), row.MemberID, leg.SlotCode)
		}
		if err := s.Ledger.SettleBatch(&b, key, *row.HoldID, hold, providerAccount(slot)); err != nil {
			return err
		}
		b.Queue(db.EndArrivedTransfer, key, s.Clock(), row.ID)
		s.Statement.ChangeBatch(&b, row.MemberID, row.ID, key, statement.Change{Status: statement.Success}, &line)
		s.Wallet.ReadWalletBatch(&b, row.MemberID, &walletAfter)
		return batch.Send(ctx, s.Pool)
	})
	if errors.Is(err, errChangedMeanwhile) {
		return nil // another step has ended the transfer, or an operator decides
	}
	if err == nil {
		pg.NotifyChanged(s.Pool, row.MemberID)
		s.waiters.notify(row.ID, wallet.CommandStatus{Statement: line, Wallet: walletAfter})
	}
	return err
}

// waiters are the requests on this server that wait for the outcome of a transfer. Each request receives the
// statement line that the batch has read, so it needs no query of its own.
type waiters struct{ byTransfer sync.Map }

// add returns a channel that receives the outcome of a transfer; remove stops waiting.
func (c *waiters) add(id uuid.UUID) (outcomes <-chan wallet.CommandStatus, remove func()) {
	outcome := make(chan wallet.CommandStatus, 1)
	c.byTransfer.Store(id, outcome)
	return outcome, func() { c.byTransfer.Delete(id) }
}

func (c *waiters) notify(id uuid.UUID, outcome wallet.CommandStatus) {
	if waiter, isWaiting := c.byTransfer.Load(id); isWaiting {
		select {
		case waiter.(chan wallet.CommandStatus) <- outcome:
		default:
		}
	}
}
