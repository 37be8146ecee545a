package wallet_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"

	"krapao/backend/platform/money"
	"krapao/backend/server/servertest"
	"krapao/backend/statement"
)

// expireStoredResponses makes all stored responses older than 90 days, and runs the sweep that deletes them.
func expireStoredResponses(t *testing.T, h *servertest.Environment) {
	t.Helper()
	h.Exec("update idempotency set created_at = now() - interval '91 days'")
	if err := h.Wallet.Keyed.SweepResponses(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// spec D1.25
func TestRepeat_AfterStoredResponseExpired_ReturnsCurrentLine(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	m.CreditWallet(money.Baht(1000))
	var gift struct{ Link string }
	h.Control("POST", "/truemoney/vouchers", map[string]any{"amount": 20}, &gift)
	calls := map[string]func() servertest.Response{
		"withdraw": func() servertest.Response { return m.Withdraw("a", 100) },
		"gift": func() servertest.Response {
			return m.With("Idempotency-Key", "b").Call("POST", "/api/wallet/truelink", map[string]string{"link": gift.Link})
		},
	}
	pending := m.Withdraw("c", 200).Want(http.StatusAccepted).Cash().Statement
	calls["cancel"] = func() servertest.Response {
		return m.With("Idempotency-Key", "d").Call("POST", "/api/wallet/withdraw/"+pending.ID.String()+"/cancel", nil)
	}
	first := map[string]servertest.Response{}
	for name, call := range calls {
		first[name] = call()
	}
	h.WaitUntil("the outcomes of the commands", func() bool { return h.Count("select count(*) from statement_line where status = 'PENDING'") <= 1 })
	lines := map[uuid.UUID]statement.Line{}
	for _, l := range m.Lines() {
		lines[l.ID] = l
	}
	balance := m.Balance()

	expireStoredResponses(t, h)
	full := h.Count("select count(*) from idempotency where length(body) > 80")

	for range 2 { // the second repeat returns the same as the first
		for name, call := range calls {
			again, id := call(), first[name].Cash().Statement.ID
			if l := lines[id]; again.Status != http.StatusOK && l.Status != statement.Pending || again.Cash().Statement != l {
				t.Errorf("%s: %d %s, its line %+v", name, again.Status, again.Body, l)
			}
		}
	}
	if m.Balance() != balance || len(m.Lines()) != len(lines) || full != 0 {
		t.Errorf("%s, then %s; %d lines, then %d; %d full responses still stored", balance, m.Balance(), len(lines), len(m.Lines()), full)
	}
	h.CheckInvariants()
}

func TestAnnounce_RepeatAfterStoredResponseExpired_IsNewAnnouncement(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	announce := func() servertest.Response {
		return m.With("Idempotency-Key", "a").Call("POST", "/api/wallet/add", map[string]int{"amount": 100}).Want(http.StatusOK)
	}
	first := announce()

	same := announce()
	expireStoredResponses(t, h)
	later := announce()

	if string(first.Body) != string(same.Body) || string(first.Body) == string(later.Body) || !strings.Contains(string(later.Body), "PENDING") {
		t.Errorf("%s, %s, %s", first.Body, same.Body, later.Body)
	}
}
