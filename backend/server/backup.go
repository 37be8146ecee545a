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

// backupOptions: limits forgive everybody after a restore, the epoch is new, and
// so is the installation; payouts wait by the restore, whatever they did then.
var backupOptions = pgcopy.Options{Skip: []string{"rate_counter", "sync_epoch", "installation", "payout_wait"}, Replace: ledger.BackupColumns}

// Backup streams the database as of one moment, while servers run on it. The
// uploaded files and the keys are not in it.
func (s *Server) Backup(ctx context.Context, out io.Writer) (pgcopy.Summary, error) {
	return pgcopy.Write(ctx, s.Pool, out, backupOptions)
}

// Restore brings a backup into a database that has no members yet, whole or not
// at all, and proves the books. Payouts wait until they were held against the
// companies', and all sessions are over.
func (s *Server) Restore(ctx context.Context, in io.Reader) (pgcopy.Summary, []ledger.Finding, error) {
	sum, err := pgcopy.Read(ctx, s.Pool, in, "member", backupOptions, func(tx pgx.Tx, sum pgcopy.Summary) error {
		if err := pg.NewEpoch(ctx, tx); err != nil {
			return err
		}
		// The companies may have done since what this book does not know of.
		if err := s.wentBackTx(ctx, tx, wallet.Restored, sum.At); err != nil {
			return err
		}
		// Some were ended after the backup: by a logout, a new password, an operator's dismissal.
		if err := errors.Join(s.Identity.EndAllTx(ctx, tx), s.Operators.EndAllTx(ctx, tx)); err != nil {
			return err
		}
		return s.Book.RestoredTx(ctx, tx)
	})
	if err != nil {
		return sum, nil, fmt.Errorf("server: restore: %w", err)
	}
	findings, err := s.Verify(ctx)
	return sum, findings, err
}
