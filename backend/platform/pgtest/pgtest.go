// Package pgtest gives each test a fresh, migrated PostgreSQL database.
//
// One cluster serves a run: `wallet testdb -- COMMAND` starts it and names it
// in TEST_DATABASE_URL; without that, each test binary starts its own, which
// dies with it. Durability is off, but for tests that ask for a Durable server.
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

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/platform/pg"
	"krapao/backend/platform/pgembed"
	"krapao/sql"
)

// Settings make a cluster quick and forgetful.
var Settings = map[string]string{
	"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off", "wal_level": "minimal", "max_wal_senders": "0",
	"max_connections": "300", "shared_buffers": "128MB", "deadlock_timeout": "50ms",
	"autovacuum": "off", // databases live for seconds
}

const templateLock = 7_305_112 // any number that nobody else takes an advisory lock on

// Filling is what the databases of many tests begin with, beyond the migrated schema.
// It is brought in once, and copied from then on.
type Filling struct {
	Name string
	// Of is all that Do depends on: another text is another template.
	Of string
	Do func(context.Context, *pgxpool.Pool) error
}

// New returns a pool on a database of the test's own, which goes with the test.
func New(t testing.TB, with ...Filling) *pgxpool.Pool {
	t.Helper()
	pool, err := pg.Open(t.Context(), URL(t, with...), 4)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return pool
}

// URL is New for a test that starts a whole server: the address of a fresh database.
func URL(t testing.TB, with ...Filling) string {
	t.Helper()
	server, err := cluster()
	if err != nil {
		t.Fatal(err)
	}
	template, err := ensureTemplates(server, with)
	if err != nil {
		t.Fatal(err)
	}
	name := "t_" + strings.ToLower(rand.Text()[:16])
	if err := admin(server, func(ctx context.Context, c *pgx.Conn) error {
		_, err := c.Exec(ctx, "create database "+name+" template "+template+" strategy file_copy")
		return err
	}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = admin(server, func(ctx context.Context, c *pgx.Conn) error {
			_, err := c.Exec(ctx, "drop database if exists "+name+" with (force)")
			return err
		})
	})
	return withDatabase(server, name)
}

var cluster = sync.OnceValues(func() (string, error) {
	if server := os.Getenv("TEST_DATABASE_URL"); server != "" {
		return server, nil
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
})

// HasWaiter answers whether a transaction waits for another one's lock: a test that
// holds it may go on, since the other has come as far as it can.
func HasWaiter(t testing.TB, pool *pgxpool.Pool) bool {
	t.Helper()
	var has bool
	const q = "select exists (select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock')"
	if err := pool.QueryRow(t.Context(), q).Scan(&has); err != nil {
		t.Fatal(err)
	}
	return has
}

// ensureTemplates makes the migrated template, and the one with each filling upon
// it, once for each state of their sources. It returns the last one's name.
func ensureTemplates(server string, with []Filling) (string, error) {
	name, err := templateName()
	if err != nil {
		return "", err
	}
	if err := ensureTemplate(server, name, "template0", migrate); err != nil {
		return "", err
	}
	for _, filling := range with {
		sum := sha256.Sum256([]byte(name + filling.Name + filling.Of))
		filled := "filled_" + hex.EncodeToString(sum[:8])
		if err := ensureTemplate(server, filled, name, filling.Do); err != nil {
			return "", err
		}
		name = filled
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

// ensureTemplate makes a template from another, whichever of the run's processes
// comes first.
func ensureTemplate(server, name, from string, fill func(context.Context, *pgxpool.Pool) error) error {
	return admin(server, func(ctx context.Context, c *pgx.Conn) error {
		if _, err := c.Exec(ctx, "select pg_advisory_lock($1)", templateLock); err != nil {
			return err
		}
		var ready bool
		err := c.QueryRow(ctx, "select exists (select from pg_database where datname = $1 and datistemplate)", name).Scan(&ready)
		if err != nil || ready {
			return err
		}
		if _, err := c.Exec(ctx, "drop database if exists "+name); err != nil {
			return err
		}
		if _, err := c.Exec(ctx, "create database "+name+" template "+from); err != nil {
			return err
		}
		pool, err := pg.Open(ctx, withDatabase(server, name), 2)
		if err != nil {
			return err
		}
		defer pool.Close()
		if err := fill(ctx, pool); err != nil {
			return err
		}
		pool.Close()
		_, err = c.Exec(ctx, "alter database "+name+" with is_template true")
		return err
	})
}

func templateName() (string, error) {
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
}

func admin(server string, do func(context.Context, *pgx.Conn) error) error {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	conn, err := pgx.Connect(ctx, server)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	return do(ctx, conn)
}

func withDatabase(server, name string) string {
	u, err := url.Parse(server)
	if err != nil {
		panic(err) // it was just connected to
	}
	u.Path = "/" + name
	return u.String()
}
