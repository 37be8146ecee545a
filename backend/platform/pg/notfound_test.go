package pg_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/pg"
)

func TestNotFound_NoRowOrNilError_IsNoData(t *testing.T) {
	for _, err := range []error{nil, pgx.ErrNoRows, fmt.Errorf("a lookup: %w", pgx.ErrNoRows)} {
		if code := apperr.CodeOf(pg.NotFound(err)); code != apperr.NoData {
			t.Errorf("%v became %s", err, code)
		}
	}
}

// A caller that gets NO_DATA does not retry, so a failed query must keep its own error.
func TestNotFound_FailedQuery_KeepsItsError(t *testing.T) {
	failed := errors.New("connection reset")

	if err := pg.NotFound(failed); !errors.Is(err, failed) || apperr.CodeOf(err) == apperr.NoData {
		t.Errorf("the failed query became %v", err)
	}
}
