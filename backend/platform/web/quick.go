package web

import (
	"context"
	"encoding/json"

	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/pg"
)

// Quick is keyed work in one round trip.
type Quick[T any] struct {
	// Queue decides, and queues all that is written; the key is queued after it,
	// and all of it is one transaction. kept goes under the key, so it can hold
	// nothing that the statements answer: as much of a T as a repeat needs. Ledger
	// keys must come from LedgerKey, so that of two repeats at once one waits for
	// the other.
	Queue func(b *pgx.Batch) (status int, kept any, err error)
	// Answer is told to this caller once it is written.
	Answer func() T
	// Touched is the member whose synced data it changes.
	Touched int64
}

// OnceQuick is Once for a call that is almost always new and almost never
// refused. It tries quick first; where that fails, for whatever reason, or
// where the key is taken, nothing of it is left, and do does the work as Once
// does. So quick and do do the same, and Once alone decides what is answered
// and kept in any case but the plain one.
func OnceQuick[T any](ctx context.Context, k Keyed, fields any, quick Quick[T], do func(pgx.Tx) (int, T, error)) (*Answer[T], error) {
	var b pgx.Batch
	status, kept, err := quick.Queue(&b)
	if err == nil {
		err = k.queueKey(ctx, &b, fields, status, kept)
	}
	if err == nil {
		err = k.Pool.SendBatch(ctx, &b).Close() // without a begin, a batch is a transaction by itself
	}
	if err != nil {
		return Once(ctx, k, "", fields, do)
	}
	pg.Tell(k.Pool, quick.Touched)
	return Fresh(status, quick.Answer())
}

func (k Keyed) queueKey(ctx context.Context, b *pgx.Batch, fields any, status int, kept any) error {
	req := From(ctx)
	if req.Key == "" {
		return nil
	}
	print, err := k.fingerprint(fields)
	if err != nil {
		return err
	}
	body, err := json.Marshal(kept)
	b.Queue(`insert into idempotency (scope, fingerprint, status, body) values ($1, $2, $3, $4)`, [16]byte(scopeOf(req, "")), print, int16(status), body)
	return err
}
