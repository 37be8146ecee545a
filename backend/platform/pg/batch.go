package pg

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// InBatch lets generated queries queue a statement in a batch: db.New(pg.InBatch(&b)).LineAdd(ctx, …). It
// supports only statements that return no rows. Queue a query with rows by its SQL text.
func InBatch(b *pgx.Batch) BatchQueries { return BatchQueries{b} }

// BatchQueries implements the database interface of generated queries for a batch.
type BatchQueries struct{ batch *pgx.Batch }

// Exec queues a statement.
func (q BatchQueries) Exec(_ context.Context, sql string, args ...any) (pgconn.CommandTag, error) {
	q.batch.Queue(sql, args...)
	return pgconn.CommandTag{}, nil
}

var errReturnsRows = errors.New("pg: queue a query that returns rows by its text")

// Query returns an error, because a queued query has no rows yet.
func (BatchQueries) Query(context.Context, string, ...any) (pgx.Rows, error) {
	return nil, errReturnsRows
}

// QueryRow returns an error, as Query does.
func (BatchQueries) QueryRow(context.Context, string, ...any) pgx.Row { return noRow{} }

type noRow struct{}

func (noRow) Scan(...any) error { return errReturnsRows }

// IgnoreNoRows returns nil for pgx.ErrNoRows, and any other err unchanged. It is for a statement that may
// return no row because the transaction's verdict forbids its work.
func IgnoreNoRows(err error) error {
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	return err
}
