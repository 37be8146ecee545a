package web

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/pg"
)

// verdictRepeated is the verdict on a call that was done before under the same key.
const verdictRepeated = "REPEATED"

// Batch describes the work of OnceBatch: one batch of statements, and so one round trip and one
// transaction. The batch has the statements of Lock first, then the verdict, the statements of Work, each
// depending on allowed(), and the key with its response last. A first call, a repeat and an error all cost
// one round trip.
type Batch[T any] struct {
	// Lock queues the statements before the verdict, which acquire the lock. Calls with the same key need the
	// same lock, so that a repeat waits for the first call. If their locks differ, the work of one call is
	// rolled back, and it returns the other call's response.
	Lock func(b *pgx.Batch)
	// Guards decide whether the work may be done. Codes with status 409 in the catalogue are stored under
	// the key; after other codes the key is free again.
	Guards []pg.Guard
	// Work queues all writes. Ledger keys must come from LedgerKey.
	Work func(b *pgx.Batch) error
	// Stored is the response that is stored under the key, with Status. It cannot contain results of the
	// statements, but must have the fields of a T that a repeat needs. It must be Lasting if money moves.
	Status int
	Stored any
	// Response returns the response to this call, after the batch was executed.
	Response func() T
	// ChangedMember is the member whose synced data the work changes.
	ChangedMember int64
}

// OnceBatch does the work of a batch at most once for its Idempotency-Key, with the guarantees of
// Once.
func OnceBatch[T any](ctx context.Context, k Keyed, fields any, work Batch[T]) (*Response[T], error) {
	stored, verdict, err := runBatch(ctx, k, fields, work)
	switch {
	case err != nil:
		return nil, err
	case verdict == "":
		pg.NotifyChanged(k.Pool, work.ChangedMember)
		return Fresh(work.Status, work.Response())
	case verdict != verdictRepeated && stored == nil:
		return nil, apperr.New(apperr.Code(verdict))
	case stored == nil:
		return nil, errors.New("web: a key's stored response is missing")
	case stored.status == http.StatusConflict:
		return nil, replayProblem(stored.status, stored.body)
	}
	return &Response[T]{Status: stored.status, Body: Stored[T]{raw: stored.body}, repeated: true}, nil
}

func runBatch[T any](ctx context.Context, k Keyed, fields any, work Batch[T]) (stored *storedResponse, verdict string, err error) {
	req := From(ctx)
	print, err := k.fingerprint(fields)
	if err != nil {
		return nil, "", err
	}
	body, err := json.Marshal(work.Stored)
	if err != nil {
		return nil, "", err
	}
	send := func() error {
		var b pgx.Batch
		stored, verdict = nil, ""
		guards, scope := work.Guards, [16]byte{}
		if req.Key != "" {
			scope = [16]byte(keyScope(req, ""))
			guards = append([]pg.Guard{{Query: `select '` + verdictRepeated + `' from idempotency where scope = $1::uuid and status is not null`, Args: []any{scope}}}, guards...)
		}
		work.Lock(&b)
		batch := pg.QueueVerdict(&b, &verdict, guards...)
		if err := work.Work(&b); err != nil {
			return err
		}
		if req.Key != "" {
			queueStored(&b, req, scope, print, work.Status, body, &stored)
		}
		return batch.Send(ctx, k.Pool)
	}
	err = pg.RetryConflicts(ctx, send)
	if pg.ViolatedUnique(err) == "idempotency_pkey" { // a call under another lock has stored the key meanwhile
		err = pg.RetryConflicts(ctx, send)
	}
	return stored, verdict, err
}

// queueStored inserts the key with the response: of the work, or an error that is to be stored. Without
// either, the key stays free. It sets stored to the stored response, which may come from an earlier call.
func queueStored(b *pgx.Batch, req *Request, scope [16]byte, print []byte, status int, body []byte, stored **storedResponse) {
	b.Queue(`
		with new as (
			insert into idempotency (scope, fingerprint, status, lasting, body)
			select $1, $6, case when allowed() then $2 else 409 end, case when allowed() then $3::bytea end,
				case when allowed() then $3::bytea else convert_to(json_build_object('message', verdict(), 'requestId', $4::text)::text, 'UTF8') end
			where allowed() or verdict() = any($5)
			returning status, body, fingerprint
		)
		select * from new union all select status, body, fingerprint from idempotency where scope = $1 and status is not null`,
		scope, int16(status), body, req.ID, storedRefusals, print).Query(func(rows pgx.Rows) error {
		defer rows.Close()
		for rows.Next() {
			var found storedResponse
			var known []byte
			if err := rows.Scan(&found.status, &found.body, &known); err != nil {
				return err
			}
			if string(known) != string(print) {
				return apperr.New(apperr.KeyInvalid)
			}
			*stored = &found
		}
		return rows.Err()
	})
}

// storedRefusals are the codes of errors that are final and therefore stored.
var storedRefusals = func() (out []string) {
	for _, e := range apperr.Catalogue {
		if e.Status == http.StatusConflict {
			out = append(out, string(e.Code))
		}
	}
	return out
}()
