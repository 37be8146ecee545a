package qr_test

import (
	"fmt"
	"math"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"krapao/backend/cashier/qr"
	"krapao/backend/platform/config"
	"krapao/backend/platform/money"
	"krapao/backend/platform/thaiqr"
	"krapao/backend/server/servertest"
)

var providers = []string{"KBANK", "WW", "PAYTIMZ", "PAYONEX", "ZPAY"}

// spec 1.6b, 3.15, 4.12a, 7.34, 7.35, 7.37a, 7.37b, 7.37c, 7.37d, 7.37e, 9.16, 9.17a, D3.29, D3.32
// spec D3.33
func TestCreate_EachGateway_ShowsCodeAndCreditsPayment(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	least := map[string]money.Satang{"KBANK": money.Baht(1), "WW": money.Baht(100), "PAYTIMZ": money.Baht(10), "PAYONEX": money.Baht(100), "ZPAY": money.Baht(10)}
	for _, provider := range providers {
		m := h.AddMember()
		made := m.MakeQR(provider, 150)
		p, err := thaiqr.ParsePayment(made.Payload)
		if err != nil || p.Amount != made.TransferAmount || p.Ref1 != made.ID {
			t.Errorf("%s: the payload has %+v, %v", provider, p, err)
		}
		left := made.ExpireIn.Sub(h.Clock.Now())
		if made.Amount != 15000 || !strings.HasPrefix(made.Markup, "<svg") || made.TimeLimit != 10 || left < 9*time.Minute || left > 10*time.Minute {
			t.Errorf("%s: %+v", provider, made)
		}
		if shown, err := qr.RenderMarkup(made.Payload); err != nil || made.Markup != shown {
			t.Errorf("%s: the code does not match its payload, %v", provider, err)
		}
		if again := m.QR(provider); again.ID != made.ID || again.Markup != made.Markup || again.TimeLimit != 10 || again.MinDeposit != least[provider] {
			t.Errorf("%s shows another code: %+v", provider, again)
		}

		h.PayQR(made.ID, 0)

		h.WaitUntil(provider+"'s credit", func() bool { return m.Balance() == made.TransferAmount.String() })
		line := m.Lines()[0]
		if made.LineID == nil || line.ID != *made.LineID {
			t.Errorf("%s: line %s, the code's lineId is %v", provider, line.ID, made.LineID)
		}
		if line.From != "QR "+provider || line.Status != "SUCCESS" || line.Amount != made.TransferAmount || m.QR(provider).HasQR {
			t.Errorf("%s: %+v, still shown: %t", provider, line, m.QR(provider).HasQR)
		}
	}
	h.CheckInvariants()
}

// spec 7.34, D3.28
func TestCreate_SecondCode_EndsFirst(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m, other := h.AddMember(), h.AddMember()
	first := m.MakeQR("KBANK", 20)

	second := m.MakeQR("WW", 100)

	if m.QR("KBANK").HasQR || m.QR("WW").ID != second.ID {
		t.Errorf("KBANK %+v, WW %+v", m.QR("KBANK"), m.QR("WW"))
	}
	if theirs := other.QR("WW"); theirs.HasQR || theirs.ID != "" {
		t.Errorf("another member is shown %+v", theirs)
	}
	h.WaitUntil("the cancellation at the gateway", func() bool { return readGatewayStatus(h, first.ID) == "CANCELLED" })
	if readGatewayStatus(h, second.ID) != "PENDING" {
		t.Errorf("the new code is %s", readGatewayStatus(h, second.ID))
	}
}

// spec D3.28
func TestCreate_TwoConcurrently_OneStaysAndBothPaymentsAreCredited(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMember()
	var wg sync.WaitGroup
	for _, provider := range append(providers, providers...) {
		wg.Go(func() { m.Call("POST", "/api/qrcode/"+provider, map[string]any{"amount": 100}) })
	}
	wg.Wait()

	shown := 0
	for _, provider := range providers {
		if m.QR(provider).HasQR {
			shown++
		}
	}
	if shown != 1 {
		t.Errorf("%d codes are shown", shown)
	}
	var total money.Satang
	for _, o := range h.QROrders() {
		h.PayQR(o.QRCodeID, 0)
		total += money.Satang(math.Round(o.PayAmount * 100))
	}
	h.WaitUntil("all credits", func() bool { h.RunDelayedJobs(); return m.Balance() == total.String() })
	checkGatewayTotals(t, h)
	h.CheckInvariants()
}

func TestCreate_SameKey_MakesOneCode(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMember()
	keyed := m.With("Idempotency-Key", "one")
	body := map[string]any{"amount": 100}
	responses := make([]string, 6)
	var wg sync.WaitGroup
	for i := range responses {
		wg.Go(func() { responses[i] = string(keyed.Call("POST", "/api/qrcode/WW", body).Want(http.StatusOK).Body) })
	}
	wg.Wait()

	for _, a := range responses {
		if a != responses[0] || !strings.Contains(a, `"hasQrcode":true`) {
			t.Errorf("%s\nand %s", responses[0], a)
		}
	}
	if n := len(h.QROrders()); n != 1 {
		t.Errorf("%d orders", n)
	}
	keyed.Call("POST", "/api/qrcode/WW", map[string]any{"amount": 200}).WantCode(http.StatusUnprocessableEntity, "KEY_INVALID")
}

// spec 3.15, 8.15a
func TestCreate_RefusedByGateway_ReturnsResponseWithoutCode(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	for _, provider := range providers {
		m := h.AddMember()
		h.Fault("qr:create", "error", "", 1, 0)
		var response qr.QR
		m.Call("POST", "/api/qrcode/"+provider, map[string]any{"amount": 100}).Want(http.StatusOK).Into(&response)
		if response.HasQR || response.Message != "QR_FAIL" || m.QR(provider).HasQR {
			t.Errorf("%s: %+v", provider, response)
		}
		m.MakeQR(provider, 100) // the next code works
	}
}

// spec 8.15a
func TestCreate_ResponseLost_CancelsCodeAndCreditsPayment(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	for _, provider := range providers {
		m := h.AddMember()
		known := len(h.QROrders())
		h.Fault("qr:create", "timeout_after_commit", "", 1, 1)
		m.Call("POST", "/api/qrcode/"+provider, map[string]any{"amount": 100}).WantCode(http.StatusServiceUnavailable, "QR_FAIL")

		orders := h.QROrders()
		if len(orders) != known+1 || m.QR(provider).HasQR {
			t.Fatalf("%s: %d orders, shown: %t", provider, len(orders)-known, m.QR(provider).HasQR)
		}
		lost := orders[0]
		if provider != "PAYONEX" { // PAYONEX cannot cancel a code
			h.WaitUntil(provider+" to cancel the code", func() bool { return readGatewayStatus(h, lost.QRCodeID) == "CANCELLED" })
		}
		h.PayQR(lost.QRCodeID, 0)
		h.WaitUntil(provider+"'s credit", func() bool { return parseAmount(m.Balance()) == lost.PayAmount })
	}
	h.CheckInvariants()
}

func TestCreate_RepeatAfterLostResponse_IsNewAttempt(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	for _, mode := range []string{"http500", "garbage", "timeout", "timeout_after_commit"} {
		m := h.AddMember()
		keyed := m.With("Idempotency-Key", "lost")
		body := map[string]any{"amount": 100}
		h.Fault("qr:create", mode, "", 2, 1)
		for range 2 {
			keyed.Call("POST", "/api/qrcode/ZPAY", body).WantCode(http.StatusServiceUnavailable, "QR_FAIL")
		}

		var third, fourth qr.QR
		keyed.Call("POST", "/api/qrcode/ZPAY", body).Want(http.StatusOK).Into(&third)
		keyed.Call("POST", "/api/qrcode/ZPAY", body).Want(http.StatusOK).Into(&fourth)

		if !third.HasQR || fourth.ID != third.ID || m.QR("ZPAY").ID != third.ID {
			t.Errorf("%s: third %+v, fourth %+v", mode, third, fourth)
		}
	}
}

// spec 8.15a
func TestCreate_RepeatWhileFirstRuns_ReturnsRetryAfter(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMember()
	keyed := m.With("Idempotency-Key", "slow")
	body := map[string]any{"amount": 100}
	h.Fault("qr:create", "http500", "", 1, 0)
	keyed.Call("POST", "/api/qrcode/ZPAY", body).WantCode(http.StatusServiceUnavailable, "QR_FAIL")
	h.Exec(`update qr_order set state = 'CREATING', ended_at = null where member_id = $1`, m.ID()) // as if another server still waits for the gateway

	repeat := keyed.Call("POST", "/api/qrcode/ZPAY", body).WantCode(http.StatusServiceUnavailable, "QR_FAIL")

	if repeat.Header.Get("Retry-After") != "1" || len(h.QROrders()) != 0 {
		t.Errorf("%v, %+v", repeat.Header, h.QROrders())
	}
	h.Exec(`update qr_order set state = 'LOST', ended_at = created_at where member_id = $1`, m.ID())
	var later qr.QR
	if keyed.Call("POST", "/api/qrcode/ZPAY", body).Want(http.StatusOK).Into(&later); !later.HasQR {
		t.Errorf("%+v", later)
	}
}

func TestCreate_SlowGateway_ReturnsCode(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMember()
	h.Fault("qr:create", "slow", "", 1, 1500)

	m.MakeQR("PAYTIMZ", 50)
}

func TestCreate_CrashBeforeResponseStored_ShowsNoCode(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMember()
	made := m.MakeQR("WW", 100)
	// The state after the server is killed before it stores the gateway's response.
	h.Exec(`update qr_order set state = 'CREATING', provider_id = '', payload = '', pay_amount = null, expires_at = null where reference = $1`, made.ID)
	if m.QR("WW").HasQR {
		t.Error("a code that was not stored is shown")
	}
	early, err := h.Server.QR.AskGateway(t.Context(), made.ID)
	if err != nil || early == 0 || h.Count(`select count(*) from qr_order where state = 'CREATING'`) != 1 {
		t.Errorf("marked as lost while its caller may wait: %v, %v", early, err)
	}
	h.Clock.Advance(31 * time.Second)

	if _, err := h.Server.QR.AskGateway(t.Context(), made.ID); err != nil {
		t.Fatal(err)
	}

	if readGatewayStatus(h, made.ID) != "CANCELLED" || h.Count(`select count(*) from qr_order where state = 'LOST' and withdrawn`) != 1 {
		t.Errorf("the status at the gateway is %s", readGatewayStatus(h, made.ID))
	}
	h.PayQR(made.ID, 0)
	h.WaitUntil("the late credit", func() bool { return m.Balance() == "100.00" })
	h.CheckInvariants()
}

// spec 8.15i
func TestCreate_AmountGatewayOrRateInvalid_IsRefused(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMember()
	for provider, amount := range map[string]float64{"KBANK": 0.99, "WW": 99.99, "PAYTIMZ": 9, "PAYONEX": 99, "ZPAY": 9.99} {
		a := m.Call("POST", "/api/qrcode/"+provider, map[string]any{"amount": amount}).WantCode(http.StatusBadRequest, "INVALID_USER_INFO")
		if a.Field("amount") == "" {
			t.Errorf("%s: %s", provider, a.Body)
		}
	}
	m.Call("POST", "/api/qrcode/WW", map[string]any{"amount": 100.001}).WantCode(http.StatusBadRequest, "INVALID_USER_INFO")
	m.Call("POST", "/api/qrcode/MOON", map[string]any{"amount": 100}).WantCode(http.StatusNotFound, "NO_DATA")
	m.Call("GET", "/api/qrcode/MOON", nil).WantCode(http.StatusNotFound, "NO_DATA")
	h.Guest().Call("GET", "/api/qrcode/WW", nil).WantCode(http.StatusUnauthorized, "invalid-token")
	if none := m.QR("WW"); none.HasQR || none.ID != "" || none.MinDeposit != 10000 || none.ExpireIn != nil || none.Message != "" {
		t.Errorf("%+v", none)
	}
	for range 30 {
		m.MakeQR("KBANK", 10)
	}
	limited := m.Call("POST", "/api/qrcode/KBANK", map[string]any{"amount": 10}).WantCode(http.StatusTooManyRequests, "REQUEST_LIMIT")
	if !m.QR("KBANK").HasQR {
		t.Errorf("the refusal ended the earlier code: %s", limited.Body)
	}
	h.Clock.Advance(61 * time.Minute)
	m.Call("POST", "/api/account/confirm", map[string]any{"password": m.Password}).Want(http.StatusOK)
	m.MakeQR("KBANK", 10)
}

// spec 8.15a
func TestCreate_MemberWithKip_IsRefused(t *testing.T) {
	t.Parallel()
	h := servertest.New(t, servertest.Laos)

	h.AddKipMember().Call("POST", "/api/qrcode/WW", map[string]any{"amount": 150}).WantCode(http.StatusServiceUnavailable, "QR_FAIL")

	if made := h.QROrders(); len(made) != 0 {
		t.Errorf("the gateway made %+v", made)
	}
}

// spec 8.15a, 9.14, 9.17b
func TestCreate_UnconfiguredGateway_IsRefused(t *testing.T) {
	t.Parallel()
	h := servertest.New(t, func(c *config.Config) { c.QR.WWURL, c.QR.PaytimzMin, c.QR.ZPayMin = "", "60", "1.50" })
	m := h.AddMember()

	m.Call("POST", "/api/qrcode/WW", map[string]any{"amount": 100}).WantCode(http.StatusServiceUnavailable, "QR_FAIL")

	type offer struct {
		Provider   string
		MinDeposit float64
		Presets    []float64
	}
	var lookup struct{ QR []offer }
	m.Call("GET", "/api/lookup/deposit", nil).Want(http.StatusOK).Into(&lookup)
	offers := map[string]offer{}
	for _, o := range lookup.QR {
		offers[o.Provider] = o
	}
	if len(offers) != 4 || offers["KBANK"].Presets[0] != 10 || len(offers["KBANK"].Presets) != 6 || offers["PAYONEX"].MinDeposit != 100 {
		t.Errorf("%+v", offers)
	}
	if p := offers["PAYTIMZ"]; p.MinDeposit != 60 || p.Presets[0] != 60 || p.Presets[1] != 100 || offers["ZPAY"].Presets[0] != 1.5 || offers["ZPAY"].Presets[1] != 50 {
		t.Errorf("%+v, %+v", p, offers["ZPAY"])
	}
	if shown := m.QR("PAYTIMZ").MinDeposit; shown != money.Baht(60) {
		t.Errorf("the code's response has the minimum %s", shown)
	}
	m.Call("POST", "/api/qrcode/PAYTIMZ", map[string]any{"amount": 59}).WantCode(http.StatusBadRequest, "INVALID_USER_INFO")
	m.MakeQR("ZPAY", 1.5)
}

func TestCreate_AboveDepositLimit_IsRefusedAndLaterPaymentHeld(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m, other := h.AddMember(), h.AddMember()
	m.Call("PUT", "/api/limits", map[string]any{"day": 150}).Want(http.StatusOK)
	m.Call("POST", "/api/qrcode/WW", map[string]any{"amount": 151}).WantCode(http.StatusConflict, "DEPOSIT_LIMIT")
	other.MakeQR("PAYONEX", 100) // PAYONEX adds satang from its second code on
	m.Call("POST", "/api/qrcode/PAYONEX", map[string]any{"amount": 150}).WantCode(http.StatusConflict, "DEPOSIT_LIMIT")
	if m.QR("PAYONEX").HasQR {
		t.Error("a code above the limit is shown")
	}
	made := m.MakeQR("WW", 150)

	h.PayQR(made.ID, 200) // more than requested, and more than the limit

	h.WaitUntil("the held payment", func() bool { return len(m.Lines()) == 1 })
	if line := m.Lines()[0]; line.ID != *made.LineID || line.Status != "FAILED" || line.Note != "DEPOSIT_LIMIT" || line.Amount != 20000 || m.Balance() != "0.00" {
		t.Errorf("%+v, balance %s", line, m.Balance())
	}
	h.CheckInvariants()
}

// readGatewayStatus returns an order's status at its gateway.
func readGatewayStatus(h *servertest.Environment, reference string) string {
	for _, o := range h.QROrders() {
		if o.QRCodeID == reference {
			return o.Status
		}
	}
	return "none"
}

// spec 9.10, 9.11, 9.12, 9.13
func TestGateway_Presets_StartAtItsMinimum(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	var lookup struct {
		QR []struct {
			Provider   string
			MinDeposit float64
			Presets    []float64
		}
	}

	h.AddMember().Call("GET", "/api/lookup/deposit", nil).Want(http.StatusOK).Into(&lookup)

	got := map[string]string{}
	for _, o := range lookup.QR {
		got[o.Provider] = fmt.Sprint(o.MinDeposit, o.Presets)
	}
	for provider, want := range map[string]string{
		"KBANK": "1 [10 20 50 100 500 1000]", "WW": "100 [100 200 300 500 1000]", "PAYONEX": "100 [100 200 300 500 1000]",
		"PAYTIMZ": "10 [10 50 100 500 1000]", "ZPAY": "10 [10 50 100 500 1000]",
	} {
		if got[provider] != want {
			t.Errorf("%s: %s", provider, got[provider])
		}
	}
}
