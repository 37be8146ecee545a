package pg

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Into lets generated queries queue a statement in a batch: db.New(pg.Into(&b)).LineAdd(ctx, …). It
// supports only statements that return no rows. Queue a query with rows by its SQL text.
func Into(b *pgx.Batch) Queued { return Queued{b} }

// Queued implements the database interface of generated queries for a batch.
type Queued struct{ batch *pgx.Batch }

// Exec queues a statement.
func (q Queued) Exec(_ context.Context, sql string, args ...any) (pgconn.CommandTag, error) {
	q.batch.Queue(sql, args...)
	return pgconn.CommandTag{}, nil
}

var errAnswers = errors.New("pg: a query that answers rows is queued by its text")

// Query returns an error, because a queued query has no rows yet.
func (Queued) Query(context.Context, string, ...any) (pgx.Rows, error) { return nil, errAnswers }

// QueryRow returns an error, as Query does.
func (Queued) QueryRow(context.Context, string, ...any) pgx.Row { return noRow{} }

type noRow struct{}

func (noRow) Scan(...any) error { return errAnswers }

// MayBeNone returns nil for pgx.ErrNoRows, and any other err unchanged. It is for a statement that may
// return no row because the transaction's verdict forbids its work.
func MayBeNone(err error) error {
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	return err
}
