package pg

import (
	"context"
	"fmt"
	"io/fs"
	"strings"

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
	return dropUnused(ctx, pool)
}

// UnusedIndexes are river's for searching jobs by what they hold, which nothing
// here does. They are half of what it costs to insert a job.
var UnusedIndexes = []string{"river_job_args_index", "river_job_metadata_index"}

func dropUnused(ctx context.Context, pool *pgxpool.Pool) error {
	if _, err := pool.Exec(ctx, "drop index if exists "+strings.Join(UnusedIndexes, ", ")); err != nil {
		return fmt.Errorf("pg: job tables: %w", err)
	}
	return nil
}
