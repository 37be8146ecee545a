// Package pgtest gives each test a new, migrated PostgreSQL database.
//
// One cluster serves a whole test run: `wallet testdb -- COMMAND` starts it and writes its address into
// the file whose name is in the variable AddressFile. Without that file, each test binary starts its own
// cluster, which ends with the binary. Durability is off (see Settings).
package pgtest

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/platform/pg"
	"krapao/backend/platform/pgembed"
	"krapao/sql"
)

// AddressFile is the environment variable with the path of the file that holds the cluster's address. The
// go command caches test results while code, read files of the module and environment are unchanged. An
// address in the environment would change with each run.
const AddressFile = "TEST_DATABASE_FILE"

// Settings make a cluster fast, but not durable.
var Settings = map[string]string{
	"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off", "wal_level": "minimal", "max_wal_senders": "0",
	"max_connections": "300", "shared_buffers": "128MB", "deadlock_timeout": "50ms",
	"autovacuum": "off", // databases live for seconds
}

// createTimeout limits creating a database, which takes long on a busy machine.
const createTimeout = 2 * time.Minute

const templateLock = 7_305_112 // an arbitrary number that no other advisory lock uses

// Seed is content that many tests' databases start with, in addition to the migrated schema. It is
// inserted into a template once, and databases are copied from the template.
type Seed struct {
	Name string
	// Version is a text that must change when the effect of Insert changes. A changed text creates a new
	// template.
	Version string
	Insert  func(context.Context, *pgxpool.Pool) error
}

// New returns a pool on the test's own database, which is dropped after the test.
func New(t testing.TB, seeds ...Seed) *pgxpool.Pool {
	t.Helper()
	pool, err := pg.Open(t.Context(), URL(t, seeds...), 4)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return pool
}

// URL is New for a test that starts a whole server. It returns the URL of the new database.
func URL(t testing.TB, seeds ...Seed) string {
	t.Helper()
	server, err := cluster()
	if err != nil {
		t.Fatal(err)
	}
	template, err := server.ensureTemplates(seeds)
	if err != nil {
		t.Fatal(err)
	}
	return server.create(t, template)
}

// create creates the test's own database, and returns its URL.
func (s *server) create(t testing.TB, template string) string {
	t.Helper()
	name := "t_" + strings.ToLower(rand.Text()[:16])
	if err := s.exec("create database " + name + " template " + template + " strategy file_copy"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.exec("drop database if exists " + name + " with (force)") })
	return s.database(name)
}

// Empty returns the URL of a database without a schema. The database is dropped after the test.
func Empty(t testing.TB) string {
	t.Helper()
	server, err := cluster()
	if err != nil {
		t.Fatal(err)
	}
	return server.create(t, "template0")
}

// server is this process's access to the cluster. It keeps its connections open, because opening one
// costs as much as creating a database.
type server struct {
	url   *url.URL
	admin *pgxpool.Pool

	mu    sync.Mutex
	ready map[string]bool // templates that this process has seen
}

var cluster = sync.OnceValues(func() (*server, error) {
	address, err := clusterAddress()
	if err != nil {
		return nil, err
	}
	u, err := url.Parse(address)
	if err != nil {
		return nil, err
	}
	admin, err := pgxpool.New(context.Background(), address)
	return &server{url: u, admin: admin, ready: map[string]bool{}}, err
})

func clusterAddress() (string, error) {
	if file := os.Getenv(AddressFile); file != "" {
		address, err := os.ReadFile(file)
		return string(address), err
	}
	dir, err := Scratch()
	if err != nil {
		return "", err
	}
	s, err := pgembed.Start(context.Background(), pgembed.Options{Dir: dir, Settings: Settings, DieWithParent: true})
	if err != nil {
		return "", err
	}
	return s.URL, nil
}

// HasWaiter reports whether a transaction waits for another transaction's lock. When it does, a test that
// holds the lock can continue.
func HasWaiter(t testing.TB, pool *pgxpool.Pool) bool {
	t.Helper()
	return Waiters(t, pool) > 0
}

// Waiters returns how many transactions of the pool's database wait for a lock. The query uses another
// pool, because the waiting transactions may occupy all connections of this one.
func Waiters(t testing.TB, pool *pgxpool.Pool) (n int) {
	t.Helper()
	server, err := cluster()
	if err != nil {
		t.Fatal(err)
	}
	const q = `select count(distinct pid) from pg_locks join pg_stat_activity using (pid)
		where not granted and datname = $1`
	if err := server.admin.QueryRow(t.Context(), q, pool.Config().ConnConfig.Database).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// ensureTemplates creates the migrated template, and one template for each seed on top of the template
// before. Each is created once for each version of its sources. It returns the name of the last template.
func (s *server) ensureTemplates(seeds []Seed) (string, error) {
	name, err := templateName()
	if err != nil {
		return "", err
	}
	if err := s.ensureTemplate(name, "template0", migrate); err != nil {
		return "", err
	}
	for _, seed := range seeds {
		sum := sha256.Sum256([]byte(name + seed.Name + seed.Version))
		seeded := "filled_" + hex.EncodeToString(sum[:8])
		if err := s.ensureTemplate(seeded, name, seed.Insert); err != nil {
			return "", err
		}
		name = seeded
	}
	return name, nil
}

func migrate(ctx context.Context, pool *pgxpool.Pool) error {
	migrations, err := fs.Sub(sql.Migrations, "migrations")
	if err != nil {
		return err
	}
	return pg.Migrate(ctx, pool, migrations)
}

// ensureTemplate creates a template from another template. Only the first of the run's processes does so.
func (s *server) ensureTemplate(name, from string, fill func(context.Context, *pgxpool.Pool) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ready[name] {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), createTimeout)
	defer cancel()
	// The lock is held by a transaction. The template must be created outside a transaction, on another
	// connection.
	tx, err := s.admin.Begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback(ctx) //nolint:errcheck // this only releases the lock
	if _, err := tx.Exec(ctx, "select pg_advisory_xact_lock($1)", templateLock); err != nil {
		return err
	}
	var exists bool
	err = tx.QueryRow(ctx, "select exists (select from pg_database where datname = $1 and datistemplate)", name).Scan(&exists)
	if err == nil && !exists {
		err = s.makeTemplate(ctx, name, from, fill)
	}
	s.ready[name] = err == nil
	return err
}

func (s *server) makeTemplate(ctx context.Context, name, from string, fill func(context.Context, *pgxpool.Pool) error) error {
	if err := s.exec("drop database if exists " + name); err != nil {
		return err
	}
	if err := s.exec("create database " + name + " template " + from); err != nil {
		return err
	}
	pool, err := pg.Open(ctx, s.database(name), 2)
	if err != nil {
		return err
	}
	defer pool.Close()
	if err := fill(ctx, pool); err != nil {
		return err
	}
	pool.Close()
	return s.exec("alter database " + name + " with is_template true")
}

var templateName = sync.OnceValues(func() (string, error) {
	sum := sha256.New()
	err := fs.WalkDir(sql.Migrations, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(sql.Migrations, path)
		fmt.Fprintf(sum, "%s\n%s\n", path, text)
		return err
	})
	return "template_" + hex.EncodeToString(sum.Sum(nil)[:8]), err
})

func (s *server) exec(sql string) error {
	ctx, cancel := context.WithTimeout(context.Background(), createTimeout)
	defer cancel()
	_, err := s.admin.Exec(ctx, sql)
	return err
}

func (s *server) database(name string) string {
	u := *s.url
	u.Path = "/" + name
	return u.String()
}
