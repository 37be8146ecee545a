// Package signed implements the signed form of messages between two servers that share a key. It adds a
// time, and an HMAC-SHA256 over the time and the raw body. It is used for providers without a public
// format, in calls and webhooks.
package signed

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strconv"
	"time"
)

// The headers of a signature: the time in unix seconds, and the HMAC in lower-case hex.
const (
	TimestampHeader = "X-Timestamp"
	SignatureHeader = "X-Signature"
)

// MaxClockDifference is how far the signed time may differ from the receiver's clock. It allows for different
// clocks and for messages that are delayed. An older message is treated as a replay.
const MaxClockDifference = 5 * time.Minute

// Sign returns the signature of a raw body at a time, in unix seconds as text: hex HMAC-SHA256(key,
// timestamp + "." + body).
func Sign(key, timestamp string, body []byte) string {
	mac := hmac.New(sha256.New, []byte(key))
	mac.Write([]byte(timestamp + "."))
	mac.Write(body)
	return hex.EncodeToString(mac.Sum(nil))
}

// Header returns both headers for a body that is sent at now. For a GET, body is empty.
func Header(key string, now time.Time, body []byte) http.Header {
	timestamp := strconv.FormatInt(now.Unix(), 10)
	return http.Header{TimestampHeader: {timestamp}, SignatureHeader: {Sign(key, timestamp, body)}}
}

// Verify reports whether a body was signed with the key, at most MaxClockDifference before or after now. With an empty
// key it returns false, so that a missing setting admits no message.
func Verify(key, timestamp, signature string, body []byte, now time.Time) bool {
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || key == "" {
		return false
	}
	if age := now.Sub(time.Unix(seconds, 0)); age > MaxClockDifference || age < -MaxClockDifference {
		return false
	}
	return hmac.Equal([]byte(signature), []byte(Sign(key, timestamp, body)))
}
