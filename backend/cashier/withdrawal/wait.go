package withdrawal

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier/withdrawal/internal/db"
	"krapao/backend/content"
	"krapao/backend/platform/pg"
)

// waitPause is between two looks of a withdrawal that waits.
const waitPause = 15 * time.Second

// waitsTx says whether nothing may be sent now: our book went back in time, or
// somebody has paused the way.
func (s *Service) waitsTx(ctx context.Context, q pg.DB) (bool, error) {
	if back, err := s.Wallet.WentBack(ctx, q); err != nil || back {
		return back, err
	}
	settings, err := s.Content.Recent(ctx)
	return settings.IsPaused(content.WayWithdraw), err
}

// mayBeSentTx says that a payout of a withdrawal may exist that our book does not
// know of: it was asked for before our book went back in time, a day ago at most.
func (s *Service) mayBeSentTx(ctx context.Context, tx pgx.Tx, row db.Withdrawal) (bool, error) {
	loss, err := s.Wallet.Loss(ctx, tx)
	return !row.CreatedAt.After(loss.Before) && !loss.Before.IsZero(), err
}

// Backlog counts the withdrawals under way, for the metrics.
func (s *Service) Backlog(ctx context.Context) (int64, error) { return s.q().WithdrawalsQueued(ctx) }
