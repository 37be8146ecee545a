package truemoney_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"krapao/backend/provider/truemoney"
)

const hash = "AbCdEf0123456789xyz"

// spec P3.1
func TestAGiftLinkIsTheCompanysOwnOnly(t *testing.T) {
	for link, ok := range map[string]bool{
		"https://gift.truemoney.com/campaign/?v=" + hash:               true,
		" https://gift.truemoney.com/campaign?v=" + hash + "\n":        true,
		"http://gift.truemoney.com/campaign/?v=" + hash:                false,
		"https://gift.truemoney.com.evil.example/campaign/?v=" + hash:  false,
		"https://gift.truemoney.com/campaign/?v=short":                 false,
		"https://gift.truemoney.com/campaign/?v=../../etc/passwd/aaaa": false,
		"": false,
	} {
		if got, is := truemoney.Hash(link); is != ok || (ok && got != hash) {
			t.Errorf("%q: %q %t", link, got, is)
		}
	}
}

// spec P3.2
func TestEachAnswerHasItsMeaning(t *testing.T) {
	for answer, want := range map[string]truemoney.Answer{
		`{"status":{"code":"SUCCESS"},"data":{"voucher":{"amount_baht":"1,000.50","member":1},"my_ticket":{"amount_baht":"1,000.50"}}}`: {Outcome: truemoney.OK, Amount: 100050, Code: "SUCCESS"},
		`{"status":{"code":"TARGET_USER_REDEEMED"}}`:                                {Outcome: truemoney.Redeemed, Code: "TARGET_USER_REDEEMED"},
		`{"status":{"code":"VOUCHER_OUT_OF_STOCK"}}`:                                {Outcome: truemoney.Used, Code: "VOUCHER_OUT_OF_STOCK"},
		`{"status":{"code":"VOUCHER_EXPIRED"}}`:                                     {Outcome: truemoney.Invalid, Code: "VOUCHER_EXPIRED"},
		`{"status":{"code":"INTERNAL_ERROR"}}`:                                      {Outcome: truemoney.Unknown, Code: "INTERNAL_ERROR"},
		`{"status":{"code":"SUCCESS"},"data":{"my_ticket":{"amount_baht":"much"}}}`: {Outcome: truemoney.Unknown, Code: "SUCCESS"},
		`<html>Access denied</html>`:                                                {Outcome: truemoney.Unknown},
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(answer)) }))

		got, err := truemoney.New(truemoney.Config{BaseURL: server.URL}).Redeem(t.Context(), hash, "0800000000")

		if err != nil || got != want {
			t.Errorf("%s: %+v %v, want %+v", answer, got, err, want)
		}
		server.Close()
	}
}

// spec P3.3
func TestAVoucherForSeveralGivesATicketEach(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte(`{"status":{"code":"SUCCESS"},"data":{"voucher":{"amount_baht":"100.00","member":4}}}`))
	}))
	defer server.Close()

	got, err := truemoney.New(truemoney.Config{BaseURL: server.URL}).Verify(t.Context(), hash, "0800000000")

	if err != nil || got.Outcome != truemoney.OK || got.Amount != 2500 {
		t.Errorf("%+v %v", got, err)
	}
}
