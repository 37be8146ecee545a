package identity_test

import (
	"net/http"
	"testing"

	"krapao/backend/platform/password"
	"krapao/backend/server/servertest"
)

// mostlyBlank are passwords of at least eight characters, with fewer than eight visible ones.
var mostlyBlank = []string{
	"        ", "\t\t\t\t\t\t\t\t", "\u00a0\u00a0\u00a0\u00a0\u00a0\u00a0\u00a0\u00a0", "\u3000\u3000\u3000\u3000\u3000\u3000\u3000\u3000",
	" \t\u00a0\u3000 \t\u00a0\u3000", "       a", "a       ", "k       7", "k7vq2mz ", "\u200b\u200b\u200b\u200b\u200b\u200b\u200b\u200b", "\u2800\u2800\u2800\u2800\u2800\u2800\u2800\u2800",
	"\u3164\u3164\u3164\u3164\u3164\u3164\u3164\u3164",
}

// spec D2.9
func TestNewPassword_MostlyBlank_IsRefusedByEveryCallThatSetsOne(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	const phone = "0892223334"
	newcomer := newProvenBrowser(h, phone, "register")
	token := provePhone(h, m.Phone, "reset").OTPToken
	for _, bad := range mostlyBlank {
		for field, got := range map[string]servertest.Response{
			"password of validate":    newcomer.Call("POST", "/api/account/validate", registrationBody(phone, map[string]any{"password": bad})),
			"password of account":     newcomer.Call("POST", "/api/account", registrationBody(phone, map[string]any{"password": bad})),
			"newPassword of resetpwd": h.Guest().Call("POST", "/api/account/resetpwd", map[string]string{"otpToken": token, "newPassword": bad}),
			"newPassword of change":   m.Call("PUT", "/api/account/changepwd", map[string]string{"oldPassword": m.Password, "newPassword": bad}),
		} {
			if got.Status != http.StatusBadRequest || got.Code() != "INVALID_USER_INFO" {
				t.Errorf("%q as %s: %d %s", bad, field, got.Status, got.Body)
			}
		}
	}
}

// spec D2.9
func TestNewPassword_EasyToGuess_IsRefusedWithTheReasonByEveryCallThatSetsOne(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	const phone = "0892223334"
	newcomer := newProvenBrowser(h, phone, "register")
	token := provePhone(h, m.Phone, "reset").OTPToken
	holder := map[string]any{"password": "wongwian22", "bankCode": "KBANK", "bankAccountName": "SUDA WONGWIAN"}
	for _, tc := range []struct {
		got    servertest.Response
		reason string
	}{
		{newcomer.Call("POST", "/api/account/validate", registrationBody(phone, map[string]any{"password": phone})), "phone"},
		{newcomer.Call("POST", "/api/account", registrationBody(phone, holder)), "name"},
		{newcomer.Call("POST", "/api/account", registrationBody(phone, map[string]any{"password": "short"})), ""},
		{h.Guest().Call("POST", "/api/account/resetpwd", map[string]string{"otpToken": token, "newPassword": "somchaijaidee"}), "name"},
		{m.Call("PUT", "/api/account/changepwd", map[string]string{"oldPassword": m.Password, "newPassword": "iloveyou1"}), "common"},
	} {
		var refusal struct{ Guessable string }
		tc.got.WantCode(http.StatusBadRequest, "INVALID_USER_INFO").Into(&refusal)
		if refusal.Guessable != tc.reason {
			t.Errorf("reason %q, want %q: %s", refusal.Guessable, tc.reason, tc.got.Body)
		}
	}
}

func TestLogin_PasswordOfBlanks_IsComparedAsTyped(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	for _, old := range mostlyBlank {
		hash, err := password.Hash(t.Context(), password.CommandLine, old)
		if err != nil {
			t.Fatal(err)
		}
		h.Exec("update member set password_hash = $2 where phone = $1", m.Phone, hash)

		m.Token = h.Login(m.Phone, old)
		m.Call("POST", "/api/account/confirm", map[string]string{"password": old}).Want(http.StatusOK)
		h.Guest().Call("POST", "/api/login", map[string]string{"username": m.Phone, "password": old + " "}).
			WantCode(http.StatusUnauthorized, "WRONG_CREDENTIAL")
	}
	m.Call("PUT", "/api/account/changepwd", map[string]string{"oldPassword": mostlyBlank[len(mostlyBlank)-1], "newPassword": "brand new one"}).Want(http.StatusOK)
}
