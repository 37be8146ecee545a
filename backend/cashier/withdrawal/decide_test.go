package withdrawal_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"krapao/backend/desk"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/platform/web"
	"krapao/backend/server/servertest"
	"krapao/backend/staff"
	"krapao/backend/statement"
)

func decideItem(c *servertest.Client, id uuid.UUID, action string, body any) servertest.Response {
	kind := "WITHDRAWAL"
	if action == "settle" || action == "fail" {
		kind = "PAYOUT"
	}
	return c.Call("POST", "/api/operator/items/"+kind+"/"+id.String()+"/"+action, body)
}

func listWaitingItems(t *testing.T, h *servertest.Environment) []staff.Item {
	t.Helper()
	out, _, err := h.Desk.ListQueue(t.Context(), web.Operator{Role: staff.Cashier}, desk.QueueQuery{Limit: 200})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// spec D3.42, D8.1, D3.4
func TestDecide_AboveAutoLimit_SendsOrRefuses(t *testing.T) {
	t.Parallel()
	h := newWaitingServer(t)
	m, cashier := memberWithMoney(h, 300_000), h.AddOperator("cashier")
	m.Withdraw("", 50_000).Want(http.StatusOK) // the limit itself needs no approval
	yes, no := beginWithdrawal(t, m, 50_000.01), beginWithdrawal(t, m, 60_000)

	queue := listWaitingItems(t, h)
	decideItem(cashier, yes.ID, "approve", nil).Want(http.StatusOK)
	decideItem(cashier, no.ID, "reject", map[string]any{"note": " "}).WantCode(http.StatusBadRequest, "INVALID_USER_INFO")
	decideItem(cashier, no.ID, "reject", map[string]any{"note": "asked by phone: not by the member"}).Want(http.StatusOK)

	if len(queue) != 2 || queue[0].ID != yes.ID.String() || queue[0].Kind != "WITHDRAWAL" || queue[0].Verdicts[2].Theirs != m.AccountNo || queue[0].Member.ID == "" {
		t.Errorf("queue %+v", queue)
	}
	if l := m.WaitFinal(yes.ID, time.Second); l.Status != statement.Success {
		t.Errorf("approved: %+v", l)
	}
	if l := m.Line(no.ID); l.Status != statement.Failed || l.Note != apperr.WithdrawRefused {
		t.Errorf("rejected: %+v", l)
	}
	if left := listWaitingItems(t, h); len(left) != 0 {
		t.Errorf("still waiting: %+v", left)
	}
	log := h.AddOperator("admin").Call("GET", "/api/operator/audit?limit=100", nil).Want(http.StatusOK)
	for _, action := range []string{"withdrawal.approve", "withdrawal.reject", "asked by phone", yes.ID.String(), no.ID.String()} {
		if !strings.Contains(string(log.Body), action) {
			t.Errorf("the log does not contain %q: %s", action, log.Body)
		}
	}
	checkMoney(t, h, m, "199999.99", 50_000_00+50_000_01)
}

func TestDecide_TwoCashiersConcurrently_OneSucceeds(t *testing.T) {
	t.Parallel()
	h := newWaitingServer(t)
	m, one, two := memberWithMoney(h, 100_000), h.AddOperator("cashier"), h.AddOperator("admin")
	l := beginWithdrawal(t, m, 60_000)
	var responses [2]servertest.Response

	var wg sync.WaitGroup
	wg.Go(func() { responses[0] = decideItem(one, l.ID, "approve", nil) })
	wg.Go(func() { responses[1] = decideItem(two, l.ID, "reject", map[string]any{"note": "no"}) })
	wg.Wait()

	won, lost := responses[0], responses[1]
	if lost.Status == http.StatusOK {
		won, lost = lost, won
	}
	won.Want(http.StatusOK)
	lost.WantCode(http.StatusConflict, "NO_DATA")
	approved := responses[0].Status == http.StatusOK
	if final := m.WaitFinal(l.ID, time.Second); (final.Status == statement.Success) != approved {
		t.Errorf("approved %t, ended %+v", approved, final)
	}
	h.CheckInvariants()
}

// spec 8.15i
func TestDecide_NotWaiting_IsRefused(t *testing.T) {
	t.Parallel()
	h := newWaitingServer(t)
	m, cashier, support := memberWithMoney(h, 100_000), h.AddOperator("cashier"), h.AddOperator("support")
	waits := beginWithdrawal(t, m, 60_000)
	h.Clock.Advance(24 * time.Hour) // so that the day limit of another day applies
	m.Token, cashier.Token, support.Token = h.Login(m.Phone, m.Password), h.AddOperator("cashier").Token, h.AddOperator("support").Token
	paid := m.Withdraw("", 500).Want(http.StatusOK).Cash().Statement
	for _, action := range []string{"settle", "fail"} {
		decideItem(cashier, waits.ID, action, nil).WantCode(http.StatusConflict, "NO_DATA")
	}
	for _, action := range []string{"approve", "reject", "settle", "fail"} {
		note := map[string]any{"note": "x"}
		decideItem(cashier, paid.ID, action, note).WantCode(http.StatusConflict, "NO_DATA")
		decideItem(cashier, uuid.New(), action, note).WantCode(http.StatusNotFound, "NO_DATA")
		decideItem(support, waits.ID, action, note).Want(http.StatusForbidden)
		decideItem(m, waits.ID, action, note).Want(http.StatusUnauthorized)
	}

	decideItem(cashier, waits.ID, "reject", map[string]any{"note": strings.Repeat("ก", 201)}).WantCode(http.StatusBadRequest, "INVALID_USER_INFO")
	checkMoney(t, h, m, "39500.00", money.Baht(500))
}

// TestDecide_NoResponseForHalfAnHour_CashierEndsPayout lets the provider fail for half an hour. Before that
// time no cashier may decide; afterwards a cashier decides, and the job does nothing more.
func TestDecide_NoResponseForHalfAnHour_CashierEndsPayout(t *testing.T) {
	t.Parallel()
	for action, want := range map[string]statement.Status{"settle": statement.Success, "fail": statement.Failed} {
		t.Run(action, func(t *testing.T) {
			h := newImpatientServer(t)
			m, cashier := memberWithMoney(h, 1000), h.AddOperator("cashier")
			h.Fault("payout", "http500", "", 10_000, 0)
			l := m.Withdraw("k1", 400).Want(http.StatusAccepted).Cash().Statement
			h.WaitUntil("the first send", func() bool { return countSends(h) == 1 })
			h.Clock.Advance(29 * time.Minute)
			h.RunDelayedJobs()
			early := listWaitingItems(t, h)
			decideItem(cashier, l.ID, action, nil).WantCode(http.StatusConflict, "NO_DATA")
			h.Clock.Advance(90 * time.Second)
			late := listWaitingItems(t, h)

			decideItem(cashier, l.ID, action, nil).Want(http.StatusOK)
			decideItem(cashier, l.ID, action, nil).WantCode(http.StatusConflict, "NO_DATA")
			h.Control("DELETE", "/faults", nil, nil)
			for range 3 {
				runPayoutJobs(t, h)
			}

			if len(early) != 0 || len(late) != 1 || late[0].Kind != "PAYOUT" || late[0].ID != l.ID.String() {
				t.Errorf("early %+v, late %+v", early, late)
			}
			if final := m.Line(l.ID); final.Status != want || len(h.Payouts()) != 0 {
				t.Errorf("ended %+v, payouts %+v", final, h.Payouts())
			}
			h.CheckInvariants()
		})
	}
}

func TestDecide_ProviderResponds_IsRefused(t *testing.T) {
	t.Parallel()
	h := newImpatientServer(t)
	m := memberWithMoney(h, 1000)
	h.Fault("payout:create", "pending", "", 1, 600_000)
	l := m.Withdraw("k1", 400).Want(http.StatusAccepted).Cash().Statement
	awaitPayout(t, h)
	for range 9 {
		h.Clock.Advance(10 * time.Minute)
		awaitResponse(t, h)
	}

	decideItem(h.AddOperator("cashier"), l.ID, "fail", nil).WantCode(http.StatusConflict, "NO_DATA")

	if queue := listWaitingItems(t, h); len(queue) != 0 {
		t.Errorf("queue %+v", queue)
	}
	checkMoney(t, h, m, "600.00", 0)
}

// awaitResponse waits until the provider has responded at or after the current time.
func awaitResponse(t *testing.T, h *servertest.Environment) {
	t.Helper()
	since := h.Clock.Now()
	h.WaitUntil("a response", func() bool {
		h.RunDelayedJobs()
		at := servertest.Value[time.Time](h, `select heard_at from withdrawal`)
		return !at.Before(since)
	})
}

func TestSend_MemberFrozen_WaitsAndCanBeCancelled(t *testing.T) {
	t.Parallel()
	h := newImpatientServer(t)
	m, cashier := memberWithMoney(h, 300_000), h.AddOperator("cashier")
	line := m.Withdraw("", 60_000).Want(http.StatusAccepted).Cash().Statement
	h.Exec("update member set frozen_at = now(), frozen_until = now() + interval '1 day', frozen_why = 'a test' where id = $1", m.ID())

	decideItem(cashier, line.ID, "approve", nil).Want(http.StatusOK)
	h.WaitUntil("its job to run and to be scheduled again", func() bool {
		return h.Count("select count(*) from river_job where kind = 'pay_out' and state = 'scheduled'") == 1
	})

	if l := m.Line(line.ID); l.Status != statement.Pending || !l.CanCancel || len(h.Payouts()) != 0 {
		t.Errorf("%+v, %d payouts", l, len(h.Payouts()))
	}
	h.Exec("update member set frozen_at = null, frozen_until = null, frozen_why = '' where id = $1", m.ID())
	if l := m.WaitFinal(line.ID, 0); l.Status != statement.Success {
		t.Errorf("after the freeze: %+v", l)
	}
}
