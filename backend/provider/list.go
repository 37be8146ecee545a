package provider

import (
	"errors"
	"fmt"
	"net/http"
)

// ErrNoList means that a provider has no call that lists its payments. Payments that our database has lost
// cannot be found then.
var ErrNoList = errors.New("provider: no list of payments")

// PageSize is how many entries of a list are requested at once. A provider may return fewer. The list
// continues as long as a response has a cursor for the next page.
const PageSize = 500

// ListError returns the error of a call for a list. ok is true if the response was a list. A 404 is ErrNoList:
// the provider, or an older version of it, has no list.
func ListError(status int, err error, ok bool) error {
	switch {
	case status == http.StatusNotFound:
		return ErrNoList
	case err != nil:
		return err
	case status != http.StatusOK || !ok:
		return fmt.Errorf("%w: HTTP %d instead of a list", ErrDown, status)
	}
	return nil
}
