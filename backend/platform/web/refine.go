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
	if p, stored := errors.AsType[*Problem](err); stored {
		var public struct{ Message apperr.Code }
		_ = json.Unmarshal(p.body, &public) // it was marshalled here
		return public.Message
	}
	return apperr.CodeOf(err)
}

// ReplaceRefusal returns detailed, an error with facts, in place of refused, if refused has only a guard's code. A
// batch may have stored refused under the key. ReplaceRefusal replaces the stored error, so that repeats return
// the same bytes.
func ReplaceRefusal(ctx context.Context, k Keyed, refused error, detailed *apperr.Error) error {
	p, stored := errors.AsType[*Problem](refused)
	if !stored || p.status != http.StatusConflict {
		return detailed
	}
	old := map[string]any{}
	if err := json.Unmarshal(p.body, &old); err != nil || len(old) > 2 { // more than message and requestId
		return refused
	}
	public := detailed.Public()
	public["requestId"] = old["requestId"]
	body, err := json.Marshal(public)
	if err != nil {
		return err
	}
	scope := keyScope(From(ctx), "")
	tag, err := k.Pool.Exec(ctx, `update idempotency set body = $3 where scope = $1 and body = $2`, scope, p.body, body)
	if err == nil && tag.RowsAffected() == 0 { // another repeat has replaced it at the same time
		err = k.Pool.QueryRow(ctx, `select body from idempotency where scope = $1`, scope).Scan(&body)
	}
	if err != nil {
		return err
	}
	return replayProblem(http.StatusConflict, body)
}
