package statement_test

import (
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"

	"krapao/backend/platform/money"
	"krapao/backend/platform/pgtest"
	"krapao/backend/server/servertest"
	"krapao/backend/statement"
)

// linePlaces is the part of a line's JSON that names its source and destination.
type linePlaces struct {
	From, To           string
	FromPlace, ToPlace json.RawMessage
}

func readNewestLine(m *servertest.Client) linePlaces {
	var page struct{ Statements []linePlaces }
	m.Call("POST", "/api/statement", map[string]int{"limit": 1}).Want(http.StatusOK).Into(&page)
	return page.Statements[0]
}

const walletPlace = `{"kind":"wallet"}`

// spec 3.26g, 3.26h
func TestLine_OfEachPaymentMethod_HasPlacesAndTheirTexts(t *testing.T) {
	h := servertest.New(t)
	h.RunDelayedJobs()
	m, first, second := h.AddMember(), h.AddOperator("cashier"), h.AddOperator("admin")
	tail := m.AccountNo[6:]
	own := json.RawMessage(`{"kind":"bank","code":"KTB","tail":"` + tail + `"}`)

	for _, method := range []struct {
		name string
		move func()
		want linePlaces
	}{
		{"a demo grant", func() { m.CreditWallet(money.Baht(1000)) }, linePlaces{"DEMO", "WALLET", json.RawMessage(`{"kind":"demo"}`), json.RawMessage(walletPlace)}},
		{"a slip", func() { m.SubmitSlip(m.Transfer(servertest.Transfer{Amount: 500})) }, linePlaces{
			"KTB xxx" + tail, "WALLET", own, json.RawMessage(walletPlace),
		}},
		{"a bank report", func() { m.Deposit(80) }, linePlaces{
			"KTB xxx" + tail, "WALLET", own, json.RawMessage(walletPlace),
		}},
		{"an announcement", func() { m.Call("POST", "/api/wallet/add", map[string]int{"amount": 10}).Want(http.StatusOK) }, linePlaces{
			"KTB", "WALLET", json.RawMessage(`{"kind":"bank","code":"KTB"}`), json.RawMessage(walletPlace),
		}},
		{"an announcement that the money completed", func() {
			m.Transfer(servertest.Transfer{Amount: 10, Feed: true})
			h.WaitUntil("the credit", func() bool { return m.Lines()[0].Status == statement.Success })
		}, linePlaces{
			"KTB xxx" + tail, "WALLET", own, json.RawMessage(walletPlace),
		}},
		{"a QR code", func() {
			made := m.MakeQR("WW", 100)
			h.PayQR(made.ID, 0)
			h.WaitUntil("the credit", func() bool { return m.Lines()[0].From == "QR WW" })
		}, linePlaces{"QR WW", "WALLET", json.RawMessage(`{"kind":"qr","code":"WW"}`), json.RawMessage(walletPlace)}},
		{"a gift", func() {
			var made struct{ Link string }
			h.Control("POST", "/truemoney/vouchers", map[string]any{"amount": 20}, &made)
			m.Call("POST", "/api/wallet/truelink", map[string]string{"link": made.Link}).Want(http.StatusOK)
		}, linePlaces{"TrueMoney", "WALLET", json.RawMessage(`{"kind":"gift"}`), json.RawMessage(walletPlace)}},
		{"a withdrawal", func() { m.Withdraw("", 100) }, linePlaces{
			"WALLET", "KTB xxx" + tail, json.RawMessage(walletPlace), own,
		}},
		{"a correction", func() {
			var proposed struct{ Proposal string }
			first.Call("POST", "/api/operator/items/MEMBER/"+m.PublicID()+"/adjust", map[string]any{"amount": 5, "take": true, "why": "too much"}).
				Want(http.StatusCreated).Into(&proposed)
			second.Call("POST", "/api/operator/items/PROPOSAL/"+proposed.Proposal+"/approve", nil).Want(http.StatusOK)
		}, linePlaces{"WALLET", "ADJUSTMENT", json.RawMessage(walletPlace), json.RawMessage(`{"kind":"adjustment"}`)}},
	} {
		method.move()

		got := readNewestLine(m)
		if got.From != method.want.From || got.To != method.want.To || string(got.FromPlace) != string(method.want.FromPlace) || string(got.ToPlace) != string(method.want.ToPlace) {
			t.Errorf("%s: %s %s to %s %s", method.name, got.From, got.FromPlace, got.To, got.ToPlace)
		}
	}
	h.CheckInvariants()
}

func TestAccount_MaskedNumber_HasLastVisibleDigitsAsTail(t *testing.T) {
	for shown, tail := range map[string]string{
		"xxx4821": "4821", "xxx309913x": "9913", "xxx-x-x7230-x": "7230", "123 456 7890": "7890", "xxx-x-xxx77-x": "77", "xxxxxxxxxx": "", "": "",
	} {
		if got := statement.AccountPlace("KTB", shown).Tail; got != tail {
			t.Errorf("the tail of %q is %q", shown, got)
		}
	}
}

func TestLine_StoredPlace_HasItsText(t *testing.T) {
	pool := pgtest.New(t)
	places := map[string]struct {
		kind, code, account string
		want                statement.Place
	}{
		"WALLET":              {"wallet", "", "", statement.PlaceOf(statement.Wallet)},
		"TrueMoney":           {"gift", "", "", statement.PlaceOf(statement.Gift)},
		"ADJUSTMENT":          {"adjustment", "", "", statement.PlaceOf(statement.Adjustment)},
		"DEMO":                {"demo", "", "", statement.PlaceOf(statement.Demo)},
		"QR PAYTIMZ":          {"qr", "PAYTIMZ", "", statement.GatewayPlace("PAYTIMZ")},
		"KTB":                 {"bank", "KTB", "", statement.AccountPlace("KTB", "")},
		"KTB xxx4821":         {"bank", "KTB", "xxx4821", statement.AccountPlace("KTB", "xxx4821")},
		"KBANK xxx-x-x7230-x": {"bank", "KBANK", "xxx-x-x7230-x", statement.AccountPlace("KBANK", "xxx-x-x7230-x")},
		"999 123 456":         {"bank", "999", "123 456", statement.AccountPlace("999", "123 456")},
	}
	for _, p := range places {
		_, err := pool.Exec(t.Context(), `insert into statement_line (id, member_id, type, status, from_kind, from_code, from_account, to_kind, to_code, to_account, amount, currency, version, created_at)
			values ($1, 1, 'deposit', 'PENDING', $2::text::place_kind, $3, $4, 'wallet', '', '', 100, 'BAHT', 1, now())`, uuid.New(), p.kind, p.code, p.account)
		if err != nil {
			t.Fatal(err)
		}
	}

	lines, err := statement.New(pool, time.Now).LinesSince(t.Context(), pool, 1, 0, 100)

	if err != nil || len(lines) != len(places) {
		t.Fatalf("%d lines, %v", len(lines), err)
	}
	for _, l := range lines {
		if l.FromPlace != places[l.From].want || l.ToPlace != statement.PlaceOf(statement.Wallet) || l.To != "WALLET" {
			t.Errorf("%q is %+v, to %q %+v", l.From, l.FromPlace, l.To, l.ToPlace)
		}
	}
}
