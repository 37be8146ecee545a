package pg

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"
)

// Baseline is the lowest number of a migration. Lower numbers were used before the first release. Databases
// with them cannot be migrated.
const Baseline = 100

// ErrBeforeBaseline means that a database or a backup is from before the baseline.
var ErrBeforeBaseline = errors.New("it is from before the first release, and nothing is carried over from there")

// Migrate migrates the schema: first our own files, then River's tables. If several servers start at once,
// each waits for the others. Error: ErrBeforeBaseline for a database from before the baseline, which stays
// unchanged.
func Migrate(ctx context.Context, pool *pgxpool.Pool, files fs.FS) error {
	if err := checkBaseline(ctx, pool); err != nil {
		return err
	}
	db := stdlib.OpenDBFromPool(pool)
	defer db.Close()
	locker, err := lock.NewPostgresSessionLocker()
	if err != nil {
		return fmt.Errorf("pg: migration lock: %w", err)
	}
	provider, err := goose.NewProvider(goose.DialectPostgres, db, files,
		goose.WithSessionLocker(locker), goose.WithDisableGlobalRegistry(true))
	if err != nil {
		return fmt.Errorf("pg: read the migrations: %w", err)
	}
	if _, err := provider.Up(ctx); err != nil {
		return fmt.Errorf("pg: migrate: %w", err)
	}
	migrator, err := rivermigrate.New(riverpgxv5.New(pool), nil)
	if err != nil {
		return fmt.Errorf("pg: job tables: %w", err)
	}
	if _, err := migrator.Migrate(ctx, rivermigrate.DirectionUp, nil); err != nil {
		return fmt.Errorf("pg: job tables: %w", err)
	}
	return dropJobIndexes(ctx, pool)
}

func checkBaseline(ctx context.Context, pool *pgxpool.Pool) error {
	var known bool
	var last *int64
	err := pool.QueryRow(ctx, "select to_regclass('goose_db_version') is not null").Scan(&known)
	if err == nil && known {
		const q = "select max(version_id) from goose_db_version where is_applied and version_id between 1 and $1 - 1"
		err = pool.QueryRow(ctx, q, Baseline).Scan(&last)
	}
	if err != nil {
		return fmt.Errorf("pg: read the schema's version: %w", err)
	}
	if last != nil {
		return fmt.Errorf("pg: this database has schema %d: %w. Begin with an empty database: "+
			"name another one in DATABASE_URL, or, without DATABASE_URL (as `make run`), delete DATA_DIR", *last, ErrBeforeBaseline)
	}
	return nil
}

// UnusedIndexes are River's indexes for searching jobs by content, which we never do. Maintaining them is
// half of the cost of inserting a job.
var UnusedIndexes = []string{"river_job_args_index", "river_job_metadata_index"}

// dropJobIndexes makes inserting jobs cheaper: it removes unused indexes and the checks from River's table.
// River itself never violates the checks, but PostgreSQL parses every check for every statement. The parsing is
// a third of the remaining cost. If nothing is to be removed, the table is not locked.
func dropJobIndexes(ctx context.Context, pool *pgxpool.Pool) error {
	_, err := pool.Exec(ctx, "drop index if exists "+strings.Join(UnusedIndexes, ", "))
	if err != nil {
		return fmt.Errorf("pg: job tables: %w", err)
	}
	rows, err := pool.Query(ctx, `select 'drop constraint if exists ' || quote_ident(conname) from pg_constraint where conrelid = 'river_job'::regclass and contype = 'c'`)
	if err != nil {
		return fmt.Errorf("pg: job tables: %w", err)
	}
	drops, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err == nil && len(drops) > 0 {
		_, err = pool.Exec(ctx, "alter table river_job "+strings.Join(drops, ", "))
	}
	if err != nil {
		return fmt.Errorf("pg: job tables: %w", err)
	}
	return nil
}
