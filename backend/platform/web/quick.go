package web

import (
	"context"

	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/pg"
)

// Quick is keyed work in two round trips.
type Quick[T any] struct {
	// First travels with the begin: it queues what the work must know.
	First func(*pgx.Batch)
	// Then decides, and queues all that is written; it travels with the key and
	// the commit. What it answers is kept under the key, so it can hold nothing
	// that the statements answer. Ledger keys must come from LedgerKey, so that of
	// two repeats at once one waits for the other.
	Then func(tx pgx.Tx, last *pgx.Batch) (status int, kept T, err error)
	// Answer is told to this caller, after the commit.
	Answer func() T
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
	status := 0
	err = pg.Piped(ctx, k.Pool, quick.First, func(tx pgx.Tx, last *pgx.Batch) error {
		var kept T
		var err error
		if status, kept, err = quick.Then(tx, last); err != nil || req.Key == "" {
			return err
		}
		answer, err := Fresh(status, kept)
		if err != nil {
			return err
		}
		last.Queue(`insert into idempotency (scope, fingerprint, status, body) values ($1, $2, $3, $4)`,
			[16]byte(scopeOf(req, "")), print, int16(status), answer.Body.raw)
		return nil
	})
	if err == nil {
		return Fresh(status, quick.Answer())
	}
	return Once(ctx, k, "", fields, do)
}
