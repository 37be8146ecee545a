package cashier

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/care"
	"krapao/backend/cashier/internal/db"
	"krapao/backend/content"
	"krapao/backend/identity"
	"krapao/backend/ledger"
	"krapao/backend/platform/clock"
	"krapao/backend/platform/pg"
	"krapao/backend/push"
	"krapao/backend/rewards/turnover"
	"krapao/backend/staff"
	"krapao/backend/statement"
	"krapao/backend/wallet"
)

// Service has the functions that all payment methods share. All fields are required.
type Service struct {
	Pool      *pgxpool.Pool
	Clock     clock.Clock
	Ledger    *ledger.Service
	Identity  *identity.Service
	Care      *care.Service
	Wallet    *wallet.Service
	Statement *statement.Service
	Push      *push.Service
	Staff     *staff.Service
	Content   *content.Service
	Turnover  *turnover.Service
}

// Verify counts returns that differ from the ledger.
func (s *Service) Verify(ctx context.Context, q pg.DB) (ledger.Finding, error) {
	n, err := db.New(q).VerifyReturns(ctx)
	return ledger.Finding{Invariant: "returns that differ from the ledger", Broken: n}, err
}
