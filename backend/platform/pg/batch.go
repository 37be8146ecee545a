package pg

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Into has generated queries that answer nothing be queued in a batch:
// db.New(pg.Into(&b)).LineAdd(ctx, …). What answers rows is queued by its text.
func Into(b *pgx.Batch) Queued { return Queued{b} }

// Queued is a batch that generated queries take for a database.
type Queued struct{ batch *pgx.Batch }

// Exec queues a statement.
func (q Queued) Exec(_ context.Context, sql string, args ...any) (pgconn.CommandTag, error) {
	q.batch.Queue(sql, args...)
	return pgconn.CommandTag{}, nil
}

var errAnswers = errors.New("pg: a query that answers rows is queued by its text")

// Query refuses: its rows are not there yet.
func (Queued) Query(context.Context, string, ...any) (pgx.Rows, error) { return nil, errAnswers }

// QueryRow refuses, as Query.
func (Queued) QueryRow(context.Context, string, ...any) pgx.Row { return noRow{} }

type noRow struct{}

func (noRow) Scan(...any) error { return errAnswers }

// MayBeNone is the error of a statement that hangs on the transaction's verdict:
// where that is against it, there is no row.
func MayBeNone(err error) error {
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	return err
}
