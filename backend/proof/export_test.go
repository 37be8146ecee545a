package proof

import (
	"context"

	"github.com/jackc/pgx/v5"

	"krapao/backend/ledger"
)

// WholeTx is Whole within the test's transaction, and stores no proof.
func (s *Service) WholeTx(ctx context.Context, tx pgx.Tx) ([]ledger.Finding, error) {
	return s.wholeTx(ctx, tx)
}

// ChangedTx is Changed within the test's transaction, and stores no proof.
func (s *Service) ChangedTx(ctx context.Context, tx pgx.Tx) ([]ledger.Finding, error) {
	return s.changedTx(ctx, tx)
}
