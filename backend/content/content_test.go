package content_test

import (
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"krapao/backend/content"
	"krapao/backend/platform/clock"
	"krapao/backend/server"
	"krapao/backend/server/servertest"
)

var (
	openLookups   = []string{"banks", "conditions", "agreements", "info", "notice", "contact", "sources", "active", "registerOTP", "enableChatWidget"}
	memberLookups = []string{"deposit", "withdraw", "slip"}
)

// fetchLookup fetches a lookup with its headers.
func fetchLookup(t *testing.T, h *servertest.Environment, token, name, query, etag string) (*http.Response, string) {
	t.Helper()
	req, err := http.NewRequest(http.MethodGet, h.URL+"/api/lookup/"+name+query, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("X-Requested-With", "wallet-user")
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	if etag != "" {
		req.Header.Set("If-None-Match", etag)
	}
	res, err := h.HTTP().Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res, string(body)
}

// spec D1.27
func TestLookup_Each_RespondsWithAnETag(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	for _, name := range append(append([]string{}, openLookups...), memberLookups...) {
		first, body := fetchLookup(t, h, m.Token, name, "", "")
		again, _ := fetchLookup(t, h, m.Token, name, "", first.Header.Get("ETag"))
		want := http.StatusNotModified
		if name == "slip" { // this lookup also changes with time
			want = http.StatusOK
		}
		if first.StatusCode != http.StatusOK || first.Header.Get("ETag") == "" || again.StatusCode != want || body == "" {
			t.Errorf("%s: %d %q, then %d", name, first.StatusCode, first.Header.Get("ETag"), again.StatusCode)
		}
	}
}

// spec D1.27
func TestLookup_ForMembersOnly_IsNotStoredBySharedCaches(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	for _, name := range memberLookups {
		if got, _ := fetchLookup(t, h, m.Token, name, "", ""); got.Header.Get("Cache-Control") != "private, no-cache" {
			t.Errorf("%s: %s", name, got.Header.Get("Cache-Control"))
		}
	}
	for _, name := range openLookups {
		if got, _ := fetchLookup(t, h, m.Token, name, "", ""); got.Header.Get("Cache-Control") != "no-cache" {
			t.Errorf("%s: %s", name, got.Header.Get("Cache-Control"))
		}
	}
}

// spec 9.6
func TestBanks_OfThailand_RecommendsKBankAndKTB(t *testing.T) {
	h := servertest.New(t)
	var banks struct {
		Banks []struct {
			Code, Currency string
			Recommended    bool
		}
	}
	h.Guest().Call("GET", "/api/lookup/banks", nil).Want(http.StatusOK).Into(&banks)
	var recommended []string
	for _, bank := range banks.Banks {
		if bank.Recommended && bank.Currency == "BAHT" {
			recommended = append(recommended, bank.Code)
		}
	}
	if !slices.Equal(recommended, []string{"KBANK", "KTB"}) {
		t.Errorf("recommended: %v", recommended)
	}
}

// spec 6.5a, 6.5b
func TestLookup_OfMoneyRules_NeedsALogin(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	for _, name := range memberLookups {
		h.Guest().Call("GET", "/api/lookup/"+name, nil).WantCode(http.StatusUnauthorized, "invalid-token")
		if res, _ := fetchLookup(t, h, m.Token, name, "", ""); res.Header.Get("Cache-Control") != "private, no-cache" {
			t.Errorf("%s may be stored by a shared cache: %s", name, res.Header.Get("Cache-Control"))
		}
	}
}

// spec 3.13
func TestDepositAccount_Shown_IsAsStored(t *testing.T) {
	h := servertest.New(t)
	h.Exec(`delete from deposit_account`)
	h.Exec(`insert into deposit_account (bank_code, bank_type, mode, account_name, account_no, position) values
		('KBANK', 'bank', 'AUTO', 'Krapao Pay', '0483921567', 1), ('SCB', 'PAYMENT', 'SMS', 'Krapao QR', '1112223334', 2)`)
	h.Exec(`update bank set name_th = 'ชื่อ ' || code, name_en = 'Name ' || code, name_lo = 'ຊື່ ' || code`)
	var got content.Deposit

	h.AddMember().Call("GET", "/api/lookup/deposit", nil).Want(http.StatusOK).Into(&got)

	named := func(code string) content.BankName {
		return content.BankName{NameTH: "ชื่อ " + code, NameEN: "Name " + code, NameLO: "ຊື່ " + code}
	}
	want := []content.DepositBank{
		{Bank: named("KBANK"), BankCode: "KBANK", BankType: "bank", Mode: "AUTO", BankAccountName: "Krapao Pay", BankAccountNo: "0483921567", Currency: "BAHT"},
		{Bank: named("SCB"), BankCode: "SCB", BankType: "PAYMENT", Mode: "SMS", BankAccountName: "Krapao QR", BankAccountNo: "1112223334", Currency: "BAHT"},
	}
	if !slices.Equal(got.Banks, want) {
		t.Errorf("got %+v", got.Banks)
	}
}

func TestLookup_Texts_AreInTheCallersLanguage(t *testing.T) {
	h := servertest.New(t)
	seen := map[string]bool{}
	for _, locale := range []string{"th", "lo", "en"} {
		res, body := fetchLookup(t, h, "", "sources", "?locale="+locale, "")
		if seen[body] || seen[res.Header.Get("ETag")] {
			t.Errorf("%s has the response or ETag of another language", locale)
		}
		seen[body], seen[res.Header.Get("ETag")] = true, true
	}
	_, unknown := fetchLookup(t, h, "", "sources", "?locale=xx", "")
	if _, thai := fetchLookup(t, h, "", "sources", "", ""); unknown != thai {
		t.Error("an unknown language is not Thai")
	}
}

func TestLookup_ContentChanges_ETagChanges(t *testing.T) {
	h := servertest.New(t)
	before, _ := fetchLookup(t, h, "", "registerOTP", "", "")
	if err := h.Content.PutSetting(t.Context(), h.Pool, "registerOTP", false); err != nil {
		t.Fatal(err)
	}

	after, body := fetchLookup(t, h, "", "registerOTP", "", before.Header.Get("ETag"))

	if after.StatusCode != http.StatusOK || body != `{"registerOTP":false}`+"\n" {
		t.Fatalf("%d %s", after.StatusCode, body)
	}
}

// spec 3.32k, 7.6, D1.5
// TestAgreement_ChangedOrOnlySaved_AsksMembersAgainOrNot compares versions: when the version changes, the app
// asks members to agree again.
func TestAgreement_ChangedOrOnlySaved_AsksMembersAgainOrNot(t *testing.T) {
	h := servertest.New(t)
	versions := func() map[string]string {
		v, err := h.Content.Versions(t.Context(), h.Pool, "th", "BAHT")
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	before := versions()

	if err := server.Seed(t.Context(), h.Pool, true, false); err != nil {
		t.Fatal(err)
	}
	seeded := versions()
	h.Exec("update page_text set th = th where kind = 'agreement'")
	h.Exec("update page_text set th = th || ' ' where kind = 'notice'")
	noticed := versions()
	h.Exec("update page_text set th = th || ' ' where kind = 'agreement'")
	agreed := versions()

	if !maps.Equal(before, seeded) {
		t.Errorf("a seed that changed nothing changed the versions from %v to %v", before, seeded)
	}
	if noticed["agreements"] != before["agreements"] || noticed["notice"] == before["notice"] || agreed["agreements"] == before["agreements"] {
		t.Errorf("%v, %v, %v", before, noticed, agreed)
	}
}

func TestClosedSite_AnyCall_ReturnsThatItIsClosed(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	if err := h.Content.PutSetting(t.Context(), h.Pool, "siteGone", true); err != nil {
		t.Fatal(err)
	}

	var active struct{ Terminated string }
	h.Guest().Call("GET", "/api/lookup/active", nil).Want(http.StatusOK).Into(&active)
	h.Guest().Call("GET", "/api/lookup/banks", nil).WantCode(http.StatusGone, "gone")
	h.Guest().Call("POST", "/api/login", map[string]string{"username": m.Phone, "password": m.Password}).WantCode(http.StatusGone, "gone")
	m.Call("GET", "/api/wallet", nil).WantCode(http.StatusGone, "gone")

	if active.Terminated != "gone" {
		t.Errorf("terminated is %q", active.Terminated)
	}
}

// spec 9.21, D3.24
func TestDailyPause_AcrossMidnight_Applies(t *testing.T) {
	at := func(text string) time.Time {
		when, err := time.ParseInLocation("2006-01-02 15:04", text, clock.Bangkok)
		if err != nil {
			t.Fatal(err)
		}
		return when
	}
	night := content.Window{From: "23:30", Until: "00:30"}
	for text, want := range map[string]bool{
		"2026-11-21 23:29": false, "2026-11-21 23:30": true, "2026-11-22 00:29": true, "2026-11-22 00:30": false, "2026-11-22 12:00": false,
	} {
		in, from, until := night.Contains(at(text))
		if in != want {
			t.Errorf("%s: %t", text, in)
		}
		if in && (until.Sub(from) != time.Hour || until.Before(at(text))) {
			t.Errorf("%s: from %s until %s", text, from, until)
		}
	}
	if in, _, _ := (content.Window{}).Contains(at("2026-11-21 23:45")); in {
		t.Error("the empty window contains a time")
	}
}

// spec D3.80, D5.56
func TestSettings_NothingStored_AreTheDefaults(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()

	_, withdraw := fetchLookup(t, h, m.Token, "withdraw", "", "")
	settings, err := h.Content.Settings(t.Context(), h.Pool)

	if want := `{"withdrawMin":100.00,"withdrawMax":200000.00,"autoLimit":50000.00,"turnoverMultiple":0,"bonusEnd":0.00}`; strings.TrimSpace(withdraw) != want {
		t.Errorf("%s, want %s", withdraw, want)
	}
	if err != nil || settings.InviteFail != 1 || settings.RefundFail != 1 || settings.InviteSuccess != 0 || settings.RefundSuccess != 0 {
		t.Errorf("%+v, %v", settings, err)
	}
}
