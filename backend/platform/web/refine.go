package web

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"krapao/backend/platform/apperr"
)

// CodeOf returns the code of an error, which may be a stored one. It returns "" if err is nil.
func CodeOf(err error) apperr.Code {
	if p, kept := errors.AsType[*Problem](err); kept {
		var public struct{ Message apperr.Code }
		_ = json.Unmarshal(p.body, &public) // it was marshalled here
		return public.Message
	}
	return apperr.CodeOf(err)
}

// Refine replaces an error that is only a guard's code by more, which has facts. A batch has stored the
// guard's error under the key; Refine replaces the stored error, too, once. Later repeats get the same
// bytes.
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
	if err == nil && tag.RowsAffected() == 0 { // another repeat has replaced it at the same time
		err = k.Pool.QueryRow(ctx, `select body from idempotency where scope = $1`, scope).Scan(&body)
	}
	if err != nil {
		return err
	}
	return replayProblem(http.StatusConflict, body)
}
