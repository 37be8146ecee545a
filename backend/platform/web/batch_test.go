package web_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/platform/pg"
	"krapao/backend/platform/pgtest"
	"krapao/backend/platform/web"
)

// newBatchShop is newShop with OnceBatch. A sale has the call's own key, as a ledger transfer does, and depends
// on the verdict.
func newBatchShop(t *testing.T, pool *pgxpool.Pool) *web.Edge {
	t.Helper()
	e := web.New(t.Context(), web.Config{Log: slog.New(slog.DiscardHandler), Version: "test"})
	e.Authenticate = authenticateAnyToken
	keyed := web.Keyed{Pool: pool, Secret: []byte("test")}
	for _, table := range []string{
		"create table sold (key uuid primary key, n bigint generated always as identity)",
		"create table stock (left_over int not null)", "insert into stock values (10)",
	} {
		if _, err := pool.Exec(t.Context(), table); err != nil {
			t.Fatal(err)
		}
	}
	web.Handle(e, web.Route{ID: "order", Method: http.MethodPost, Path: "/api/order", Tag: "test", Auth: web.Anyone, Status: http.StatusCreated},
		func(ctx context.Context, in *orderIn) (*web.Response[order], error) {
			var out order
			code := map[string]string{"refused": "MONEY_NOT_ENOUGH", "shut": "SLIP_UPLOAD_FAIL"}[in.Body.What]
			return web.OnceBatch(ctx, keyed, in.Body, web.Batch[order]{
				Lock: func(b *pgx.Batch) {
					if in.Body.What == "stuck" { // does not wait ten seconds for the stock's lock
						b.Queue("select set_config('lock_timeout', '50ms', true)")
					}
					if in.Body.What != "unlocked" {
						b.Queue("select from stock for no key update")
					}
				},
				Guards: []pg.Guard{
					pg.FixedCode(""), pg.FixedCode(code),
					{Query: "select 'NO_DATA' from stock where left_over < $1::int", Args: []any{1}},
				},
				Work: func(b *pgx.Batch) error {
					key := web.LedgerKey(ctx, "sale")
					if in.Body.What == "unlocked" { // so that only the call's own key prevents a second sale
						key = uuid.New()
					}
					b.Queue("update stock set left_over = left_over - 1 where allowed()")
					b.Queue("insert into sold (key) select $1::uuid where allowed() returning n", key).
						QueryRow(func(row pgx.Row) error { return pg.IgnoreNoRows(row.Scan(&out.Number)) })
					return nil
				},
				Status: http.StatusCreated, Stored: order{Number: -1}, Response: func() order { return out },
			})
		})
	return e
}

func countSales(t *testing.T, pool *pgxpool.Pool) (n int) {
	t.Helper()
	if err := pool.QueryRow(t.Context(), "select count(*) from sold").Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestOnceBatch_RepeatWithSameKey_RunsOnce(t *testing.T) {
	pool := pgtest.New(t)
	e := newBatchShop(t, pool)
	bodies := make([]string, 16)

	var wg sync.WaitGroup
	for i := range bodies {
		wg.Go(func() { bodies[i] = postKeyed(t, e, "storm", `{"what":"tea"}`).body })
	}
	wg.Wait()
	other := postKeyed(t, e, "storm", `{"what":"coffee"}`)
	unkeyed := postKeyed(t, e, "", `{"what":"tea"}`)

	// One caller receives the number. The others receive the stored response.
	first := 0
	for _, b := range bodies {
		if b != `{"number":-1}` {
			first++
		}
	}
	if first != 1 || countSales(t, pool) != 2 {
		t.Errorf("%d first responses, %d sales: %v", first, countSales(t, pool), bodies)
	}
	if other.status != http.StatusUnprocessableEntity || !strings.Contains(other.body, "KEY_INVALID") {
		t.Errorf("other content: %v", other)
	}
	if unkeyed.status != http.StatusCreated {
		t.Errorf("without a key: %v", unkeyed)
	}
}

// Two calls pass the guards before either of them has stored the key: both wait for a row that the test has locked.
func TestOnceBatch_SameKeyWithoutACommonLock_RunsOnce(t *testing.T) {
	pool := pgtest.New(t)
	e := newBatchShop(t, pool)
	blocker, err := pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := blocker.Exec(t.Context(), "select from stock for update"); err != nil {
		t.Fatal(err)
	}
	responses := make([]recordedResponse, 2)
	var wg sync.WaitGroup
	for i := range responses {
		wg.Go(func() { responses[i] = postKeyed(t, e, "k1", `{"what":"unlocked"}`) })
	}
	began := time.Now()
	for waiting := 0; waiting < len(responses) && time.Since(began) < 10*time.Second; time.Sleep(time.Millisecond) {
		if err := pool.QueryRow(t.Context(), `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`).Scan(&waiting); err != nil {
			t.Fatal(err)
		}
	}

	if err := blocker.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	wg.Wait()

	if countSales(t, pool) != 1 || responses[0].status != http.StatusCreated || responses[1].status != http.StatusCreated {
		t.Errorf("%d sales, %v", countSales(t, pool), responses)
	}
}

func TestOnceBatch_Refused_RepeatIsRefused(t *testing.T) {
	pool := pgtest.New(t)
	e := newBatchShop(t, pool)

	first := postKeyed(t, e, "k1", `{"what":"refused"}`)
	again := postKeyed(t, e, "k1", `{"what":"refused"}`)

	if first.status != http.StatusConflict || first.body != again.body || countSales(t, pool) != 0 {
		t.Errorf("%v, then %v; %d sales", first, again, countSales(t, pool))
	}
}

func TestOnceBatch_TemporaryRefusal_LeavesTheKeyFree(t *testing.T) {
	pool := pgtest.New(t)
	e := newBatchShop(t, pool)

	first := postKeyed(t, e, "k1", `{"what":"shut"}`)
	other := postKeyed(t, e, "k1", `{"what":"tea"}`)

	if first.status != http.StatusServiceUnavailable || other.status != http.StatusCreated || countSales(t, pool) != 1 {
		t.Errorf("%v, then %v; %d sales", first, other, countSales(t, pool))
	}
}

// A guard sees the writes of earlier lock holders. Of 40 concurrent calls with different keys, exactly as
// many succeed as there is stock.
func TestOnceBatch_TwoAtOnce_OnlyOnePassesTheGuard(t *testing.T) {
	pool := pgtest.New(t)
	e := newBatchShop(t, pool)
	var refused atomic.Int64

	var wg sync.WaitGroup
	for i := range 40 {
		wg.Go(func() {
			if postKeyed(t, e, fmt.Sprint("k", i), `{"what":"tea"}`).status == http.StatusNotFound {
				refused.Add(1)
			}
		})
	}
	wg.Wait()

	if countSales(t, pool) != 10 || refused.Load() != 30 {
		t.Errorf("%d sales, %d refused", countSales(t, pool), refused.Load())
	}
}

func TestOnceBatch_PasswordNotConfirmed_IsRefused(t *testing.T) {
	pool := pgtest.New(t)
	e := newBatchShop(t, pool)
	needed := true
	e.Authenticate = func(context.Context, string) (web.Caller, error) {
		return web.Caller{MemberID: 1, ConfirmNeeded: needed}, nil
	}
	for _, money := range []bool{true, false} {
		path := map[bool]string{true: "/api/money", false: "/api/look"}[money]
		web.Handle(e, web.Route{ID: path[5:], Method: http.MethodPost, Path: path, Tag: "test", Auth: web.SignedIn, Money: money},
			func(context.Context, *struct{}) (*web.OK, error) { return &web.OK{}, nil })
	}
	call := func(path string) recordedResponse {
		req := httptest.NewRequest(http.MethodPost, path, nil)
		req.Header.Set("X-Requested-With", "wallet-user")
		req.Header.Set("Authorization", "Bearer x")
		return doRequest(t, e, req)
	}

	refused, look := call("/api/money"), call("/api/look")
	needed = false
	confirmed := call("/api/money")

	if refused.status != http.StatusUnauthorized || !strings.Contains(refused.body, "EXPIRED_AUTH_TOKEN") || look.status != http.StatusOK || confirmed.status != http.StatusOK {
		t.Errorf("refused %v, look %v, confirmed %v", refused, look, confirmed)
	}
}
