package withdrawal

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier/withdrawal/internal/db"
	"krapao/backend/content"
	"krapao/backend/platform/pg"
)

// waitPause is the wait between two checks of a withdrawal that may not be sent.
const waitPause = 15 * time.Second

// waitsTx returns whether nothing may be sent now: our database went back in time, or withdrawals are paused.
func (s *Service) waitsTx(ctx context.Context, q pg.DB) (bool, error) {
	if back, err := s.Wallet.WentBack(ctx, q); err != nil || back {
		return back, err
	}
	settings, err := s.Content.Recent(ctx)
	return settings.IsPaused(content.WayWithdraw), err
}

// mayBeSentTx returns whether a payout of a withdrawal may exist that our ledger does not know of. The
// withdrawal was asked for before our database went back in time, at most a day ago.
func (s *Service) mayBeSentTx(ctx context.Context, tx pgx.Tx, row db.Withdrawal) (bool, error) {
	loss, err := s.Wallet.Loss(ctx, tx)
	return !row.CreatedAt.After(loss.Before) && !loss.Before.IsZero(), err
}

// Backlog returns the number of withdrawals in progress, for the metrics.
func (s *Service) Backlog(ctx context.Context) (int64, error) { return s.q().WithdrawalsQueued(ctx) }
