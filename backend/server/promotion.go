package server

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/pg"
	"krapao/backend/wallet"
)

// FollowDatabase checks whether a standby was promoted. A promoted standby may lack the last transactions.
// Therefore every app must load all data again, and payouts pause until our ledger was compared with the
// providers' records. Both happen in one transaction, so only one of several servers does it.
func (s *Server) FollowDatabase(ctx context.Context) error {
	return pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		promoted, err := pg.StoreTimeline(ctx, tx)
		if err != nil || !promoted {
			return err
		}
		s.log.ErrorContext(ctx, "the database continues in another timeline: payouts are paused until a comparison has read the payout provider's records")
		return s.pauseAfterLossTx(ctx, tx, wallet.Promoted, time.Time{})
	})
}

// PauseAfterLoss pauses payouts because an operator says that our ledger has lost all changes since a time.
// It is for losses without a promotion, which FollowDatabase cannot detect.
func (s *Server) PauseAfterLoss(ctx context.Context, since time.Time) error {
	return pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		if err := pg.NewEpoch(ctx, tx); err != nil {
			return err
		}
		return s.pauseAfterLossTx(ctx, tx, wallet.WentBack, since)
	})
}

// pauseAfterLossTx pauses payouts and ends the wheel's seeds. Transfers to games that our ledger has as
// unsent may have been sent, so the games then treat them as sent.
func (s *Server) pauseAfterLossTx(ctx context.Context, tx pgx.Tx, reason string, lostFrom time.Time) error {
	if err := s.Wallet.PausePayoutsTx(ctx, tx, reason, lostFrom); err != nil {
		return err
	}
	if err := s.Spin.EndLiveSeedsTx(ctx, tx); err != nil {
		return err
	}
	return s.Games.MarkUnsentAsSentTx(ctx, tx)
}
