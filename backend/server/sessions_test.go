package server_test

import (
	"net/http"
	"testing"
	"time"

	"krapao/backend/server/servertest"
)

// TestRestore_OfOpenSessions_EndsThem: members and operators must log in again after a restore. A withdrawal
// that is then repeated with its key is the same payout.
// spec D3.91
func TestRestore_OfOpenSessions_EndsThem(t *testing.T) {
	h := servertest.New(t)
	m, cashier := h.AddMember(), h.AddOperator("cashier")
	m.Deposit(1000)
	m.Withdraw("", 100).Want(http.StatusOK)
	backup := takeBackup(t, h)
	first := m.Withdraw("one-tap", 300).Want(http.StatusOK).Cash().Statement

	after := h.StartRestored(backup)
	after.Withdrawal.Patience = 0

	old, oldCashier := after.Guest(), after.Guest()
	old.Token, oldCashier.Token = m.Token, cashier.Token
	old.Call("GET", "/api/wallet", nil).WantCode(http.StatusUnauthorized, "invalid-token")
	old.Withdraw("one-tap", 300).WantCode(http.StatusUnauthorized, "invalid-token")
	oldCashier.Call("GET", "/api/operator/items", nil).WantCode(http.StatusUnauthorized, "UNAUTHORIZED")
	m, cashier = m.At(after), cashier.At(after)
	cashier.Queue("WITHDRAWAL")
	again := m.Withdraw("one-tap", 300).Want(http.StatusAccepted).Cash().Statement
	after.Clock.Advance(2 * time.Minute)
	after.RunComparison()
	after.WaitUntil("the repeated withdrawal paid", func() bool {
		after.RunDelayedJobs()
		return m.Line(again.ID).Status == "SUCCESS"
	})
	if again.ID != first.ID || len(after.Payouts()) != 2 {
		t.Errorf("%s, then %s; %d payouts", first.ID, again.ID, len(after.Payouts()))
	}
	after.CheckInvariants()
}

// TestFailover_StandbyPromoted_EndsNoSession: the standby has the end of every session, except for sessions that
// ended in the last seconds. So the server ends no session.
func TestFailover_StandbyPromoted_EndsNoSession(t *testing.T) {
	h := servertest.New(t)
	m, cashier := h.AddMember(), h.AddOperator("cashier")

	declareLost(t, h)

	m.Call("GET", "/api/wallet", nil).Want(http.StatusOK)
	cashier.Queue("WITHDRAWAL")
}
