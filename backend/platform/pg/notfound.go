package pg

import (
	"errors"

	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/apperr"
)

// NotFound returns the error for a row that was not found. It returns NO_DATA if err is pgx.ErrNoRows or
// nil, else err. It never returns nil, so call it only if nothing was found.
func NotFound(err error) error {
	if err == nil || errors.Is(err, pgx.ErrNoRows) {
		return apperr.New(apperr.NoData)
	}
	return err
}
