// Package guest parses the id of a browser without a login. The id is that browser's secret: any caller who
// has it counts as the guest. So the id is never stored, logged or shown. Only its hash is stored.
package guest

import (
	"crypto/sha256"
	"strings"

	"github.com/google/uuid"

	"krapao/backend/platform/apperr"
)

// ID is a guest's secret, a version-4 UUID in lower case.
type ID string

// textLength is the length of a UUID as browsers write it. uuid.Parse also accepts longer forms (urn:,
// braces), which would be different ids of the same guest.
const textLength = 36

// Parse parses a guest id in upper or lower case. Error: INVALID_USER_INFO (guestId) for anything but a
// version-4 UUID, because other versions can be guessed.
func Parse(text string) (ID, error) {
	id, err := uuid.Parse(text)
	if err != nil || len(text) != textLength || id.Version() != 4 || id.Variant() != uuid.RFC4122 {
		return "", apperr.Field(apperr.InvalidUserInfo, "guestId")
	}
	return ID(strings.ToLower(text)), nil
}

// Hash returns the hash by which the database identifies the guest.
func (id ID) Hash() []byte {
	sum := sha256.Sum256([]byte("guest\x00" + string(id)))
	return sum[:]
}

// String returns a constant, so that the secret is not logged.
func (id ID) String() string { return "guest" }
