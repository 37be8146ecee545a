package pg

import (
	"context"
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

// Migrate brings the schema up to date: the house's own files, then river's
// tables. Servers that start at once wait for each other.
func Migrate(ctx context.Context, pool *pgxpool.Pool, files fs.FS) error {
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
