package provider

import (
	"errors"
	"fmt"
	"net/http"
)

// ErrNoList says that a company has no call that lists what it did: what our
// book lost of it nobody can tell.
var ErrNoList = errors.New("provider: the company does not list")

// PageSize is how many entries of a list are asked for at once. A company may
// answer fewer; the list goes on for as long as it names a next page.
const PageSize = 500

// Listed is the error of a call for a list; ok says that its answer was one. An
// address that is not there is a company, or an older server of it, without a list.
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
