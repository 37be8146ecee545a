package pg

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Send sends what fill queues, in one round trip, and runs the functions that
// it gave for the answers. The first statement that fails ends the batch.
func Send(ctx context.Context, tx pgx.Tx, fill func(*pgx.Batch)) error {
	var b pgx.Batch
	fill(&b)
	return tx.SendBatch(ctx, &b).Close()
}

// Piped runs a transaction that costs no round trips of its own: it begins
// with what first queues, and commits with what then answers to be queued
// last. Any error rolls everything back, and nothing is tried again: it is for
// work that has a slower way too.
func Piped(ctx context.Context, pool *pgxpool.Pool, first func(*pgx.Batch), then func(pgx.Tx) (last func(*pgx.Batch), err error)) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release() // a connection that is not at rest is closed instead
	var b pgx.Batch
	b.BeginTx(pgx.TxOptions{})
	first(&b)
	results := conn.SendBatch(ctx, &b)
	tx := results.Tx()
	if err := results.Close(); err != nil {
		rollback(ctx, tx)
		return err
	}
	var touched []int64
	last, err := then(noting{tx, &touched})
	if err == nil {
		err = commitWith(ctx, tx, last)
	}
	if err != nil {
		rollback(ctx, tx)
		return err
	}
	tell(pool, touched)
	return nil
}

func commitWith(ctx context.Context, tx pgx.Tx, last func(*pgx.Batch)) error {
	return Send(ctx, tx, func(b *pgx.Batch) {
		last(b)
		b.Queue("commit").Exec(func(tag pgconn.CommandTag) error {
			if tag.String() != "COMMIT" {
				return errors.New("pg: the transaction was rolled back instead")
			}
			return nil
		})
	})
}

// rollback has a time of its own: it is most needed when the call's is over.
func rollback(ctx context.Context, tx pgx.Tx) {
	if tx == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	_ = tx.Rollback(ctx)
}
