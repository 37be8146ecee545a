package server

import (
	"context"

	"github.com/jackc/pgx/v5"

	"krapao/backend/ledger"
	"krapao/backend/platform/pg"
)

// Verify checks the invariants of the ledger, and then the invariants of the domains. Each finding's count
// must be 0.
func (s *Server) Verify(ctx context.Context) ([]ledger.Finding, error) {
	findings, err := s.Ledger.Verify(ctx)
	if err != nil {
		return nil, err
	}
	ledgerFindings := len(findings)
	err = pg.Snapshot(ctx, s.Pool, func(tx pgx.Tx) error {
		findings = findings[:ledgerFindings]
		if _, err := tx.Exec(ctx, "set local statement_timeout = 0"); err != nil {
			return err
		}
		for _, module := range modulesOf[verifyModule](s) {
			finding, err := module.Verify(ctx, tx)
			if err != nil {
				return err
			}
			findings = append(findings, finding)
		}
		return nil
	})
	return findings, err
}
