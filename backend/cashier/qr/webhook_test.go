package qr_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"krapao/backend/platform/signed"
	"krapao/backend/server/servertest"
)

// spec D3.30
func TestWebhook_RepeatedForgedOrOutOfOrder_CreditsOnce(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	for _, provider := range providers {
		for _, mode := range []string{"duplicate_webhook", "bad_signature", "garbage", "slow"} {
			m := h.AddMember()
			made := m.MakeQR(provider, 100)
			h.Fault("qr:callback", mode, "", 1, 50)
			h.PayQR(made.ID, 0)
			h.WaitUntil(provider+" "+mode, func() bool { h.RunDelayedJobs(); return m.Balance() == made.TransferAmount.String() })
			if n := len(m.Lines()); n != 1 {
				t.Errorf("%s %s: %d lines", provider, mode, n)
			}
		}
	}
	// The webhook of the cancellation arrives late, after the payment that followed it.
	m := h.AddMember()
	made := m.MakeQR("WW", 100)
	h.Fault("qr:callback", "slow", "", 1, 1500)
	m.Call("DELETE", "/api/qrcode/"+made.ID, nil).Want(http.StatusOK)
	h.WaitUntil("the cancellation at the gateway", func() bool { return readGatewayStatus(h, made.ID) == "CANCELLED" })
	h.PayQR(made.ID, 0)
	h.WaitUntil("the credit", func() bool { return m.Balance() == "100.00" })
	h.CheckInvariants()
}

// spec D3.30, P4.2
func TestWebhook_StatusPaid_CreditsNothingByItself(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMember()
	bodies := map[string]func(reference string) string{
		"KBANK": func(r string) string {
			return `{"partnerTxnUid":"` + r + `","partnerId":"sandbox","statusCode":"00","txnStatus":"PAID","txnAmount":100}`
		},
		"PAYONEX": func(r string) string {
			return `{"data":{"uuid":"x","referenceId":"` + r + `","type":"deposit","status":"SUCCESS","amount":100}}`
		},
		"WW": func(r string) string { return `{"reference":"` + r + `","id":"x","status":"PAID","paidAmount":100}` },
	}
	for provider, body := range bodies {
		made := m.MakeQR(provider, 100)
		text := body(made.ID)
		good := postWebhook(t, h, provider, signed.Header("sandbox-key", time.Now(), []byte(text)), text)
		unsigned := postWebhook(t, h, provider, http.Header{}, text)
		unknown := postWebhook(t, h, provider, signed.Header("sandbox-key", time.Now(), []byte(body("NOBODYS"))), body("NOBODYS"))
		wantUnsigned := http.StatusOK
		if provider == "WW" {
			wantUnsigned = http.StatusUnauthorized
		}
		if good != http.StatusOK || unknown != http.StatusOK || unsigned != wantUnsigned {
			t.Errorf("%s: good %d, unknown %d, unsigned %d", provider, good, unknown, unsigned)
		}
		if bad := postWebhook(t, h, provider, http.Header{}, "<html>"); bad != http.StatusBadRequest {
			t.Errorf("%s: a malformed webhook was accepted: %d", provider, bad)
		}
		// A valid webhook makes us ask the gateway, before the order's scheduled time.
		if n := h.Count(`select count(*) from river_job where kind = 'qr.ask' and args->>'watch' = 'false' and args->>'reference' = $1`, made.ID); n == 0 {
			t.Errorf("%s: no request to the gateway after the webhook", provider)
		}
		askGateway(t, h, made.ID)
	}
	if nowhere := postWebhook(t, h, "MOON", http.Header{}, "{}"); nowhere != http.StatusNotFound {
		t.Errorf("no such gateway: %d", nowhere)
	}
	if huge := postWebhook(t, h, "WW", http.Header{}, `{"reference":"`+strings.Repeat("x", 70<<10)+`"}`); huge != http.StatusRequestEntityTooLarge {
		t.Errorf("a huge webhook: %d", huge)
	}
	if empty := postWebhook(t, h, "WW", http.Header{}, ""); empty != http.StatusBadRequest {
		t.Errorf("an empty webhook: %d", empty)
	}
	if m.Balance() != "0.00" {
		t.Errorf("credited %s because of a webhook", m.Balance())
	}
}

// postWebhook posts a webhook as a gateway, or an attacker, would.
func postWebhook(t *testing.T, h *servertest.Environment, provider string, header http.Header, body string) int {
	t.Helper()
	req, err := http.NewRequest("POST", h.URL+"/webhook/qr/"+provider, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header = header
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	_, _ = io.Copy(io.Discard, res.Body)
	return res.StatusCode
}
