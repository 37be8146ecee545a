package provider

import (
	"errors"
	"fmt"
	"net/http"
)

// ErrNoList says that a provider has no call that lists what it did: nobody can find out what our database
// lost of it.
var ErrNoList = errors.New("provider: the provider does not list")

// PageSize is how many entries of a list are requested at once. A provider may return fewer; the list
// continues as long as the response names a next page.
const PageSize = 500

// Listed returns the error of a call for a list; ok says that the response was a list. An address that does
// not exist means a provider, or an older server of it, without a list.
func Listed(status int, err error, ok bool) error {
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
