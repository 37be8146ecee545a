package qr_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"krapao/backend/cashier/qr"
	"krapao/backend/platform/config"
	"krapao/backend/server/servertest"
)

// readGatewayOrder returns the names of the gateways in the order of the deposit lookup, with a mark on
// resting ones. The paused gateways follow after "|".
func readGatewayOrder(m *servertest.Client) string {
	var lookup struct {
		QR []struct {
			Provider string
			Resting  bool
		}
		QRPaused []string
	}
	m.Call("GET", "/api/lookup/deposit", nil).Want(http.StatusOK).Into(&lookup)
	var names []string
	for _, g := range lookup.QR {
		if g.Resting {
			g.Provider += "(rests)"
		}
		names = append(names, g.Provider)
	}
	return strings.Join(slices.Concat(names, []string{"|"}, lookup.QRPaused), " ")
}

const normalOrder = "KBANK WW PAYTIMZ PAYONEX ZPAY |"

// failGateway lets the gateway fail when the member requests a code.
func failGateway(h *servertest.Environment, m *servertest.Client, provider, mode string) {
	h.Fault("qr:create:"+provider, mode, "", 1, 1)
	m.Call("POST", "/api/qrcode/"+provider, map[string]any{"amount": 100})
}

func TestGateway_Resting_IsLastOnEveryServerAndBackAfterFiveMinutes(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMember()
	before := readDepositTag(m)
	for _, mode := range []string{"http500", "timeout", "garbage"} {
		if got := readGatewayOrder(m); got != normalOrder {
			t.Fatalf("too early: %s", got)
		}
		failGateway(h, h.AddMember(), "KBANK", mode)
	}

	if got := readGatewayOrder(m); got != "WW PAYTIMZ PAYONEX ZPAY KBANK(rests) |" || readDepositTag(m) == before {
		t.Errorf("after three members: %s", got)
	}
	ours := h.Server.QR
	other := &qr.Service{Pool: ours.Pool, Clock: ours.Clock, Log: ours.Log, Content: ours.Content, Clients: ours.Clients}
	if open, _ := other.OpenGateways(t.Context(), h.Pool); open[4].Provider != "KBANK" || !open[4].Resting {
		t.Errorf("another server has %+v", open)
	}
	m.MakeQR("KBANK", 100) // a member may still choose it; a success does not end the rest
	h.Clock.Advance(4*time.Minute + 50*time.Second)
	if got := readGatewayOrder(m); !strings.HasSuffix(got, "KBANK(rests) |") {
		t.Errorf("before the rest is over: %s", got)
	}
	h.Clock.Advance(11 * time.Second)
	if got := readGatewayOrder(m); got != normalOrder {
		t.Errorf("after the rest: %s", got)
	}
	h.CheckInvariants()
}

func TestGateway_FailsOneMemberOrRefusesOrIsNotPaid_DoesNotRest(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMember()
	for range 8 {
		failGateway(h, m, "KBANK", "http500")
	}
	for range 4 {
		other := h.AddMember()
		failGateway(h, other, "PAYTIMZ", "error")
		for range 3 { // each replaces the one before; the last one is cancelled or expires
			other.MakeQR("WW", 100)
		}
		other.Call("DELETE", "/api/qrcode/"+other.MakeQR("WW", 100).ID, nil).Want(http.StatusOK)
		other.MakeQR("WW", 100)
	}
	h.Clock.Advance(11 * time.Minute)

	if got := readGatewayOrder(m); got != normalOrder {
		t.Error(got)
	}
}

func TestGateway_WithoutResponseToQueries_Rests(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	for range 3 {
		made := h.AddMember().MakeQR("WW", 100)
		h.Fault("qr:query:WW", "http500", "", 1, 0)
		askGateway(t, h, made.ID)
	}

	if got := readGatewayOrder(h.AddMember()); got != "KBANK PAYTIMZ PAYONEX ZPAY WW(rests) |" {
		t.Error(got)
	}
}

func TestGateway_Paused_IsListedAsPausedOnly(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMember()
	h.SetSetting("paused", []string{"KBANK", "slip"})

	h.WaitUntil("the pause in the lookup", func() bool { return readGatewayOrder(m) == "WW PAYTIMZ PAYONEX ZPAY | KBANK" })
}

func TestGateway_AmountAboveMaximum_IsRefused(t *testing.T) {
	t.Parallel()
	h := servertest.New(t, func(c *config.Config) { c.QR.KBankMax = "500" })
	m := h.AddMember()

	a := m.Call("POST", "/api/qrcode/KBANK", map[string]any{"amount": 500.01}).WantCode(http.StatusBadRequest, "INVALID_USER_INFO")

	var lookup struct {
		QR []struct {
			Provider   string
			MaxDeposit float64
			Presets    []float64
		}
	}
	m.Call("GET", "/api/lookup/deposit", nil).Want(http.StatusOK).Into(&lookup)
	if g := lookup.QR[0]; a.Field("amount") == "" || g.MaxDeposit != 500 || slices.Max(g.Presets) != 500 || lookup.QR[1].MaxDeposit != 0 {
		t.Errorf("%s, %+v", a.Body, lookup.QR)
	}
	m.MakeQR("KBANK", 500)
}

// readDepositTag returns the deposit lookup's tag in the sync. It changes with the order of the gateways.
func readDepositTag(m *servertest.Client) string {
	var sync struct{ Lookups map[string]string }
	m.Call("GET", "/api/sync", nil).Want(http.StatusOK).Into(&sync)
	return sync.Lookups["deposit"]
}
