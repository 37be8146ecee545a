package pg

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Into queues generated queries without rows in a batch: db.New(pg.Into(&b)).LineAdd(ctx, …). A query
// with rows is queued by its text.
func Into(b *pgx.Batch) Queued { return Queued{b} }

// Queued is a batch in the form of a database for generated queries.
type Queued struct{ batch *pgx.Batch }

// Exec queues a statement.
func (q Queued) Exec(_ context.Context, sql string, args ...any) (pgconn.CommandTag, error) {
	q.batch.Queue(sql, args...)
	return pgconn.CommandTag{}, nil
}

var errAnswers = errors.New("pg: a query that answers rows is queued by its text")

// Query returns an error: there are no rows yet.
func (Queued) Query(context.Context, string, ...any) (pgx.Rows, error) { return nil, errAnswers }

// QueryRow returns an error, as Query does.
func (Queued) QueryRow(context.Context, string, ...any) pgx.Row { return noRow{} }

type noRow struct{}

func (noRow) Scan(...any) error { return errAnswers }

// MayBeNone returns nil for pgx.ErrNoRows, else err. It is for a statement that depends on the
// transaction's verdict and may return no row because of it.
func MayBeNone(err error) error {
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	return err
}
