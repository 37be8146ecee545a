package qr_test

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"krapao/backend/cashier/qr"
	"krapao/backend/ledger"
	"krapao/backend/platform/money"
	"krapao/backend/server/servertest"
)

func parseAmount(text string) float64 {
	f, _ := strconv.ParseFloat(text, 64)
	return f
}

// spec P4.4
func TestAsk_OtherAmountPaid_CreditsThePaidAmount(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	for i, provider := range providers {
		m := h.AddMember()
		paid := 77.07 + float64(i)
		h.PayQR(m.MakeQR(provider, 100).ID, paid)
		h.WaitUntil(provider, func() bool { return parseAmount(m.Balance()) == paid })
	}
	h.CheckInvariants()
}

// spec 4.13a, 4.13b, D3.31
func TestAsk_PaidAfterTheCodeEndedWithoutWebhook_IsCredited(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	for _, ending := range []string{"live", "expired", "cancelled", "replaced"} {
		m := h.AddMember()
		made := m.MakeQR("PAYTIMZ", 50)
		switch ending {
		case "expired":
			h.Clock.Advance(11 * time.Minute)
		case "cancelled":
			m.Call("DELETE", "/api/qrcode/"+made.ID, nil).Want(http.StatusOK)
		case "replaced":
			m.MakeQR("KBANK", 50)
		}
		if ending != "live" && m.QR("PAYTIMZ").HasQR {
			t.Errorf("%s: still shown", ending)
		}
		askGateway(t, h, made.ID) // the gateway has nothing yet
		h.Fault("qr:callback", "http500", "", 1, 0)
		h.PayQR(made.ID, 0)
		h.Clock.Advance(2 * time.Minute)
		h.WaitUntil(ending, func() bool { h.RunDelayedJobs(); return m.Balance() == "50.00" })
		if line := m.Lines()[0]; line.ID != *made.LineID {
			t.Errorf("%s: the line has another id than the code's lineId", ending)
		}
	}
	h.CheckInvariants()
}

func TestAsk_CancelledCode_IsAskedAboutForOneDay(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMember()
	made := m.MakeQR("WW", 100)
	m.Call("DELETE", "/api/qrcode/"+made.ID, nil).Want(http.StatusOK)

	var pauses []time.Duration
	for {
		wait := askGateway(t, h, made.ID)
		if wait == 0 || len(pauses) > 10 {
			break
		}
		pauses = append(pauses, wait.Round(time.Minute))
		h.Clock.Advance(wait + time.Second)
	}

	want := []time.Duration{time.Minute, 4 * time.Minute, 25 * time.Minute, 90 * time.Minute, 22 * time.Hour}
	if fmt.Sprint(pauses) != fmt.Sprint(want) {
		t.Errorf("asked after %v, want %v", pauses, want)
	}
	m.Token = h.Login(m.Phone, m.Password) // the session has expired too
	h.PayQR(made.ID, 0)                    // after that time, only a webhook makes us ask
	h.WaitUntil("the late credit", func() bool { return m.Balance() == "100.00" })
	h.CheckInvariants()
}

func TestAsk_GatewayFails_CreditsLater(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	for _, provider := range providers {
		for _, mode := range []string{"error", "http500", "garbage", "timeout", "timeout_after_commit", "slow"} {
			m := h.AddMember()
			made := m.MakeQR(provider, 100)
			h.Exec(`delete from river_job where kind = 'qr.ask'`) // only the test asks
			h.Fault("qr:callback", "timeout", "", 1, 0)           // no webhook comes
			h.PayQR(made.ID, 0)
			h.Fault("qr:query", mode, "", 1, 1)
			// The HTTP client retries broken connections by itself, so a response may come although a fault
			// is set.
			mayRespond := mode == "slow" || strings.HasPrefix(mode, "timeout")
			if wait := askGateway(t, h, made.ID); !mayRespond && (wait == 0 || m.Balance() != "0.00") {
				t.Errorf("%s %s: asked again in %s, balance %s", provider, mode, wait, m.Balance())
			}

			askGateway(t, h, made.ID)

			if m.Balance() != made.TransferAmount.String() {
				t.Errorf("%s %s: balance %s", provider, mode, m.Balance())
			}
		}
	}
	h.CheckInvariants()
}

func TestCancel_GatewayFails_IsRequestedAgain(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	for _, provider := range []string{"KBANK", "ZPAY"} {
		for _, mode := range []string{"error", "http500", "garbage", "timeout", "timeout_after_commit"} {
			m := h.AddMember()
			made := m.MakeQR(provider, 100)
			h.Fault("qr:cancel", mode, "", 1, 1)
			m.Call("DELETE", "/api/qrcode/"+made.ID, nil).Want(http.StatusOK)
			h.WaitUntil(provider+" "+mode, func() bool {
				askGateway(t, h, made.ID)
				return readGatewayStatus(h, made.ID) == "CANCELLED"
			})
		}
	}
}

func TestCancel_PaidConcurrently_CreditsThePayment(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	for i := range 12 {
		m := h.AddMember()
		made := m.MakeQR(providers[i%len(providers)], 100)
		var wg sync.WaitGroup
		wg.Go(func() { m.Call("DELETE", "/api/qrcode/"+made.ID, nil).Want(http.StatusOK) })
		wg.Go(func() { h.PayQR(made.ID, 0) })
		wg.Wait()
		h.WaitUntil("the credit at "+made.Provider, func() bool { return m.Balance() == made.TransferAmount.String() })
	}
	h.CheckInvariants()
}

func TestAsk_OneGatewayHangs_OthersAreNotDelayed(t *testing.T) {
	h := servertest.New(t)
	const workers, many = 8, 1000
	payer, waiting := h.AddMember(), make([]*servertest.Client, workers)
	codes := make([]qr.QR, workers)
	for i := range waiting {
		waiting[i] = h.AddMember()
		codes[i] = waiting[i].MakeQR("ZPAY", 100)
	}
	made := payer.MakeQR("WW", 100)
	h.Fault("qr:query:ZPAY", "timeout", "", many, 5000) // until the end of the test
	for _, c := range codes {
		h.PayQR(c.ID, 0)
	}
	h.WaitUntil("all workers of ZPAY to hang", func() bool { return h.FaultsLeft() <= many-workers })

	h.PayQR(made.ID, 0)

	h.WaitUntil("the credit at WW", func() bool { return payer.Balance() == "100.00" })
	for i := range waiting {
		if b := waiting[i].Balance(); b != "0.00" {
			t.Errorf("ZPAY responded meanwhile: %s", b)
		}
	}
	h.Control("DELETE", "/faults", nil, nil)
}

// spec 9.16, P4.2
func TestAsk_Concurrently_CreditsOnce(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMember()
	made := m.MakeQR("ZPAY", 100)
	h.Fault("qr:callback", "error", "", 1, 0)
	h.PayQR(made.ID, 0)

	var wg sync.WaitGroup
	for range 16 {
		wg.Go(func() { askGateway(t, h, made.ID) })
	}
	wg.Wait()

	if m.Balance() != "100.00" || len(m.Lines()) != 1 {
		t.Errorf("balance %s, %d lines", m.Balance(), len(m.Lines()))
	}
	h.CheckInvariants()
}

func TestAsk_JobLost_IsRescued(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMember()
	made := m.MakeQR("WW", 100)
	h.Exec(`delete from river_job where kind = 'qr.ask'`)
	h.Fault("qr:callback", "error", "", 1, 0)
	h.PayQR(made.ID, 0)
	h.Clock.Advance(5 * time.Minute)

	h.RunJobs("qr.ask.rescue")

	h.WaitUntil("the credit", func() bool { return m.Balance() == "100.00" })
}

// spec 7.36, 8.15i
func TestCancel_CodeOfAnotherMember_IsRefused(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m, other := h.AddMember(), h.AddMember()
	made := m.MakeQR("KBANK", 50)

	other.Call("DELETE", "/api/qrcode/"+made.ID, nil).WantCode(http.StatusNotFound, "NO_DATA")
	m.Call("DELETE", "/api/qrcode/UNKNOWN", nil).WantCode(http.StatusNotFound, "NO_DATA")

	if !m.QR("KBANK").HasQR || other.QR("KBANK").HasQR {
		t.Errorf("own %t, other %t", m.QR("KBANK").HasQR, other.QR("KBANK").HasQR)
	}
	var first, second qr.QR
	m.Call("DELETE", "/api/qrcode/"+made.ID, nil).Want(http.StatusOK).Into(&first)
	m.Call("DELETE", "/api/qrcode/"+made.ID, nil).Want(http.StatusOK).Into(&second)
	if first.HasQR || second.HasQR || first.Provider != "KBANK" || m.QR("KBANK").HasQR {
		t.Errorf("%+v, %+v, then %+v", first, second, m.QR("KBANK"))
	}
}

// checkGatewayTotals compares the amount that each gateway received with its account in our ledger.
func checkGatewayTotals(t *testing.T, h *servertest.Environment) {
	t.Helper()
	var totals struct {
		QR map[string]struct{ In money.Satang }
	}
	h.Control("GET", "/totals", nil, &totals)
	for provider, house := range map[string]ledger.HouseAccount{
		"KBANK": ledger.QRKBank, "WW": ledger.QRWW, "PAYTIMZ": ledger.QRPaytimz, "PAYONEX": ledger.QRPayoneX, "ZPAY": ledger.QRZPay,
	} {
		ours := h.Count("select coalesce(sum(case when debit_id = $1 then amount else -amount end), 0) from transfer where $1 in (debit_id, credit_id)", house.In(ledger.BAHT))
		if theirs, received := totals.QR[provider]; !received || money.Satang(ours) != theirs.In {
			t.Errorf("%s received %s, our ledger has %s", provider, theirs.In, money.Satang(ours))
		}
	}
}

func askGateway(t *testing.T, h *servertest.Environment, reference string) time.Duration {
	t.Helper()
	wait, err := h.Server.QR.AskGateway(t.Context(), reference)
	if err != nil {
		t.Errorf("asking about %s: %v", reference, err)
	}
	return wait
}
