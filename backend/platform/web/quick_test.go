package web_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/pgtest"
	"krapao/backend/platform/web"
)

// quickShop is shop by way of OnceQuick: what is sold is unique by the call's
// own key, as a ledger transfer is.
func quickShop(t *testing.T, pool *pgxpool.Pool) *web.Edge {
	t.Helper()
	e := web.New(t.Context(), web.Config{Log: slog.New(slog.DiscardHandler), Version: "test"})
	e.Authenticate = anybodysToken
	keyed := web.Keyed{Pool: pool, Secret: []byte("test")}
	if _, err := pool.Exec(t.Context(), "create table sold (key uuid primary key, n bigint generated always as identity)"); err != nil {
		t.Fatal(err)
	}
	const sell = "insert into sold (key) values ($1) returning n"
	web.Handle(e, web.Route{ID: "order", Method: http.MethodPost, Path: "/api/order", Tag: "test", Auth: web.Anyone, Status: http.StatusCreated},
		func(ctx context.Context, in *orderIn) (*web.Answer[order], error) {
			var out order
			key := web.LedgerKey(ctx, "sale")
			refuse := func() error {
				if in.Body.What == "refused" {
					return apperr.New(apperr.MoneyNotEnough)
				}
				return nil
			}
			return web.OnceQuick(ctx, keyed, in.Body, web.Quick[order]{
				Queue: func(b *pgx.Batch) (int, any, error) {
					b.Queue(sell, key).QueryRow(func(row pgx.Row) error { return row.Scan(&out.Number) })
					return http.StatusCreated, order{-1}, refuse()
				},
				Answer: func() order { return out },
			}, func(tx pgx.Tx) (int, order, error) {
				err := tx.QueryRow(ctx, sell, key).Scan(&out.Number)
				if err == nil {
					err = refuse()
				}
				return http.StatusCreated, out, err
			})
		})
	return e
}

func sales(t *testing.T, pool *pgxpool.Pool) (n int) {
	t.Helper()
	if err := pool.QueryRow(t.Context(), "select count(*) from sold").Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestAQuickCallIsDoneOnceForItsKey(t *testing.T) {
	pool := pgtest.New(t)
	e := quickShop(t, pool)
	bodies := make([]string, 16)

	var wg sync.WaitGroup
	for i := range bodies {
		wg.Go(func() { bodies[i] = post(t, e, "storm", `{"what":"tea"}`).body })
	}
	wg.Wait()
	other := post(t, e, "storm", `{"what":"coffee"}`)
	unkeyed := post(t, e, "", `{"what":"tea"}`)

	// One caller hears the number; the others hear what is kept.
	first := 0
	for _, b := range bodies {
		if b != `{"number":-1}` {
			first++
		}
	}
	if first != 1 || sales(t, pool) != 2 {
		t.Errorf("%d first answers, %d sales: %v", first, sales(t, pool), bodies)
	}
	if other.status != http.StatusUnprocessableEntity || !strings.Contains(other.body, "KEY_INVALID") {
		t.Errorf("other content: %v", other)
	}
	if unkeyed.status != http.StatusCreated {
		t.Errorf("without a key: %v", unkeyed)
	}
}

func TestAQuickCallThatIsRefusedIsRefusedForEver(t *testing.T) {
	pool := pgtest.New(t)
	e := quickShop(t, pool)

	first := post(t, e, "k1", `{"what":"refused"}`)
	again := post(t, e, "k1", `{"what":"refused"}`)

	if first.status != http.StatusConflict || first.body != again.body || sales(t, pool) != 0 {
		t.Errorf("%v, then %v; %d sales", first, again, sales(t, pool))
	}
}

func TestAMoneyCallIsRefusedUntilThePasswordIsConfirmed(t *testing.T) {
	pool := pgtest.New(t)
	e := quickShop(t, pool)
	needed := true
	e.Authenticate = func(context.Context, string) (web.Caller, error) {
		return web.Caller{MemberID: 1, ConfirmNeeded: needed}, nil
	}
	for _, money := range []bool{true, false} {
		path := map[bool]string{true: "/api/money", false: "/api/look"}[money]
		web.Handle(e, web.Route{ID: path[5:], Method: http.MethodPost, Path: path, Tag: "test", Auth: web.SignedIn, Money: money},
			func(context.Context, *struct{}) (*web.OK, error) { return &web.OK{}, nil })
	}
	call := func(path string) answer {
		req := httptest.NewRequest(http.MethodPost, path, nil)
		req.Header.Set("X-Requested-With", "wallet-user")
		req.Header.Set("Authorization", "Bearer x")
		return do(t, e, req)
	}

	refused, look := call("/api/money"), call("/api/look")
	needed = false
	let := call("/api/money")

	if refused.status != http.StatusUnauthorized || !strings.Contains(refused.body, "EXPIRED_AUTH_TOKEN") || look.status != http.StatusOK || let.status != http.StatusOK {
		t.Errorf("refused %v, look %v, let %v", refused, look, let)
	}
}
