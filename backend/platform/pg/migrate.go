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

// Baseline is the lowest number of a migration. Lower numbers were in use before the first release,
// and no data is carried over from them.
const Baseline = 100

// ErrBeforeBaseline is the error for a database or a backup from before the baseline.
var ErrBeforeBaseline = errors.New("it is from before the first release, and nothing is carried over from there")

// Migrate migrates the schema: our own files, then River's tables. Servers that start at once wait
// for each other. A database from before the baseline stays unchanged, and the error is
// ErrBeforeBaseline.
func Migrate(ctx context.Context, pool *pgxpool.Pool, files fs.FS) error {
	if err := refuseOld(ctx, pool); err != nil {
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
	return slimJobs(ctx, pool)
}

func refuseOld(ctx context.Context, pool *pgxpool.Pool) error {
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

// UnusedIndexes are River's indexes for searching jobs by their content, which we never do. They are
// half of the cost of inserting a job.
var UnusedIndexes = []string{"river_job_args_index", "river_job_metadata_index"}

// slimJobs removes from River's table what makes each job more expensive without use: the unused
// indexes, and the checks. River itself never writes what they forbid, and PostgreSQL parses every
// check for every statement, which is a third of an insert's remaining cost. A table without them is
// not locked.
func slimJobs(ctx context.Context, pool *pgxpool.Pool) error {
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
