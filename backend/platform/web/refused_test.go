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

// failingDatabase is the database of a shop, which a test can make refuse statements.
type failingDatabase struct {
	t     *testing.T
	pool  *pgxpool.Pool
	admin *pgx.Conn // can still write
	proxy *pgtest.Proxy
	role  string // of the pool
}

// newFailingDatabase opens a database through a proxy. It uses a role of its own, because limits on connections do
// not apply to superusers.
func newFailingDatabase(t *testing.T) *failingDatabase {
	t.Helper()
	address := pgtest.URL(t)
	o := &failingDatabase{t: t, role: "r_" + strings.ToLower(rand.Text()[:16])}
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

func (o *failingDatabase) exec(sql string) {
	o.t.Helper()
	if _, err := o.admin.Exec(o.t.Context(), sql); err != nil {
		o.t.Fatalf("%s: %v", sql, err)
	}
}

// alterDatabase runs an "alter database" on the test's database, and makes the pool reconnect.
func (o *failingDatabase) alterDatabase(setting string) {
	o.t.Helper()
	o.exec("alter database " + o.admin.Config().Database + " " + setting)
	o.pool.Reset()
}

func (o *failingDatabase) count(table string) (n int) {
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
	begin, end func(o *failingDatabase)
}{
	{
		"read-only", pg.ReadOnly,
		func(o *failingDatabase) { o.alterDatabase("set default_transaction_read_only = on") },
		func(o *failingDatabase) { o.alterDatabase("reset default_transaction_read_only") },
	},
	{
		"disk full", pg.Full,
		func(o *failingDatabase) {
			o.exec(`create function no_space() returns trigger language plpgsql as $$ begin
				raise 'could not extend file' using errcode = '53100'; end $$;
				create trigger no_space before insert on idempotency execute function no_space()`)
		},
		func(o *failingDatabase) { o.exec("drop trigger no_space on idempotency") },
	},
	{
		"too many connections", pg.Connections,
		func(o *failingDatabase) { o.exec("alter role " + o.role + " connection limit 0"); o.pool.Reset() },
		func(o *failingDatabase) { o.exec("alter role " + o.role + " connection limit -1") },
	},
	{
		"unreachable", pg.Unreachable,
		func(o *failingDatabase) { o.proxy.Cut(); o.pool.Reset() },
		func(o *failingDatabase) { o.proxy.Restore() },
	},
	{
		"connections cut", pg.Unreachable,
		func(o *failingDatabase) { o.proxy.Cut(); o.proxy.Restore() },
		func(*failingDatabase) {},
	},
}

// refusalCount returns how often the metric has counted this refusal.
func refusalCount(t *testing.T, why pg.Refusal) (n int) {
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

// checkUnavailable checks that the response is the one to a call that the database refused.
func checkUnavailable(t *testing.T, got recordedResponse) {
	t.Helper()
	if got.status != http.StatusServiceUnavailable || got.header.Get("Retry-After") != "5" || !strings.Contains(got.body, "INTERNAL_SERVER_ERROR") {
		t.Errorf("%v", got)
	}
}

// spec 8.15j
func TestOnce_DatabaseRefuses_Returns503AndTheRepeatDoesTheWorkOnce(t *testing.T) {
	for _, outage := range outages {
		t.Run(outage.name, func(t *testing.T) {
			o := newFailingDatabase(t)
			e, _ := newShop(t, o.pool)
			before := refusalCount(t, outage.why)
			outage.begin(o)

			down := postKeyed(t, e, "k1", `{"what":"tea"}`)
			stored := o.count("idempotency")
			outage.end(o)
			first, repeat := postKeyed(t, e, "k1", `{"what":"tea"}`), postKeyed(t, e, "k1", `{"what":"tea"}`)

			checkUnavailable(t, down)
			if stored != 0 {
				t.Errorf("%d responses were stored", stored)
			}
			if first.status != http.StatusCreated || repeat.body != first.body || o.count("orders") != 1 {
				t.Errorf("then %v, %v, and %d orders", first, repeat, o.count("orders"))
			}
			if refusalCount(t, outage.why) == before {
				t.Errorf("nothing was counted as %s", outage.why)
			}
		})
	}
}

// spec 8.15j
func TestOnceBatch_DatabaseRefuses_Returns503AndTheRepeatDoesTheWorkOnce(t *testing.T) {
	for _, outage := range outages {
		t.Run(outage.name, func(t *testing.T) {
			o := newFailingDatabase(t)
			e := newBatchShop(t, o.pool)
			outage.begin(o)

			down := postKeyed(t, e, "k1", `{"what":"tea"}`)
			stored := o.count("idempotency")
			outage.end(o)
			first := postKeyed(t, e, "k1", `{"what":"tea"}`)

			checkUnavailable(t, down)
			if stored != 0 || first.status != http.StatusCreated || o.count("sold") != 1 {
				t.Errorf("%d responses were stored; then %v, and %d sales", stored, first, o.count("sold"))
			}
		})
	}
}

// spec 8.15j
func TestOnce_BackendIsTerminated_Returns503AndLeavesTheKeyFree(t *testing.T) {
	o := newFailingDatabase(t)
	e, done := newShop(t, o.pool)
	before := refusalCount(t, pg.ShuttingDown)

	killed := postKeyed(t, e, "k1", `{"what":"killed"}`)
	later := postKeyed(t, e, "k1", `{"what":"tea"}`)

	checkUnavailable(t, killed)
	if later.status != http.StatusCreated || done.Load() != 1 {
		t.Errorf("then %v, %d orders were done", later, done.Load())
	}
	if refusalCount(t, pg.ShuttingDown) != before+1 {
		t.Errorf("%d were counted", refusalCount(t, pg.ShuttingDown)-before)
	}
}

// The server cannot know whether the transaction was committed. The repeat shows it.
// spec 8.15j
func TestOnce_ResponseToCommitIsLost_Returns503AndTheRepeatGetsTheStoredResponse(t *testing.T) {
	o := newFailingDatabase(t)
	e, done := newShop(t, o.pool)
	o.proxy.LoseCommit()

	lost := postKeyed(t, e, "k1", `{"what":"tea"}`)
	repeat := postKeyed(t, e, "k1", `{"what":"tea"}`)

	checkUnavailable(t, lost)
	if repeat.status != http.StatusCreated || repeat.body != `{"number":1}` || done.Load() != 1 || o.count("orders") != 1 {
		t.Errorf("then %v, done %d times, %d orders", repeat, done.Load(), o.count("orders"))
	}
}
