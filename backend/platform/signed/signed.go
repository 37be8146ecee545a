// Package signed is the signed form of a message between two servers that share a key. It adds a
// time, and an HMAC-SHA256 over that time and the raw body. Providers without a public format use it,
// for calls and for webhooks.
package signed

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strconv"
	"time"
)

// The headers of a signature: unix seconds, and lower-case hex.
const (
	TimestampHeader = "X-Timestamp"
	SignatureHeader = "X-Signature"
)

// Life is how far the signed time may differ from the receiver's clock: for differences of clocks,
// and messages on the way. An older message is a replay.
const Life = 5 * time.Minute

// Sign returns the signature of a raw body at a time, in unix seconds as text: hex HMAC-SHA256(key,
// timestamp + "." + body).
func Sign(key, timestamp string, body []byte) string {
	mac := hmac.New(sha256.New, []byte(key))
	mac.Write([]byte(timestamp + "."))
	mac.Write(body)
	return hex.EncodeToString(mac.Sum(nil))
}

// Header returns both headers for a body that is sent at now. An empty body (a GET) is signed as
// such.
func Header(key string, now time.Time, body []byte) http.Header {
	timestamp := strconv.FormatInt(now.Unix(), 10)
	return http.Header{TimestampHeader: {timestamp}, SignatureHeader: {Sign(key, timestamp, body)}}
}

// Verify reports whether a body was signed with the key no longer than Life from now. An empty key
// verifies nothing, so that a forgotten setting admits no message.
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
