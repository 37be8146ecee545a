// Package signed is the plain signed form of a message between two servers
// that share a key: a time, and an HMAC-SHA256 over that time and the raw body.
// Providers without a public format speak it, for calls and for webhooks.
package signed

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strconv"
	"time"
)

// The headers that carry a signature: unix seconds, and lower-case hex.
const (
	TimestampHeader = "X-Timestamp"
	SignatureHeader = "X-Signature"
)

// Life is how far the two servers' clocks, and a message under way, may differ
// from the signed time. A message older than that is a replay.
const Life = 5 * time.Minute

// Sign answers the signature of a raw body at a time, which is unix seconds as
// text: hex HMAC-SHA256(key, timestamp + "." + body).
func Sign(key, timestamp string, body []byte) string {
	mac := hmac.New(sha256.New, []byte(key))
	mac.Write([]byte(timestamp + "."))
	mac.Write(body)
	return hex.EncodeToString(mac.Sum(nil))
}

// Header answers both headers for a body that is sent at now. An empty body
// (a GET) is signed as such.
func Header(key string, now time.Time, body []byte) http.Header {
	timestamp := strconv.FormatInt(now.Unix(), 10)
	return http.Header{TimestampHeader: {timestamp}, SignatureHeader: {Sign(key, timestamp, body)}}
}

// Verify tells whether a body was signed with the key no longer than Life from
// now. An empty key verifies nothing: a forgotten setting opens no door.
func Verify(key, timestamp, signature string, body []byte, now time.Time) bool {
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || key == "" {
		return false
	}
	if age := now.Sub(time.Unix(seconds, 0)); age > Life || age < -Life {
		return false
	}
	return hmac.Equal([]byte(signature), []byte(Sign(key, timestamp, body)))
}
