package pg

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Piped runs a transaction in two round trips: it begins with what first
// queues, and commits with what then queues last. Any error rolls everything
// back, and nothing is tried again: it is for work that has a slower way too.
func Piped(ctx context.Context, pool *pgxpool.Pool, first func(*pgx.Batch), then func(tx pgx.Tx, last *pgx.Batch) error) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release() // a connection that is not at rest is closed instead
	var begin, last pgx.Batch
	begin.BeginTx(pgx.TxOptions{})
	first(&begin)
	results := conn.SendBatch(ctx, &begin)
	tx := results.Tx()
	var touched []int64
	err = results.Close()
	if err == nil {
		err = then(noting{tx, &touched}, &last)
	}
	if err == nil {
		err = commitWith(ctx, tx, &last)
	}
	if err != nil {
		rollback(ctx, tx)
		return err
	}
	tell(pool, touched)
	return nil
}

func commitWith(ctx context.Context, tx pgx.Tx, last *pgx.Batch) error {
	last.Queue("commit").Exec(func(tag pgconn.CommandTag) error {
		if tag.String() != "COMMIT" {
			return errors.New("pg: the transaction was rolled back instead")
		}
		return nil
	})
	return tx.SendBatch(ctx, last).Close()
}

// rollback has a time of its own: it is most needed when the call's is over.
func rollback(ctx context.Context, tx pgx.Tx) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	_ = tx.Rollback(ctx)
}
