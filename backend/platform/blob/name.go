package blob

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"strings"
)

// A file's name is a random part and the SHA-256 of the content, both in lower-case base32. Because of the
// random part, equal contents have different names, and removing one file never removes another. Because of
// the sum in the name, no column is needed for it.
const (
	randomPart    = 11 // 55 bits
	sumPart       = 52
	minNameLength = 26
	maxNameLength = 64
)

var base32Lower = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

type checksum = [sha256.Size]byte

func newName(sum checksum) string {
	return strings.ToLower(rand.Text())[:randomPart] + base32Lower.EncodeToString(sum[:])
}

// checksumIn returns the checksum in a name. hasChecksum is false for a name of an earlier release without a
// checksum: 26 random characters, or a hash in hex.
func checksumIn(name string) (sum checksum, hasChecksum bool) {
	if len(name) != randomPart+sumPart {
		return sum, false
	}
	n, err := base32Lower.Decode(sum[:], []byte(name[randomPart:]))
	return sum, err == nil && n == len(sum)
}

// isName reports whether a text has the form of a name.
func isName(name string) bool {
	return len(name) >= minNameLength && len(name) <= maxNameLength && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789") == ""
}
