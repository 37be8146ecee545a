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
		s.log.ErrorContext(ctx, "the database goes on in another timeline: payouts wait until a walk has compared the payout provider's book")
		return s.wentBackTx(ctx, tx, wallet.Promoted, time.Time{})
	})
}

// WentBack begins a wait as an operator says: our book has lost what happened since a moment, and
// no new timeline tells of it.
func (s *Server) WentBack(ctx context.Context, since time.Time) error {
	return pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		if err := pg.NewEpoch(ctx, tx); err != nil {
			return err
		}
		return s.wentBackTx(ctx, tx, wallet.WentBack, since)
	})
}

// wentBackTx has money wait at the doors, the games take what our book had not
// sent yet for sent, and the wheel's seeds end.
func (s *Server) wentBackTx(ctx context.Context, tx pgx.Tx, reason string, lostFrom time.Time) error {
	if err := s.Wallet.WaitTx(ctx, tx, reason, lostFrom); err != nil {
		return err
	}
	if err := s.Spin.WentBackTx(ctx, tx); err != nil {
		return err
	}
	return s.Games.WentBackTx(ctx, tx)
}
