package qr_test

import (
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier/qr"
	"krapao/backend/ledger"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/signed"
	"krapao/backend/server/servertest"
)

func amount(text string) float64 {
	f, _ := strconv.ParseFloat(text, 64)
	return f
}

func TestAnotherAmountIsCreditedAsPaid(t *testing.T) {
	h := servertest.New(t)
	for i, provider := range providers {
		m := h.Member()
		paid := 77.07 + float64(i)
		h.PayQR(m.MakeQR(provider, 100).ID, paid)
		h.Wait(provider, func() bool { return amount(m.Balance()) == paid })
	}
	h.Sound()
}

func TestMoneyIsCreditedThoughNoWebhookCameAndTheCodeIsOver(t *testing.T) {
	h := servertest.New(t)
	for _, over := range []string{"live", "expired", "cancelled", "replaced"} {
		m := h.Member()
		made := m.MakeQR("PAYTIMZ", 50)
		switch over {
		case "expired":
			h.Clock.Advance(11 * time.Minute)
		case "cancelled":
			m.Call("DELETE", "/api/qrcode/"+made.ID, nil).Want(http.StatusOK)
		case "replaced":
			m.MakeQR("KBANK", 50)
		}
		if over != "live" && m.QR("PAYTIMZ").HasQR {
			t.Errorf("%s: still shown", over)
		}
		ask(t, h, made.ID) // the gateway says: nothing yet
		h.Fault("qr:callback", "http500", "", 1, 0)
		h.PayQR(made.ID, 0)
		h.Clock.Advance(2 * time.Minute)
		h.Wait(over, func() bool { h.Hurry(); return m.Balance() == "50.00" })
	}
	h.Sound()
}

func TestAskingGoesOnForADayAndThenEnds(t *testing.T) {
	h := servertest.New(t)
	m := h.Member()
	made := m.MakeQR("WW", 100)
	m.Call("DELETE", "/api/qrcode/"+made.ID, nil).Want(http.StatusOK)

	var pauses []time.Duration
	for {
		wait := ask(t, h, made.ID)
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
	m.Token = h.Login(m.Phone, m.Password) // the session is as old
	h.PayQR(made.ID, 0)                    // later still, there is the webhook
	h.Wait("very late money", func() bool { return m.Balance() == "100.00" })
	h.Sound()
}

func TestEveryFaultOfAskingOnlyDelaysTheMoney(t *testing.T) {
	h := servertest.New(t)
	for _, provider := range providers {
		for _, mode := range []string{"error", "http500", "garbage", "timeout", "timeout_after_commit", "slow"} {
			m := h.Member()
			made := m.MakeQR(provider, 100)
			h.Fault("qr:callback", "timeout", "", 1, 0) // it never comes
			h.PayQR(made.ID, 0)
			h.Fault("qr:query", mode, "", 1, 1)
			// Broken connections are tried again below us, so their answer may come.
			answered := mode == "slow" || strings.HasPrefix(mode, "timeout")
			if wait := ask(t, h, made.ID); !answered && (wait == 0 || m.Balance() != "0.00") {
				t.Errorf("%s %s: asked again in %s, balance %s", provider, mode, wait, m.Balance())
			}

			ask(t, h, made.ID)

			if m.Balance() != made.TransferAmount.String() {
				t.Errorf("%s %s: balance %s", provider, mode, m.Balance())
			}
		}
	}
	h.Sound()
}

func TestEveryFaultOfCancellingIsToldAgain(t *testing.T) {
	h := servertest.New(t)
	for _, provider := range []string{"KBANK", "ZPAY"} {
		for _, mode := range []string{"error", "http500", "garbage", "timeout", "timeout_after_commit"} {
			m := h.Member()
			made := m.MakeQR(provider, 100)
			h.Fault("qr:cancel", mode, "", 1, 1)
			m.Call("DELETE", "/api/qrcode/"+made.ID, nil).Want(http.StatusOK)
			h.Wait(provider+" "+mode, func() bool {
				ask(t, h, made.ID)
				return status(h, made.ID) == "CANCELLED"
			})
		}
	}
}

func TestCancellingRacesPaying(t *testing.T) {
	h := servertest.New(t)
	for i := range 12 {
		m := h.Member()
		made := m.MakeQR(providers[i%len(providers)], 100)
		var wg sync.WaitGroup
		wg.Go(func() { m.Call("DELETE", "/api/qrcode/"+made.ID, nil).Want(http.StatusOK) })
		wg.Go(func() { h.PayQR(made.ID, 0) })
		wg.Wait()
		h.Wait("the money of "+made.Provider, func() bool { return m.Balance() == made.TransferAmount.String() })
	}
	h.Sound()
}

func TestAskingManyTimesAtOnceCreditsOnce(t *testing.T) {
	h := servertest.New(t)
	m := h.Member()
	made := m.MakeQR("ZPAY", 100)
	h.Fault("qr:callback", "error", "", 1, 0)
	h.PayQR(made.ID, 0)

	var wg sync.WaitGroup
	for range 16 {
		wg.Go(func() { ask(t, h, made.ID) })
	}
	wg.Wait()

	if m.Balance() != "100.00" || len(m.Lines()) != 1 {
		t.Errorf("balance %s, %d lines", m.Balance(), len(m.Lines()))
	}
	h.Sound()
}

func TestAnOrderWhoseJobIsGoneIsAskedForAllTheSame(t *testing.T) {
	h := servertest.New(t)
	m := h.Member()
	made := m.MakeQR("WW", 100)
	h.Exec(`delete from river_job where kind = 'qr.ask'`)
	h.Fault("qr:callback", "error", "", 1, 0)
	h.PayQR(made.ID, 0)
	h.Clock.Advance(5 * time.Minute)

	if err := h.Server.QR.AskOverdue(t.Context()); err != nil {
		t.Fatal(err)
	}

	h.Wait("it is credited", func() bool { return m.Balance() == "100.00" })
}

func TestWebhooksThatComeTwiceForgedOrInDisorderCreditOnce(t *testing.T) {
	h := servertest.New(t)
	for _, provider := range providers {
		for _, mode := range []string{"duplicate_webhook", "bad_signature", "garbage", "slow"} {
			m := h.Member()
			made := m.MakeQR(provider, 100)
			h.Fault("qr:callback", mode, "", 1, 50)
			h.PayQR(made.ID, 0)
			h.Wait(provider+" "+mode, func() bool { h.Hurry(); return m.Balance() == made.TransferAmount.String() })
			if n := len(m.Lines()); n != 1 {
				t.Errorf("%s %s: %d lines", provider, mode, n)
			}
		}
	}
	// The cancelling is told after the payment that followed it.
	m := h.Member()
	made := m.MakeQR("WW", 100)
	h.Fault("qr:callback", "slow", "", 1, 1500)
	m.Call("DELETE", "/api/qrcode/"+made.ID, nil).Want(http.StatusOK)
	h.Wait("it is cancelled", func() bool { return status(h, made.ID) == "CANCELLED" })
	h.PayQR(made.ID, 0)
	h.Wait("out of order", func() bool { return m.Balance() == "100.00" })
	h.Sound()
}

func TestAWebhookIsNeverBelieved(t *testing.T) {
	h := servertest.New(t)
	m := h.Member()
	notice := map[string]func(reference string) string{
		"KBANK": func(r string) string {
			return `{"partnerTxnUid":"` + r + `","partnerId":"sandbox","statusCode":"00","txnStatus":"PAID","txnAmount":100}`
		},
		"PAYONEX": func(r string) string {
			return `{"data":{"uuid":"x","referenceId":"` + r + `","type":"deposit","status":"SUCCESS","amount":100}}`
		},
		"WW": func(r string) string { return `{"reference":"` + r + `","id":"x","status":"PAID","paidAmount":100}` },
	}
	for provider, body := range notice {
		made := m.MakeQR(provider, 100)
		text := body(made.ID)
		good := hook(t, h, provider, signed.Header("sandbox-key", time.Now(), []byte(text)), text)
		unsigned := hook(t, h, provider, http.Header{}, text)
		unknown := hook(t, h, provider, signed.Header("sandbox-key", time.Now(), []byte(body("NOBODYS"))), body("NOBODYS"))
		wantUnsigned := http.StatusOK
		if provider == "WW" {
			wantUnsigned = http.StatusUnauthorized
		}
		if good != http.StatusOK || unknown != http.StatusOK || unsigned != wantUnsigned {
			t.Errorf("%s: good %d, unknown %d, unsigned %d", provider, good, unknown, unsigned)
		}
		if bad := hook(t, h, provider, http.Header{}, "<html>"); bad != http.StatusBadRequest {
			t.Errorf("%s took nonsense: %d", provider, bad)
		}
		ask(t, h, made.ID)
	}
	if nowhere := hook(t, h, "MOON", http.Header{}, "{}"); nowhere != http.StatusNotFound {
		t.Errorf("no such gateway: %d", nowhere)
	}
	if huge := hook(t, h, "WW", http.Header{}, `{"reference":"`+strings.Repeat("x", 70<<10)+`"}`); huge != http.StatusRequestEntityTooLarge {
		t.Errorf("a huge one: %d", huge)
	}
	if empty := hook(t, h, "WW", http.Header{}, ""); empty != http.StatusBadRequest {
		t.Errorf("an empty one: %d", empty)
	}
	if m.Balance() != "0.00" {
		t.Errorf("credited %s on a webhook's word", m.Balance())
	}
}

func TestNobodyElsesCodeCanBeCancelled(t *testing.T) {
	h := servertest.New(t)
	m, other := h.Member(), h.Member()
	made := m.MakeQR("KBANK", 50)

	other.Call("DELETE", "/api/qrcode/"+made.ID, nil).WantCode(http.StatusNotFound, "NO_DATA")
	m.Call("DELETE", "/api/qrcode/UNKNOWN", nil).WantCode(http.StatusNotFound, "NO_DATA")

	if !m.QR("KBANK").HasQR || other.QR("KBANK").HasQR {
		t.Errorf("own %t, other %t", m.QR("KBANK").HasQR, other.QR("KBANK").HasQR)
	}
	var first, second qr.QR
	m.Call("DELETE", "/api/qrcode/"+made.ID, nil).Want(http.StatusOK).Into(&first)
	m.Call("DELETE", "/api/qrcode/"+made.ID, nil).Want(http.StatusOK).Into(&second)
	if first.HasQR || second.HasQR || first.Provider != "KBANK" {
		t.Errorf("%+v, %+v", first, second)
	}
}

func TestWhatTheGatewayDoubtsACashierDecides(t *testing.T) {
	h := servertest.New(t)
	for _, credit := range []bool{true, false} {
		m := h.Member()
		made := m.MakeQR("PAYONEX", 100)
		h.World("POST", "/qr/pay", map[string]any{"qrcodeId": made.ID, "amount": 120, "review": true}, nil)
		h.Wait("a cashier has it", func() bool { return len(doubts(t, h)) == 1 })
		d := doubts(t, h)[0]
		if d.Reason != "REVIEW" || *d.Amount != money.Baht(120) || d.Reference != made.ID || m.QR("PAYONEX").HasQR {
			t.Errorf("%+v", d)
		}
		other := money.Baht(500)
		if err := decide(t, h, qr.Decision{ID: d.ID, Cashier: 1, Credit: true, Amount: &other}); err == nil {
			t.Error("another amount than the gateway's was taken")
		}

		if err := decide(t, h, qr.Decision{ID: d.ID, Cashier: 1, Credit: credit}); err != nil {
			t.Fatal(err)
		}

		if want := map[bool]string{true: "120.00", false: "0.00"}[credit]; m.Balance() != want || len(doubts(t, h)) != 0 {
			t.Errorf("credit %t: balance %s", credit, m.Balance())
		}
		if err := decide(t, h, qr.Decision{ID: d.ID, Cashier: 1, Credit: true}); err == nil {
			t.Error("decided twice")
		}
		h.World("POST", "/qr/decide", map[string]any{"qrcodeId": made.ID, "status": "PAID"}, nil)
		if !credit { // the gateway insists: a cashier looks again
			h.Wait("it is back", func() bool { return len(doubts(t, h)) == 1 })
			if d := doubts(t, h)[0]; d.Reason != "PAID_AFTER_DROPPED" {
				t.Errorf("%+v", d)
			}
		}
	}
	h.Sound()
}

func TestWhatTheGatewayReleasesIsCreditedWithoutACashier(t *testing.T) {
	h := servertest.New(t)
	m := h.Member()
	made := m.MakeQR("ZPAY", 100)
	h.World("POST", "/qr/pay", map[string]any{"qrcodeId": made.ID, "review": true}, nil)
	h.Wait("a cashier has it", func() bool { return len(doubts(t, h)) == 1 })

	h.World("POST", "/qr/decide", map[string]any{"qrcodeId": made.ID, "status": "PAID"}, nil)

	h.Wait("it is credited", func() bool { return m.Balance() == "100.00" && len(doubts(t, h)) == 0 })
	h.Sound()
}

func TestARefundIsForACashierBeforeAndAfterTheCredit(t *testing.T) {
	h := servertest.New(t)
	early, late := h.Member(), h.Member()
	first, second := early.MakeQR("WW", 100), late.MakeQR("WW", 100)
	h.Fault("qr:callback", "error", "", 1, 0)
	h.PayQR(first.ID, 0)
	h.PayQR(second.ID, 0)
	h.Wait("the second is credited", func() bool { return late.Balance() == "100.00" })

	for _, id := range []string{first.ID, second.ID} {
		h.World("POST", "/qr/decide", map[string]any{"qrcodeId": id, "status": "REFUNDED"}, nil)
	}

	h.Wait("a cashier has both", func() bool { return len(doubts(t, h)) == 2 })
	reasons := map[string]string{}
	for _, d := range doubts(t, h) {
		reasons[d.Reference] = d.Reason
		if err := decide(t, h, qr.Decision{ID: d.ID, Cashier: 1}); err != nil {
			t.Error(err)
		}
	}
	if reasons[first.ID] != "REFUNDED" || reasons[second.ID] != "REFUNDED_CREDITED" || early.Balance() != "0.00" || late.Balance() != "100.00" {
		t.Errorf("%v, balances %s and %s", reasons, early.Balance(), late.Balance())
	}
	ask(t, h, second.ID) // what was decided stays decided
	if n := len(doubts(t, h)); n != 0 {
		t.Errorf("%d doubts are back", n)
	}
	h.Sound()
}

func TestTwoOrdersOfOneNameAreForACashier(t *testing.T) {
	h := servertest.New(t)
	m, other := h.Member(), h.Member()
	made, stands := m.MakeQR("ZPAY", 100), other.MakeQR("ZPAY", 100)
	// The gateway names the first one like the second, whose name we had heard.
	h.Exec(`update qr_order set state = 'LOST', provider_id = '', ended_at = now() where reference = $1`, made.ID)
	h.Exec(`update qr_order set provider_id = 'ZPAY' || $1 where reference = $2`, made.ID, stands.ID)
	h.Fault("qr:callback", "error", "", 1, 0)
	h.PayQR(made.ID, 0)

	ask(t, h, made.ID)

	if d := doubts(t, h); len(d) != 1 || d[0].Reason != "NAMED_TWICE" || *d[0].Amount != money.Baht(100) || m.Balance() != "0.00" {
		t.Fatalf("%+v, balance %s", d, m.Balance())
	}
	if err := decide(t, h, qr.Decision{ID: doubts(t, h)[0].ID, Cashier: 1, Credit: true}); err != nil || m.Balance() != "100.00" {
		t.Errorf("%v, balance %s", err, m.Balance())
	}
	if wait := ask(t, h, made.ID); wait != 0 || len(doubts(t, h)) != 0 {
		t.Errorf("in doubt again after it was decided, asked again in %s", wait)
	}
	h.Sound()
}

// booksAgree compares what each gateway says it took in with our account of it.
func booksAgree(t *testing.T, h *servertest.House) {
	t.Helper()
	var totals struct {
		QR map[string]struct{ In money.Satang }
	}
	h.World("GET", "/totals", nil, &totals)
	for provider, house := range map[string]ledger.House{
		"KBANK": ledger.QRKBank, "WW": ledger.QRWW, "PAYTIMZ": ledger.QRPaytimz, "PAYONEX": ledger.QRPayoneX, "ZPAY": ledger.QRZPay,
	} {
		ours, err := h.Book.HouseBalance(t.Context(), house.In(ledger.BAHT))
		if theirs, told := totals.QR[provider]; err != nil || !told || -ours != theirs.In {
			t.Errorf("%s took in %s, our book says %s, %v", provider, theirs.In, -ours, err)
		}
	}
}

func ask(t *testing.T, h *servertest.House, reference string) time.Duration {
	t.Helper()
	wait, err := h.Server.QR.Ask(t.Context(), reference)
	if err != nil {
		t.Errorf("ask of %s: %v", reference, err)
	}
	return wait
}

func doubts(t *testing.T, h *servertest.House) []qr.Doubt {
	t.Helper()
	out, err := h.Server.QR.InDoubt(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func decide(t *testing.T, h *servertest.House, d qr.Decision) error {
	t.Helper()
	return pg.InTx(t.Context(), h.Pool, func(tx pgx.Tx) error {
		_, err := h.Server.QR.DecideTx(t.Context(), tx, d)
		return err
	})
}

// hook posts a webhook as a gateway, or somebody else, would.
func hook(t *testing.T, h *servertest.House, provider string, header http.Header, body string) int {
	t.Helper()
	req, err := http.NewRequest("POST", h.URL+"/webhook/qr/"+provider, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header = header
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	_, _ = io.Copy(io.Discard, res.Body)
	return res.StatusCode
}
