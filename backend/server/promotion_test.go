package server_test

import (
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/home"
	"krapao/backend/platform/config"
	"krapao/backend/platform/pgembed"
	"krapao/backend/server"
	"krapao/backend/server/servertest"
)

// TestFailover_LaggingStandbyPromoted_EveryAppReloads copies a stopped server's cluster, like a base
// backup. The original continues, and then the copy is promoted without the later changes.
// spec D7.6
func TestFailover_LaggingStandbyPromoted_EveryAppReloads(t *testing.T) {
	primary, standby := clusterDir(t), clusterDir(t)
	var member *servertest.Client
	var kept, lost home.Changes
	runServerOn(t, primary, func(t *testing.T, h *servertest.Environment) {
		member = h.AddMember()
		member.CreditWallet(10000)
		kept = syncSince(member, "")
	})
	copyStandby(t, primary, standby)
	runServerOn(t, primary, func(t *testing.T, h *servertest.Environment) {
		m := member.At(h)
		m.CreditWallet(20000)
		m.CreditWallet(30000)
		lost = syncSince(m, kept.Cursor)
	})

	promoteStandby(t, standby)

	runServerOn(t, standby, func(t *testing.T, h *servertest.Environment) {
		m := member.At(h)
		// These statement lines get sync versions that the lost lines had, too.
		m.CreditWallet(15000)
		m.CreditWallet(25000)
		after := syncSince(m, lost.Cursor)
		if lost.Reset || len(lost.Statements) != 2 || !after.Reset || len(after.Statements) != 3 || after.Wallet.Amount != 50000 {
			t.Errorf("before reset %t, %d lines; after reset %t, %d lines, %s", lost.Reset, len(lost.Statements), after.Reset, len(after.Statements), after.Wallet.Amount)
		}
		if again := syncSince(m, after.Cursor); again.Reset || len(again.Statements) != 0 {
			t.Errorf("the app reloads a second time: %+v", again)
		}
		if n := h.Count("select count(*) from payout_wait where since is not null"); n != 1 {
			t.Errorf("%d pauses of payouts", n)
		}
	})
}

func syncSince(c *servertest.Client, cursor string) (out home.Changes) {
	c.Call("GET", "/api/sync?cursor="+cursor, nil).Want(http.StatusOK).Into(&out)
	return out
}

// clusterDir returns a folder that PostgreSQL's user can enter.
func clusterDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "krapao-promotion-")
	if err == nil {
		err = os.Chmod(dir, 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return filepath.Join(dir, "data")
}

// runOnCluster starts the cluster in dir, runs do on it, and stops it.
func runOnCluster(t *testing.T, dir string, do func(pool *pgxpool.Pool)) {
	t.Helper()
	pool, stop, err := server.OpenAndMigrate(t.Context(), config.Config{DataDir: dir, DBConns: 16}, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	do(pool)
	if err := stop(); err != nil {
		t.Fatal(err)
	}
}

// runServerOn starts a test server on the cluster in dir, runs do on it, and stops both.
func runServerOn(t *testing.T, dir string, do func(t *testing.T, h *servertest.Environment)) {
	t.Helper()
	runOnCluster(t, dir, func(pool *pgxpool.Pool) {
		t.Run("a server", func(t *testing.T) { do(t, servertest.NewOnPool(t, pool)) })
	})
}

// copyStandby copies a stopped server's folder and makes the copy a standby.
func copyStandby(t *testing.T, from, to string) {
	t.Helper()
	if out, err := exec.Command("cp", "-a", from, to).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if err := os.WriteFile(filepath.Join(to, "postgres", "pg", "standby.signal"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
}

// promoteStandby promotes the standby in dir.
func promoteStandby(t *testing.T, dir string) {
	t.Helper()
	standby, err := pgembed.Start(t.Context(), pgembed.Options{Dir: dir, Log: io.Discard})
	if err != nil {
		t.Fatal(err)
	}
	conn, err := pgx.Connect(t.Context(), standby.URL)
	if err != nil {
		t.Fatal(err)
	}
	var isStandby, isPromoted bool
	if err := conn.QueryRow(t.Context(), "select pg_is_in_recovery()").Scan(&isStandby); err != nil || !isStandby {
		t.Fatalf("the cluster is no standby: %v", err)
	}
	if err := conn.QueryRow(t.Context(), "select pg_promote(true, 60)").Scan(&isPromoted); err != nil || !isPromoted {
		t.Fatalf("the standby was not promoted: %v", err)
	}
	_ = conn.Close(t.Context())
	if err := standby.Stop(); err != nil {
		t.Fatal(err)
	}
}
