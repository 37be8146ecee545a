package qr_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"krapao/backend/platform/money"
	"krapao/backend/platform/thaiqr"
	"krapao/backend/provider"
	"krapao/backend/provider/qr"
	"krapao/backend/sandbox"
)

var payer = qr.Payer{ID: "A7K2M9", Name: "SOMCHAI JAIDEE", BankCode: "KTB", AccountNo: "9876544821"}

// gateways returns a client of each gateway at base. key may be wrong on purpose.
func gateways(base, key string) map[string]qr.Gateway {
	newSigned := func(name string) qr.Gateway {
		return qr.NewSigned(qr.SignedConfig{BaseURL: base + "/" + name + "/", Key: key})
	}
	return map[string]qr.Gateway{
		"KBANK": qr.NewKBank(qr.KBankConfig{
			BaseURL: base + "/kbank", ConsumerID: "sandbox-key", ConsumerSecret: "sandbox-secret", PartnerID: "sandbox",
			PartnerSecret: strings.Replace(key, "key", "secret", 1), MerchantID: "KB000000000001",
		}),
		"PAYONEX": qr.NewPayoneX(qr.PayoneXConfig{BaseURL: base + "/payonex", AccessKey: key, SecretKey: "sandbox-secret"}),
		"WW":      newSigned("ww"), "PAYTIMZ": newSigned("paytimz"), "ZPAY": newSigned("zpay"),
	}
}

// startSandbox starts a sandbox and returns its address.
func startSandbox(t *testing.T) string {
	t.Helper()
	box, err := sandbox.Open(t.TempDir(), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(box.Handler())
	t.Cleanup(func() { server.CloseClientConnections(); server.Close(); _ = box.Close() })
	return server.URL
}

func post(t *testing.T, url, body string) {
	t.Helper()
	res, err := http.Post(url, "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if text, _ := io.ReadAll(res.Body); res.StatusCode != http.StatusOK {
		t.Fatalf("%s %s: %d %s", url, body, res.StatusCode, text)
	}
}

func orderRequest(name string) qr.OrderRequest {
	return qr.OrderRequest{Reference: "R" + name, Amount: money.Baht(100), Payer: payer}
}

// spec P4.1
func TestCreate_EachGateway_ReturnsACodeForTheAmount(t *testing.T) {
	base := startSandbox(t)
	for name, g := range gateways(base, "sandbox-key") {
		o, err := g.Create(t.Context(), orderRequest(name))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		p, err := thaiqr.ParsePayment(o.Text)
		if err != nil || p.Amount != o.Pay || p.Ref1 != "R"+name || !p.Dynamic {
			t.Errorf("%s: %+v, %v", name, p, err)
		}
		if o.ID == "" || o.Pay < money.Baht(100) || o.Pay >= money.Baht(101) || time.Until(o.Expires) < 5*time.Minute {
			t.Errorf("%s: %+v", name, o)
		}
	}
}

func TestQuery_PaidOrder_IsFoundByOneOrBothReferences(t *testing.T) {
	base := startSandbox(t)
	for name, g := range gateways(base, "sandbox-key") {
		o, err := g.Create(t.Context(), orderRequest(name))
		if err != nil {
			t.Fatal(err)
		}
		byBoth, byReference := qr.Handle{Reference: "R" + name, ID: o.ID}, qr.Handle{Reference: "R" + name}
		before, errBefore := g.Query(t.Context(), byBoth)
		post(t, base+"/qr/pay", `{"qrcodeId":"R`+name+`","amount":77.77}`)

		after, errAfter := g.Query(t.Context(), byBoth)
		found, errFound := g.Query(t.Context(), byReference)

		if before.Status != qr.Pending || errBefore != nil {
			t.Errorf("%s before: %+v, %v", name, before, errBefore)
		}
		if want := (qr.State{Status: qr.Paid, ID: o.ID, Amount: 7777}); after != want || found != want || errAfter != nil || errFound != nil {
			t.Errorf("%s after: %+v, %v; by reference %+v, %v", name, after, errAfter, found, errFound)
		}
		if err := g.Cancel(t.Context(), byBoth); !errors.Is(err, qr.ErrAlreadyPaid) && name != "PAYONEX" {
			t.Errorf("%s: cancelling a paid order: %v", name, err)
		}
		post(t, base+"/qr/decide", `{"qrcodeId":"R`+name+`","status":"REFUNDED"}`)
		if refunded, err := g.Query(t.Context(), byBoth); refunded.Status != qr.Refunded || err != nil {
			t.Errorf("%s refunded: %+v, %v", name, refunded, err)
		}
	}
}

// spec P4.1
func TestCancel_OrderCancelledBefore_SucceedsAndTheOrderCanStillBePaid(t *testing.T) {
	base := startSandbox(t)
	for name, g := range gateways(base, "sandbox-key") {
		o, err := g.Create(t.Context(), orderRequest(name))
		if err != nil {
			t.Fatal(err)
		}
		h := qr.Handle{Reference: "R" + name, ID: o.ID}
		if name == "PAYONEX" {
			if err := g.Cancel(t.Context(), h); !errors.Is(err, qr.ErrCannotCancel) {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		for range 2 {
			if err := g.Cancel(t.Context(), h); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		if s, err := g.Query(t.Context(), h); s.Status != qr.Cancelled || err != nil {
			t.Errorf("%s: %+v, %v", name, s, err)
		}
		post(t, base+"/qr/pay", `{"qrcodeId":"R`+name+`"}`)
		if s, err := g.Query(t.Context(), h); s.Status != qr.Paid || s.Amount != o.Pay || err != nil {
			t.Errorf("%s: %+v, %v", name, s, err)
		}
	}
}

func TestQueryAndCancel_UnknownOrder_ReturnErrUnknownOrder(t *testing.T) {
	base := startSandbox(t)
	for name, g := range gateways(base, "sandbox-key") {
		if s, err := g.Query(t.Context(), qr.Handle{Reference: "NEVER", ID: ""}); !errors.Is(err, qr.ErrUnknownOrder) {
			t.Errorf("%s: %+v, %v", name, s, err)
		}
		if err := g.Cancel(t.Context(), qr.Handle{Reference: "NEVER"}); !errors.Is(err, qr.ErrUnknownOrder) && !errors.Is(err, qr.ErrCannotCancel) {
			t.Errorf("%s: cancelling: %v", name, err)
		}
	}
}

func TestCreateAndQuery_WrongKey_AreRefusedAndUnknown(t *testing.T) {
	for name, g := range gateways(startSandbox(t), "wrong-key") {
		if _, err := g.Create(t.Context(), orderRequest(name)); !errors.Is(err, qr.ErrRefused) || errors.Is(err, provider.ErrDown) {
			t.Errorf("%s: creating with a wrong key: %v", name, err)
		}
		if _, err := g.Query(t.Context(), qr.Handle{Reference: "NEVER"}); !errors.Is(err, provider.ErrDown) {
			t.Errorf("%s: a query with a wrong key: %v", name, err)
		}
	}
}

func TestCreate_EachFault_IsRefusedOrUnknown(t *testing.T) {
	base := startSandbox(t)
	for mode, want := range map[string]error{"error": qr.ErrRefused, "http500": provider.ErrDown, "garbage": provider.ErrDown, "timeout": provider.ErrDown, "timeout_after_commit": provider.ErrDown} {
		for name, g := range gateways(base, "sandbox-key") {
			a := orderRequest(name)
			a.Reference += strings.ToUpper(strings.ReplaceAll(mode, "_", ""))[:5]
			post(t, base+"/faults", `{"target":"qr:create","mode":"`+mode+`","delayMs":1}`)
			if mode == "timeout_after_commit" {
				a.Reference += "C"
			}

			_, err := g.Create(t.Context(), a)

			if !errors.Is(err, want) {
				t.Errorf("%s %s: %v", name, mode, err)
			}
			s, err := g.Query(t.Context(), qr.Handle{Reference: a.Reference})
			if created := mode == "timeout_after_commit"; created != (err == nil && s.Status == qr.Pending) || created == errors.Is(err, qr.ErrUnknownOrder) {
				t.Errorf("%s %s, queried afterwards: %+v, %v", name, mode, s, err)
			}
		}
	}
}

func TestToken_RejectedByTheGateway_IsFetchedAgain(t *testing.T) {
	dir := t.TempDir()
	var handler http.Handler
	server := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) { handler.ServeHTTP(rw, r) }))
	defer server.Close()
	open := func() *sandbox.Sandbox {
		box, err := sandbox.Open(dir, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		handler = box.Handler()
		return box
	}
	first := open()
	all := gateways(server.URL, "sandbox-key")
	for _, name := range []string{"KBANK", "PAYONEX"} {
		if _, err := all[name].Create(t.Context(), orderRequest(name)); err != nil {
			t.Fatal(err)
		}
	}
	_ = first.Close()
	defer open().Close()

	for _, name := range []string{"KBANK", "PAYONEX"} {
		if s, err := all[name].Query(t.Context(), qr.Handle{Reference: "R" + name}); s.Status != qr.Pending || err != nil {
			t.Errorf("%s: %+v, %v", name, s, err)
		}
	}
}

// TestCreateAndQuery_HostileResponse_ReturnErrDown tries responses that a gateway should not send.
func TestCreateAndQuery_HostileResponse_ReturnErrDown(t *testing.T) {
	payload, err := thaiqr.Payment{Dynamic: true, Scheme: thaiqr.Mobile, Payee: "0812345678", Amount: money.Baht(900)}.Format()
	if err != nil {
		t.Fatal(err)
	}
	order := func(status, amount, reference string) string {
		text, _ := json.Marshal(map[string]any{
			"statusCode": "00", "qrCode": payload, "txnStatus": status, "reference1": reference,
			"success": true, "code": "20000", "id": "X", "reference": reference, "status": status, "payload": payload, "access_token": "t", "expires_in": "60",
			"txnAmount": json.RawMessage(amount), "payAmount": json.RawMessage(amount), "paidAmount": json.RawMessage(amount),
			"data": map[string]any{
				"token": "t", "uuid": "X", "customerUuid": "C", "qrCode": payload, "transferAmount": json.RawMessage(amount), "amount": json.RawMessage(amount),
				"referenceId": reference, "status": strings.Replace(status, "PAID", "SUCCESS", 1),
			},
		})
		return string(text)
	}
	for what, body := range map[string]string{
		"HTML": "<html>log in</html>", "an empty body": "", "null": "null", "a list": "[]", "deeply nested lists": strings.Repeat("[", 100_000),
		"another amount than requested": order("PAID", "900", "OTHER"), "no amount": order("PAID", "0", "R1"), "half a satang": order("PAID", "100.005", "R1"),
		"a negative amount": order("PAID", "-100", "R1"), "an unknown status": order("MOON", "100", "R1"), "a body that is too long": strings.Repeat(" ", 2<<20) + order("PAID", "100", "R1"),
	} {
		server := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, _ *http.Request) { _, _ = rw.Write([]byte(body)) }))
		for name, g := range gateways(server.URL, "sandbox-key") {
			if o, err := g.Create(t.Context(), qr.OrderRequest{Reference: "R1", Amount: money.Baht(100), Payer: payer}); !errors.Is(err, provider.ErrDown) {
				t.Errorf("%s, %s: created %+v, %v", what, name, o, err)
			}
			if s, err := g.Query(t.Context(), qr.Handle{Reference: "R1", ID: "X"}); !errors.Is(err, provider.ErrDown) {
				t.Errorf("%s, %s: queried %+v, %v", what, name, s, err)
			}
		}
		server.Close()
	}
}

func TestCreate_PictureInsteadOfAPayload_IsDecoded(t *testing.T) {
	png := []byte("\x89PNG\r\n\x1a\nrest")
	body, _ := json.Marshal(map[string]any{"id": "X", "reference": "R1", "payAmount": 100, "image": png})
	server := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, _ *http.Request) { _, _ = rw.Write(body) }))
	defer server.Close()

	o, err := gateways(server.URL, "k")["WW"].Create(t.Context(), qr.OrderRequest{Reference: "R1", Amount: money.Baht(100)})

	if err != nil || !bytes.Equal(o.Image, png) || o.Text != "" {
		t.Fatalf("%+v, %v", o, err)
	}
}
