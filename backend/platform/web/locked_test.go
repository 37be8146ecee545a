package web_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/platform/pgtest"
)

// holdLocks runs a statement in a transaction that keeps its locks until release is called or the test ends.
func holdLocks(t *testing.T, pool *pgxpool.Pool, statement string) (release func()) {
	t.Helper()
	tx, err := pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	release = func() { _ = tx.Rollback(context.Background()) }
	t.Cleanup(release)
	if _, err := tx.Exec(t.Context(), statement); err != nil {
		t.Fatal(err)
	}
	return release
}

// checkRetryLater checks that the response is the one to a call that waited too long for a lock.
func checkRetryLater(t *testing.T, got recordedResponse) {
	t.Helper()
	if got.status != http.StatusServiceUnavailable || got.header.Get("Retry-After") != "1" || !strings.Contains(got.body, "INTERNAL_SERVER_ERROR") {
		t.Errorf("%v", got)
	}
}

// spec 8.15j
func TestOnce_LockNotAcquired_HasARetryAfterAndLeavesTheKeyFree(t *testing.T) {
	pool := pgtest.New(t)
	e, done := newShop(t, pool)
	holdLocks(t, pool, "select pg_advisory_xact_lock(7)")

	stuck := postKeyed(t, e, "k1", `{"what":"stuck"}`)
	later := postKeyed(t, e, "k1", `{"what":"tea"}`)

	checkRetryLater(t, stuck)
	if later.status != http.StatusCreated || done.Load() != 1 {
		t.Errorf("then %v, %d orders were done", later, done.Load())
	}
}

// spec 8.15j
func TestOnce_StatementTakesTooLong_HasARetryAfterAndLeavesTheKeyFree(t *testing.T) {
	e, done := newShop(t, pgtest.New(t))

	slow := postKeyed(t, e, "k1", `{"what":"slow"}`)
	later := postKeyed(t, e, "k1", `{"what":"tea"}`)

	checkRetryLater(t, slow)
	if later.status != http.StatusCreated || done.Load() != 1 {
		t.Errorf("then %v, %d orders were done", later, done.Load())
	}
}

// spec 8.15j
func TestOnceBatch_LockNotAcquired_HasARetryAfterAndLeavesTheKeyFree(t *testing.T) {
	pool := pgtest.New(t)
	e := newBatchShop(t, pool)
	release := holdLocks(t, pool, "select from stock for update")

	stuck := postKeyed(t, e, "k1", `{"what":"stuck"}`)
	release()
	later := postKeyed(t, e, "k1", `{"what":"tea"}`)

	checkRetryLater(t, stuck)
	if later.status != http.StatusCreated || countSales(t, pool) != 1 {
		t.Errorf("then %v, %d sales", later, countSales(t, pool))
	}
}
