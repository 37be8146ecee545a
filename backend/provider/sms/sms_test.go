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

func outside(t *testing.T) string {
	t.Helper()
	world, err := sandbox.Open(t.TempDir(), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(world.Handler())
	t.Cleanup(func() { server.Close(); _ = world.Close() })
	return server.URL
}

func client(base string) *sms.Client {
	return sms.New(sms.Config{BaseURL: base + "/sms", Key: "sandbox-key", Secret: "sandbox-secret"})
}

// spec P6.1
func TestACodeIsSentAndChecked(t *testing.T) {
	base := outside(t)
	ticket, err := client(base).Request(t.Context(), "0812345678")
	if err != nil || ticket.Token == "" || ticket.Ref == "" {
		t.Fatalf("%+v, %v", ticket, err)
	}
	res, err := http.Get(base + "/sms/messages?phone=0812345678")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	var inbox struct {
		Messages []struct{ OTPCode, OTPRef string }
	}
	if err := json.NewDecoder(res.Body).Decode(&inbox); err != nil {
		t.Fatal(err)
	}
	right := inbox.Messages[0].OTPCode
	wrong := "000000"
	if right == wrong {
		wrong = "111111"
	}

	if err := client(base).Verify(t.Context(), ticket.Token, wrong); !errors.Is(err, sms.ErrWrongCode) {
		t.Errorf("a wrong code: %v", err)
	}
	if err := client(base).Verify(t.Context(), ticket.Token, right); err != nil {
		t.Errorf("the right code: %v", err)
	}
	if err := client(base).Verify(t.Context(), ticket.Token, right); !errors.Is(err, sms.ErrExpired) {
		t.Errorf("a used code: %v", err)
	}
}

// TestOnlyADefiniteRefusalIsOne: after anything else a message may be on its way.
func TestOnlyADefiniteRefusalIsOne(t *testing.T) {
	base := outside(t)
	for mode, want := range map[string]error{"error": sms.ErrRefused, "http500": provider.ErrDown, "garbage": provider.ErrDown} {
		res, err := http.Post(base+"/faults", "application/json", strings.NewReader(`{"target":"sms","mode":"`+mode+`","count":1}`))
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
		if _, err := client(base).Request(t.Context(), "0812345678"); !errors.Is(err, want) {
			t.Errorf("%s: %v", mode, err)
		}
	}
	if _, err := client("http://127.0.0.1:1").Request(t.Context(), "0812345678"); !errors.Is(err, provider.ErrDown) {
		t.Errorf("nobody there: %v", err)
	}
}

func TestNoErrorTellsAKey(t *testing.T) {
	c := sms.New(sms.Config{BaseURL: "http://127.0.0.1:1/secret-path", Key: "secret-key", Secret: "secret-secret"})

	_, err := c.Request(t.Context(), "0812345678")

	if err == nil || strings.Contains(err.Error(), "secret") {
		t.Fatalf("%v", err)
	}
}
