package truemoney_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"krapao/backend/provider/truemoney"
)

const hash = "AbCdEf0123456789xyz"

// spec P3.2, P3.3
func TestRedeem_EachResponse_HasItsOutcome(t *testing.T) {
	for body, want := range map[string]truemoney.Response{
		`{"status":{"code":"SUCCESS"},"data":{"voucher":{"amount_baht":"9,000.00","member":3},"my_ticket":{"amount_baht":"1,000.50"}}}`: {Outcome: truemoney.OK, Amount: 100050, Code: "SUCCESS"},
		`{"status":{"code":"TARGET_USER_REDEEMED"}}`:                                {Outcome: truemoney.RedeemedBefore, Code: "TARGET_USER_REDEEMED"},
		`{"status":{"code":"VOUCHER_OUT_OF_STOCK"}}`:                                {Outcome: truemoney.TakenByOthers, Code: "VOUCHER_OUT_OF_STOCK"},
		`{"status":{"code":"VOUCHER_EXPIRED"}}`:                                     {Outcome: truemoney.Invalid, Code: "VOUCHER_EXPIRED"},
		`{"status":{"code":"VOUCHER_NOT_FOUND"}}`:                                   {Outcome: truemoney.Invalid, Code: "VOUCHER_NOT_FOUND"},
		`{"status":{"code":"CANNOT_GET_OWN_VOUCHER"}}`:                              {Outcome: truemoney.Invalid, Code: "CANNOT_GET_OWN_VOUCHER"},
		`{"status":{"code":"TARGET_USER_NOT_FOUND"}}`:                               {Outcome: truemoney.Invalid, Code: "TARGET_USER_NOT_FOUND"},
		`{"status":{"code":"CONDITION_NOT_MET"}}`:                                   {Outcome: truemoney.Invalid, Code: "CONDITION_NOT_MET"},
		`{"status":{"code":"INTERNAL_ERROR"}}`:                                      {Outcome: truemoney.Unknown, Code: "INTERNAL_ERROR"},
		`{"status":{"code":"SUCCESS"},"data":{"my_ticket":{"amount_baht":"much"}}}`: {Outcome: truemoney.Unknown, Code: "SUCCESS"},
		`<html>Access denied</html>`:                                                {Outcome: truemoney.Unknown},
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(body)) }))

		got, err := truemoney.New(truemoney.Config{BaseURL: server.URL}).Redeem(t.Context(), hash, "0800000000")

		if err != nil || got != want {
			t.Errorf("%s: %+v %v, want %+v", body, got, err, want)
		}
		server.Close()
	}
}

// spec P3.3
func TestVerify_VoucherForSeveralWallets_ReturnsOneShare(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte(`{"status":{"code":"SUCCESS"},"data":{"voucher":{"amount_baht":"100.00","member":4}}}`))
	}))
	defer server.Close()

	got, err := truemoney.New(truemoney.Config{BaseURL: server.URL}).Verify(t.Context(), hash, "0800000000")

	if err != nil || got.Outcome != truemoney.OK || got.Amount != 2500 {
		t.Errorf("%+v %v", got, err)
	}
}
