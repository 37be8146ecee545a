package web_test

import (
	"context"
	"errors"
	"net/url"
	"testing"
	"time"

	"krapao/backend/platform/web"
)

func TestSignedAddress_ChangedOrExpired_IsRefused(t *testing.T) {
	now := time.Date(2026, 11, 21, 14, 0, 30, 0, time.UTC)
	var openErr error
	s := web.Signer{Key: []byte("k"), Clock: func() time.Time { return now }}
	s.Open = func(_ context.Context, h web.Holder) (bool, error) {
		return h.Session == 7 || string(h.Guest) == "g", openErr
	}
	opens := func(signer web.Signer, path string, q url.Values) bool {
		return signer.Verify(t.Context(), path, q.Get)
	}
	signed := func(h web.Holder, change ...string) url.Values {
		u, err := url.Parse(s.Sign(h, "/media/slip/a", 10*time.Minute))
		if err != nil {
			t.Fatal(err)
		}
		q := u.Query()
		for i := 0; i < len(change); i += 2 {
			q.Set(change[i], change[i+1])
		}
		return q
	}
	seven := web.Holder{Session: 7}

	if !opens(s, "/media/slip/a", signed(seven)) || !opens(s, "/media/slip/a", signed(web.Holder{Guest: []byte("g")})) {
		t.Error("its own holder is refused")
	}
	for name, accepted := range map[string]bool{
		"another path":                       opens(s, "/media/slip/b", signed(seven)),
		"another expiry":                     opens(s, "/media/slip/a", signed(seven, "e", "99999999999")),
		"another holder":                     opens(s, "/media/slip/a", signed(web.Holder{Session: 8}, "h", "m7")),
		"a closed session":                   opens(s, "/media/slip/a", signed(web.Holder{Session: 8})),
		"an operator's closed session":       opens(s, "/media/slip/a", signed(web.Holder{Operator: 7})),
		"an empty holder":                    opens(s, "/media/slip/a", signed(web.Holder{})),
		"a holder parameter without a value": opens(s, "/media/slip/a", signed(seven, "h", "")),
		"another key":                        opens(web.Signer{Key: []byte("other"), Clock: s.Clock, Open: s.Open}, "/media/slip/a", signed(seven)),
	} {
		if accepted {
			t.Errorf("%s is accepted", name)
		}
	}
	openErr = errors.New("the database is unavailable")
	if opens(s, "/media/slip/a", signed(seven)) {
		t.Error("the address is accepted although the session is unknown")
	}
	openErr = nil
	late := signed(seven)
	now = now.Add(12 * time.Minute)
	if opens(s, "/media/slip/a", late) {
		t.Error("the address does not expire")
	}
}
