package withdrawal

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"krapao/backend/cashier/withdrawal/internal/db"
	"krapao/backend/ledger"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
	"krapao/backend/provider/payout"
	"krapao/backend/push"
	"krapao/backend/rewards/bonus"
	"krapao/backend/statement"
	"krapao/backend/wallet"
)

// The durations of gathering money from games.
const (
	gatherTimeLimit = time.Minute // after this time the withdrawal continues with the money that is back
	gatherPause     = time.Second
	// An exclusion may end a bonus, and the bonus waits for games that are down. The withdrawal then waits for
	// the bonus.
	bonusEndPause = 15 * time.Second
)

// WithdrawAll brings the caller's money back from the games, and then withdraws an amount as Withdraw does. A
// game that is down is skipped. If too little came back, the line fails with MONEY_NOT_ENOUGH, and the money
// stays in the wallet.
func (s *Service) WithdrawAll(ctx context.Context, amount money.Satang) (withdrawalResponse, error) {
	hasAccount, err := s.Games.HasAccount(ctx, web.Member(ctx))
	if err != nil {
		return nil, err
	}
	if !hasAccount {
		return s.Withdraw(ctx, amount)
	}
	c, err := s.newCommand(ctx, amount)
	if err != nil {
		return nil, err
	}
	first, err := c.startGathering(ctx)
	first, err = c.refineRefusal(ctx, first, err)
	if err != nil {
		return nil, err
	}
	return s.Wallet.Await(ctx, first, s.Patience, s.readProgress)
}

// startGathering stores the line, a gathering row and the job. No money is held yet.
func (c *withdrawCommand) startGathering(ctx context.Context) (withdrawalResponse, error) {
	return wallet.RunCommand(ctx, c.s.Wallet, func(context.Context, error) (wallet.Command, error) {
		return wallet.Command{
			Member: c.member.ID, Fields: c.fields(), Guards: c.guards(), Line: c.newLine(), OnRestored: c.s.attributeRestored,
			QueueRows: func(b *pgx.Batch) error {
				b.Queue(db.InsertGathering, c.line.ID, c.member.ID, int64(c.amount), c.line.Currency, c.line.CreatedAt)
				return nil
			},
			QueueJob: func(b *pgx.Batch) error { return c.s.Queue.QueueInsert(b, gatherMoney{ID: c.line.ID}) },
		}, nil
	})
}

// gatherMoney is the job that brings a member's money back from the games.
type gatherMoney struct {
	ID uuid.UUID `json:"id"`
}

// Kind returns the job's name in the queue.
func (gatherMoney) Kind() string { return "withdrawal_gather" }

// InsertOpts selects separate workers, so that games that do not respond do not delay payouts.
func (gatherMoney) InsertOpts() river.InsertOpts { return river.InsertOpts{Queue: gatherBulkhead} }

const gatherBulkhead = "gather"

// runGatherStep brings money back from the games. When all is back, or after a minute, it makes the withdrawal.
// It returns the wait before the next step, or 0. Concurrent steps are safe.
func (s *Service) runGatherStep(ctx context.Context, id uuid.UUID) (time.Duration, error) {
	row, err := s.q().GetGathering(ctx, id)
	if err != nil || row.DoneAt != nil {
		return 0, err
	}
	if mustWait, err := s.mustGatheringWait(ctx, row); err != nil || mustWait {
		return pausedRetry, err
	}
	m, err := s.Identity.Member(ctx, s.Pool, row.MemberID)
	if err != nil {
		return 0, err
	}
	mustWait, err := s.Games.MoveAllToWallet(ctx, m, id, row.CreatedAt)
	if err != nil {
		return 0, err
	}
	if age := s.Clock().Sub(row.CreatedAt); mustWait && age < gatherTimeLimit {
		return max(age/5, gatherPause), nil
	}
	err = s.finishGathering(ctx, id)
	if errors.Is(err, wallet.ErrAdvanceOwed) {
		return gatherPause, s.Wallet.RepayAdvances(ctx, m.ID)
	}
	if !errors.Is(err, bonus.ErrNotEnded) {
		return 0, err
	}
	ended, err := s.Bonus.EndForExclusion(ctx, m.ID)
	if err != nil || ended {
		return gatherPause, err
	}
	return bonusEndPause, nil
}

// mustGatheringWait returns whether a gathering row has to wait. It waits while payouts are paused, and if the
// provider has a payout of its name that our ledger lost. A comparison then restores that payout, and ends
// the gathering.
func (s *Service) mustGatheringWait(ctx context.Context, row db.WithdrawalGather) (bool, error) {
	if isPaused, err := s.Wallet.IsPaused(ctx, s.Pool); err != nil || isPaused {
		return isPaused, err
	}
	loss, err := s.Wallet.ReadLoss(ctx, s.Pool)
	if err != nil || loss.RequestedBefore.IsZero() || row.CreatedAt.After(loss.RequestedBefore) {
		return false, err
	}
	response, err := s.Provider.Query(ctx, row.ID.String())
	return response.Outcome != payout.NotFound, err
}

// finishGathering makes the withdrawal from the money that came back, with the member's current bank account.
// The guards are evaluated again. It returns bonus.ErrNotEnded if a bonus has to end first.
func (s *Service) finishGathering(ctx context.Context, id uuid.UUID) error {
	settings, err := s.Content.RecentSettings(ctx)
	if err != nil {
		return err
	}
	return s.withLockedGather(ctx, id, func(tx pgx.Tx, row db.WithdrawalGather) error {
		m, err := s.Identity.Member(ctx, tx, row.MemberID)
		if err != nil {
			return err
		}
		c := &withdrawCommand{s: s, amount: money.Satang(row.Amount), limits: settings.For(string(m.Currency)), member: m, key: keyOf(id, "hold")}
		c.line = statement.Line{ID: id, CreatedAt: s.Clock().UTC()}
		refusal, err := s.Wallet.LockAndCheckTx(ctx, tx, m.ID, append(c.holdGuards(), s.Wallet.AdvancesRepaidGuard(m.ID))...)
		if err != nil {
			return err
		}
		if refusal != "" {
			return s.failGatherTx(ctx, tx, row, refusal)
		}
		from, err := s.Ledger.Wallet(ctx, tx, m.ID)
		if err != nil {
			return err
		}
		var b pgx.Batch
		var held ledger.Posted
		err = errors.Join(s.Wallet.QueueTransfer(&b, from, *c.holdTransfer(), &held), c.queueInserts(&b), c.queuePayoutJob(&b))
		if err != nil {
			return err
		}
		if err := tx.SendBatch(ctx, &b).Close(); err != nil {
			return err
		}
		if err := db.New(tx).EndGathering(ctx, db.EndGatheringParams{ID: id, Now: s.Clock()}); err != nil {
			return err
		}
		to := statement.OwnAccountPlace(m.BankCode, m.AccountNo)
		_, err = s.Statement.ChangeTx(ctx, tx, m.ID, id, statement.Change{
			Status: statement.Pending, Event: statement.Gathered, TransferID: &held.ID, ToPlace: &to, CanCancel: true,
		})
		return err
	})
}

// withLockedGather locks the member's wallet and then a gathering row, and runs do if the row has not ended.
func (s *Service) withLockedGather(ctx context.Context, id uuid.UUID, do func(pgx.Tx, db.WithdrawalGather) error) error {
	return pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		row, err := s.lockGather(ctx, tx, id)
		if err != nil || row.DoneAt != nil {
			return err
		}
		return do(tx, row)
	})
}

// lockGather locks the member's wallet and then a gathering row. It returns the row, or NO_DATA.
func (s *Service) lockGather(ctx context.Context, tx pgx.Tx, id uuid.UUID) (db.WithdrawalGather, error) {
	row, err := db.New(tx).GetGathering(ctx, id)
	if err != nil {
		return row, pg.NotFound(err)
	}
	if _, err := s.Ledger.LockTx(ctx, tx, row.MemberID); err != nil {
		return row, err
	}
	return db.New(tx).LockGathering(ctx, id)
}

// failGatherTx ends a gathering without a withdrawal. No money was held. note is the code that the member
// sees.
func (s *Service) failGatherTx(ctx context.Context, tx pgx.Tx, row db.WithdrawalGather, note apperr.Code) error {
	if err := db.New(tx).EndGathering(ctx, db.EndGatheringParams{ID: row.ID, Now: s.Clock()}); err != nil {
		return err
	}
	if note != apperr.WithdrawCancelled { // a member who cancelled needs no push
		err := s.notifyTx(ctx, tx, db.Withdrawal{MemberID: row.MemberID, Amount: money.Satang(row.Amount), Currency: row.Currency}, push.WithdrawRefused)
		if err != nil {
			return err
		}
	}
	_, err := s.Statement.ChangeTx(ctx, tx, row.MemberID, row.ID, statement.Change{Status: statement.Failed, Note: note})
	return err
}

// cancelGatherTx cancels the caller's withdrawal while it gathers. ok is false if the caller has no such
// gathering row, or the row has ended otherwise.
func (s *Service) cancelGatherTx(ctx context.Context, tx pgx.Tx, id uuid.UUID) (ok bool, err error) {
	row, err := s.lockGather(ctx, tx, id)
	if apperr.CodeOf(err) == apperr.NoData || (err == nil && row.MemberID != web.Member(ctx)) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if row.DoneAt == nil {
		return true, s.failGatherTx(ctx, tx, row, apperr.WithdrawCancelled)
	}
	line, found, err := s.Statement.FindLine(ctx, tx, row.MemberID, id)
	return found && line.Note == apperr.WithdrawCancelled && err == nil, err
}

func (s *Service) findStalledGathers(ctx context.Context) ([]gatherMoney, error) {
	ids, err := s.q().ListStalledGatherings(ctx, s.Clock().Add(-stalledAfter))
	out := make([]gatherMoney, 0, len(ids))
	for _, id := range ids {
		out = append(out, gatherMoney{id})
	}
	return out, err
}
