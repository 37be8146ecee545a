package web

import (
	"context"

	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/pg"
)

// Quick is work in few round trips: First's statements travel with the begin of
// the transaction, and the answer's key with its commit.
type Quick[T any] struct {
	First func(*pgx.Batch)
	// Do does the rest. Its ledger keys must come from LedgerKey, so that of two
	// repeats at once one waits for the other.
	Do func(pgx.Tx) (int, T, error)
}

// OnceQuick is Once for a call that is almost always new and almost never
// refused. It tries quick first; where that fails, for whatever reason, or
// where the key is taken, nothing of it is left, and do does the work as Once
// does. So quick and do do the same, and Once alone decides what is answered
// and kept in any case but the plain one.
func OnceQuick[T any](ctx context.Context, k Keyed, fields any, quick Quick[T], do func(pgx.Tx) (int, T, error)) (*Answer[T], error) {
	req := From(ctx)
	print, err := k.fingerprint(fields)
	if err != nil {
		return nil, err
	}
	var answer *Answer[T]
	err = pg.Piped(ctx, k.Pool, quick.First, func(tx pgx.Tx) (func(*pgx.Batch), error) {
		status, body, err := quick.Do(tx)
		if err != nil {
			return nil, err
		}
		if answer, err = Fresh(status, body); err != nil {
			return nil, err
		}
		return func(b *pgx.Batch) {
			if req.Key != "" {
				b.Queue(`insert into idempotency (scope, fingerprint, status, body) values ($1, $2, $3, $4)`,
					scopeOf(req, ""), print, status, answer.Body.raw)
			}
		}, nil
	})
	if err == nil {
		return answer, nil
	}
	return Once(ctx, k, "", fields, do)
}
