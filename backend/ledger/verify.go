package ledger

import (
	"context"

	"github.com/jackc/pgx/v5"

	"krapao/backend/ledger/internal/db"
	"krapao/backend/platform/pg"
)

// Finding is one invariant and how many rows break it. 0 means that the invariant holds.
type Finding struct {
	Invariant string
	Broken    int64
}

// Verify checks the invariants of the ledger against the transfers, in one snapshot of the database.
func (s *Service) Verify(ctx context.Context) ([]Finding, error) {
	var out []Finding
	err := pg.Snapshot(ctx, s.pool, func(tx pgx.Tx) error {
		out = nil
		// A whole ledger may take longer than the timeout of a call.
		if _, err := tx.Exec(ctx, "set local statement_timeout = 0"); err != nil {
			return err
		}
		q := db.New(tx)
		sums, err := q.VerifySum(ctx)
		if err != nil {
			return err
		}
		for _, s := range sums {
			out = append(out, Finding{"sum of all accounts, " + s.Currency + " (hundredths)", s.Balance})
		}
		for _, check := range []struct {
			name  string
			count func(context.Context) (int64, error)
		}{
			{"balances that are not the sum of their legs", q.VerifyBalances},
			{"breaks in the running balances", q.VerifyChain},
			{"accounts below their floor", q.VerifyFloor},
			{"suspense accounts that differ from their open holds", q.VerifySuspense},
			{"settlements and voids that differ from their hold", q.VerifyResolutions},
		} {
			n, err := check.count(ctx)
			if err != nil {
				return err
			}
			out = append(out, Finding{check.name, n})
		}
		return nil
	})
	return out, err
}
