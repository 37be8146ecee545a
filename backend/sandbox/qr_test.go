package sandbox_test

import (
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"krapao/backend/platform/money"
	"krapao/backend/platform/signed"
	"krapao/backend/provider/qr"
	"krapao/backend/sandbox"
)

// receivedWebhook is a webhook that the fake wallet has received.
type receivedWebhook struct {
	path, body string
	signature  string
	signed     bool
}

// startFakeWallet starts a fake wallet, which receives webhooks and responds with the status that status returns.
func startFakeWallet(t *testing.T, status func() int) (base string, hooks chan receivedWebhook) {
	t.Helper()
	hooks = make(chan receivedWebhook, 20)
	server := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		good := signed.Verify("sandbox-key", r.Header.Get(signed.TimestampHeader), r.Header.Get(signed.SignatureHeader), body, time.Now())
		rw.WriteHeader(status())
		hooks <- receivedWebhook{r.URL.Path, string(body), r.Header.Get(signed.SignatureHeader), good}
	}))
	t.Cleanup(server.Close)
	return server.URL, hooks
}

func respondOK() int { return http.StatusOK }

// nextWebhook waits for a webhook.
func nextWebhook(t *testing.T, hooks chan receivedWebhook) receivedWebhook {
	t.Helper()
	select {
	case h := <-hooks:
		return h
	case <-time.After(10 * time.Second):
		t.Fatal("no webhook within 10 seconds")
		return receivedWebhook{}
	}
}

// waitUntil waits until happened returns true, for at most a minute.
func waitUntil(t *testing.T, what string, happened func() bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		if happened() {
			return
		}
	}
	t.Fatalf("not within a minute: %s", what)
}

// openWithWebhooks opens a sandbox that sends its webhooks to the wallet's address.
func openWithWebhooks(t *testing.T, dir, wallet string) (base string, stop func()) {
	t.Helper()
	sb, err := sandbox.Open(dir, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	if wallet != "" {
		sb.SetCallbackURL(wallet)
	}
	server := httptest.NewServer(sb.Handler())
	stop = func() { server.CloseClientConnections(); server.Close(); _ = sb.Close() }
	t.Cleanup(stop)
	return server.URL, stop
}

// makeOrder makes an order at the gateway WW.
func makeOrder(t *testing.T, base, reference string) {
	t.Helper()
	if status, text := signedCall(t, "POST", base+"/ww/orders", "sandbox-key", time.Now(), `{"reference":"`+reference+`","amount":100}`); status != 200 {
		t.Fatal(status, text)
	}
}

// spec D9.3e, D9.6
func TestPayment_Paid_IsReportedSignedAndCountedOnce(t *testing.T) {
	app, hooks := startFakeWallet(t, respondOK)
	base, _ := openWithWebhooks(t, t.TempDir(), app)
	makeOrder(t, base, "R1")
	if status, text := call(t, "POST", base+"/qr/pay", `{"qrcodeId":"R1","amount":99.5}`); status != 200 {
		t.Fatal(status, text)
	}

	h := nextWebhook(t, hooks)

	if h.path != "/webhook/qr/WW" || !h.signed || !strings.Contains(h.body, `"paidAmount":99.50`) {
		t.Errorf("%+v", h)
	}
	if status, _ := call(t, "POST", base+"/qr/pay", `{"qrcodeId":"R1"}`); status != 409 {
		t.Errorf("paid twice: %d", status)
	}
	_, text := call(t, "GET", base+"/totals", "")
	var totals struct {
		QR map[string]struct {
			In    json.Number
			Count int
		}
	}
	if err := json.Unmarshal([]byte(text), &totals); err != nil || totals.QR["WW"].In != "99.50" || totals.QR["WW"].Count != 1 || len(totals.QR) != 5 {
		t.Errorf("%s, %v", text, err)
	}
}

// spec P4.3, D9.5a
func TestWebhook_EachFault_HasItsEffect(t *testing.T) {
	app, hooks := startFakeWallet(t, respondOK)
	base, _ := openWithWebhooks(t, t.TempDir(), app)
	pay := func(reference, mode string) {
		makeOrder(t, base, reference)
		call(t, "POST", base+"/faults", `{"target":"qr:callback","mode":"`+mode+`","delayMs":50}`)
		if status, text := call(t, "POST", base+"/qr/pay", `{"qrcodeId":"`+reference+`"}`); status != 200 {
			t.Fatal(status, text)
		}
	}

	pay("R1", "duplicate_webhook")
	for range 3 {
		if h := nextWebhook(t, hooks); !strings.Contains(h.body, "R1") || !h.signed {
			t.Errorf("duplicate: %+v", h)
		}
	}
	pay("R2", "bad_signature")
	if h := nextWebhook(t, hooks); !strings.Contains(h.body, "R2") || h.signed || h.signature == "" {
		t.Errorf("bad signature: %+v", h)
	}
	pay("R3", "garbage")
	if h := nextWebhook(t, hooks); json.Valid([]byte(h.body)) {
		t.Errorf("garbage: %+v", h)
	}
	pay("R4", "http500") // its webhook is never sent
	makeOrder(t, base, "R5")
	call(t, "POST", base+"/faults", `{"target":"qr:callback","mode":"slow","delayMs":4000}`)
	call(t, "POST", base+"/qr/pay", `{"qrcodeId":"R5"}`)
	makeOrder(t, base, "R7")
	call(t, "POST", base+"/qr/pay", `{"qrcodeId":"R7"}`)
	for _, reference := range []string{"R7", "R5"} { // the delayed webhook arrives after one of a later payment
		if h := nextWebhook(t, hooks); !strings.Contains(h.body, reference) {
			t.Errorf("out of order: %s is %+v", reference, h)
		}
	}
	call(t, "POST", base+"/faults", `{"target":"qr","mode":"duplicate_webhook"}`)
	makeOrder(t, base, "R6") // the fault does not apply to a call
	call(t, "POST", base+"/qr/pay", `{"qrcodeId":"R6"}`)
	for range 3 {
		nextWebhook(t, hooks)
	}
}

// spec P4.3
func TestWebhook_GatewayWithoutSignatures_IsUnsigned(t *testing.T) {
	app, hooks := startFakeWallet(t, respondOK)
	base, _ := openWithWebhooks(t, t.TempDir(), app)
	for name, gateway := range map[string]qr.Gateway{
		"KBANK": qr.NewKBank(qr.KBankConfig{
			BaseURL: base + "/kbank", ConsumerID: "sandbox-key", ConsumerSecret: "sandbox-secret", PartnerID: "sandbox", PartnerSecret: "sandbox-secret", MerchantID: "KB000000000001",
		}),
		"PAYONEX": qr.NewPayoneX(qr.PayoneXConfig{BaseURL: base + "/payonex", AccessKey: "sandbox-key", SecretKey: "sandbox-secret"}),
	} {
		request := qr.OrderRequest{Reference: "REF" + name, Amount: money.Baht(100), Payer: qr.Payer{ID: "A", Name: "SOMCHAI JAIDEE", BankCode: "KTB", AccountNo: "9876544821"}}
		if _, err := gateway.Create(t.Context(), request); err != nil {
			t.Fatal(name, err)
		}

		call(t, "POST", base+"/qr/pay", `{"qrcodeId":"REF`+name+`"}`)

		if h := nextWebhook(t, hooks); h.path != "/webhook/qr/"+name || h.signature != "" || h.signed {
			t.Errorf("%s: %+v", name, h)
		}
	}
}

func TestWebhook_NotAccepted_IsRetriedAlsoAfterAKill(t *testing.T) {
	dir := t.TempDir()
	app, refused := startFakeWallet(t, func() int { return http.StatusBadGateway })
	base, stop := openWithWebhooks(t, dir, app)
	makeOrder(t, base, "R1")
	call(t, "POST", base+"/qr/pay", `{"qrcodeId":"R1"}`)
	nextWebhook(t, refused)
	nextWebhook(t, refused)
	stop()
	app, hooks := startFakeWallet(t, respondOK)

	base, stop = openWithWebhooks(t, dir, app)

	if h := nextWebhook(t, hooks); !h.signed || !strings.Contains(h.body, "R1") {
		t.Errorf("%+v", h)
	}
	_, text := signedCall(t, "GET", base+"/ww/orders/R1", "sandbox-key", time.Now(), "")
	if !strings.Contains(text, `"status":"PAID"`) {
		t.Error(text)
	}
	waitUntil(t, "the journal has the received response", func() bool {
		journal, _ := os.ReadFile(filepath.Join(dir, "journal.jsonl"))
		return strings.Contains(string(journal), `"heard"`)
	})
	stop()
	base, _ = openWithWebhooks(t, dir, app)
	makeOrder(t, base, "R2")
	call(t, "POST", base+"/qr/pay", `{"qrcodeId":"R2"}`)
	if h := nextWebhook(t, hooks); !strings.Contains(h.body, "R2") { // undelivered webhooks are sent at the start, before R2's
		t.Errorf("sent again although it was received: %+v", h)
	}
}

func TestOrder_AfterAKill_Exists(t *testing.T) {
	dir := t.TempDir()
	base, stop := openWithWebhooks(t, dir, "")
	makeOrder(t, base, "R1")
	_, before := signedCall(t, "GET", base+"/ww/orders/R1", "sandbox-key", time.Now(), "")
	stop()

	again, _ := openWithWebhooks(t, dir, "")

	if _, after := signedCall(t, "GET", again+"/ww/orders/R1", "sandbox-key", time.Now(), ""); after != before || before == "" {
		t.Errorf("before %s, after %s", before, after)
	}
	if status, _ := signedCall(t, "GET", again+"/ww/orders/R1", "another-key", time.Now(), ""); status != 401 {
		t.Errorf("a wrong key: %d", status)
	}
	if status, text := signedCall(t, "POST", again+"/ww/orders", "sandbox-key", time.Now(), `{"reference":"R1","amount":200}`); status != 409 {
		t.Errorf("another amount: %d %s", status, text)
	}
	if status, _ := call(t, "POST", again+"/qr/pay", `{"qrcodeId":"R9"}`); status != 404 {
		t.Errorf("an unknown code: %d", status)
	}
}
