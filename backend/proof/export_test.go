package proof

import (
	"context"

	"github.com/jackc/pgx/v5"

	"krapao/backend/ledger"
)

// CheckAllTx is CheckAll within the test's transaction, and stores no proof.
func (s *Service) CheckAllTx(ctx context.Context, tx pgx.Tx) ([]ledger.Finding, error) {
	return s.checkAllTx(ctx, tx)
}

// CheckChangedTx is CheckChanged within the test's transaction, and stores no proof.
func (s *Service) CheckChangedTx(ctx context.Context, tx pgx.Tx) ([]ledger.Finding, error) {
	return s.checkChangedTx(ctx, tx)
}
