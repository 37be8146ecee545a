package slip_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"krapao/backend/platform/money"
	"krapao/backend/platform/thaiqr"
	"krapao/backend/provider/slip"
	"krapao/backend/sandbox"
)

var providers = []string{"slipok", "easyslip", "scb"}

func newVerifier(t *testing.T, name, base, key string) slip.Verifier {
	t.Helper()
	v, err := slip.New(slip.Config{Provider: name, BaseURL: base, Key: key, Secret: "sandbox-secret", Branch: "7"})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// startSandbox starts a sandbox with one transfer, and returns its address and the transfer's query.
func startSandbox(t *testing.T) (base string, q slip.Query) {
	t.Helper()
	box, err := sandbox.Open(t.TempDir(), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(box.Handler())
	t.Cleanup(func() { server.Close(); _ = box.Close() })
	var made struct{ TransRef, Bank, QR string }
	post(t, server.URL+"/bank/transfers", `{"fromBank":"KTB","fromAccountNo":"9876544821","fromName":"นาย สมชาย ใจดี",
		"toBank":"KBANK","toAccountNo":"0483921567","toName":"บจก. กระเป๋า เพย์","amount":1234.50,"at":"2026-11-21T07:02:03Z"}`, &made)
	return server.URL, slip.Query{Text: made.QR, Bank: made.Bank, TransRef: made.TransRef}
}

// spec P2.8, P2.9
func TestVerify_EachProvider_ReturnsTheSameFacts(t *testing.T) {
	base, q := startSandbox(t)
	for _, name := range providers {
		a, err := newVerifier(t, name, base+"/slip", "sandbox-key").Verify(t.Context(), q)
		if err != nil || a.Outcome != slip.Valid {
			t.Errorf("%s: %+v, %v", name, a, err)
			continue
		}
		f := a.Facts
		if f.Amount != money.Satang(123450) || !f.At.Equal(time.Date(2026, 11, 21, 7, 2, 3, 0, time.UTC)) || f.SendingBank != "006" || f.TransRef != q.TransRef {
			t.Errorf("%s: %+v", name, f)
		}
		if f.Sender.Bank != "006" || f.Sender.Account != "xxx-x-x4482-x" || f.Receiver.Bank != "004" || f.Receiver.Account != "xxx-x-x2156-x" || f.Sender.NameTH == "" {
			t.Errorf("%s: %+v to %+v", name, f.Sender, f.Receiver)
		}
	}
}

// spec P2.9, P2.10
func TestVerify_EachRefusal_HasItsOutcome(t *testing.T) {
	base, q := startSandbox(t)
	for _, name := range providers {
		v := newVerifier(t, name, base+"/slip", "sandbox-key")
		for code, want := range map[string]slip.Outcome{
			"BANK_DELAY": slip.PendingBank, "NOT_FOUND": slip.NotFound, "CAPTCHA": slip.Captcha, "QUOTA": slip.Quota,
			"AUTH": slip.Auth, "BANK_DOWN": slip.Down, "": slip.Refused,
		} {
			if name == "scb" && (want == slip.PendingBank || want == slip.Captcha) {
				continue // the provider has no code for this outcome
			}
			post(t, base+"/faults", `{"target":"slip","mode":"error","code":"`+code+`","count":1}`, nil)
			if a, err := v.Verify(t.Context(), q); err != nil || a.Outcome != want {
				t.Errorf("%s %q: %+v, %v, want %s", name, code, a, err, want)
			}
		}
		if a, _ := newVerifier(t, name, base+"/slip", "wrong").Verify(t.Context(), q); a.Outcome != slip.Auth {
			t.Errorf("%s with a wrong key: %+v", name, a)
		}
		unknown := q
		unknown.Text, unknown.Bank = thaiqr.FormatSlip("004", q.TransRef), "004"
		if a, _ := v.Verify(t.Context(), unknown); a.Outcome != slip.NotFound {
			t.Errorf("%s, a transfer under another bank: %+v", name, a)
		}
	}
}

// spec P2.10
func TestVerify_SlipVerifiedBefore_IsADuplicateWithItsFacts(t *testing.T) {
	for name, body := range map[string]string{
		"slipok":   `{"success":false,"code":1012,"data":{"transRef":"REF1","sendingBank":"006","receivingBank":"004","amount":100,"transDate":"20261121","transTime":"14:02:03"}}`,
		"easyslip": `{"success":true,"data":{"isDuplicate":true,"rawSlip":{"transRef":"REF1","sender":{"bank":{"id":"006"}},"amount":{"amount":100},"date":"2026-11-21T07:02:03Z"}}}`,
	} {
		server := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, _ *http.Request) { _, _ = rw.Write([]byte(body)) }))

		a, err := newVerifier(t, name, server.URL, "k").Verify(t.Context(), slip.Query{Text: "x", Bank: "006", TransRef: "REF1"})

		if err != nil || a.Outcome != slip.Duplicate || a.Facts.TransRef != "REF1" || a.Facts.Amount != money.Baht(100) {
			t.Errorf("%s: %+v, %v", name, a, err)
		}
		server.Close()
	}
}

// TestVerify_HostileResponse_IsNeverValid tries responses that a provider should not send.
func TestVerify_HostileResponse_IsNeverValid(t *testing.T) {
	q := slip.Query{Text: "x", Bank: "006", TransRef: "REF1"}
	for what, body := range map[string]string{
		"HTML":              "<html>log in</html>",
		"an empty body":     "",
		"an empty object":   "{}",
		"success alone":     `{"success":true}`,
		"no amount":         `{"success":true,"data":{"transRef":"REF1","sendingBank":"006","transTimestamp":"2026-11-21T07:02:03Z","rawSlip":{"transRef":"REF1","date":"2026-11-21T07:02:03Z"}}}`,
		"another reference": `{"success":true,"data":{"transRef":"REF2","sendingBank":"006","amount":100,"transTimestamp":"2026-11-21T07:02:03Z","rawSlip":{"transRef":"REF2","amount":{"amount":100},"date":"2026-11-21T07:02:03Z"}}}`,
		"another bank":      `{"success":true,"data":{"transRef":"REF1","sendingBank":"004","amount":100,"transTimestamp":"2026-11-21T07:02:03Z","rawSlip":{"transRef":"REF1","sender":{"bank":{"id":"004"}},"amount":{"amount":100},"date":"2026-11-21T07:02:03Z"}}}`,
		"a negative amount": `{"success":true,"data":{"transRef":"REF1","sendingBank":"006","amount":-100,"transTimestamp":"2026-11-21T07:02:03Z","rawSlip":{"transRef":"REF1","amount":{"amount":-100},"date":"2026-11-21T07:02:03Z"}}}`,
		"a third decimal":   `{"success":true,"data":{"transRef":"REF1","sendingBank":"006","amount":1.005,"transTimestamp":"2026-11-21T07:02:03Z","rawSlip":{"transRef":"REF1","amount":{"amount":1.005},"date":"2026-11-21T07:02:03Z"}}}`,
		"a huge amount":     `{"success":true,"data":{"transRef":"REF1","sendingBank":"006","amount":1e300,"transTimestamp":"2026-11-21T07:02:03Z","rawSlip":{"transRef":"REF1","amount":{"amount":1e300},"date":"2026-11-21T07:02:03Z"}}}`,
		"no bank":           `{"success":true,"data":{"transRef":"REF1","amount":100,"transTimestamp":"2026-11-21T07:02:03Z","rawSlip":{"transRef":"REF1","amount":{"amount":100},"date":"2026-11-21T07:02:03Z"}}}`,
		"no time":           `{"success":true,"data":{"transRef":"REF1","sendingBank":"006","amount":100,"rawSlip":{"transRef":"REF1","amount":{"amount":100}}}}`,
		"too long":          `{"success":true,"data":"` + strings.Repeat("x", 2<<20) + `"}`,
	} {
		server := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
			switch {
			case strings.HasSuffix(r.URL.Path, "/oauth/token"):
				_, _ = rw.Write([]byte(`{"status":{"code":1000},"data":{"accessToken":"t","expiresIn":1800}}`))
			case r.Method == http.MethodGet: // for SCB, with its own code for success
				_, _ = rw.Write([]byte(strings.Replace(body, `{"success":true`, `{"status":{"code":1000}`, 1)))
			default:
				_, _ = rw.Write([]byte(body))
			}
		}))
		for _, name := range providers {
			if a, err := newVerifier(t, name, server.URL, "k").Verify(t.Context(), q); err != nil || a.Outcome == slip.Valid {
				t.Errorf("%s, %s: %+v, %v", what, name, a, err)
			}
		}
		server.Close()
	}
}

// spec P2.11
func TestVerify_AmountAsTextWithCommas_IsRead(t *testing.T) {
	body := `{"success":true,"data":{"transRef":"REF1","sendingBank":"006","receivingBank":"004","amount":"1,234.50","transDate":"20261121","transTime":"14:02:03"}}`
	server := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, _ *http.Request) { _, _ = rw.Write([]byte(body)) }))
	defer server.Close()

	a, err := newVerifier(t, "slipok", server.URL, "k").Verify(t.Context(), slip.Query{Bank: "006", TransRef: "REF1"})

	if err != nil || a.Outcome != slip.Valid || a.Facts.Amount != 123450 || !a.Facts.At.Equal(time.Date(2026, 11, 21, 7, 2, 3, 0, time.UTC)) {
		t.Fatalf("%+v, %v", a, err)
	}
}

// spec P2.9, P2.11
func TestSCB_Response_HasAmountsAsTextAndTimesInBangkok(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/partners/v1/oauth/token":
			_, _ = rw.Write([]byte(`{"status":{"code":1000,"description":"Success"},"data":{"accessToken":"tok","tokenType":"Bearer","expiresIn":1800}}`))
		case r.URL.Path == "/partners/v1/payment/billpayment/transactions/REF1" && r.URL.Query().Get("sendingBank") == "014" && r.Header.Get("Authorization") == "Bearer tok":
			_, _ = rw.Write([]byte(`{"status":{"code":1000},"data":{"transRef":"REF1","sendingBank":"014","receivingBank":"004","transDate":"20261121","transTime":"14:02:03",
				"sender":{"displayName":"นาย สมชาย จ","name":"MR. SOMCHAI J","proxy":{"type":null,"value":null},"account":{"type":"BANKAC","value":"xxx-x-x4482-x"}},"amount":"1,234.50"}}`))
		default:
			t.Errorf("unexpected call of %s", r.URL)
		}
	}))
	defer server.Close()

	a, err := newVerifier(t, "scb", server.URL+"/partners/", "k").Verify(t.Context(), slip.Query{Bank: "014", TransRef: "REF1"})

	f := a.Facts
	if err != nil || a.Outcome != slip.Valid || f.Amount != 123450 || !f.At.Equal(time.Date(2026, 11, 21, 7, 2, 3, 0, time.UTC)) {
		t.Fatalf("%+v, %v", a, err)
	}
	if f.Sender != (slip.Party{Bank: "014", Account: "xxx-x-x4482-x", NameTH: "นาย สมชาย จ", NameEN: "MR. SOMCHAI J"}) {
		t.Errorf("%+v", f.Sender)
	}
}

// TestSCB_Token_IsReusedAndFetchedAgainOnceRejected counts the calls that the bank receives.
// spec P2.9
func TestSCB_Token_IsReusedAndFetchedAgainOnceRejected(t *testing.T) {
	base, q := startSandbox(t)
	var tokens atomic.Int64
	target, err := url.Parse(base)
	if err != nil {
		t.Fatal(err)
	}
	proxy := httputil.NewSingleHostReverseProxy(target)
	counter := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/oauth/token") {
			tokens.Add(1)
		}
		proxy.ServeHTTP(rw, r)
	}))
	defer counter.Close()
	v := newVerifier(t, "scb", counter.URL+"/slip", "sandbox-key")
	valid := func() bool { a, err := v.Verify(t.Context(), q); return err == nil && a.Outcome == slip.Valid }

	first, second := valid(), valid()
	if !first || !second || tokens.Load() != 1 {
		t.Errorf("%d tokens for two queries", tokens.Load())
	}
	post(t, base+"/faults", `{"target":"slip","mode":"error","code":"TOKEN","count":1}`, nil)
	if !valid() || tokens.Load() != 2 {
		t.Errorf("after a rejected token: %d tokens", tokens.Load())
	}
}

// spec P2.9
func TestSCB_OurSecretIsRefused_OutcomeIsAuth(t *testing.T) {
	base, q := startSandbox(t)
	v, err := slip.New(slip.Config{Provider: "scb", BaseURL: base + "/slip", Key: "sandbox-key", Secret: "another's"})
	if err != nil {
		t.Fatal(err)
	}

	a, err := v.Verify(t.Context(), q)

	if err != nil || a.Outcome != slip.Auth {
		t.Fatalf("%+v, %v", a, err)
	}
}

func TestVerify_CallCancelled_ReturnsAnError(t *testing.T) {
	base, q := startSandbox(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()

	_, err := newVerifier(t, "slipok", base+"/slip", "sandbox-key").Verify(ctx, q)

	if err == nil {
		t.Fatal("no error from a cancelled call")
	}
}
