package server

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"log/slog"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/platform/config"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/pgembed"
	"krapao/sql"
)

// OpenDatabase connects to DATABASE_URL, or starts an embedded PostgreSQL under DATA_DIR that logs to
// pgLog. Error: pg.ErrSchemaOld if the schema lacks a migration, since only OpenAndMigrate changes the
// schema. A newer schema is only logged, because the last release's program works on it. closeAll closes
// the pool and stops the embedded PostgreSQL.
func OpenDatabase(ctx context.Context, cfg config.Config, pgLog io.Writer, log *slog.Logger) (pool *pgxpool.Pool, closeAll func() error, err error) {
	return openDatabase(ctx, cfg, pgLog, func(pool *pgxpool.Pool, migrations fs.FS) error {
		schema, err := pg.CheckSchema(ctx, pool, migrations)
		if err == nil && schema.IsNewer() {
			log.WarnContext(ctx, "a newer release has migrated the database: upgrade this program", "schema", schema.Applied, "program", schema.Required)
		}
		return err
	})
}

// OpenAndMigrate is OpenDatabase, but migrates the schema.
func OpenAndMigrate(ctx context.Context, cfg config.Config, pgLog io.Writer) (pool *pgxpool.Pool, closeAll func() error, err error) {
	return openDatabase(ctx, cfg, pgLog, func(pool *pgxpool.Pool, migrations fs.FS) error {
		return pg.Migrate(ctx, pool, migrations)
	})
}

// openDatabase connects to the database and calls prepare, which checks or migrates the schema.
func openDatabase(ctx context.Context, cfg config.Config, pgLog io.Writer, prepare func(*pgxpool.Pool, fs.FS) error) (pool *pgxpool.Pool, closeAll func() error, err error) {
	url, stop := cfg.DatabaseURL, func() error { return nil }
	if url == "" {
		embedded, err := pgembed.Start(ctx, pgembed.Options{Dir: cfg.DataDir, Log: pgLog})
		if err != nil {
			return nil, nil, err
		}
		url, stop = embedded.URL, embedded.Stop
	}
	if pool, err = pg.Open(ctx, url, cfg.DBConns); err != nil {
		return nil, nil, closeAfterError(stop, err)
	}
	migrations, err := fs.Sub(sql.Migrations, "migrations")
	if err == nil {
		err = prepare(pool, migrations)
	}
	if err != nil {
		pool.Close()
		return nil, nil, closeAfterError(stop, err)
	}
	return pool, func() error { pool.Close(); return stop() }, nil
}

func closeAfterError(stop func() error, err error) error {
	if stopErr := stop(); stopErr != nil {
		return fmt.Errorf("%w (and: %w)", err, stopErr)
	}
	return err
}

// Seed inserts the rows that every installation needs. demo adds the demo content; demo and laos add the
// demo content of the Laos variant. A second run changes nothing.
func Seed(ctx context.Context, pool *pgxpool.Pool, demo, laos bool) error {
	files := []string{"seed/10_base.sql"}
	if demo {
		files = append(files, "seed/20_demo.sql")
	}
	if demo && laos {
		files = append(files, "seed/30_laos.sql")
	}
	return pg.InTx(ctx, pool, func(tx pgx.Tx) error {
		for _, name := range files {
			text, err := fs.ReadFile(sql.Seed, name)
			if err != nil {
				return err
			}
			if _, err := tx.Exec(ctx, string(text)); err != nil {
				return fmt.Errorf("server: seed %s: %w", name, err)
			}
		}
		return nil
	})
}

// RunningDatabase returns the URL of the embedded PostgreSQL of a server that runs on the same
// DATA_DIR, or "" if none runs.
func RunningDatabase(cfg config.Config) (string, error) { return pgembed.FindRunningURL(cfg.DataDir) }
