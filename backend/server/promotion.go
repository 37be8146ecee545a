package server

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier/withdrawal"
	"krapao/backend/platform/pg"
)

// FollowDatabase looks whether a standby was promoted. It may lack the last
// transactions: every app loads anew, and payouts wait until our book was held
// against the companies'. Both are one transaction, so that one of several
// servers does it.
func (s *Server) FollowDatabase(ctx context.Context) error {
	return pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		promoted, err := pg.Follow(ctx, tx)
		if err != nil || !promoted {
			return err
		}
		s.log.ErrorContext(ctx, "the database goes on in another timeline: payouts wait for `wallet reconcile`")
		return s.Withdrawal.WaitTx(ctx, tx, withdrawal.Promoted, time.Time{})
	})
}
