package bank_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"krapao/backend/platform/money"
	"krapao/backend/server/servertest"
	"krapao/backend/statement"
)

// spec D3.5, D3.51
func TestFeed_ReportedTransfer_IsCreditedToPayer(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMember()

	m.Transfer(servertest.Transfer{Amount: 320.5, Feed: true})

	h.WaitUntil("the credit", func() bool { return m.Balance() == "320.50" })
	if l := m.Lines(); len(l) != 1 || l[0].Status != "SUCCESS" || !strings.HasPrefix(l[0].From, "KTB xxx") {
		t.Errorf("lines %+v", l)
	}
	h.CheckInvariants()
}

// spec D3.16
func TestFeedAndSlip_OfOneTransfer_CreditOnce(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMember()

	first := m.Transfer(servertest.Transfer{Amount: 100, Feed: true})
	h.WaitUntil("the feed's credit", func() bool { return m.Balance() == "100.00" })
	late := m.SubmitSlip(first)
	second := m.Transfer(servertest.Transfer{Amount: 50})
	early := m.SubmitSlip(second)
	h.ReportExisting(second.TransRef, m.AccountNo, m.AccountName, 50)

	if late.Status != "FAILED" || late.Note != "SLIP_REFNO_DUPLICATED" || early.Status != "SUCCESS" {
		t.Errorf("the slip after the bank's report: %s %s; before the report: %s", late.Status, late.Note, early.Status)
	}
	h.WaitUntil("the second report", func() bool { return h.Count("select count(*) from bank_feed where state = 'DONE'") == 2 })
	if m.Balance() != "150.00" {
		t.Errorf("balance %s", m.Balance())
	}
	if left := h.AddOperator("cashier").Queue("UNMATCHED"); len(left) != 0 {
		t.Errorf("items for a cashier: %+v", left)
	}
	h.CheckInvariants()
}

// spec D3.5
func TestFeed_RepeatedOrForgedReport_CreditsOnce(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMember()

	h.Fault("bank:feed", "duplicate_webhook", "", 1, 0)
	m.Transfer(servertest.Transfer{Amount: 70, Feed: true})
	h.WaitUntil("the credit", func() bool { return m.Balance() == "70.00" })
	h.Fault("bank:feed", "bad_signature", "", 1, 0)
	m.Transfer(servertest.Transfer{Amount: 80, Feed: true})
	m.Transfer(servertest.Transfer{Amount: 9, Feed: true})

	h.WaitUntil("the last credit", func() bool { return m.Balance() == "79.00" })
	h.CheckInvariants()
}

// spec D3.5, D3.51
func TestFeed_UnsignedOrMalformedReport_IsRefused(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	for _, body := range []any{nil, "", "{}", `{"transRef":"X","fromBank":"006","toBank":"004","toAccountNo":"0483921567","amount":1,"at":"2026-11-21T00:00:00Z"}`} {
		if got := h.Guest().Call("POST", "/webhook/bank/feed", body); got.Status != http.StatusUnauthorized {
			t.Errorf("%v: %d", body, got.Status)
		}
	}
	if got := h.Guest().Call("POST", "/webhook/bank/feed", strings.Repeat("x", 1<<20)); got.Status != http.StatusRequestEntityTooLarge {
		t.Errorf("a megabyte: %d", got.Status)
	}
	if n := h.Count("select count(*) from bank_feed"); n != 0 {
		t.Errorf("%d reports were stored", n)
	}
}

// spec D3.7, D8.1, 8.15i
func TestFeed_UnknownPayer_WaitsForCashier(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m, cashier := h.AddMember(), h.AddOperator("cashier")
	var waiting []servertest.QueueItem
	m.Transfer(servertest.Transfer{Amount: 400, Feed: true, FromAccountNo: "5550001112", FromName: "PRANEE DEEJAI"})
	h.WaitUntil("the first in the queue", func() bool { return len(cashier.Queue("UNMATCHED")) == 1 })
	m.Transfer(servertest.Transfer{Amount: 500, Feed: true, FeedDigits: 4})
	h.WaitUntil("both in the queue", func() bool { waiting = cashier.Queue("UNMATCHED"); return len(waiting) == 2 })

	var compared servertest.QueueItem
	cashier.Call("GET", "/api/operator/items/UNMATCHED/"+waiting[1].ID+"?member="+m.PublicID(), nil).Want(http.StatusOK).Into(&compared)
	if compared.ID != waiting[1].ID || compared.Member.ID != m.PublicID() || compared.Fits("account") == "differs" || compared.Offers[0].Act != "credit" {
		t.Errorf("compared with the payer: %+v", compared)
	}
	cashier.Call("POST", "/api/operator/items/UNMATCHED/"+waiting[1].ID+"/credit", map[string]any{"memberId": "NOBODY"}).WantCode(http.StatusNotFound, "NO_DATA")
	cashier.Call("POST", "/api/operator/items/UNMATCHED/"+waiting[1].ID+"/credit", map[string]any{"memberId": m.PublicID()}).Want(http.StatusOK)
	cashier.Call("POST", "/api/operator/items/UNMATCHED/"+waiting[1].ID+"/credit", map[string]any{"memberId": m.PublicID()}).WantCode(http.StatusNotFound, "NO_DATA")
	cashier.Call("POST", "/api/operator/items/UNMATCHED/"+waiting[0].ID+"/return", nil).Want(http.StatusOK)

	returns := cashier.Queue("RETURN")
	if m.Balance() != "500.00" || len(returns) != 1 || *returns[0].Amount != 400 {
		t.Fatalf("balance %s, to return %+v", m.Balance(), returns)
	}
	cashier.Call("POST", "/api/operator/items/RETURN/"+returns[0].ID+"/returned", map[string]any{"reference": " "}).WantCode(http.StatusBadRequest, "INVALID_USER_INFO")
	cashier.Call("POST", "/api/operator/items/RETURN/"+returns[0].ID+"/returned", map[string]any{"reference": "KBANK 0912"}).Want(http.StatusOK)
	cashier.Call("POST", "/api/operator/items/RETURN/"+returns[0].ID+"/returned", map[string]any{"reference": "KBANK 0912"}).WantCode(http.StatusNotFound, "NO_DATA")
	if left := cashier.Queue("RETURN"); len(left) != 0 {
		t.Errorf("still to return: %+v", left)
	}
	h.CheckInvariants()
}

func TestFeed_SlipInReview_WaitsForThatDecision(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m, cashier := h.AddMember(), h.AddOperator("cashier")
	now := h.Clock.Now()
	made := m.Transfer(servertest.Transfer{Amount: 500, Feed: true, FeedDigits: 4, At: now.Add(-90 * time.Minute)})
	var waiting []servertest.QueueItem
	h.WaitUntil("the transfer in the queue", func() bool { waiting = cashier.Queue("UNMATCHED"); return len(waiting) == 1 })
	slip := uuid.New()
	m.Upload(slip, now.Add(-80*time.Minute), m.Picture(made.Slip.PNG)).Want(http.StatusAccepted)
	h.WaitUntil("its slip in the queue", func() bool { return len(cashier.Queue("SLIP")) == 1 })

	cashier.Call("POST", "/api/operator/items/UNMATCHED/"+waiting[0].ID+"/credit", map[string]any{"memberId": m.PublicID()}).WantCode(http.StatusConflict, "SLIP_REFNO_DUPLICATED")
	cashier.Call("POST", "/api/operator/items/UNMATCHED/"+waiting[0].ID+"/return", nil).WantCode(http.StatusConflict, "SLIP_REFNO_DUPLICATED")
	before := m.Balance()
	cashier.Call("POST", "/api/operator/items/SLIP/"+slip.String()+"/settle", map[string]any{}).Want(http.StatusOK)

	if before != "0.00" || m.Balance() != "500.00" || len(cashier.Queue("UNMATCHED")) != 0 {
		t.Errorf("from %s to %s, still waiting %+v", before, m.Balance(), cashier.Queue("UNMATCHED"))
	}
	h.CheckInvariants()
}

func TestSlip_TransferAlreadyReturned_IsDuplicate(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m, cashier := h.AddMember(), h.AddOperator("cashier")
	made := m.Transfer(servertest.Transfer{Amount: 500, Feed: true, FeedDigits: 4})
	var waiting []servertest.QueueItem
	h.WaitUntil("the transfer in the queue", func() bool { waiting = cashier.Queue("UNMATCHED"); return len(waiting) == 1 })
	cashier.Call("POST", "/api/operator/items/UNMATCHED/"+waiting[0].ID+"/return", nil).Want(http.StatusOK)

	slip := m.SubmitSlip(made)

	if slip.Note != "SLIP_REFNO_DUPLICATED" || m.Balance() != "0.00" {
		t.Errorf("slip %+v, balance %s", slip, m.Balance())
	}
	h.CheckInvariants()
}

// spec 7.22, D3.6, D3.26
func TestAnnounce_TransferOfThatAmount_CompletesLine(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMember()
	var response struct {
		Statement struct {
			ID, Status string
			Amount     money.Satang
		}
	}
	m.With("Idempotency-Key", "one").Call("POST", "/api/wallet/add", map[string]any{"amount": 250}).Want(http.StatusOK).Into(&response)
	m.With("Idempotency-Key", "one").Call("POST", "/api/wallet/add", map[string]any{"amount": 250}).Want(http.StatusOK)
	announced := m.Lines()

	m.Transfer(servertest.Transfer{Amount: 250, Feed: true, FeedDigits: 4})

	h.WaitUntil("the credit", func() bool { return m.Balance() == "250.00" })
	if len(announced) != 1 || announced[0].Amount != money.Baht(250) || response.Statement.Status != "PENDING" || response.Statement.Amount != money.Baht(250) {
		t.Errorf("response %+v, lines %+v", response, announced)
	}
	if l := m.Lines(); len(l) != 1 || l[0].Status != "SUCCESS" || l[0].Amount != money.Baht(250) {
		t.Errorf("afterwards %+v", l)
	}
	h.CheckInvariants()
}

func TestAnnounce_TransferOfAnotherMember_IsNotCredited(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m, greedy := h.AddMember(), h.AddMember()
	greedy.Call("POST", "/api/wallet/add", map[string]any{"amount": 300}).Want(http.StatusOK)

	m.Transfer(servertest.Transfer{Amount: 300, Feed: true, FeedDigits: 4})

	cashier := h.AddOperator("cashier")
	h.WaitUntil("the transfer in the queue", func() bool { return len(cashier.Queue("UNMATCHED")) == 1 })
	if greedy.Balance() != "0.00" {
		t.Errorf("the announcer has %s", greedy.Balance())
	}
}

// spec D3.26
func TestAnnounce_SlipOfThatAmount_CompletesOldestLine(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMember()
	announce := func(amount float64) uuid.UUID {
		h.Clock.Advance(time.Minute)
		return m.Call("POST", "/api/wallet/add", map[string]any{"amount": amount}).Want(http.StatusOK).Cash().Statement.ID
	}
	other, oldest, newer := announce(301), announce(300), announce(300)

	m.SubmitSlip(m.Transfer(servertest.Transfer{Amount: 300}))

	for id, want := range map[uuid.UUID]statement.Status{other: statement.Pending, oldest: statement.Success, newer: statement.Pending} {
		if l := m.Line(id); l.Status != want || l.Type != statement.Deposit {
			t.Errorf("%+v, want %s", l, want)
		}
	}
	if n := len(m.Lines()); n != 3 || m.Balance() != "300.00" {
		t.Errorf("%d lines, balance %s", n, m.Balance())
	}
	h.CheckInvariants()
}

// spec D3.27
func TestAnnounce_WithoutTransfer_FailsAfterOneHour(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMember()
	m.Call("POST", "/api/wallet/add", map[string]any{"amount": 250}).Want(http.StatusOK)
	h.Clock.Advance(59 * time.Minute)
	if err := h.Bank.ExpireAnnouncements(t.Context()); err != nil {
		t.Fatal(err)
	}
	early := m.Lines()[0].Status
	h.Clock.Advance(2 * time.Minute)
	if err := h.Bank.ExpireAnnouncements(t.Context()); err != nil {
		t.Fatal(err)
	}

	line := m.Lines()[0]

	if early != "PENDING" || line.Status != "FAILED" || line.Note != "DEPOSIT_NOT_SEEN" {
		t.Errorf("%s, then %+v", early, line)
	}
}

func TestAnnounce_SixthOpen_IsRefused(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMember()
	for range 5 {
		m.Call("POST", "/api/wallet/add", map[string]any{"amount": 250}).Want(http.StatusOK)
	}

	m.Call("POST", "/api/wallet/add", map[string]any{"amount": 250}).WantCode(http.StatusTooManyRequests, "REQUEST_LIMIT")
	m.Call("POST", "/api/wallet/add", map[string]any{"amount": 0}).WantCode(http.StatusBadRequest, "INVALID_USER_INFO")
}
