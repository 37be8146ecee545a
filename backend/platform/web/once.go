package web

import (
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"strconv"

	"github.com/danielgtaylor/huma/v2"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/pg"
)

// Response is the output of a call whose response may be stored and repeated.
type Response[T any] struct {
	Status int
	Body   Stored[T]

	repeated bool
}

func (a *Response[T]) replayed() {}

// replayedType is the interface of the outputs of calls with stored responses.
var replayedType = reflect.TypeFor[interface{ replayed() }]()

// Repeated reports whether an earlier call had already done the work.
func (a *Response[T]) Repeated() bool { return a.repeated }

// Stored is a body as bytes, so that a repeat gets the same bytes as the first call. In the contract its
// schema is that of T.
type Stored[T any] struct{ raw []byte }

// MarshalJSON returns the stored bytes.
func (s Stored[T]) MarshalJSON() ([]byte, error) { return s.raw, nil }

// Schema returns the schema of T.
func (Stored[T]) Schema(r huma.Registry) *huma.Schema {
	return r.Schema(reflect.TypeFor[T](), true, "")
}

// Value decodes the stored bytes as a T.
func (s Stored[T]) Value() (value T, err error) { return value, json.Unmarshal(s.raw, &value) }

// Fresh returns a response that is not stored.
func Fresh[T any](status int, body T) (*Response[T], error) {
	raw, err := json.Marshal(body)
	return &Response[T]{Status: status, Body: Stored[T]{raw: raw}}, err
}

// Lasting is implemented by the body of a call that moved money. Its key is stored for ever. After the
// response was deleted, a repeat gets the result of Lasting with status 202, to which the caller adds the
// current status. Lasting returns nil if no money was moved.
type Lasting interface{ Lasting() any }

// namespace is the namespace of the UUIDv5 made from a caller, a call and its key.
var namespace = uuid.MustParse("5b0d9f1e-0c53-4c52-9d7e-1f6b0c6f6a11")

// keyScope returns the scope of a key. It includes the caller, so that equal keys of two callers never
// collide. The caller is a member, an operator, or a guest (a guest id or a phone).
func keyScope(req *Request, guest string) uuid.UUID {
	caller := "visitor:" + guest
	if req.Caller.MemberID != 0 {
		caller = "member:" + strconv.FormatInt(req.Caller.MemberID, 10)
	} else if req.Caller.Operator != nil {
		caller = "operator:" + strconv.FormatInt(req.Caller.Operator.ID, 10)
	}
	return uuid.NewSHA1(namespace, fmt.Appendf(nil, "%s\x00%s\x00%s\x00%s", caller, req.Method, req.Route, req.Key))
}

// LedgerKey returns the ledger's key for one leg of the current call. It is also the reference at the
// provider. It is the same for every repeat with the same Idempotency-Key, and random without one. It is
// always a UUIDv5.
func LedgerKey(ctx context.Context, leg string) uuid.UUID {
	req := From(ctx)
	scope := uuid.New()
	if req.Key != "" {
		scope = keyScope(req, "")
	}
	return uuid.NewSHA1(scope, []byte(leg))
}

// Keyed stores the responses of calls with an Idempotency-Key. Secret is the key of fingerprints, which
// are hashes of the calls' fields. Some fields are passwords, and a plain hash would help an attacker to
// guess them.
type Keyed struct {
	Pool   *pgxpool.Pool
	Secret []byte
}

// Once does the work of a mutating call at most once for its Idempotency-Key.
//
// The key's row is inserted first, in the transaction of do. So a concurrent repeat waits for it, and a
// crash rolls both back. A success is stored and replayed for 90 days (see SweepResponses). An error with 409 is
// also stored, if the caller is signed in. Strangers' errors are not stored, because there could be any
// number of them. After any other error the key is free for a corrected call. The same key with other
// fields is KEY_INVALID. Without a key, do simply runs in a transaction.
//
// guest scopes the key of a caller who is not signed in. fields is the parsed input; a repeat must have
// the same.
func Once[T any](ctx context.Context, k Keyed, guest string, fields any, do func(pgx.Tx) (int, T, error)) (*Response[T], error) {
	req := From(ctx)
	if req.Key == "" {
		return runWithoutKey(ctx, k.Pool, do)
	}
	scope := keyScope(req, guest)
	print, err := k.fingerprint(fields)
	if err != nil {
		return nil, err
	}
	var response *Response[T]
	var refused error
	err = pg.InTx(ctx, k.Pool, func(tx pgx.Tx) error {
		response, refused = nil, nil
		stored, err := claimKey(ctx, tx, scope, print)
		if err != nil {
			return err
		}
		repeated := stored != nil
		if !repeated {
			if stored, err = runInSavepoint(ctx, tx, scope, do); err != nil {
				return err
			}
		}
		if stored.status == http.StatusConflict {
			refused = replayProblem(stored.status, stored.body)
			return nil
		}
		response = &Response[T]{Status: stored.status, Body: Stored[T]{raw: stored.body}, repeated: repeated}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return response, refused
}

// OnceAfter is Once for a call whose checks are slow or count tries, and must therefore run before the
// transaction. prepare runs the checks and returns the work.
//
// A repeat of a successful call would fail the checks: the old password is wrong now, the code was used.
// So prepare is skipped if a response is stored already. If prepare fails, its error is returned only if
// no response was stored meanwhile.
func OnceAfter[T any](ctx context.Context, k Keyed, guest string, fields any, prepare func() (func(pgx.Tx) (int, T, error), error)) (*Response[T], error) {
	do := func(pgx.Tx) (status int, none T, err error) {
		// The stored response was deleted after it was found. The caller has not passed the checks.
		return 0, none, apperr.New(apperr.KeyInvalid).WithStatus(http.StatusConflict)
	}
	isStored, err := hasStoredResponse(ctx, k, guest)
	if err != nil {
		return nil, err
	}
	if !isStored {
		prepared, refused := prepare()
		if refused != nil {
			if isStored, err = hasStoredResponse(ctx, k, guest); err != nil || !isStored {
				return nil, cmp.Or(err, refused)
			}
		} else {
			do = prepared
		}
	}
	return Once(ctx, k, guest, fields, do)
}

// hasStoredResponse reports whether a response is stored under the call's key.
func hasStoredResponse(ctx context.Context, k Keyed, guest string) (isStored bool, err error) {
	req := From(ctx)
	if req.Key == "" {
		return false, nil
	}
	err = k.Pool.QueryRow(ctx, `select exists (select from idempotency where scope = $1)`, keyScope(req, guest)).Scan(&isStored)
	return isStored, err
}

type storedResponse struct {
	status        int
	body, lasting []byte
}

// claimKey inserts the key's row. If the key exists, it returns the stored response.
func claimKey(ctx context.Context, tx pgx.Tx, scope uuid.UUID, print []byte) (*storedResponse, error) {
	tag, err := tx.Exec(ctx, `insert into idempotency (scope, fingerprint) values ($1, $2) on conflict do nothing`, scope, print)
	if err != nil || tag.RowsAffected() == 1 {
		return nil, err
	}
	var stored storedResponse
	var known []byte
	// The row is locked, so that the commit must write. A repeat therefore acknowledges nothing before a
	// synchronous standby has it. The first call may have committed, but been cancelled while it waited for
	// the standby.
	err = tx.QueryRow(ctx, `select fingerprint, status, body from idempotency where scope = $1 for key share`, scope).
		Scan(&known, &stored.status, &stored.body)
	if err != nil {
		return nil, err
	}
	if string(known) != string(print) {
		return nil, apperr.New(apperr.KeyInvalid)
	}
	return &stored, nil
}

// runInSavepoint runs do in a savepoint. After an error with 409 the savepoint is rolled back, and the error is
// stored under the key.
func runInSavepoint[T any](ctx context.Context, tx pgx.Tx, scope uuid.UUID, do func(pgx.Tx) (int, T, error)) (*storedResponse, error) {
	var stored storedResponse
	err := pgx.BeginFunc(ctx, tx, func(inner pgx.Tx) error {
		status, body, err := do(inner)
		if err != nil {
			return err
		}
		stored.status = status
		if stored.lasting, err = lastingBody(body); err != nil {
			return err
		}
		stored.body, err = json.Marshal(body)
		return err
	})
	if e, ok := errors.AsType[*apperr.Error](err); ok && e.Status == http.StatusConflict && !From(ctx).Caller.isStranger() {
		public := e.Public()
		public["requestId"] = From(ctx).ID
		stored.status = http.StatusConflict
		stored.body, err = json.Marshal(public)
	}
	if err != nil {
		return nil, err
	}
	_, err = tx.Exec(ctx, `update idempotency set status = $2, body = $3, lasting = $4 where scope = $1`, scope, stored.status, stored.body, stored.lasting)
	return &stored, err
}

func lastingBody(body any) ([]byte, error) {
	l, ok := body.(Lasting)
	if !ok {
		return nil, nil
	}
	lasting := l.Lasting()
	if lasting == nil {
		return nil, nil
	}
	return json.Marshal(lasting)
}

func runWithoutKey[T any](ctx context.Context, pool *pgxpool.Pool, do func(pgx.Tx) (int, T, error)) (*Response[T], error) {
	var response Response[T]
	err := pg.InTx(ctx, pool, func(tx pgx.Tx) error {
		status, body, err := do(tx)
		if err != nil {
			return err
		}
		response.Status = status
		response.Body.raw, err = json.Marshal(body)
		return err
	})
	if err != nil {
		return nil, err
	}
	return &response, nil
}

// Finish replaces the stored response of a call that was only accepted (202) by the final one. This
// happens once: a second caller gets the first one's response. If no response is stored, the caller gets
// body, and nothing is stored.
func Finish[T any](ctx context.Context, k Keyed, guest string, status int, body T) (*Response[T], error) {
	response, err := Fresh(status, body)
	req := From(ctx)
	if err != nil || req.Key == "" {
		return response, err
	}
	scope := keyScope(req, guest)
	tag, err := k.Pool.Exec(ctx, `update idempotency set status = $2, body = $3 where scope = $1 and status = $4`, scope, status, response.Body.raw, http.StatusAccepted)
	if err != nil || tag.RowsAffected() == 1 {
		return response, err
	}
	err = k.Pool.QueryRow(ctx, `select status, body from idempotency where scope = $1`, scope).Scan(&response.Status, &response.Body.raw)
	return response, pg.IgnoreNoRows(err)
}

// responsesKeptFor is how long a response is stored. sweptSince is the age up to which the sweep reads rows;
// older rows were swept on an earlier day.
const (
	responsesKeptFor = "90 days"
	sweptSince       = "180 days"
)

// SweepResponses deletes old responses; a periodic job calls it. A repeat of a call that moved money must
// never move it again. So the key of that call stays, with what is needed to find its status. A later
// repeat of any other call is a new call.
func (k Keyed) SweepResponses(ctx context.Context) error {
	_, err := k.Pool.Exec(ctx, `delete from idempotency where created_at < now() - $1::interval and created_at >= now() - $2::interval and lasting is null`, responsesKeptFor, sweptSince)
	if err != nil {
		return err
	}
	_, err = k.Pool.Exec(ctx, `update idempotency set status = $3, body = lasting
		where created_at < now() - $1::interval and created_at >= now() - $2::interval and lasting is not null and body <> lasting`, responsesKeptFor, sweptSince, http.StatusAccepted)
	return err
}

func (k Keyed) fingerprint(fields any) ([]byte, error) {
	text, err := json.Marshal(fields)
	if err != nil {
		return nil, err
	}
	mac := hmac.New(sha256.New, k.Secret)
	mac.Write(text)
	return mac.Sum(nil), nil
}
