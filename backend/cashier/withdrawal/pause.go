package withdrawal

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier/withdrawal/internal/db"
	"krapao/backend/content"
	"krapao/backend/platform/pg"
)

// pausedRetry is the wait between two checks of a withdrawal that may not be sent.
const pausedRetry = 15 * time.Second

// isPaused returns true if nothing may be sent now: withdrawals are paused by an operator, or our database
// went back in time. q is a pool or a transaction.
func (s *Service) isPaused(ctx context.Context, q pg.DB) (bool, error) {
	if isPaused, err := s.Wallet.IsPaused(ctx, q); err != nil || isPaused {
		return isPaused, err
	}
	settings, err := s.Content.RecentSettings(ctx)
	return settings.IsPaused(content.ServiceWithdraw), err
}

// mayHaveBeenSentTx returns true if a payout may exist although the withdrawal is unsent in our ledger. A
// payout may exist if the withdrawal is from before the end of a pause that followed a loss. From a day after
// the pause on, it returns false.
func (s *Service) mayHaveBeenSentTx(ctx context.Context, tx pgx.Tx, row db.Withdrawal) (bool, error) {
	loss, err := s.Wallet.ReadLoss(ctx, tx)
	return !row.CreatedAt.After(loss.RequestedBefore) && !loss.RequestedBefore.IsZero(), err
}

// CountInProgress returns the number of withdrawals in progress, for the metrics.
func (s *Service) CountInProgress(ctx context.Context) (int64, error) {
	return s.q().CountQueuedWithdrawals(ctx)
}
