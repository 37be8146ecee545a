package spin

import (
	"context"

	"krapao/backend/ledger"
	"krapao/backend/platform/pg"
	"krapao/backend/rewards/spin/internal/db"
)

// Verify counts coins that differ from the deposits and plays that earned them, and spins without the
// transfer of their coin. It also counts missing nonces, and coupons that differ from the ledger.
func (s *Service) Verify(ctx context.Context, q pg.DB) (ledger.Finding, error) {
	out := ledger.Finding{Invariant: "coins, spins and coupons that differ from the ledger or from each other"}
	queries := db.New(q)
	flows, err := queries.VerifyFlows(ctx)
	if err != nil {
		return out, err
	}
	spins, err := queries.VerifySpins(ctx)
	if err != nil {
		return out, err
	}
	coupons, err := queries.VerifyCoupons(ctx)
	out.Broken = flows + int64(spins) + int64(coupons)
	return out, err
}
