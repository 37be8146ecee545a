package pg_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"krapao/backend/platform/metrics"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/pgtest"
)

func TestRefused_KnownErrors_ReturnsTheReason(t *testing.T) {
	state := func(code, severity string) error {
		return fmt.Errorf("a query: %w", &pgconn.PgError{Code: code, Severity: severity})
	}
	for _, c := range []struct {
		name string
		err  error
		want pg.Refusal
	}{
		{"read-only", state("25006", "ERROR"), pg.ReadOnly},
		{"disk full", state("53100", "ERROR"), pg.Full},
		{"out of memory", state("53200", "ERROR"), pg.Memory},
		{"too many connections", state("53300", "FATAL"), pg.Connections},
		{"a configured limit, which a repeat exceeds again", state("53400", "ERROR"), ""},
		{"terminated", state("57P01", "FATAL"), pg.ShuttingDown},
		{"crashed", state("57P02", "FATAL"), pg.ShuttingDown},
		{"starting", state("57P03", "FATAL"), pg.ShuttingDown},
		{"the database was dropped", state("57P04", "FATAL"), ""},
		{"connection failure", state("08006", "FATAL"), pg.Unreachable},
		{"a pooler's failure", state("08P01", "FATAL"), pg.Unreachable},
		{"a statement of ours with wrong parameters", state("08P01", "ERROR"), ""},
		{"lock timeout", state("55P03", "ERROR"), pg.Busy},
		{"a unique violation", state("23505", "ERROR"), ""},
		{"a closed connection", fmt.Errorf("a query: %w", pgconn.ErrConnClosed), pg.Unreachable},
		{"the end of a provider's response", fmt.Errorf("a provider: %w", io.ErrUnexpectedEOF), ""},
		{"a provider that refuses connections", &net.OpError{Op: "dial", Err: errors.New("connection refused")}, ""},
		{"none", nil, ""},
	} {
		if got := pg.RefusalOf(c.err); got != c.want {
			t.Errorf("%s: %q, not %q", c.name, got, c.want)
		}
		if c.err != nil && c.name != "a statement of ours with wrong parameters" { // a text has no severity
			if got := pg.RefusalInText(c.err.Error()); got != c.want {
				t.Errorf("%s: the text %q gives %q, not %q", c.name, c.err, got, c.want)
			}
		}
	}
}

func TestRefused_ConnectionBreaksWithinTransaction_IsUnreachable(t *testing.T) {
	proxy := pgtest.NewProxy(t, pgtest.URL(t))
	pool, err := pg.Open(t.Context(), proxy.URL, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	tx, err := pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	proxy.Cut()

	_, broken := tx.Exec(t.Context(), "select 1")
	_, closed := tx.Exec(t.Context(), "select 1")
	rolledBack := tx.Rollback(t.Context())
	refusedDial := pool.Ping(t.Context())

	for what, err := range map[string]error{"a statement": broken, "the next one": closed, "rollback": rolledBack, "a new connection": refusedDial} {
		if pg.RefusalOf(err) != pg.Unreachable || pg.RefusalInText(err.Error()) != pg.Unreachable {
			t.Errorf("%s: %q of %v", what, pg.RefusalOf(err), err)
		}
	}
}

func TestRefused_CallerGivesUp_IsNoRefusal(t *testing.T) {
	pool := pgtest.New(t)
	ctx, cancel := context.WithCancel(t.Context())
	tx, err := pool.Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback(context.Background()) }()
	pid := tx.Conn().PgConn().PID()
	ended := make(chan error, 1)
	go func() {
		_, err := tx.Exec(ctx, "select pg_sleep(60)")
		ended <- err
	}()
	for isSleeping := false; !isSleeping; { // repeats until the statement has reached the database
		const q = "select exists (select from pg_stat_activity where pid = $1 and wait_event = 'PgSleep')"
		if err := pool.QueryRow(t.Context(), q, pid).Scan(&isSleeping); err != nil {
			t.Fatal(err)
		}
	}

	cancel()
	_, unconnected := pgconn.Connect(ctx, pool.Config().ConnString())

	for what, err := range map[string]error{"a statement": <-ended, "a dial": unconnected} {
		if pg.RefusalOf(err) != "" || !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %q of %v", what, pg.RefusalOf(err), err)
		}
	}
}

func TestPool_NoConnectionCameFree_IsCounted(t *testing.T) {
	pool, err := pg.Open(t.Context(), pgtest.URL(t), 1)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	only, err := pool.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	before := refusalCount(t, pg.Pool)
	late, cancel := context.WithDeadline(t.Context(), time.Now())
	defer cancel()

	waited := pool.Ping(late)
	only.Release()
	idle := pool.Ping(late)

	if !errors.Is(waited, context.DeadlineExceeded) || !errors.Is(idle, context.DeadlineExceeded) || refusalCount(t, pg.Pool) != before+1 {
		t.Errorf("%v, %v: %d were counted", waited, idle, refusalCount(t, pg.Pool)-before)
	}
}

func TestRetryConflicts_GivesUpAfterDeadlocks_IsCountedOnce(t *testing.T) {
	before := refusalCount(t, pg.Busy)
	tries := 0

	err := pg.RetryConflicts(t.Context(), func() error {
		tries++
		return &pgconn.PgError{Code: "40P01"}
	})

	if err == nil || tries < 2 || refusalCount(t, pg.Busy) != before+1 {
		t.Errorf("%v after %d tries: %d were counted", err, tries, refusalCount(t, pg.Busy)-before)
	}
}

// refusalCount returns the metric's number of refusals with this reason. Each reason has a value from the start.
func refusalCount(t *testing.T, reason pg.Refusal) (n int) {
	t.Helper()
	out := httptest.NewRecorder()
	metrics.Handler().ServeHTTP(out, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	_, rest, found := strings.Cut(out.Body.String(), fmt.Sprintf("krapao_database_refused_total{why=%q} ", reason))
	text, _, _ := strings.Cut(rest, "\n")
	n, err := strconv.Atoi(text)
	if !found || err != nil {
		t.Fatalf("no count of %s", reason)
	}
	return n
}
