package blob

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"strings"
)

// A name is a random part and the SHA-256 of the content, both in lower-case base32. The random part
// makes names of equal contents different, so that removing one file never removes another. With the
// sum in the name it needs no column, and every row has one.
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

// sumOf returns the checksum in a name. known is false for a name of an earlier release without one.
// Such a name is 26 random characters, or a hash in hex.
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
