// Package guest reads the id by which a browser that is not signed in is
// known. The id is that browser's secret: whoever holds it is the guest. So it
// is never stored, logged or shown; what is kept of it is its hash.
package guest

import (
	"crypto/sha256"
	"strings"

	"github.com/google/uuid"

	"krapao/backend/platform/apperr"
)

// ID is a guest's secret, a version-4 UUID in lower case.
type ID string

// textLength of a UUID as browsers write it. The parser below takes longer
// spellings too (urn:, braces), which would make one guest two.
const textLength = 36

// Parse reads a guest id in either case. Anything but a version-4 UUID is
// INVALID_USER_INFO, field guestId: other versions can be guessed.
func Parse(text string) (ID, error) {
	id, err := uuid.Parse(text)
	if err != nil || len(text) != textLength || id.Version() != 4 || id.Variant() != uuid.RFC4122 {
		return "", apperr.Field(apperr.InvalidUserInfo, "guestId")
	}
	return ID(strings.ToLower(text)), nil
}

// Hash is what stands for the guest in the database.
func (id ID) Hash() []byte {
	sum := sha256.Sum256([]byte("guest\x00" + string(id)))
	return sum[:]
}

// String keeps the secret out of logs.
func (id ID) String() string { return "guest" }
