package ledger_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/ledger"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/pgtest"
)

// tamper runs statements that the triggers would forbid, in one transaction with the triggers disabled.
func tamper(t *testing.T, pool *pgxpool.Pool, statements ...string) {
	t.Helper()
	err := pg.InTx(t.Context(), pool, func(tx pgx.Tx) error {
		for _, statement := range append([]string{"set local session_replication_role = replica"}, statements...) {
			if _, err := tx.Exec(t.Context(), statement); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// newSettledLedger returns a Service in which a member has deposited 100 baht and withdrawn 60 baht.
func newSettledLedger(t *testing.T, pool *pgxpool.Pool) *ledger.Service {
	t.Helper()
	ledgerService, wallet := newLedger(t, pool, 1, money.Baht(100))
	hold, err := post(t, pool, ledgerService, holdOf(wallet, money.Baht(60)))
	if err != nil {
		t.Fatal(err)
	}
	err = inTx(t, pool, func(tx pgx.Tx) error {
		_, err := ledgerService.SettleTx(t.Context(), tx, uuid.New(), hold.ID, ledger.BankOut.In(ledger.BAHT))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return ledgerService
}

// brokenInvariants returns for each invariant how many rows break it.
func brokenInvariants(t *testing.T, ledgerService *ledger.Service) map[string]int64 {
	t.Helper()
	findings, err := ledgerService.Verify(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]int64{}
	for _, f := range findings {
		out[f.Invariant] = f.Broken
	}
	return out
}

const (
	sumOfBaht   = "sum of all accounts, BAHT (hundredths)"
	balances    = "members' balances that are not the sum of their legs"
	houses      = "house balances that are not the sum of their legs"
	chain       = "breaks in the running balances"
	floors      = "accounts below their floor"
	suspense    = "suspense accounts that differ from their open holds"
	resolutions = "settlements and voids that differ from their hold"
)

func TestVerify_IntactLedger_ReturnsEachInvariantUnbroken(t *testing.T) {
	ledgerService := newSettledLedger(t, pgtest.New(t))

	got := brokenInvariants(t, ledgerService)

	for _, invariant := range []string{sumOfBaht, "sum of all accounts, LAK (hundredths)", balances, houses, chain, floors, suspense, resolutions} {
		if n, ok := got[invariant]; !ok || n != 0 {
			t.Errorf("%s: %d, listed %t", invariant, n, ok)
		}
	}
}

// spec D3.1, D3.3
func TestVerify_TamperedLedger_CountsBrokenInvariants(t *testing.T) {
	for name, c := range map[string]struct {
		statements []string
		want       map[string]int64
	}{
		"money out of nothing": {
			[]string{"update account set balance = balance + 5 where owner = 1"},
			map[string]int64{sumOfBaht: 5, balances: 1},
		},
		"money that a house account does not have": {
			[]string{"update account set balance = balance + 5 where kind = 'bank_in' and currency = 'BAHT'"},
			map[string]int64{sumOfBaht: 5, houses: 1},
		},
		"a running balance that was changed": {
			[]string{"update transfer set credit_after = credit_after + 1 where kind = 'deposit'"},
			map[string]int64{chain: 2},
		},
		"a member in debt": {
			[]string{"alter table account drop constraint account_not_below_floor", "update account set balance = -1 where owner = 1"},
			map[string]int64{floors: 1},
		},
		"held money that went elsewhere": {
			[]string{"update transfer set resolves_id = null where kind = 'settle'"},
			map[string]int64{suspense: 1},
		},
		"more paid out than was held": {
			[]string{"update transfer set amount = amount + 1 where kind = 'settle'"},
			map[string]int64{resolutions: 1},
		},
	} {
		t.Run(name, func(t *testing.T) {
			pool := pgtest.New(t)
			ledgerService := newSettledLedger(t, pool)

			tamper(t, pool, c.statements...)

			got := brokenInvariants(t, ledgerService)
			for invariant, n := range c.want {
				if got[invariant] != n {
					t.Errorf("%s: %d, want %d", invariant, got[invariant], n)
				}
			}
		})
	}
}

func TestVerify_DatabaseUnreadable_ReturnsError(t *testing.T) {
	ledgerService := ledger.New(pgtest.New(t))
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()

	if findings, err := ledgerService.Verify(cancelled); err == nil {
		t.Errorf("found %v", findings)
	}
	if n, err := ledgerService.UpdateHouseBalances(cancelled); err == nil {
		t.Errorf("added %d", n)
	}
	if n, age, err := ledgerService.HouseBalancesLag(cancelled); err == nil {
		t.Errorf("%d transfers wait since %s", n, age)
	}
}

func TestFoldLag_UnfoldedTransfers_ReturnsNumberAndAgeOfOldest(t *testing.T) {
	pool := pgtest.New(t)
	ledgerService, wallet := newLedger(t, pool, 1, money.Baht(5))
	if _, err := post(t, pool, ledgerService, depositOf(wallet, money.Baht(1))); err != nil {
		t.Fatal(err)
	}
	tamper(t, pool, "update transfer set created_at = now() - interval '2 hours' where id = (select min(id) from transfer)")

	n, age, err := ledgerService.HouseBalancesLag(t.Context())

	if err != nil || n != 2 || age < 2*time.Hour || age > 3*time.Hour {
		t.Errorf("%d transfers wait since %s, %v", n, age, err)
	}
}

func TestRestored_LedgerFromBackup_IsIntactAndFoldsNewTransfers(t *testing.T) {
	pool := pgtest.New(t)
	ledgerService := newSettledLedger(t, pool)
	// After a restore the balances of house accounts are of an older update, and the transaction ids of another
	// server.
	tamper(
		t, pool,
		"update account set balance = 12345 where id < 1000",
		"update transfer set tx = "+ledger.BackupColumns["transfer.tx"],
		"update ledger_fold set tx_below = '999999999'",
	)

	if err := pg.InTx(t.Context(), pool, func(tx pgx.Tx) error { return ledgerService.RebuildAfterRestoreTx(t.Context(), tx) }); err != nil {
		t.Fatal(err)
	}

	var bank, out money.Satang
	if err := pool.QueryRow(t.Context(), "select i.balance, o.balance from account i, account o where i.id = $1 and o.id = $2", ledger.BankIn.In(ledger.BAHT), ledger.BankOut.In(ledger.BAHT)).Scan(&bank, &out); err != nil || bank != -money.Baht(100) || out != money.Baht(60) {
		t.Errorf("the balances of BankIn and BankOut are %s and %s, %v", bank, out, err)
	}
	if n, _, err := ledgerService.HouseBalancesLag(t.Context()); err != nil || n != 0 {
		t.Errorf("%d transfers wait for the update, %v", n, err)
	}
	if _, err := post(t, pool, ledgerService, depositOf(1000, money.Baht(1))); err != nil {
		t.Fatal(err)
	}
	if n, _, err := ledgerService.HouseBalancesLag(t.Context()); err != nil || n != 1 {
		t.Errorf("%d new transfers wait for the update, %v", n, err)
	}
	checkInvariants(t, ledgerService)
}
