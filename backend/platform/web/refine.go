package web

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"krapao/backend/platform/apperr"
)

// CodeOf returns the code of an error, also of a stored one; "" if err is nil.
func CodeOf(err error) apperr.Code {
	if p, kept := errors.AsType[*Problem](err); kept {
		var public struct{ Message apperr.Code }
		_ = json.Unmarshal(p.body, &public) // it was marshalled here
		return public.Message
	}
	return apperr.CodeOf(err)
}

// Refine returns an error with more facts than a guard's error, which is only a code. A batch stores
// the guard's error under the key, so Refine replaces it there, once. Every later repeat gets the
// same bytes.
func Refine(ctx context.Context, k Keyed, refused error, more *apperr.Error) error {
	p, kept := errors.AsType[*Problem](refused)
	if !kept || p.status != http.StatusConflict {
		return more
	}
	old := map[string]any{}
	if err := json.Unmarshal(p.body, &old); err != nil || len(old) > 2 { // more than message and requestId
		return refused
	}
	public := more.Public()
	public["requestId"] = old["requestId"]
	body, err := json.Marshal(public)
	if err != nil {
		return err
	}
	scope := scopeOf(From(ctx), "")
	tag, err := k.Pool.Exec(ctx, `update idempotency set body = $3 where scope = $1 and body = $2`, scope, p.body, body)
	if err == nil && tag.RowsAffected() == 0 { // two repeats at once
		err = k.Pool.QueryRow(ctx, `select body from idempotency where scope = $1`, scope).Scan(&body)
	}
	if err != nil {
		return err
	}
	return replayProblem(http.StatusConflict, body)
}
