package qr_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"krapao/backend/platform/signed"
)

// spec P4.1, P4.5
func TestCallback_SignedGateway_VerifiesTheSignature(t *testing.T) {
	all := gateways("http://127.0.0.1:1", "sandbox-key")
	body := []byte(`{"id":"X","reference":"R1","status":"PAID"}`)
	now := time.Now()
	for _, name := range []string{"WW", "PAYTIMZ", "ZPAY"} {
		for what, tc := range map[string]struct {
			header http.Header
			body   []byte
			good   bool
		}{
			"signed": {signed.Header("sandbox-key", now, body), body, true}, "unsigned": {http.Header{}, body, false},
			"wrongly signed": {signed.Header("other", now, body), body, false}, "old": {signed.Header("sandbox-key", now.Add(-6*time.Minute), body), body, false},
			"edited": {signed.Header("sandbox-key", now, body), bytes.Replace(body, []byte("R1"), []byte("R2"), 1), false},
		} {
			if e, ok := all[name].Callback(tc.header, tc.body); !ok || e.Verified != tc.good || e.ID != "X" {
				t.Errorf("%s %s: %+v, %t", name, what, e, ok)
			}
		}
	}
	for name, body := range map[string]string{
		"KBANK":   `{"partnerTxnUid":"R1","partnerId":"sandbox","statusCode":"00"}`,
		"PAYONEX": `{"success":true,"data":{"uuid":"X","referenceId":"R1","type":"deposit"}}`,
	} {
		if e, ok := all[name].Callback(nil, []byte(body)); !ok || e.Verified || e.Reference != "R1" || all[name].Signs() {
			t.Errorf("%s: %+v, %t", name, e, ok)
		}
	}
}

func TestCallback_OtherBody_IsRefused(t *testing.T) {
	for name, g := range gateways("http://127.0.0.1:1", "sandbox-key") {
		for _, body := range []string{"", "null", "{}", "[]", `"x"`, "<html>", `{"partnerTxnUid":"R1","partnerId":"another"}`, `{"data":{"referenceId":"R1","type":"withdraw"}}`} {
			if e, ok := g.Callback(http.Header{}, []byte(body)); ok {
				t.Errorf("%s accepts %q as %+v", name, body, e)
			}
		}
		if !json.Valid([]byte(g.Reply())) {
			t.Errorf("%s replies %q", name, g.Reply())
		}
	}
}
