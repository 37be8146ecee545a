package server_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"

	"krapao/backend/server/servertest"
)

// pause pauses these payment methods in the settings, and resumes all others.
func pause(t *testing.T, h *servertest.Environment, methods ...string) {
	t.Helper()
	if err := h.EditDocument("setting", "paused", append([]string{}, methods...)); err != nil {
		t.Fatal(err)
	}
}

// spec 8.15a, 8.15b, 8.15f, D1.42
func TestPausedMethod_Call_IsRefusedWithARetryAfterUntilItReopens(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	m.Deposit(1000)
	picture := m.Picture(m.Transfer(servertest.Transfer{Amount: 100}).Slip.JPG)
	calls := map[string]func() servertest.Response{
		"SLIP_UPLOAD_FAIL": func() servertest.Response { return m.Upload(uuid.New(), time.Time{}, picture) },
		"QR_FAIL":          func() servertest.Response { return m.Call("POST", "/api/qrcode/ZPAY", map[string]any{"amount": 100}) },
		"TRUELINK_INVALID": func() servertest.Response {
			return m.Call("POST", "/api/wallet/truelink", map[string]any{"link": createGiftLink(h, 55)})
		},
		"WITHDRAW_PAUSED": func() servertest.Response { return m.Withdraw("", 100) },
	}

	pause(t, h, "slip", "gift", "withdraw", "ZPAY")

	for code, call := range calls {
		if a := call(); a.Status != http.StatusServiceUnavailable || a.Code() != code || a.Header.Get("Retry-After") == "" {
			t.Errorf("%s: %d %s %v", code, a.Status, a.Body, a.Header)
		}
	}
	var deposit struct {
		Wallets []struct{ Mode string }
		QR      []struct{ Provider string }
	}
	var slip struct{ Open bool }
	m.Call("GET", "/api/lookup/deposit", nil).Want(http.StatusOK).Into(&deposit)
	m.Call("GET", "/api/lookup/slip", nil).Want(http.StatusOK).Into(&slip)
	for _, q := range deposit.QR {
		if q.Provider == "ZPAY" {
			t.Error("the paused gateway is shown")
		}
	}
	if len(deposit.Wallets) != 0 || len(deposit.QR) != 4 || slip.Open {
		t.Errorf("shown as open: %+v, slips %t", deposit, slip.Open)
	}
	pause(t, h)
	for code, call := range calls {
		if a := call(); a.Status >= http.StatusBadRequest {
			t.Errorf("%s after the pause: %d %s", code, a.Status, a.Body)
		}
	}
	h.CheckInvariants()
}

func TestPausedMethod_MoneyArrives_IsCreditedAfterwards(t *testing.T) {
	h := servertest.New(t)
	h.Withdrawal.Patience = 0
	byFeed, bySlip, out := h.AddMember(), h.AddMember(), h.AddMember()
	out.Deposit(1000)
	h.Fault("payout", "http500", "", 1, 0)
	line := out.Withdraw("", 300).Want(http.StatusAccepted).Cash().Statement
	made := bySlip.Transfer(servertest.Transfer{Amount: 200})
	h.Fault("slip", "slow", "", 1, 300)
	slip := uuid.New()
	bySlip.Upload(slip, time.Time{}, bySlip.Picture(made.Slip.JPG)).Want(http.StatusAccepted)

	pause(t, h, "feed", "withdraw", "slip")
	byFeed.Transfer(servertest.Transfer{Amount: 400, Feed: true})
	h.WaitUntil("the job of the reported transfer delayed", func() bool {
		return h.Count("select count(*) from river_job where kind = 'feed.match' and state = 'scheduled'") == 1
	})

	if n := h.Count("select count(*) from bank_feed where state = 'NEW'"); n != 1 || byFeed.Balance() != "0.00" {
		t.Errorf("%d reported transfers wait, balance %s", n, byFeed.Balance())
	}
	pause(t, h)
	h.Clock.Advance(time.Minute)
	h.WaitUntil("all three payments", func() bool {
		h.RunDelayedJobs()
		return byFeed.Balance() == "400.00" && bySlip.Balance() == "200.00" && out.Line(line.ID).Status == "SUCCESS"
	})
	h.CheckInvariants()
}
