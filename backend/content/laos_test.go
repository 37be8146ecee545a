package content_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"krapao/backend/platform/thaiqr"
	"krapao/backend/server/servertest"
)

// bankCurrencies returns the currencies of the lookup's banks, by code.
func bankCurrencies(t *testing.T, h *servertest.Environment) map[string]string {
	t.Helper()
	var out struct {
		Banks []struct{ Code, Currency string }
	}
	h.Guest().Call("GET", "/api/lookup/banks", nil).Want(http.StatusOK).Into(&out)
	currencies := map[string]string{}
	for _, b := range out.Banks {
		currencies[b.Code] = b.Currency
	}
	return currencies
}

// spec P7.2
func TestBanks_LaoBanks_AreListedInLaosOnly(t *testing.T) {
	thai, lao := servertest.New(t), servertest.New(t, servertest.Laos)

	thaiBanks, laoBanks := bankCurrencies(t, thai), bankCurrencies(t, lao)

	for _, code := range []string{"BCEL", "LDB", "JDB", "APB"} {
		if thaiBanks[code] != "" || laoBanks[code] != "LAK" {
			t.Errorf("%s: %q in Thailand, %q in Laos", code, thaiBanks[code], laoBanks[code])
		}
	}
	if thaiBanks["KBANK"] != "BAHT" || laoBanks["KBANK"] != "BAHT" || len(laoBanks) != len(thaiBanks)+4 {
		t.Errorf("%v, in Laos %v", thaiBanks, laoBanks)
	}
}

type shownMethods struct {
	Banks   []struct{ BankCode, Currency, LAPNet string }
	Wallets []any
	QR      []any
}

// spec 3.13
func TestDepositMethods_OfAMember_HaveTheMembersCurrency(t *testing.T) {
	h := servertest.New(t, servertest.Laos)
	kip, baht := h.AddKipMember(), h.AddMember()

	var forKip, forBaht shownMethods
	kip.Call("GET", "/api/lookup/deposit", nil).Want(http.StatusOK).Into(&forKip)
	baht.Call("GET", "/api/lookup/deposit", nil).Want(http.StatusOK).Into(&forBaht)

	if len(forKip.Banks) != 1 || forKip.Banks[0].BankCode != "BCEL" || forKip.Banks[0].Currency != "LAK" || len(forKip.Wallets)+len(forKip.QR) != 0 {
		t.Errorf("for kip %+v", forKip)
	}
	if len(forBaht.Banks) != 3 || len(forBaht.Wallets) == 0 || len(forBaht.QR) == 0 {
		t.Errorf("for baht %+v", forBaht)
	}
	for _, b := range forBaht.Banks {
		if b.Currency != "BAHT" || b.LAPNet != "" {
			t.Errorf("for baht %+v", b)
		}
	}
}

func TestLAPNetCode_OfTheDepositAccount_PaysItsBank(t *testing.T) {
	h := servertest.New(t, servertest.Laos)
	var shown shownMethods
	h.AddKipMember().Call("GET", "/api/lookup/deposit", nil).Want(http.StatusOK).Into(&shown)

	p, err := thaiqr.ParsePayment(shown.Banks[0].LAPNet)

	if err != nil || p.Scheme != thaiqr.LaoMerchant || p.Bank != "27710418" || p.Amount != 0 || p.Dynamic {
		t.Errorf("%+v, %v", p, err)
	}
}

func TestLimits_OfAMember_HaveTheMembersCurrency(t *testing.T) {
	h := servertest.New(t, servertest.Laos)
	kip, baht := h.AddKipMember(), h.AddMember()
	h.SetAmount("withdrawMin", "LAK", 60_000)
	type limits struct {
		WithdrawMin, WithdrawMax, AutoLimit, BonusEnd float64
	}

	var forKip, forBaht limits
	kip.Call("GET", "/api/lookup/withdraw", nil).Want(http.StatusOK).Into(&forKip)
	baht.Call("GET", "/api/lookup/withdraw", nil).Want(http.StatusOK).Into(&forBaht)

	if forKip != (limits{60_000, 100_000_000, 25_000_000, 0}) || forBaht != (limits{100, 200_000, 50_000, 0}) {
		t.Errorf("kip %+v, baht %+v", forKip, forBaht)
	}
}

func TestLookup_MemberOfAnotherCurrencyLogsIn_IsNotReused(t *testing.T) {
	h := servertest.New(t, servertest.Laos)
	kip, baht := h.AddKipMember(), h.AddMember()
	for _, name := range []string{"deposit", "withdraw"} {
		first, _ := fetchLookup(t, h, kip.Token, name, "", "")
		other, _ := fetchLookup(t, h, baht.Token, name, "", first.Header.Get("ETag"))
		again, _ := fetchLookup(t, h, kip.Token, name, "", first.Header.Get("ETag"))
		var sync struct{ Lookups map[string]string }
		kip.Call("GET", "/api/sync", nil).Want(http.StatusOK).Into(&sync)

		if other.StatusCode != http.StatusOK || again.StatusCode != http.StatusNotModified || sync.Lookups[name] != first.Header.Get("ETag") {
			t.Errorf("%s: %d for the other member, %d again, the version in sync is %s", name, other.StatusCode, again.StatusCode, sync.Lookups[name])
		}
	}
}

func TestLanguage_NoneRequestedInLaos_IsLao(t *testing.T) {
	h := servertest.New(t, servertest.Laos)

	_, withoutLocale := fetchLookup(t, h, "", "sources", "", "")
	_, lao := fetchLookup(t, h, "", "sources", "?locale=lo", "")
	_, thai := fetchLookup(t, h, "", "sources", "?locale=th", "")

	if withoutLocale != lao || withoutLocale == thai {
		t.Errorf("without a locale: %s", withoutLocale)
	}
}

func TestSettings_OfKip_HaveTheBoundsOfBaht(t *testing.T) {
	h := servertest.New(t, servertest.Laos)
	for name, values := range map[string]map[string]bool{
		"withdrawMin":  {`{"LAK":20000}`: true, `{"LAK":0}`: false, `{"LAK":200000000}`: false, `{"BAHT":10}`: true, "100": false, `{"THB":100}`: false},
		"withdrawMax":  {`{"LAK":50000000}`: true, `{"LAK":40000}`: false},
		"withdrawAuto": {`{"LAK":0}`: true, `{"LAK":100000001}`: false},
		"bonusEnd":     {`{"LAK":1000}`: true, `{"LAK":-1}`: false},
		"inviteCap":    {`{"LAK":1000000000}`: true, `{"LAK":1000000001}`: false, `{"LAK":0}`: false, `{"BAHT":1000000}`: true, `{"BAHT":1000001}`: false},
		"refundCap":    {`{"LAK":5000000}`: true, `{"LAK":0}`: false},
	} {
		for value, want := range values {
			_, err := h.Content.CheckSetting(t.Context(), h.Pool, name, json.RawMessage(value))
			if (err == nil) != want {
				t.Errorf("%s = %s: %v", name, value, err)
			}
		}
		if err := h.EditDocument("setting", name, map[string]int{"LAK": 900_000}); err == nil {
			t.Errorf("one person changed %s", name)
		}
	}
	whole, err := h.Content.CheckSetting(t.Context(), h.Pool, "withdrawMin", json.RawMessage(`{"LAK":20000}`))
	if string(whole) != `{"BAHT":100.00,"LAK":20000.00}` {
		t.Errorf("%s, %v", whole, err)
	}
}
