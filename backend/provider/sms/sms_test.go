package sms_test

import (
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"krapao/backend/provider"
	"krapao/backend/provider/sms"
	"krapao/backend/sandbox"
)

var providers = []string{sms.ThaiBulkSMS, sms.SMSMKT}

func startSandbox(t *testing.T) string {
	t.Helper()
	box, err := sandbox.Open(t.TempDir(), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(box.Handler())
	t.Cleanup(func() { server.Close(); _ = box.Close() })
	return server.URL
}

func newClient(t *testing.T, cfg sms.Config) sms.Client {
	t.Helper()
	c, err := sms.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func configAt(base, name string) sms.Config {
	return sms.Config{Provider: name, BaseURL: base + "/sms", Key: "sandbox-key", Secret: "sandbox-secret", Project: "sandbox-project"}
}

// newestCode reads the code and its reference from the phone's newest message.
func newestCode(t *testing.T, base, phone string) (code, ref string) {
	t.Helper()
	res, err := http.Get(base + "/sms/messages?phone=" + phone)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	var inbox struct {
		Messages []struct{ OTPCode, OTPRef string }
	}
	if err := json.NewDecoder(res.Body).Decode(&inbox); err != nil || len(inbox.Messages) == 0 {
		t.Fatalf("%d messages, %v", len(inbox.Messages), err)
	}
	return inbox.Messages[0].OTPCode, inbox.Messages[0].OTPRef
}

// spec P6.1, P6.2
func TestRequestAndVerify_RightCode_IsAccepted(t *testing.T) {
	for _, name := range providers {
		base := startSandbox(t)
		c := newClient(t, configAt(base, name))
		ticket, err := c.Request(t.Context(), "0812345678")
		if err != nil || ticket.Token == "" || ticket.Ref == "" {
			t.Fatalf("%s: %+v, %v", name, ticket, err)
		}
		right, ref := newestCode(t, base, "0812345678")
		wrong := "000000"
		if right == wrong {
			wrong = "111111"
		}

		if ref != ticket.Ref {
			t.Errorf("%s: the message has %s, the ticket %s", name, ref, ticket.Ref)
		}
		if err := c.Verify(t.Context(), ticket, wrong); !errors.Is(err, sms.ErrWrongCode) {
			t.Errorf("%s: a wrong code: %v", name, err)
		}
		if err := c.Verify(t.Context(), ticket, right); err != nil {
			t.Errorf("%s: the right code: %v", name, err)
		}
		if err := c.Verify(t.Context(), ticket, right); !errors.Is(err, sms.ErrExpired) {
			t.Errorf("%s: a used code: %v", name, err)
		}
	}
}

// TestRequest_AnyErrorButADefiniteRefusal_IsUnknown: after any other response a message may have been sent.
// spec P6.1, P6.2
func TestRequest_AnyErrorButADefiniteRefusal_IsUnknown(t *testing.T) {
	for _, name := range providers {
		base := startSandbox(t)
		c := newClient(t, configAt(base, name))
		for mode, want := range map[string]error{"error": sms.ErrRefused, "http500": provider.ErrDown, "garbage": provider.ErrDown, "timeout_after_commit": provider.ErrDown} {
			res, err := http.Post(base+"/faults", "application/json", strings.NewReader(`{"target":"sms","mode":"`+mode+`","count":1,"delayMs":1}`))
			if err != nil {
				t.Fatal(err)
			}
			_ = res.Body.Close()
			if _, err := c.Request(t.Context(), "0812345678"); !errors.Is(err, want) {
				t.Errorf("%s, %s: %v", name, mode, err)
			}
		}
		if _, err := newClient(t, configAt("http://127.0.0.1:1", name)).Request(t.Context(), "0812345678"); !errors.Is(err, provider.ErrDown) {
			t.Errorf("%s, no server: %v", name, err)
		}
		wrongKey := configAt(base, name)
		wrongKey.Key = "another's"
		if _, err := newClient(t, wrongKey).Request(t.Context(), "0812345678"); !errors.Is(err, sms.ErrRefused) {
			t.Errorf("%s, a wrong key: %v", name, err)
		}
	}
}

// An error of the provider must not use up one of the member's tries, and must not verify the phone.
func TestVerify_ResponseWithoutAVerdict_IsUnknown(t *testing.T) {
	for what, body := range map[string]string{
		"an empty object":           `{}`,
		"success without a result":  `{"code":"000","detail":"OK."}`,
		"success without a verdict": `{"code":"000","result":{"token":"t"}}`,
		"a refusal of our key":      `{"code":"1004","detail":"API key or Secret key incorrect"}`,
		"a verdict without a code":  `{"result":{"status":true}}`,
	} {
		server := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, _ *http.Request) { _, _ = rw.Write([]byte(body)) }))
		for _, name := range providers {
			if err := newClient(t, configAt(server.URL, name)).Verify(t.Context(), sms.Ticket{Token: "t"}, "123456"); !errors.Is(err, provider.ErrDown) {
				t.Errorf("%s, %s: %v", name, what, err)
			}
		}
		server.Close()
	}
}

// spec P6.2
func TestSMSMKT_UnknownProject_IsRefused(t *testing.T) {
	cfg := configAt(startSandbox(t), sms.SMSMKT)
	cfg.Project = "another's"

	_, err := newClient(t, cfg).Request(t.Context(), "0812345678")

	if !errors.Is(err, sms.ErrRefused) {
		t.Fatalf("%v", err)
	}
}

func TestErrors_OfEachProvider_HideTheKey(t *testing.T) {
	for _, name := range providers {
		c := newClient(t, sms.Config{Provider: name, BaseURL: "http://127.0.0.1:1/secret-path", Key: "secret-key", Secret: "secret-secret", Project: "secret-project"})

		_, err := c.Request(t.Context(), "0812345678")

		if err == nil || strings.Contains(err.Error(), "secret") {
			t.Fatalf("%s: %v", name, err)
		}
	}
}
