package identity_test

import (
	"net/http"
	"testing"

	"krapao/backend/server/servertest"
)

// laoPhone has 8 digits, the minimum in the Laos variant.
const laoPhone = "20551234"

// laoRegistration returns a registration with an account in kip at BCEL. change overwrites its fields.
func laoRegistration(change map[string]any) map[string]any {
	lao := map[string]any{"currency": "LAK", "bankCode": "BCEL", "bankAccountNo": "010120000123456789", "bankAccountName": "MANY SUKCHAY"}
	for field, value := range change {
		lao[field] = value
	}
	return registrationBody(laoPhone, lao)
}

// spec 1.2a, 1.2b, 5.2b, 9.3b, 9.4, D2.8
func TestRegister_InLaos_AcceptsKipLaoBankAndEightDigitPhone(t *testing.T) {
	h := servertest.New(t, servertest.Laos)
	v := newProvenBrowser(h, laoPhone, "register")

	v.Call("POST", "/api/account/validate", laoRegistration(nil)).Want(http.StatusOK)
	v.Call("POST", "/api/account", laoRegistration(nil)).Want(http.StatusCreated)

	var home struct {
		Profile     struct{ Currency string }
		Wallet      struct{ Currency string }
		BankAccount struct {
			BankCode string
			Bank     struct{ NameLO string }
		}
	}
	m := h.Guest()
	m.Token = h.Login(laoPhone, "a good password")
	m.Call("GET", "/api/wallet", nil).Want(http.StatusOK).Into(&home)
	if home.Profile.Currency != "LAK" || home.Wallet.Currency != "LAK" || home.BankAccount.BankCode != "BCEL" || home.BankAccount.Bank.NameLO == "" {
		t.Errorf("%+v", home)
	}
	h.CheckInvariants()
}

// spec 9.4, D2.8
func TestRegister_BankOfAnotherCurrency_IsRefused(t *testing.T) {
	h := servertest.New(t, servertest.Laos)
	v := newProvenBrowser(h, laoPhone, "register")
	for name, tc := range map[string]struct {
		change      map[string]any
		code, field string
	}{
		"kip at a Thai bank":      {map[string]any{"bankCode": "KBANK"}, "INVALID_BANK", "bankCode"},
		"baht at a Lao bank":      {map[string]any{"currency": "BAHT"}, "INVALID_BANK", "bankCode"},
		"no currency, a Lao bank": {map[string]any{"currency": nil}, "INVALID_BANK", "bankCode"},
		"another currency":        {map[string]any{"currency": "USD"}, "INVALID_USER_INFO", "currency"},
		"21 digits":               {map[string]any{"bankAccountNo": "010120000123456789012"}, "INVALID_USER_INFO", "bankAccountNo"},
		"16 digits of baht":       {map[string]any{"currency": "BAHT", "bankCode": "KBANK", "bankAccountNo": "0101200001234567"}, "INVALID_USER_INFO", "bankAccountNo"},
	} {
		for _, path := range []string{"/api/account/validate", "/api/account"} {
			got := v.Call("POST", path, laoRegistration(tc.change))
			if got.Status != http.StatusBadRequest || got.Code() != tc.code || got.Field(tc.field) != tc.code {
				t.Errorf("%s at %s: %d %s", name, path, got.Status, got.Body)
			}
		}
	}
	v.Call("POST", "/api/account", laoRegistration(map[string]any{"currency": "BAHT", "bankCode": "KBANK", "bankAccountNo": "9876543210"})).Want(http.StatusCreated)
}

func TestRegister_LaoBankOutsideLaos_IsRefused(t *testing.T) {
	h := servertest.New(t)
	const phone = "0897778889"
	v := newProvenBrowser(h, phone, "register")

	got := v.Call("POST", "/api/account", registrationBody(phone, map[string]any{"bankCode": "BCEL"}))

	got.WantCode(http.StatusBadRequest, "INVALID_BANK")
}
