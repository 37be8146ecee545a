package ledger_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/ledger"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/pgtest"
)

func TestHold_CallersTransactionRolledBack_StaysOpen(t *testing.T) {
	pool := pgtest.New(t)
	ledgerService, wallet := newLedger(t, pool, 1, money.Baht(100))
	hold, err := post(t, pool, ledgerService, holdOf(wallet, money.Baht(60)))
	if err != nil {
		t.Fatal(err)
	}
	errAfter := errors.New("a later statement failed")

	rolledBack := pg.InTx(t.Context(), pool, func(tx pgx.Tx) error {
		if _, err := ledgerService.VoidTx(t.Context(), tx, uuid.New(), hold.ID); err != nil {
			return err
		}
		return errAfter
	})
	var endedEarly bool
	if err := pool.QueryRow(t.Context(), "select exists (select from transfer where resolves_id = $1)", hold.ID).Scan(&endedEarly); err != nil {
		t.Fatal(err)
	}
	var paid ledger.Posted
	err = pg.InTx(t.Context(), pool, func(tx pgx.Tx) (err error) {
		paid, err = ledgerService.SettleTx(t.Context(), tx, uuid.New(), hold.ID, ledger.BankOut.In(ledger.BAHT))
		return err
	})

	if !errors.Is(rolledBack, errAfter) || endedEarly {
		t.Errorf("rolled back: %v, ended %t", rolledBack, endedEarly)
	}
	if err != nil || paid.Kind != ledger.Settle || paid.Amount != money.Baht(60) || paid.Debit != hold.Credit {
		t.Errorf("settled: %+v, %v", paid, err)
	}
	if got := balanceOf(t, pool, ledgerService, 1); got != money.Baht(40) {
		t.Errorf("balance %s", got)
	}
	checkInvariants(t, ledgerService)
}

func TestHold_EndedByConcurrentTransactions_EndsOnce(t *testing.T) {
	pool := pgtest.New(t)
	ledgerService, wallet := newLedger(t, pool, 1, money.Baht(100))
	hold, err := post(t, pool, ledgerService, holdOf(wallet, money.Baht(60)))
	if err != nil {
		t.Fatal(err)
	}
	var ended, refused atomic.Int64

	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			err := pg.InTx(context.Background(), pool, func(tx pgx.Tx) error {
				if i%2 == 0 {
					_, err := ledgerService.VoidTx(context.Background(), tx, uuid.New(), hold.ID)
					return err
				}
				_, err := ledgerService.SettleTx(context.Background(), tx, uuid.New(), hold.ID, ledger.BankOut.In(ledger.BAHT))
				return err
			})
			switch {
			case err == nil:
				ended.Add(1)
			case errors.Is(ledger.Refusal(err), ledger.ErrResolved):
				refused.Add(1)
			default:
				t.Error(err)
			}
		})
	}
	wg.Wait()

	if ended.Load() != 1 || refused.Load() != 7 {
		t.Errorf("%d ended the hold, %d were refused", ended.Load(), refused.Load())
	}
	checkInvariants(t, ledgerService)
}

func TestSettleAndVoid_OtherTransfer_ReturnErrNotAHold(t *testing.T) {
	pool := pgtest.New(t)
	ledgerService, wallet := newLedger(t, pool, 1, 0)
	paidIn, err := post(t, pool, ledgerService, depositOf(wallet, money.Baht(5)))
	if err != nil {
		t.Fatal(err)
	}

	for name, id := range map[string]int64{"a deposit": paidIn.ID, "no transfer": 987654321} {
		err := pg.InTx(t.Context(), pool, func(tx pgx.Tx) error {
			_, err := ledgerService.VoidTx(t.Context(), tx, uuid.New(), id)
			return err
		})
		if !errors.Is(err, ledger.ErrNotAHold) {
			t.Errorf("voiding %s: %v", name, err)
		}
		err = pg.InTx(t.Context(), pool, func(tx pgx.Tx) error {
			_, err := ledgerService.SettleTx(t.Context(), tx, uuid.New(), id, ledger.BankOut.In(ledger.BAHT))
			return err
		})
		if !errors.Is(err, ledger.ErrNotAHold) {
			t.Errorf("settling %s: %v", name, err)
		}
	}
}

func TestRefusal_ViolatedConstraint_ReturnsItsError(t *testing.T) {
	pool := pgtest.New(t)
	ledgerService, wallet := newLedger(t, pool, 1, money.Baht(5))
	try := func(transfer ledger.Transfer) error {
		return pg.InTx(t.Context(), pool, func(tx pgx.Tx) error {
			_, err := ledgerService.PostTx(t.Context(), tx, transfer)
			return err
		})
	}
	unknownAccount := depositOf(987654321, money.Baht(1))
	other := errors.New("something else")

	for want, err := range map[error]error{ledger.ErrNotEnough: try(holdOf(wallet, money.Baht(6))), ledger.ErrNoAccount: try(unknownAccount), other: other} {
		if got := ledger.Refusal(err); !errors.Is(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
	}
}
