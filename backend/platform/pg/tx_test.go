package pg_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/pg"
	"krapao/backend/platform/pgtest"
)

func TestInTx_Deadlock_RunsTheTransactionAgain(t *testing.T) {
	pool := pgtest.New(t)
	if _, err := pool.Exec(t.Context(), "create table pair (id int primary key, n int); insert into pair values (1, 0), (2, 0)"); err != nil {
		t.Fatal(err)
	}
	add := func(first, second int) error {
		return pg.InTx(t.Context(), pool, func(tx pgx.Tx) error {
			for _, id := range []int{first, second} {
				if _, err := tx.Exec(t.Context(), "update pair set n = n + 1 where id = $1", id); err != nil {
					return err
				}
			}
			return nil
		})
	}

	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			if err := add(1, 2); err != nil {
				t.Error(err)
			}
		})
		wg.Go(func() {
			if err := add(2, 1); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()

	var a, b int
	if err := pool.QueryRow(t.Context(), "select (select n from pair where id = 1), (select n from pair where id = 2)").Scan(&a, &b); err != nil {
		t.Fatal(err)
	}
	if a != 40 || b != 40 {
		t.Fatalf("40 transactions left %d and %d", a, b)
	}
}

// spec D7.3
func TestNextVersion_ConcurrentTransactions_FollowTheOrderOfCommits(t *testing.T) {
	pool := pgtest.New(t)
	first, err := pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = first.Rollback(context.Background()) }()
	v1, err := pg.NextVersion(t.Context(), first, 7)
	if err != nil {
		t.Fatal(err)
	}

	second := make(chan int64, 1)
	go func() {
		var v int64
		_ = pg.InTx(context.Background(), pool, func(tx pgx.Tx) error {
			var err error
			v, err = pg.NextVersion(context.Background(), tx, 7)
			return err
		})
		second <- v
	}()
	for !pgtest.HasWaiter(t, pool) {
		select {
		case v := <-second:
			t.Fatalf("version %d was committed before the older %d", v, v1)
		case <-time.After(10 * time.Millisecond):
		}
	}
	if err := first.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}

	if v2 := <-second; v2 != v1+1 {
		t.Fatalf("versions %d then %d", v1, v2)
	}
}

func TestInTx_CommitOrRollback_NotifiesOrNot(t *testing.T) {
	pool := pgtest.New(t)
	var notified [][]int64
	pg.WatchChanges(pool, func(members []int64) { notified = append(notified, members) })
	defer pg.WatchChanges(pool, nil)
	assignVersion := func(tx pgx.Tx, member int64) {
		if _, err := pg.NextVersion(t.Context(), tx, member); err != nil {
			t.Error(err)
		}
	}

	err := pg.InTx(t.Context(), pool, func(tx pgx.Tx) error {
		assignVersion(tx, 7)
		return pgx.BeginFunc(t.Context(), tx, func(savepoint pgx.Tx) error {
			assignVersion(savepoint, 7)
			assignVersion(savepoint, 8)
			return nil
		})
	})
	_ = pg.InTx(t.Context(), pool, func(tx pgx.Tx) error {
		assignVersion(tx, 9)
		return context.Canceled
	})
	_ = pg.InTx(t.Context(), pool, func(pgx.Tx) error { return nil })

	if err != nil || len(notified) != 1 || !slices.Equal(notified[0], []int64{7, 8}) {
		t.Fatalf("%v, notified %v", err, notified)
	}
}

func TestHoldAlone_SecondServer_IsRefusedUntilTheFirstEnds(t *testing.T) {
	pool := pgtest.New(t)
	release, err := pg.HoldAlone(t.Context(), pool, 0)
	if err != nil {
		t.Fatal(err)
	}

	_, refused := pg.HoldAlone(t.Context(), pool, 0)
	release()
	again, err := pg.HoldAlone(t.Context(), pool, 5*time.Second)

	if !errors.Is(refused, pg.ErrNotAlone) || err != nil {
		t.Fatalf("first %v, then %v", refused, err)
	}
	again()
}

func TestHoldAlone_DatabaseUnreachable_RetriesFourTimesASecond(t *testing.T) {
	defer pg.SetLockCheckInterval(20 * time.Millisecond)()
	proxy := pgtest.NewProxy(t, pgtest.URL(t))
	pool, err := pg.Open(t.Context(), proxy.URL, 2)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	release, err := pg.HoldAlone(t.Context(), pool, 0)
	if err != nil {
		t.Fatal(err)
	}
	before := refusalCount(t, pg.Unreachable)

	proxy.Cut()
	time.Sleep(time.Second)
	refused := refusalCount(t, pg.Unreachable) - before
	proxy.Restore()
	time.Sleep(time.Second)
	_, second := pg.HoldAlone(t.Context(), pool, 0)
	release()

	if refused < 2 || refused > 10 {
		t.Errorf("%d attempts in a second", refused)
	}
	if !errors.Is(second, pg.ErrNotAlone) {
		t.Errorf("the lock is not held again: %v", second)
	}
}
