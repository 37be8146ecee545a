package pg_test

import (
	"io"
	"net/url"
	"os"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/pg"
	"krapao/backend/platform/pgembed"
	"krapao/backend/platform/pgtest"
)

// TestOpen_DatabaseAndRoleDefaultOff_CommitsSynchronously also turns the option off in the connection URL.
func TestOpen_DatabaseAndRoleDefaultOff_CommitsSynchronously(t *testing.T) {
	address := pgtest.URL(t)
	first, err := pg.Open(t.Context(), address, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	database := pgx.Identifier{first.Config().ConnConfig.Database}.Sanitize()
	_, err = first.Exec(t.Context(), "alter database "+database+" set synchronous_commit = off; "+
		"alter role current_user in database "+database+" set synchronous_commit = off")
	if err != nil {
		t.Fatal(err)
	}

	for _, option := range []string{"", "&synchronous_commit=off", "&options=-c%20synchronous_commit%3Doff"} {
		pool, err := pg.Open(t.Context(), address+option, 1)
		if err != nil {
			t.Fatal(err)
		}
		defer pool.Close()
		var afterReset, got string
		err = pg.InTx(t.Context(), pool, func(tx pgx.Tx) error {
			return tx.QueryRow(t.Context(), "select setting, reset_val from pg_settings where name = 'synchronous_commit'").Scan(&got, &afterReset)
		})
		if err != nil || got != "on" || afterReset != "on" {
			t.Errorf("%q: synchronous_commit is %s, and %s after a reset, %v", option, got, afterReset, err)
		}
	}

	// This checks that the defaults are off for another client.
	conn, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context()) //nolint:errcheck // nothing was written
	var others string
	if err := conn.QueryRow(t.Context(), "show synchronous_commit").Scan(&others); err != nil || others != "off" {
		t.Errorf("another client has %s, %v", others, err)
	}
}

// TestReadReplication_StandbyJoinsAndIsRequired_ReturnsEachState starts its own primary and a real standby,
// which takes some seconds. The tests' shared cluster writes no WAL for standbys. Its other databases
// also could not commit while a standby is required.
func TestReadReplication_StandbyJoinsAndIsRequired_ReturnsEachState(t *testing.T) {
	settings := map[string]string{"fsync": "off", "wal_keep_size": "256MB"}
	primary, err := pgembed.Start(t.Context(), pgembed.Options{Dir: clusterDir(t), Settings: settings, Log: io.Discard, DieWithParent: true})
	if err != nil {
		t.Fatal(err)
	}
	defer primary.Stop() //nolint:errcheck // its folder is deleted anyway
	conn := connect(t, primary.URL)
	replicates := func(want pg.Replication, q pg.DB) {
		t.Helper()
		if got, err := pg.ReadReplication(t.Context(), q); got != want || err != nil {
			t.Errorf("%s, not %s, %v", got, want, err)
		}
	}
	replicates(pg.Asynchronous, conn)
	exec(t, conn, "create role plain login password 'plain'")
	exec(t, conn, "alter system set synchronous_standby_names = 'a'")
	reloadSettings(t, conn)
	replicates(pg.StandbyMissing, conn)

	standby, err := pgembed.StartStandby(t.Context(), primary, "a", pgembed.Options{Dir: clusterDir(t), Settings: settings, Log: io.Discard, DieWithParent: true})
	if err != nil {
		t.Fatal(err)
	}
	defer standby.Stop() //nolint:errcheck // its folder is deleted anyway
	waitFor(t, conn, "select exists (select from pg_stat_replication where sync_state = 'sync')")

	replicates(pg.Synchronous, conn)
	unprivileged, err := url.Parse(primary.URL)
	if err != nil {
		t.Fatal(err)
	}
	unprivileged.User = url.UserPassword("plain", "plain")
	replicates(pg.ReplicationUnknown, connect(t, unprivileged.String()))
}

// clusterDir returns a folder that PostgreSQL's own user can enter.
func clusterDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "krapao-replication-")
	if err == nil {
		err = os.Chmod(dir, 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

func connect(t *testing.T, address string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(t.Context()) })
	return conn
}

func exec(t *testing.T, conn *pgx.Conn, query string) {
	t.Helper()
	if _, err := conn.Exec(t.Context(), query); err != nil {
		t.Fatal(err)
	}
}

// reloadSettings makes the server read its settings, and waits until this connection has them.
func reloadSettings(t *testing.T, conn *pgx.Conn) {
	t.Helper()
	exec(t, conn, "select pg_reload_conf()")
	waitFor(t, conn, "select current_setting('synchronous_standby_names') <> ''")
}

// waitFor polls until the query returns true, because PostgreSQL sends no notification of these changes.
func waitFor(t *testing.T, conn *pgx.Conn, query string) {
	t.Helper()
	for until := time.Now().Add(time.Minute); ; {
		var holds bool
		if err := conn.QueryRow(t.Context(), query).Scan(&holds); err != nil {
			t.Fatal(err)
		}
		if holds {
			return
		}
		if time.Now().After(until) {
			t.Fatalf("not true within a minute: %s", query)
		}
		time.Sleep(10 * time.Millisecond)
	}
}
