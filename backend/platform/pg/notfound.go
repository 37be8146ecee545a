package pg

import (
	"errors"

	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/apperr"
)

// NotFound returns the error of a lookup that did not find the requested row. It is NO_DATA if err is
// pgx.ErrNoRows, or nil because the row does not fit. Otherwise it is err. It never returns nil: call
// it only if nothing was found.
func NotFound(err error) error {
	if err == nil || errors.Is(err, pgx.ErrNoRows) {
		return apperr.New(apperr.NoData)
	}
	return err
}
