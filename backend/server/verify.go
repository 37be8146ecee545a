package server

import (
	"context"

	"github.com/jackc/pgx/v5"

	"krapao/backend/ledger"
	"krapao/backend/platform/pg"
)

// Verify proves the books: the ledger by itself, then what the domains above
// say of it. Every count must be 0.
func (s *Server) Verify(ctx context.Context) ([]ledger.Finding, error) {
	findings, err := s.Book.Verify(ctx)
	if err != nil {
		return nil, err
	}
	err = pg.Snapshot(ctx, s.Pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "set local statement_timeout = 0"); err != nil {
			return err
		}
		lines, err := s.Wallet.Verify(ctx, tx)
		if err != nil {
			return err
		}
		returns, err := s.Cashier.Verify(ctx, tx)
		if err != nil {
			return err
		}
		slips, err := s.Bank.Verify(ctx, tx)
		if err != nil {
			return err
		}
		withdrawals, err := s.Withdrawal.Verify(ctx, tx)
		if err != nil {
			return err
		}
		gifts, err := s.Gifts.Verify(ctx, tx)
		if err != nil {
			return err
		}
		codes, err := s.QR.Verify(ctx, tx)
		findings = append(findings,
			ledger.Finding{Invariant: "transfers that touch a wallet without their line, and the other way round", Broken: lines},
			ledger.Finding{Invariant: "slips, bank transfers and returns that differ from the ledger", Broken: slips + returns},
			ledger.Finding{Invariant: "withdrawals that differ from the ledger or from their lines", Broken: withdrawals},
			ledger.Finding{Invariant: "gift links that differ from the ledger", Broken: gifts},
			ledger.Finding{Invariant: "QR payments that differ from the ledger", Broken: codes})
		return err
	})
	return findings, err
}
