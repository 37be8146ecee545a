package spin

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
)

// scheme is the name of the scheme that docs/fair-wheel.md defines. tools/check-spin.mjs and the app
// implement it, too. A change of any byte makes another scheme, which needs another name.
const scheme = "krapao-wheel-1"

// seedSize is the size of the server's seed, in bytes.
const seedSize = 32

// Terms returns the odds of a wheel as text: a line for each slice, in their order.
func (d Definition) Terms() string {
	var out strings.Builder
	for _, s := range d.Slices {
		fmt.Fprintf(&out, "%s %d %s %s %d %d\n", s.Code, s.Weight, s.Prize.Code, s.Prize.Kind, int64(s.Prize.Amount), s.Prize.Turnover)
	}
	return out.String()
}

// Promise returns the text whose SHA-256 is the commitment. hash is the SHA-256 of the server's seed.
func (d Definition) Promise(hash []byte) string {
	return scheme + "\n" + hex.EncodeToString(hash) + "\n" + string(d.Currency) + "\n" + d.Terms()
}

// Commitment returns the commitment: the hash that binds a server's seed and a wheel. hash is the SHA-256 of
// the seed.
func (d Definition) Commitment(hash []byte) []byte {
	sum := sha256.Sum256([]byte(d.Promise(hash)))
	return sum[:]
}

// Draw returns the slice that a spin wins, and the round whose number decided. The numbers of earlier rounds
// were rejected.
func (d Definition) Draw(serverSeed []byte, clientSeed string, nonce int) (slice Slice, round int) {
	var all uint64
	for _, s := range d.Slices {
		all += uint64(s.Weight)
	}
	const numbers = 1 << 32
	fair := numbers - numbers%all // numbers from here on would favour the first slices
	for ; ; round++ {
		mac := hmac.New(sha256.New, serverSeed)
		mac.Write([]byte(clientSeed + ":" + strconv.Itoa(nonce) + ":" + strconv.Itoa(round)))
		n := uint64(binary.BigEndian.Uint32(mac.Sum(nil)))
		if n >= fair {
			continue
		}
		n %= all
		for _, s := range d.Slices {
			if n < uint64(s.Weight) {
				return s, round
			}
			n -= uint64(s.Weight)
		}
	}
}
