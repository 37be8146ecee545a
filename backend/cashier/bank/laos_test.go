package bank_test

import (
	"net/http"
	"testing"

	"krapao/backend/platform/money"
	"krapao/backend/server/servertest"
)

// spec P7.2
func TestFeed_KipReportedByBCEL_CompletesAnnouncement(t *testing.T) {
	t.Parallel()
	h := servertest.New(t, servertest.Laos)
	m := h.AddKipMember()
	m.Call("POST", "/api/wallet/add", map[string]any{"amount": 250_000}).Want(http.StatusOK)

	m.Transfer(servertest.Transfer{Amount: 250_000, Feed: true, FeedDigits: 4})

	h.WaitUntil("the credit", func() bool { return m.Balance() == "250000.00" })
	l := m.Lines()
	if len(l) != 1 || l[0].Status != "SUCCESS" || l[0].Currency != "LAK" || l[0].FromPlace.Code != "BCEL" || l[0].Amount != money.Baht(250_000) {
		t.Errorf("lines %+v", l)
	}
	h.CheckInvariants()
}

func TestFeed_KipOfUnknownPayer_WaitsForCashier(t *testing.T) {
	t.Parallel()
	h := servertest.New(t, servertest.Laos)
	m, baht, cashier := h.AddKipMember(), h.AddMember(), h.AddOperator("cashier")
	m.Transfer(servertest.Transfer{Amount: 70_000, Feed: true, FeedDigits: 4})
	h.WaitUntil("the first in the queue", func() bool { return len(cashier.Queue("UNMATCHED")) == 1 })
	m.Transfer(servertest.Transfer{Amount: 80_000, Feed: true, FromBank: "LDB", FromAccountNo: "010120000555000111", FromName: "BOUNMY"})
	var waiting []servertest.QueueItem
	h.WaitUntil("both in the queue", func() bool { waiting = cashier.Queue("UNMATCHED"); return len(waiting) == 2 })
	credit := func(i servertest.QueueItem, to *servertest.Client) servertest.Response {
		return cashier.Call("POST", "/api/operator/items/UNMATCHED/"+i.ID+"/credit", map[string]any{"memberId": to.PublicID()})
	}

	credit(waiting[0], baht).WantCode(http.StatusBadRequest, "INVALID_USER_INFO")
	credit(waiting[1], m).WantCode(http.StatusConflict, "NOT_MATCH")
	credit(waiting[0], m).Want(http.StatusOK)

	if m.Balance() != "70000.00" || baht.Balance() != "0.00" || waiting[1].Fact("from") != "LDB xxxxxxxxxxx500011x" {
		t.Errorf("kip %s, baht %s, from %q", m.Balance(), baht.Balance(), waiting[1].Fact("from"))
	}
	h.CheckInvariants()
}

func TestSlip_OfLaoBank_IsRefused(t *testing.T) {
	t.Parallel()
	h := servertest.New(t, servertest.Laos)
	m := h.AddKipMember()

	slip := m.SubmitSlip(m.Transfer(servertest.Transfer{Amount: 250_000}))

	if slip.Status != "FAILED" || slip.Note != "INVALID_SLIP" || m.Balance() != "0.00" {
		t.Errorf("%+v, balance %s", slip, m.Balance())
	}
}

func TestReconcile_UnreportedKip_IsStored(t *testing.T) {
	t.Parallel()
	h := servertest.New(t, servertest.Laos)
	m := h.AddKipMember()
	m.Transfer(servertest.Transfer{Amount: 90_000})

	h.RunComparison()

	h.WaitUntil("the credit", func() bool { return m.Balance() == "90000.00" })
	h.CheckInvariants()
}
