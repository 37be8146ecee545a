package pg_test

import (
	"errors"
	"io/fs"
	"testing"
	"testing/fstest"

	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/platform/pg"
	"krapao/backend/platform/pgtest"
	"krapao/sql"
)

// readMigrations returns the migrations of the program and of the next release.
func readMigrations(t *testing.T) (current, next fs.FS) {
	t.Helper()
	current, err := fs.Sub(sql.Migrations, "migrations")
	if err != nil {
		t.Fatal(err)
	}
	more := fstest.MapFS{"99999_next.sql": {Data: []byte("-- +goose Up\nselect 1;\n")}}
	err = fs.WalkDir(current, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(current, path)
		more[path] = &fstest.MapFile{Data: text}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return current, more
}

func TestCheckSchema_MigratedDatabase_ComparesItWithTheProgram(t *testing.T) {
	pool := pgtest.New(t)
	current, next := readMigrations(t)

	same, sameErr := pg.CheckSchema(t.Context(), pool, current)
	_, older := pg.CheckSchema(t.Context(), pool, next)
	if err := pg.Migrate(t.Context(), pool, next); err != nil {
		t.Fatal(err)
	}
	newer, newerErr := pg.CheckSchema(t.Context(), pool, current)

	if sameErr != nil || same.IsNewer() || same.Applied != same.Required {
		t.Errorf("the program's own schema: %+v, %v", same, sameErr)
	}
	if !errors.Is(older, pg.ErrSchemaOld) {
		t.Errorf("an older schema: %v", older)
	}
	if newerErr != nil || !newer.IsNewer() {
		t.Errorf("a newer schema: %+v, %v", newer, newerErr)
	}
}

func TestCheckSchema_MigrationMissing_IsOld(t *testing.T) {
	for name, missing := range map[string]string{
		"a migration of ours, not the last": "delete from goose_db_version where version_id = (select max(version_id) - 1 from goose_db_version)",
		"the job queue's last":              "delete from river_migration where version = (select max(version) from river_migration)",
	} {
		pool := pgtest.New(t)
		current, _ := readMigrations(t)
		if _, err := pool.Exec(t.Context(), missing); err != nil {
			t.Fatal(err)
		}

		_, err := pg.CheckSchema(t.Context(), pool, current)

		if !errors.Is(err, pg.ErrSchemaOld) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestCheckSchema_EmptyDatabase_IsOldAndStaysEmpty(t *testing.T) {
	pool, err := pg.Open(t.Context(), pgtest.Empty(t), 1)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	current, _ := readMigrations(t)

	_, err = pg.CheckSchema(t.Context(), pool, current)

	if !errors.Is(err, pg.ErrSchemaOld) || countTables(t, pool) != 0 {
		t.Errorf("%v, then %d tables", err, countTables(t, pool))
	}
}

func countTables(t *testing.T, pool *pgxpool.Pool) (n int) {
	t.Helper()
	if err := pool.QueryRow(t.Context(), "select count(*) from pg_tables where schemaname = 'public'").Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}
