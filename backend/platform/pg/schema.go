package pg

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/pressly/goose/v3"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"
)

// ErrSchemaOld means that the schema lacks a migration of the program. Its text names the remedy.
var ErrSchemaOld = errors.New("run `wallet migrate`")

// Schema has the versions of a database's schema and of the program's migrations.
type Schema struct {
	Applied  int64 // the last migration that was applied
	Required int64 // the last migration that the program has
}

// IsNewer reports whether a newer release has migrated the database.
func (s Schema) IsNewer() bool { return s.Applied > s.Required }

// CheckSchema compares the schema with our migrations and with River's. It changes nothing. Errors:
// ErrSchemaOld if a migration is missing; ErrBeforeBaseline.
func CheckSchema(ctx context.Context, pool *pgxpool.Pool, files fs.FS) (Schema, error) {
	var s Schema
	if err := checkBaseline(ctx, pool); err != nil {
		return s, err
	}
	needed, err := migrationVersions(files)
	if err != nil {
		return s, fmt.Errorf("pg: read the migrations: %w", err)
	}
	applied, err := appliedVersions(ctx, pool)
	if err != nil {
		return s, fmt.Errorf("pg: read the schema's version: %w", err)
	}
	if len(applied) == 0 {
		return s, fmt.Errorf("this database is empty: %w", ErrSchemaOld)
	}
	s.Applied, s.Required = slices.Max(applied), slices.Max(needed)
	for _, version := range needed {
		if !slices.Contains(applied, version) {
			return s, fmt.Errorf("this database has schema %d, and the program needs migration %d: %w", s.Applied, version, ErrSchemaOld)
		}
	}
	return s, checkJobTables(ctx, pool)
}

func migrationVersions(files fs.FS) (versions []int64, err error) {
	names, err := fs.Glob(files, "*.sql")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		version, err := goose.NumericComponent(name)
		if err != nil {
			return nil, err
		}
		versions = append(versions, version)
	}
	return versions, nil
}

// appliedVersions returns the applied migrations; none if the database was never migrated.
func appliedVersions(ctx context.Context, pool *pgxpool.Pool) ([]int64, error) {
	var known bool
	if err := pool.QueryRow(ctx, "select to_regclass('goose_db_version') is not null").Scan(&known); err != nil || !known {
		return nil, err
	}
	rows, err := pool.Query(ctx, "select version_id from goose_db_version where is_applied and version_id > 0")
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[int64])
}

// checkJobTables returns ErrSchemaOld if River's tables are older than the used version of River.
func checkJobTables(ctx context.Context, pool *pgxpool.Pool) error {
	migrator, err := rivermigrate.New(riverpgxv5.New(pool), nil)
	if err != nil {
		return fmt.Errorf("pg: job tables: %w", err)
	}
	found, err := migrator.Validate(ctx, nil)
	if err != nil {
		return fmt.Errorf("pg: job tables: %w", err)
	}
	if !found.OK {
		return fmt.Errorf("the job queue's tables are older than the program: %w", ErrSchemaOld)
	}
	return nil
}
