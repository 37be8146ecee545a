package signed_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"krapao/backend/platform/signed"
)

var now = time.Date(2026, 11, 21, 7, 2, 3, 0, time.UTC)

// spec P4.5
func TestVerify_OtherKeyTimeOrBody_IsRefused(t *testing.T) {
	body := []byte(`{"reference":"R1","amount":100.00}`)
	h := signed.Header("key", now, body)
	stamp, signature := h.Get(signed.TimestampHeader), h.Get(signed.SignatureHeader)

	const life = 5 * time.Minute
	if !signed.Verify("key", stamp, signature, body, now.Add(life)) {
		t.Fatal("the sender's own message does not verify")
	}
	for name, verified := range map[string]bool{
		"another key":     signed.Verify("yek", stamp, signature, body, now),
		"no key":          signed.Verify("", stamp, signed.Sign("", stamp, body), body, now),
		"another body":    signed.Verify("key", stamp, signature, []byte(`{"reference":"R1","amount":900.00}`), now),
		"another time":    signed.Verify("key", strconv.FormatInt(now.Unix()+1, 10), signature, body, now),
		"a replay":        signed.Verify("key", stamp, signature, body, now.Add(life+time.Second)),
		"the future":      signed.Verify("key", stamp, signature, body, now.Add(-life-time.Second)),
		"no time":         signed.Verify("key", "", signed.Sign("key", "", body), body, now),
		"upper case":      signed.Verify("key", stamp, strings.ToUpper(signature), body, now),
		"no signature":    signed.Verify("key", stamp, "", body, now),
		"a time beyond":   signed.Verify("key", "99999999999999999999", signature, body, now),
		"moved separator": signed.Verify("key", stamp, signed.Sign("key", stamp+".", body), body, now),
	} {
		if verified {
			t.Errorf("%s verifies", name)
		}
	}
}

// TestSign_PublishedExample_IsEqual compares our signature with the one that providers compute.
// spec P4.5
func TestSign_PublishedExample_IsEqual(t *testing.T) {
	// Computed by: printf '1700000000.{}' | openssl dgst -sha256 -hmac key
	const want = "9d713ed406bb7076d4123f0dc2c39d2df5c654ed4b0cd56b52c8b4c940bd63ae"
	if got := signed.Sign("key", "1700000000", []byte("{}")); got != want {
		t.Fatalf("%s, want %s", got, want)
	}
}
