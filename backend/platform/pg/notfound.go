package pg

import (
	"errors"

	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/apperr"
)

// NotFound returns the error of a lookup that did not find the row that a caller asked for:
// NO_DATA if err is pgx.ErrNoRows, or nil because the row does not fit; otherwise err. It never
// returns nil: call it only where nothing was found.
func NotFound(err error) error {
	if err == nil || errors.Is(err, pgx.ErrNoRows) {
		return apperr.New(apperr.NoData)
	}
	return err
}
