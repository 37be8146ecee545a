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

// AddFacts replaces an error that is only a guard's code by detailed, which has facts. A batch has stored the
// guard's error under the key; AddFacts replaces the stored error, too, once. Later repeats get the same
// bytes.
func AddFacts(ctx context.Context, k Keyed, refused error, detailed *apperr.Error) error {
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
