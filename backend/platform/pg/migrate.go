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

// Baseline is the lowest number of a migration. Lower numbers were in use before the first
// release, and no data is carried over from them.
const Baseline = 100

// ErrBeforeBaseline is returned for a database or a backup from before the baseline.
var ErrBeforeBaseline = errors.New("it is from before the first release, and nothing is carried over from there")

// Migrate brings the schema up to date: our own files, then river's tables. Servers that start
// at once wait for each other. A database from before the baseline is left as it is, and the
// error is ErrBeforeBaseline.
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

// UnusedIndexes are river's for searching jobs by what they hold, which nothing
// here does. They are half of what it costs to insert a job.
var UnusedIndexes = []string{"river_job_args_index", "river_job_metadata_index"}

// slimJobs takes from river's table what each job would pay for in vain: the
// unused indexes, and the checks. river itself never writes what they forbid,
// and PostgreSQL reads the text of every check anew for every statement, which
// is a third of what an insert then costs. A table that is slim is not locked.
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
