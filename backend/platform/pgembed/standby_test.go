package pgembed_test

import (
	"io"
	"os"
	"testing"

	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/pgembed"
)

// TestStartStandby_PrimaryKilled_PromotedStandbyHasAcknowledgedRowsAndAcceptsWrites starts two servers,
// which takes some seconds.
func TestStartStandby_PrimaryKilled_PromotedStandbyHasAcknowledgedRowsAndAcceptsWrites(t *testing.T) {
	options := func() pgembed.Options {
		return pgembed.Options{Dir: newEnterableFolder(t), Settings: map[string]string{"fsync": "off", "wal_keep_size": "256MB"}, Log: io.Discard, DieWithParent: true}
	}
	primary, err := pgembed.Start(t.Context(), options())
	if err != nil {
		t.Fatal(err)
	}
	exec(t, primary, "create table kept (n int)", "insert into kept values (1)", "alter system set synchronous_standby_names = '*'")
	standby, err := pgembed.StartStandby(t.Context(), primary, "a", options())
	if err != nil {
		t.Fatal(err)
	}
	defer standby.Stop() //nolint:errcheck // its folder is deleted with it
	// The insert returns when the standby has it.
	exec(t, primary, "select pg_reload_conf()", "insert into kept values (2)")

	primary.Kill()
	if err := standby.Promote(t.Context()); err != nil {
		t.Fatal(err)
	}

	if _, err := pgx.Connect(t.Context(), primary.URL); err == nil {
		t.Error("the killed primary accepts connections")
	}
	conn, err := pgx.Connect(t.Context(), standby.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context()) //nolint:errcheck // nothing depends on it
	var sum int
	if _, err := conn.Exec(t.Context(), "set synchronous_commit = local"); err != nil { // the copy has the setting that requires a standby, too
		t.Fatal(err)
	}
	if _, err := conn.Exec(t.Context(), "insert into kept values (3)"); err != nil {
		t.Fatal(err)
	}
	if err := conn.QueryRow(t.Context(), "select sum(n) from kept").Scan(&sum); err != nil || sum != 6 {
		t.Errorf("the standby has %d of 6, %v", sum, err)
	}
}

func exec(t *testing.T, s *pgembed.Server, statements ...string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), s.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context()) //nolint:errcheck // each statement has ended
	for _, text := range statements {
		if _, err := conn.Exec(t.Context(), text); err != nil {
			t.Fatal(err)
		}
	}
}

// newEnterableFolder returns a folder that PostgreSQL's own user can enter.
func newEnterableFolder(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "krapao-standby-")
	if err == nil {
		err = os.Chmod(dir, 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}
