package web_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/platform/metrics"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/pgtest"
)

// outage is the database of a shop, which a test can make refuse statements.
type outage struct {
	t     *testing.T
	pool  *pgxpool.Pool
	admin *pgx.Conn // can still write
	proxy *pgtest.Proxy
	role  string // target the pool
}

// newOutage opens a database through a proxy. It uses a role of its own, because limits on connections do
// not apply to superusers.
func newOutage(t *testing.T) *outage {
	t.Helper()
	address := pgtest.URL(t)
	o := &outage{t: t, role: "r_" + strings.ToLower(rand.Text()[:16])}
	var err error
	if o.admin, err = pgx.Connect(t.Context(), address); err != nil {
		t.Fatal(err)
	}
	o.exec("create role " + o.role + " login password 'test' in role " + o.admin.Config().User)
	t.Cleanup(func() {
		_, _ = o.admin.Exec(context.Background(), "drop owned by "+o.role+" cascade; drop role "+o.role)
		_ = o.admin.Close(context.Background())
	})
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	u.User = url.UserPassword(o.role, "test")
	o.proxy = pgtest.NewProxy(t, u.String())
	if o.pool, err = pg.Open(t.Context(), o.proxy.URL, 4); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(o.pool.Close)
	return o
}

func (o *outage) exec(sql string) {
	o.t.Helper()
	if _, err := o.admin.Exec(o.t.Context(), sql); err != nil {
		o.t.Fatalf("%s: %v", sql, err)
	}
}

// database runs an "alter database" on the test's database, and makes the pool reconnect.
func (o *outage) database(setting string) {
	o.t.Helper()
	o.exec("alter database " + o.admin.Config().Database + " " + setting)
	o.pool.Reset()
}

func (o *outage) count(table string) (n int) {
	o.t.Helper()
	if err := o.admin.QueryRow(o.t.Context(), "select count(*) from "+table).Scan(&n); err != nil {
		o.t.Fatal(err)
	}
	return n
}

// outages are the ways in which a database refuses statements, and how each ends.
var outages = []struct {
	name       string
	why        pg.Refusal
	begin, end func(o *outage)
}{
	{
		"read-only", pg.ReadOnly,
		func(o *outage) { o.database("set default_transaction_read_only = on") },
		func(o *outage) { o.database("reset default_transaction_read_only") },
	},
	{
		"disk full", pg.Full,
		func(o *outage) {
			o.exec(`create function no_space() returns trigger language plpgsql as $$ begin
				raise 'could not extend file' using errcode = '53100'; end $$;
				create trigger no_space before insert on idempotency execute function no_space()`)
		},
		func(o *outage) { o.exec("drop trigger no_space on idempotency") },
	},
	{
		"too many connections", pg.Connections,
		func(o *outage) { o.exec("alter role " + o.role + " connection limit 0"); o.pool.Reset() },
		func(o *outage) { o.exec("alter role " + o.role + " connection limit -1") },
	},
	{
		"unreachable", pg.Unreachable,
		func(o *outage) { o.proxy.Cut(); o.pool.Reset() },
		func(o *outage) { o.proxy.Restore() },
	},
	{
		"connections cut", pg.Unreachable,
		func(o *outage) { o.proxy.Cut(); o.proxy.Restore() },
		func(*outage) {},
	},
}

// refused returns how often the metric has counted this refusal.
func refused(t *testing.T, why pg.Refusal) (n int) {
	t.Helper()
	out := httptest.NewRecorder()
	metrics.Handler().ServeHTTP(out, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	for line := range strings.Lines(out.Body.String()) {
		if text, ok := strings.CutPrefix(line, fmt.Sprintf("krapao_database_refused_total{why=%q} ", why)); ok {
			n, _ = strconv.Atoi(strings.TrimSpace(text))
		}
	}
	return n
}

// unavailable checks that the response is the one to a call that the database refused.
func unavailable(t *testing.T, got answer) {
	t.Helper()
	if got.status != http.StatusServiceUnavailable || got.header.Get("Retry-After") != "5" || !strings.Contains(got.body, "INTERNAL_SERVER_ERROR") {
		t.Errorf("%v", got)
	}
}

// spec 8.15j
func TestOnce_DatabaseRefuses_Returns503AndTheRepeatDoesTheWorkOnce(t *testing.T) {
	for _, outage := range outages {
		t.Run(outage.name, func(t *testing.T) {
			o := newOutage(t)
			e, _ := shop(t, o.pool)
			before := refused(t, outage.why)
			outage.begin(o)

			down := post(t, e, "k1", `{"what":"tea"}`)
			stored := o.count("idempotency")
			outage.end(o)
			first, repeat := post(t, e, "k1", `{"what":"tea"}`), post(t, e, "k1", `{"what":"tea"}`)

			unavailable(t, down)
			if stored != 0 {
				t.Errorf("%d answers were kept", stored)
			}
			if first.status != http.StatusCreated || repeat.body != first.body || o.count("orders") != 1 {
				t.Errorf("then %v, %v, and %d orders", first, repeat, o.count("orders"))
			}
			if refused(t, outage.why) == before {
				t.Errorf("nothing was counted as %s", outage.why)
			}
		})
	}
}

// spec 8.15j
func TestOnceBatch_DatabaseRefuses_Returns503AndTheRepeatDoesTheWorkOnce(t *testing.T) {
	for _, outage := range outages {
		t.Run(outage.name, func(t *testing.T) {
			o := newOutage(t)
			e := batchShop(t, o.pool)
			outage.begin(o)

			down := post(t, e, "k1", `{"what":"tea"}`)
			stored := o.count("idempotency")
			outage.end(o)
			first := post(t, e, "k1", `{"what":"tea"}`)

			unavailable(t, down)
			if stored != 0 || first.status != http.StatusCreated || o.count("sold") != 1 {
				t.Errorf("%d answers were kept; then %v, and %d sales", stored, first, o.count("sold"))
			}
		})
	}
}

// spec 8.15j
func TestOnce_BackendIsTerminated_Returns503AndLeavesTheKeyFree(t *testing.T) {
	o := newOutage(t)
	e, done := shop(t, o.pool)
	before := refused(t, pg.ShuttingDown)

	killed := post(t, e, "k1", `{"what":"killed"}`)
	later := post(t, e, "k1", `{"what":"tea"}`)

	unavailable(t, killed)
	if later.status != http.StatusCreated || done.Load() != 1 {
		t.Errorf("then %v, %d orders were done", later, done.Load())
	}
	if refused(t, pg.ShuttingDown) != before+1 {
		t.Errorf("%d were counted", refused(t, pg.ShuttingDown)-before)
	}
}

// The server cannot know whether the transaction was committed. The repeat shows it.
// spec 8.15j
func TestOnce_ResponseToCommitIsLost_Returns503AndTheRepeatGetsTheStoredResponse(t *testing.T) {
	o := newOutage(t)
	e, done := shop(t, o.pool)
	o.proxy.LoseCommit()

	lost := post(t, e, "k1", `{"what":"tea"}`)
	repeat := post(t, e, "k1", `{"what":"tea"}`)

	unavailable(t, lost)
	if repeat.status != http.StatusCreated || repeat.body != `{"number":1}` || done.Load() != 1 || o.count("orders") != 1 {
		t.Errorf("then %v, done %d times, %d orders", repeat, done.Load(), o.count("orders"))
	}
}
