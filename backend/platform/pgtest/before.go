package pgtest

import (
	"io/fs"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"

	"krapao/sql"
)

// Before answers a pool on a database as it was before a later migration: version is
// the last that it has. up brings the rest.
func Before(t testing.TB, version int64) (pool *pgxpool.Pool, up func()) {
	t.Helper()
	pool = New(t)
	files, err := fs.Sub(sql.Migrations, "migrations")
	if err != nil {
		t.Fatal(err)
	}
	db := stdlib.OpenDBFromPool(pool)
	t.Cleanup(func() { _ = db.Close() })
	migrations, err := goose.NewProvider(goose.DialectPostgres, db, files, goose.WithDisableGlobalRegistry(true))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := migrations.DownTo(t.Context(), version); err != nil {
		t.Fatal(err)
	}
	return pool, func() {
		t.Helper()
		if _, err := migrations.Up(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}
