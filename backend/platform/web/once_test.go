package web_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/pgtest"
	"krapao/backend/platform/web"
)

type orderIn struct {
	Body struct {
		What string `json:"what"`
	}
}

type order struct {
	Number int64  `json:"number"`
	Way    string `json:"way,omitempty"`
}

// Lasting returns the number of an order that moved money, else nil.
func (o order) Lasting() any {
	if o.Way == "" {
		return nil
	}
	return order{Number: o.Number}
}

// failures are errors of an order after which the key is free.
var failures = map[string]int{
	"400": http.StatusBadRequest, "401": http.StatusUnauthorized, "403": http.StatusForbidden, "408": http.StatusRequestTimeout,
	"413": http.StatusRequestEntityTooLarge, "429": http.StatusTooManyRequests, "500": http.StatusInternalServerError, "503": http.StatusServiceUnavailable,
}

// newShop returns an edge with one keyed call, and the counter of how often the call did its work.
func newShop(t *testing.T, pool *pgxpool.Pool) (*web.Edge, *atomic.Int64) {
	t.Helper()
	e := web.New(t.Context(), web.Config{Log: slog.New(slog.DiscardHandler), Version: "test"})
	e.Authenticate = authenticateAnyToken
	var done atomic.Int64
	keyed := web.Keyed{Pool: pool, Secret: []byte("test")}
	web.Handle(e, web.Route{ID: "order", Method: http.MethodPost, Path: "/api/order", Tag: "test", Auth: web.Anyone, Status: http.StatusCreated},
		func(ctx context.Context, in *orderIn) (*web.Response[order], error) {
			return web.Once(ctx, keyed, "visitor", in.Body, func(tx pgx.Tx) (int, order, error) {
				if status, ok := failures[in.Body.What]; ok {
					return 0, order{}, apperr.New(apperr.InvalidUserInfo).WithStatus(status)
				}
				if in.Body.What == "bad" {
					return 0, order{}, apperr.Field(apperr.InvalidUserInfo, "what")
				}
				if in.Body.What == "stuck" { // waits for a lock that is held
					_, err := tx.Exec(ctx, "set local lock_timeout = '50ms'; select pg_advisory_xact_lock(7)")
					return 0, order{}, err
				}
				if in.Body.What == "slow" {
					_, err := tx.Exec(ctx, "set local statement_timeout = '50ms'; select pg_sleep(60)")
					return 0, order{}, err
				}
				if in.Body.What == "killed" {
					_, err := tx.Exec(ctx, "select pg_terminate_backend(pg_backend_pid()), pg_sleep(60)")
					return 0, order{}, err
				}
				n := done.Add(1)
				if _, err := tx.Exec(ctx, "insert into orders values ($1)", n); err != nil {
					return 0, order{}, err
				}
				if in.Body.What == "refused" {
					return 0, order{}, apperr.New(apperr.MoneyNotEnough)
				}
				for in.Body.What == "crowded" && ctx.Err() == nil && pgtest.Waiters(t, pool) == 0 { // until a call with the same key waits for this one
					time.Sleep(time.Millisecond)
				}
				if in.Body.What == "money" {
					return http.StatusCreated, order{n, "money"}, nil
				}
				return http.StatusCreated, order{Number: n}, nil
			})
		})
	if _, err := pool.Exec(t.Context(), "create table orders (n bigint)"); err != nil {
		t.Fatal(err)
	}
	return e, &done
}

type recordedResponse struct {
	status int
	body   string
	header http.Header
}

// authenticateAnyToken signs every caller in as one member.
func authenticateAnyToken(context.Context, string) (web.Caller, error) {
	return web.Caller{MemberID: 1}, nil
}

func postKeyed(t *testing.T, e *web.Edge, key, body string) recordedResponse {
	t.Helper()
	return postAs(t, e, "Bearer token", key, body)
}

// postAs is postKeyed with another Authorization header; "" sends none.
func postAs(t *testing.T, e *web.Edge, authorization, key, body string) recordedResponse {
	t.Helper()
	req := httptest.NewRequest(http.MethodPost, "/api/order", strings.NewReader(body))
	req.Header.Set("X-Requested-With", "wallet-user")
	req.Header.Set("Content-Type", "application/json")
	if authorization != "" {
		req.Header.Set("Authorization", authorization)
	}
	if key != "" {
		req.Header.Set("Idempotency-Key", key)
	}
	return doRequest(t, e, req)
}

func doRequest(t *testing.T, e *web.Edge, req *http.Request) recordedResponse {
	t.Helper()
	res, err := e.App.Test(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return recordedResponse{res.StatusCode, string(bytes.TrimSpace(text)), res.Header}
}

// spec D1.21
func TestOnce_RepeatWithSameKey_ReturnsTheFirstResponseByteForByte(t *testing.T) {
	e, done := newShop(t, pgtest.New(t))
	first := postKeyed(t, e, "k1", `{"what":"tea"}`)

	second := postKeyed(t, e, "k1", `{"what":"tea"}`)

	if first.status != http.StatusCreated || first.body != second.body || done.Load() != 1 {
		t.Fatalf("first %v, second %v, done %d times", first, second, done.Load())
	}
}

// spec D1.23
func TestOnce_EqualKeysAtTheSameTime_RunsOnce(t *testing.T) {
	e, done := newShop(t, pgtest.New(t))
	bodies := make([]string, 16)

	var wg sync.WaitGroup
	for i := range bodies {
		wg.Go(func() { bodies[i] = postKeyed(t, e, "storm", `{"what":"crowded"}`).body })
	}
	wg.Wait()

	for _, b := range bodies {
		if b != `{"number":1}` {
			t.Errorf("got %s", b)
		}
	}
	if done.Load() != 1 {
		t.Errorf("the work was done %d times", done.Load())
	}
}

// spec D1.23
func TestOnce_RepeatDuringTheFirst_WaitsTenSeconds(t *testing.T) {
	pool := pgtest.New(t)
	e := web.New(t.Context(), web.Config{Log: slog.New(slog.DiscardHandler), Version: "test"})
	e.Authenticate = authenticateAnyToken
	waits := ""
	web.Handle(e, web.Route{ID: "order", Method: http.MethodPost, Path: "/api/order", Tag: "test", Auth: web.SignedIn},
		func(ctx context.Context, _ *struct{}) (*web.Response[order], error) {
			return web.Once(ctx, web.Keyed{Pool: pool, Secret: []byte("test")}, "", struct{}{}, func(tx pgx.Tx) (int, order, error) {
				return http.StatusOK, order{}, tx.QueryRow(ctx, "show lock_timeout").Scan(&waits)
			})
		})

	postKeyed(t, e, "k1", "{}")

	if waits != "10s" {
		t.Errorf("lock_timeout is %q", waits)
	}
}

// spec 8.15h, D1.3, D1.20, D2.44b
func TestOnce_SameKeyOtherContent_IsRefused(t *testing.T) {
	e, _ := newShop(t, pgtest.New(t))
	postKeyed(t, e, "k1", `{"what":"tea"}`)

	got := postKeyed(t, e, "k1", `{"what":"coffee"}`)

	if got.status != http.StatusUnprocessableEntity || !strings.Contains(got.body, "KEY_INVALID") {
		t.Fatalf("got %v", got)
	}
}

// spec 8.15h
func TestOnce_KeyTooLongOrUnprintable_IsRefused(t *testing.T) {
	e, done := newShop(t, pgtest.New(t))
	for _, bad := range []string{"two words", strings.Repeat("k", 129)} {
		if got := postKeyed(t, e, bad, `{"what":"tea"}`); got.status != http.StatusBadRequest || !strings.Contains(got.body, `"message":"KEY_INVALID"`) || done.Load() != 0 {
			t.Errorf("%q: %v", bad, got)
		}
	}

	if got := postKeyed(t, e, strings.Repeat("k", 128), `{"what":"tea"}`); got.status != http.StatusCreated {
		t.Errorf("the longest key: %v", got)
	}
}

// If an app uses one key for several calls, each of them is done.
// spec D1.19
func TestOnce_SameKeyOtherCallerMethodOrRoute_RunsAgain(t *testing.T) {
	pool := pgtest.New(t)
	e := web.New(t.Context(), web.Config{Log: slog.New(slog.DiscardHandler), Version: "test"})
	e.Authenticate = func(_ context.Context, token string) (web.Caller, error) {
		return web.Caller{MemberID: int64(len(token))}, nil
	}
	e.AuthenticateStaff = func(_ context.Context, token string) (web.Operator, error) {
		return web.Operator{ID: int64(len(token))}, nil
	}
	var done atomic.Int64
	once := func(ctx context.Context, guest string) (*web.Response[order], error) {
		return web.Once(ctx, web.Keyed{Pool: pool, Secret: []byte("test")}, guest, struct{}{}, func(pgx.Tx) (int, order, error) {
			return http.StatusOK, order{Number: done.Add(1)}, nil
		})
	}
	for id, at := range map[string]web.Route{
		"add": {Method: "POST", Path: "/api/thing", Auth: web.SignedIn}, "put": {Method: "PUT", Path: "/api/thing", Auth: web.SignedIn},
		"addOther": {Method: "POST", Path: "/api/other", Auth: web.SignedIn}, "decide": {Method: "POST", Path: "/api/operator/thing", Auth: web.Staff},
	} {
		at.ID, at.Tag = id, "test"
		web.Handle(e, at, func(ctx context.Context, _ *struct{}) (*web.Response[order], error) { return once(ctx, "") })
	}
	type guest struct {
		Name string `path:"name"`
	}
	web.Handle(e, web.Route{ID: "say", Method: "POST", Path: "/api/guest/{name}", Tag: "test"},
		func(ctx context.Context, in *guest) (*web.Response[order], error) { return once(ctx, in.Name) })

	responses := map[string]bool{}
	calls := []string{
		"POST /api/thing of-one", "POST /api/thing of-another", "PUT /api/thing of-one", "POST /api/other of-one",
		"POST /api/operator/thing of-one", "POST /api/operator/thing of-another", "POST /api/guest/one nobodys", "POST /api/guest/another nobodys",
	}
	for range 2 {
		for _, call := range calls {
			fields := strings.Fields(call)
			req := httptest.NewRequest(fields[0], fields[1], nil)
			req.Header.Set("X-Requested-With", "wallet-user")
			req.Header.Set("Authorization", "Bearer "+fields[2])
			req.Header.Set("Idempotency-Key", "1")
			got := doRequest(t, e, req)
			if got.status != http.StatusOK {
				t.Errorf("%s: %d %s", call, got.status, got.body)
			}
			responses[got.body] = true
		}
	}

	if done.Load() != int64(len(calls)) || len(responses) != len(calls) {
		t.Errorf("done %d times, with %d responses", done.Load(), len(responses))
	}
}

// spec D1.21
func TestOnce_BusinessRefusal_IsStoredAndItsWorkRolledBack(t *testing.T) {
	pool := pgtest.New(t)
	e, done := newShop(t, pool)
	first := postKeyed(t, e, "k1", `{"what":"refused"}`)

	second := postKeyed(t, e, "k1", `{"what":"refused"}`)

	var rows int
	if err := pool.QueryRow(t.Context(), "select count(*) from orders").Scan(&rows); err != nil {
		t.Fatal(err)
	}
	if first.status != http.StatusConflict || first.body != second.body || done.Load() != 1 || rows != 0 {
		t.Fatalf("first %v, second %v, done %d times, %d rows left", first, second, done.Load(), rows)
	}
}

func TestOnce_RefusalOfAStranger_StoresNothing(t *testing.T) {
	pool := pgtest.New(t)
	e, _ := newShop(t, pool)
	for i := range 5 {
		for _, what := range []string{"refused", "bad"} {
			if got := postAs(t, e, "", fmt.Sprintf("%s-%d", what, i), `{"what":"`+what+`"}`); got.status < 400 {
				t.Fatal(got)
			}
		}
	}

	var stored int
	if err := pool.QueryRow(t.Context(), "select count(*) from idempotency").Scan(&stored); err != nil || stored != 0 {
		t.Errorf("%d rows, %v", stored, err)
	}
}

// spec D1.25
func TestSweep_AfterNinetyDays_DeletesResponsesExceptOfMoneyCalls(t *testing.T) {
	pool := pgtest.New(t)
	e, done := newShop(t, pool)
	postKeyed(t, e, "k1", `{"what":"refused"}`)
	tea := postKeyed(t, e, "k2", `{"what":"tea"}`)
	postKeyed(t, e, "k4", `{"what":"money"}`)
	if _, err := pool.Exec(t.Context(), "update idempotency set created_at = now() - interval '91 days'"); err != nil {
		t.Fatal(err)
	}
	postKeyed(t, e, "k3", `{"what":"refused"}`)

	postKeyed(t, e, "k5", `{"what":"refused"}`)
	// The order is a day younger than the limit.
	if tag, err := pool.Exec(t.Context(), "update idempotency set created_at = now() - interval '89 days' where scope = (select scope from idempotency order by created_at desc limit 1)"); err != nil || tag.RowsAffected() != 1 {
		t.Fatal(tag, err)
	}

	if err := (web.Keyed{Pool: pool}).SweepResponses(t.Context()); err != nil {
		t.Fatal(err)
	}

	var stored int
	if err := pool.QueryRow(t.Context(), "select count(*) from idempotency").Scan(&stored); err != nil || stored != 3 {
		t.Errorf("%d rows, %v", stored, err)
	}
	if again := postKeyed(t, e, "k2", `{"what":"tea"}`); again.body == tea.body || done.Load() != 6 {
		t.Errorf("%v, done %d times", again, done.Load())
	}
	again := postKeyed(t, e, "k4", `{"what":"money"}`)
	other := postKeyed(t, e, "k4", `{"what":"tea"}`)
	if again.status != http.StatusAccepted || again.body != `{"number":3}` || other.status != http.StatusUnprocessableEntity || done.Load() != 6 {
		t.Errorf("%v, with other content %v, done %d times", again, other, done.Load())
	}
}

// spec D1.22
func TestOnce_BadInput_LeavesTheKeyFree(t *testing.T) {
	e, _ := newShop(t, pgtest.New(t))
	bad := postKeyed(t, e, "k1", `{"what":"bad"}`)

	good := postKeyed(t, e, "k1", `{"what":"tea"}`)

	if bad.status != http.StatusBadRequest || good.status != http.StatusCreated {
		t.Fatalf("bad %v, good %v", bad, good)
	}
}

// spec D1.22
func TestOnce_TemporaryFailure_IsNotStored(t *testing.T) {
	pool := pgtest.New(t)
	e, done := newShop(t, pool)
	for what, status := range failures {
		failed := postKeyed(t, e, what, `{"what":"`+what+`"}`)
		var stored int
		if err := pool.QueryRow(t.Context(), "select count(*) from idempotency").Scan(&stored); err != nil {
			t.Fatal(err)
		}

		corrected := postKeyed(t, e, what, `{"what":"tea"}`)

		if failed.status != status || stored != 0 || corrected.status != http.StatusCreated {
			t.Errorf("%s: %v, %d keys are stored, then %v", what, failed, stored, corrected)
		}
		if _, err := pool.Exec(t.Context(), "delete from idempotency"); err != nil {
			t.Fatal(err)
		}
	}
	if done.Load() != int64(len(failures)) {
		t.Errorf("%d orders were done", done.Load())
	}
}

// spec D1.20
func TestOnce_SameFieldsWrittenOtherwise_AreTheSameContent(t *testing.T) {
	e, done := newShop(t, pgtest.New(t))
	first := postKeyed(t, e, "k1", `{"what":"tea"}`)

	second := postKeyed(t, e, "k1", " { \"fromANewerApp\": 1,\n \"what\" : \"t\\u0065a\" } ")

	if first.status != http.StatusCreated || second.status != first.status || second.body != first.body || done.Load() != 1 {
		t.Errorf("%v, then %v, done %d times", first, second, done.Load())
	}
}

// spec D1.24
func TestOnce_WorkFails_StoresNoKey(t *testing.T) {
	pool := pgtest.New(t)
	e, done := newShop(t, pool)
	// The transaction fails at its commit, after the work was written, like a crash.
	if _, err := pool.Exec(t.Context(), `create function broken() returns trigger language plpgsql as $$ begin raise 'broken off'; end $$;
		create constraint trigger broken after insert on orders deferrable initially deferred for each row execute function broken()`); err != nil {
		t.Fatal(err)
	}
	broken := postKeyed(t, e, "k1", `{"what":"tea"}`)
	var stored int
	if err := pool.QueryRow(t.Context(), "select (select count(*) from idempotency) + (select count(*) from orders)").Scan(&stored); err != nil {
		t.Fatal(err)
	}
	if _, err := pool.Exec(t.Context(), "drop trigger broken on orders"); err != nil {
		t.Fatal(err)
	}

	again := postKeyed(t, e, "k1", `{"what":"tea"}`)

	if broken.status < 500 || stored != 0 || again.status != http.StatusCreated || done.Load() != 2 {
		t.Errorf("%v and %d rows, then %v, done %d times", broken, stored, again, done.Load())
	}
}

// spec D1.18
func TestOnce_KeyLength_IsOneTo128VisibleASCIICharacters(t *testing.T) {
	e, done := newShop(t, pgtest.New(t))
	for n, key := range []string{"k", strings.Repeat("k", 128), "!~/:+=_-"} {
		first, second := postKeyed(t, e, key, `{"what":"tea"}`), postKeyed(t, e, key, `{"what":"tea"}`)
		if first.status != http.StatusCreated || second.body != first.body || done.Load() != int64(n+1) {
			t.Errorf("key %q: %v, then %v, done %d times", key, first, second, done.Load())
		}
	}
}

// spec D1.18
func TestOnce_MalformedKey_IsRefused(t *testing.T) {
	e, done := newShop(t, pgtest.New(t))
	for _, key := range []string{strings.Repeat("k", 129), "with space", "tab\tbed", "ไทย"} {
		if got := postKeyed(t, e, key, `{"what":"tea"}`); got.status != http.StatusBadRequest {
			t.Errorf("key %q: %v", key, got)
		}
	}
	if done.Load() != 0 {
		t.Error("the work was done")
	}
}
