package withdrawal_test

import (
	"net/http"
	"testing"

	"krapao/backend/platform/money"
	"krapao/backend/server/servertest"
	"krapao/backend/statement"
)

// memberWithKip returns a member with some kip, deposited from their own account.
func memberWithKip(h *servertest.Environment, kip int64) *servertest.Client {
	m := h.AddKipMember()
	m.Transfer(servertest.Transfer{Amount: float64(kip), Feed: true})
	h.WaitUntil("the deposit", func() bool { return m.Balance() != "0.00" })
	return m
}

// spec P7.2
func TestWithdraw_Kip_IsPaidToLaoBank(t *testing.T) {
	t.Parallel()
	h := newWaitingServer(t, servertest.Laos)
	m := memberWithKip(h, 1_000_000)

	out := m.Withdraw("k1", 300_000).Want(http.StatusOK).Cash()

	l := out.Statement
	if l.Status != statement.Success || l.Currency != "LAK" || l.To != "BCEL xxx"+m.AccountNo[14:] || out.Wallet.Currency != "LAK" {
		t.Errorf("line %+v, wallet %+v", l, out.Wallet)
	}
	p := h.Payouts()
	if len(p) != 1 || p[0].ToBank != "27710418" || p[0].ToAccountNo != m.AccountNo || p[0].Currency != "LAK" {
		t.Errorf("payouts %+v", p)
	}
	checkMoney(t, h, m, "700000.00", money.Baht(300_000))
}

func TestWithdraw_Kip_HasTheLimitsOfKip(t *testing.T) {
	t.Parallel()
	h := newWaitingServer(t, servertest.Laos)
	m := memberWithKip(h, 200_000_000)

	m.Withdraw("few", 49_999).WantCode(http.StatusBadRequest, "INVALID_USER_INFO")
	m.Withdraw("many", 100_000_001).WantCode(http.StatusBadRequest, "INVALID_USER_INFO")
	alone := m.Withdraw("alone", 25_000_000).Want(http.StatusOK).Cash()
	waiting := m.Withdraw("waits", 50_000).Want(http.StatusAccepted).Cash()

	if alone.Statement.Status != statement.Success || waiting.Statement.Status != statement.Pending {
		t.Errorf("%+v, then %+v", alone.Statement, waiting.Statement)
	}
	if waiting := h.AddOperator("cashier").Queue("WITHDRAWAL"); len(waiting) != 1 || waiting[0].Reason != "ABOVE_DAY_LIMIT" || waiting[0].Member.Currency != "LAK" {
		t.Errorf("waiting %+v", waiting)
	}
}
