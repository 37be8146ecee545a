package web

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/url"
	"strconv"
	"time"

	"krapao/backend/platform/clock"
)

// Signer makes short-lived addresses for pictures: an <img> sends no headers,
// so the address itself must be the permission, and must not last.
type Signer struct {
	Key   []byte
	Clock clock.Clock
}

// Sign answers path with an expiry and a signature that cover each other.
func (s Signer) Sign(path string, life time.Duration) string {
	// Rounded up to the minute, so that a page's reloads find the picture in
	// the browser's cache.
	expires := strconv.FormatInt(s.Clock().Add(life).Truncate(time.Minute).Add(time.Minute).Unix(), 10)
	q := url.Values{"e": {expires}, "s": {s.mac(path, expires)}}
	return path + "?" + q.Encode()
}

// Verify tells whether the address was signed here and has not expired.
func (s Signer) Verify(path, expires, signature string) bool {
	unix, err := strconv.ParseInt(expires, 10, 64)
	if err != nil || s.Clock().Unix() > unix {
		return false
	}
	return hmac.Equal([]byte(signature), []byte(s.mac(path, expires)))
}

func (s Signer) mac(path, expires string) string {
	h := hmac.New(sha256.New, s.Key)
	h.Write([]byte("url\x00" + path + "\x00" + expires))
	return base64.RawURLEncoding.EncodeToString(h.Sum(nil))
}
