package server

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/pg"
	"krapao/backend/wallet"
)

// FollowDatabase looks whether a standby was promoted. It may lack the last
// transactions: every app loads anew, and no money is sent until our book was
// held against the companies'. Both are one transaction, so that one of several
// servers does it.
func (s *Server) FollowDatabase(ctx context.Context) error {
	return pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		promoted, err := pg.Follow(ctx, tx)
		if err != nil || !promoted {
			return err
		}
		s.log.ErrorContext(ctx, "the database goes on in another timeline: payouts wait for `wallet reconcile`")
		return s.wentBackTx(ctx, tx, wallet.Promoted, time.Time{})
	})
}

// wentBackTx has money wait at the doors, and the games take what our book had not
// sent yet for sent.
func (s *Server) wentBackTx(ctx context.Context, tx pgx.Tx, reason string, lostFrom time.Time) error {
	if err := s.Wallet.WaitTx(ctx, tx, reason, lostFrom); err != nil {
		return err
	}
	return s.Games.WentBackTx(ctx, tx)
}
