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

// HouseBalances are the balances of the house accounts from the transfers of transactions below TxBelow, in
// hundredths. The zero value stands for the beginning, before any transfer.
type HouseBalances struct {
	TxBelow  uint64
	IDs      []int64
	Balances []int64 // by the index of IDs
}

// ReadHouseBalancesTx returns the house accounts' balances from all transactions that have certainly ended in the
// snapshot.
func (s *Service) ReadHouseBalancesTx(ctx context.Context, q pg.DB) (HouseBalances, error) {
	queries := db.New(q)
	below, err := queries.GetProvenBelow(ctx)
	if err != nil {
		return HouseBalances{}, err
	}
	rows, err := queries.ListHouseBalances(ctx, below)
	if err != nil {
		return HouseBalances{}, err
	}
	out := HouseBalances{TxBelow: below, IDs: []int64{}, Balances: []int64{}}
	for _, row := range rows {
		out.IDs = append(out.IDs, row.ID)
		out.Balances = append(out.Balances, row.Balance)
	}
	return out, nil
}

// Verify checks the invariants of the ledger against all transfers, in one snapshot of the database.
func (s *Service) Verify(ctx context.Context) (findings []Finding, err error) {
	err = pg.Snapshot(ctx, s.pool, func(tx pgx.Tx) (err error) {
		// A whole ledger may take longer than the timeout of a call.
		if _, err = tx.Exec(ctx, "set local statement_timeout = 0"); err != nil {
			return err
		}
		findings, err = s.VerifyTx(ctx, tx, HouseBalances{})
		return err
	})
	return findings, err
}

// VerifyTx checks the invariants of the ledger. Balances of house accounts are checked from proven on.
func (s *Service) VerifyTx(ctx context.Context, q pg.DB, proven HouseBalances) ([]Finding, error) {
	var out []Finding
	queries := db.New(q)
	sums, err := queries.VerifySum(ctx)
	if err != nil {
		return nil, err
	}
	for _, s := range sums {
		out = append(out, Finding{"sum of all accounts, " + s.Currency + " (hundredths)", s.Balance})
	}
	houses := func(ctx context.Context) (int64, error) {
		return queries.VerifyHouseAccounts(ctx, db.VerifyHouseAccountsParams{Since: proven.TxBelow, Houses: proven.IDs, Balances: proven.Balances})
	}
	for _, check := range []struct {
		name  string
		count func(context.Context) (int64, error)
	}{
		{"members' balances that are not the sum of their legs", queries.VerifyBalances},
		{"house balances that are not the sum of their legs", houses},
		{"breaks in the running balances", queries.VerifyChain},
		{"accounts below their floor", queries.VerifyFloor},
		{"suspense accounts that differ from their open holds", queries.VerifySuspense},
		{"settlements and voids that differ from their hold", queries.VerifyResolutions},
	} {
		n, err := check.count(ctx)
		if err != nil {
			return nil, err
		}
		out = append(out, Finding{check.name, n})
	}
	return out, nil
}
