package ledger_test

import (
	"context"
	"errors"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/ledger"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/pgtest"
)

func TestAccountID_Below1000_IsHouseAccount(t *testing.T) {
	_, first := newLedger(t, pgtest.New(t), 1, 0)

	if first.IsHouseAccount() || first != 1000 || !ledger.AccountID(999).IsHouseAccount() {
		t.Errorf("the first member's account is %d", first)
	}
	if baht, kip := ledger.BankIn.In(ledger.BAHT), ledger.BankIn.In(ledger.LAK); baht != 1 || kip != 501 {
		t.Errorf("the bank's accounts are %d and %d", baht, kip)
	}
}

func TestOpen_SecondCall_ReturnsSameWallet(t *testing.T) {
	pool := pgtest.New(t)
	ledgerService, first := newLedger(t, pool, 1, money.Baht(5))
	_, again := newLedger(t, pool, 1, 0)
	_, other := newLedger(t, pool, 2, 0)

	w, err := ledgerService.Wallet(t.Context(), pool, 1)
	_, missing := ledgerService.Wallet(t.Context(), pool, 3)

	if again != first || other == first {
		t.Errorf("opened %d, then %d, and %d for another", first, again, other)
	}
	if want := (ledger.Wallet{ID: first, Currency: ledger.BAHT, Balance: money.Baht(5)}); err != nil || w != want {
		t.Errorf("got %+v, %v", w, err)
	}
	if !errors.Is(missing, ledger.ErrNoAccount) {
		t.Errorf("of an unknown member: %v", missing)
	}
}

func TestAccountOf_SecondCall_NeedsNoQuery(t *testing.T) {
	pool := pgtest.New(t)
	ledgerService, wallet := newLedger(t, pool, 1, money.Baht(5))
	_, other := newLedger(t, pool, 2, 0)
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()

	if _, err := ledgerService.AccountOf(t.Context(), pool, 3); !errors.Is(err, ledger.ErrNoAccount) {
		t.Errorf("of an unknown member: %v", err)
	}
	for member, id := range map[int64]ledger.AccountID{1: wallet, 2: other} {
		if w, err := ledgerService.AccountOf(t.Context(), pool, member); err != nil || w != (ledger.Wallet{ID: id, Currency: ledger.BAHT}) {
			t.Errorf("of member %d: %+v, %v", member, w, err)
		}
	}
	// The context is cancelled, so no query can succeed any more.
	for member, id := range map[int64]ledger.AccountID{1: wallet, 2: other} {
		if w, err := ledgerService.AccountOf(cancelled, pool, member); err != nil || w.ID != id {
			t.Errorf("the second call for member %d: %+v, %v", member, w, err)
		}
	}
	if _, err := ledgerService.AccountOf(cancelled, pool, 3); err == nil || errors.Is(err, ledger.ErrNoAccount) {
		t.Errorf("of an unknown member, without a database: %v", err)
	}
}

func TestLock_Wallet_ReturnsCurrentBalance(t *testing.T) {
	pool := pgtest.New(t)
	ledgerService, wallet := newLedger(t, pool, 1, money.Baht(5))
	want := ledger.Wallet{ID: wallet, Currency: ledger.BAHT, Balance: money.Baht(5)}

	var alone, queued ledger.Wallet
	err := pg.InTx(t.Context(), pool, func(tx pgx.Tx) (err error) {
		var b pgx.Batch
		ledgerService.LockBatch(&b, 1, &queued)
		if err := tx.SendBatch(t.Context(), &b).Close(); err != nil {
			return err
		}
		alone, err = ledgerService.LockTx(t.Context(), tx, 1)
		return err
	})
	missing := pg.InTx(t.Context(), pool, func(tx pgx.Tx) error {
		var b pgx.Batch
		ledgerService.LockBatch(&b, 2, new(ledger.Wallet))
		return tx.SendBatch(t.Context(), &b).Close()
	})

	if err != nil || alone != want || queued != want {
		t.Errorf("locked %+v and %+v, %v", alone, queued, err)
	}
	if !errors.Is(missing, ledger.ErrNoAccount) {
		t.Errorf("of an unknown member: %v", missing)
	}
}

// postWithGuard posts a transfer with a guard in one batch, as a money command does.
func postWithGuard(t *testing.T, pool *pgxpool.Pool, ledgerService *ledger.Service, guard pg.Guard, transfer ledger.Transfer) (verdict string, posted ledger.Posted, err error) {
	t.Helper()
	err = inTx(t, pool, func(tx pgx.Tx) error {
		var b pgx.Batch
		pg.QueueVerdict(&b, &verdict, guard)
		if err := ledgerService.PostBatch(&b, transfer, &posted); err != nil {
			return err
		}
		return tx.SendBatch(t.Context(), &b).Close()
	})
	return verdict, posted, err
}

func TestPostBatch_WithGuard_PostsOnlyIfBalanceSuffices(t *testing.T) {
	pool := pgtest.New(t)
	ledgerService, wallet := newLedger(t, pool, 1, money.Baht(10))

	verdict, posted, err := postWithGuard(t, pool, ledgerService, ledgerService.BalanceSufficesGuard(1, money.Baht(10)), holdOf(wallet, money.Baht(10)))
	if err != nil || verdict != "" || posted.ID == 0 || posted.Kind != ledger.Hold || posted.DebitAfter == nil || *posted.DebitAfter != 0 || posted.CreditAfter != nil || posted.CreatedAt.IsZero() {
		t.Errorf("the whole balance: %q, %+v, %v", verdict, posted, err)
	}
	verdict, posted, err = postWithGuard(t, pool, ledgerService, ledgerService.BalanceSufficesGuard(1, 1), holdOf(wallet, 1))
	if err != nil || verdict != "MONEY_NOT_ENOUGH" || posted.ID != 0 {
		t.Errorf("more than the balance: %q, %+v, %v", verdict, posted, err)
	}
	for name, invalid := range map[string]ledger.Transfer{"nothing": holdOf(wallet, 0), "too much": holdOf(wallet, money.Max+1)} {
		if _, _, err := postWithGuard(t, pool, ledgerService, pg.FixedCode(""), invalid); !errors.Is(err, ledger.ErrInvalid) {
			t.Errorf("%s: %v", name, err)
		}
	}

	if got := balanceOf(t, pool, ledgerService, 1); got != 0 {
		t.Errorf("balance %s", got)
	}
	checkInvariants(t, ledgerService)
}
