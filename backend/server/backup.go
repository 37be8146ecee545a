package server

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/jackc/pgx/v5"

	"krapao/backend/ledger"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/pgcopy"
	"krapao/backend/wallet"
)

// backupOptions name the tables that a backup omits. After a restore the rate limits are empty, and the
// epoch and the installation are new. The restore itself pauses payouts.
var backupOptions = pgcopy.Options{Skip: []string{"rate_counter", "sync_epoch", "installation", "payout_wait", "ledger_proof"}, Replace: ledger.BackupColumns}

// Backup writes all rows of the database as of one moment to out, while servers use the database. It does
// not contain the uploaded files and the keys.
func (s *Server) Backup(ctx context.Context, out io.Writer) (pgcopy.Summary, error) {
	return pgcopy.Write(ctx, s.Pool, out, backupOptions)
}

// Restore reads a backup into a database without members, in one transaction, and checks the ledger's
// invariants. It pauses payouts until a comparison with the providers' records, and ends all
// sessions.
func (s *Server) Restore(ctx context.Context, in io.Reader) (pgcopy.Summary, []ledger.Finding, error) {
	sum, err := pgcopy.Read(ctx, s.Pool, in, "member", backupOptions, func(tx pgx.Tx, sum pgcopy.Summary) error {
		if err := pg.NewEpoch(ctx, tx); err != nil {
			return err
		}
		// Since the backup, providers may have done payments that this ledger lacks.
		if err := s.pauseAfterLossTx(ctx, tx, wallet.Restored, sum.At); err != nil {
			return err
		}
		// Some sessions were ended after the backup: by a logout, a new password, a disabled operator.
		if err := errors.Join(s.Identity.EndAllSessionsTx(ctx, tx), s.Operators.EndAllSessionsTx(ctx, tx)); err != nil {
			return err
		}
		return s.Ledger.RebuildAfterRestoreTx(ctx, tx)
	})
	if err != nil {
		return sum, nil, fmt.Errorf("server: restore: %w", err)
	}
	findings, err := s.Proof().CheckAll(ctx)
	return sum, findings, err
}
