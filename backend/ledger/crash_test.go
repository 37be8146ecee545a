package ledger_test

import (
	"flag"
	"io/fs"
	"os"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/ledger"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/pgembed"
	"krapao/sql"
)

// The long run: go test ./backend/ledger -run Kill -kills 100 -timeout 2h
var kills = flag.Int("kills", 3, "kill -9 cycles of PostgreSQL under load")

// TestKillingPostgreSQLLosesNoAcknowledgedTransfer runs durably (fsync on),
// kills the whole server under load, starts it again and looks for every
// transfer that had been acknowledged. It proves safety from crashes of the
// server, not from power loss: the kernel keeps its pages.
func TestKillingPostgreSQLLosesNoAcknowledgedTransfer(t *testing.T) {
	r := random(t)
	dir := reachableDir(t)
	var acknowledged sync.Map
	total := 0

	for cycle := range *kills {
		server, err := pgembed.Start(t.Context(), pgembed.Options{Dir: dir, Settings: map[string]string{"fsync": "on", "max_connections": "60"}})
		if err != nil {
			t.Fatalf("cycle %d: %v", cycle, err)
		}
		pool := migrated(t, server.URL)
		book, wallet := open(t, pool, 1, money.Baht(1000))
		stop := make(chan struct{})
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() { hammer(t, book, wallet, &acknowledged, stop) })
		}
		time.Sleep(time.Duration(200+r.IntN(800)) * time.Millisecond)
		killAll(t, server.PID)
		close(stop)
		wg.Wait()
		pool.Close()
	}

	server, err := pgembed.Start(t.Context(), pgembed.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Stop() })
	pool := migrated(t, server.URL)
	defer pool.Close()
	book := ledger.New(pool)
	acknowledged.Range(func(key, id any) bool {
		total++
		p, found, err := book.ByKey(t.Context(), pool, key.(uuid.UUID))
		if err != nil || !found || p.ID != id.(int64) {
			t.Errorf("acknowledged transfer %v is lost (%v)", key, err)
		}
		return true
	})
	sound(t, book)
	t.Logf("%d kills, %d acknowledged transfers, all there", *kills, total)
	if total == 0 {
		t.Error("nothing was acknowledged: the test shows nothing")
	}
}

// reachableDir is a temporary folder that the unprivileged user, whom
// PostgreSQL runs as under root, can enter: t.TempDir's is not.
func reachableDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "krapao-crash-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

func migrated(t *testing.T, url string) *pgxpool.Pool {
	t.Helper()
	pool, err := pg.Open(t.Context(), url, 12)
	if err != nil {
		t.Fatal(err)
	}
	files, err := fs.Sub(sql.Migrations, "migrations")
	if err != nil {
		t.Fatal(err)
	}
	if err := pg.Migrate(t.Context(), pool, files); err != nil {
		t.Fatal(err)
	}
	return pool
}

// hammer deposits and spends until told to stop, noting what was acknowledged.
func hammer(t *testing.T, book *ledger.Book, wallet ledger.AccountID, acknowledged *sync.Map, stop chan struct{}) {
	for {
		select {
		case <-stop:
			return
		default:
		}
		for _, transfer := range []ledger.Transfer{deposit(wallet, money.Baht(1)), spend(wallet, money.Baht(1))} {
			if posted, err := book.Post(t.Context(), transfer); err == nil {
				acknowledged.Store(transfer.Key, posted.ID)
			}
		}
	}
}

// killAll kills the postmaster and, with its group, every backend.
func killAll(t *testing.T, pid int) {
	t.Helper()
	if err := syscall.Kill(-pid, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	for syscall.Kill(pid, 0) == nil {
		time.Sleep(10 * time.Millisecond)
	}
}
