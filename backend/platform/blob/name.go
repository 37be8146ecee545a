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
	randomPart = 11 // 55 bits
	sumPart    = 52
	shortest   = 26
	longest    = 64
)

var base32Lower = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

type checksum = [sha256.Size]byte

func newName(sum checksum) string {
	return strings.ToLower(rand.Text())[:randomPart] + base32Lower.EncodeToString(sum[:])
}

// sumOf returns the checksum in a name. known is false for a name of an earlier release without a checksum:
// 26 random characters, or a hash in hex.
func sumOf(name string) (sum checksum, known bool) {
	if len(name) != randomPart+sumPart {
		return sum, false
	}
	n, err := base32Lower.Decode(sum[:], []byte(name[randomPart:]))
	return sum, err == nil && n == len(sum)
}

// isName reports whether a text has the form of a name.
func isName(name string) bool {
	return len(name) >= shortest && len(name) <= longest && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789") == ""
}
