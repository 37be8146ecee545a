package web_test

import (
	"net/url"
	"testing"
	"time"

	"krapao/backend/platform/web"
)

func TestASignedAddressOpensOneThingForAWhile(t *testing.T) {
	now := time.Date(2026, 11, 21, 14, 0, 30, 0, time.UTC)
	s := web.Signer{Key: []byte("k"), Clock: func() time.Time { return now }}
	u, err := url.Parse(s.Sign("/media/slip/a", 10*time.Minute))
	if err != nil {
		t.Fatal(err)
	}
	expires, signature := u.Query().Get("e"), u.Query().Get("s")

	if !s.Verify("/media/slip/a", expires, signature) {
		t.Error("its own path is refused")
	}
	if s.Verify("/media/slip/b", expires, signature) {
		t.Error("another path opens too")
	}
	if s.Verify("/media/slip/a", "99999999999", signature) {
		t.Error("the expiry can be moved")
	}
	if (web.Signer{Key: []byte("other"), Clock: s.Clock}).Verify("/media/slip/a", expires, signature) {
		t.Error("another key's signature opens")
	}
	now = now.Add(12 * time.Minute)
	if s.Verify("/media/slip/a", expires, signature) {
		t.Error("it never expires")
	}
}
