package withdrawal_test

import (
	"net/http"
	"testing"
	"time"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/provider/payout"
	"krapao/backend/server/servertest"
	"krapao/backend/statement"
)

// TestSend_ProviderFails_EndsInOnePayoutOrNone lets the provider fail in each way when a payout is sent.
// spec D3.41
func TestSend_ProviderFails_EndsInOnePayoutOrNone(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		mode    string
		delayMs int
		status  int // of the call
		paid    bool
	}{
		"a refusal":              {"error", 0, http.StatusOK, false},
		"HTTP 500":               {"http500", 0, http.StatusAccepted, true},
		"no response":            {"timeout", 1, http.StatusAccepted, true},
		"a lost response":        {"timeout_after_commit", 1, http.StatusAccepted, true},
		"a late response":        {"slow", 100, http.StatusOK, true},
		"a login page":           {"garbage", 0, http.StatusAccepted, true},
		"accepted, not paid yet": {"pending", 3000, http.StatusAccepted, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newWaitingServer(t)
			if tc.status == http.StatusAccepted {
				h.Withdrawal.Patience = 0
			}
			m := memberWithMoney(h, 1000)
			h.Fault("payout:create", tc.mode, "", 1, tc.delayMs)

			begun := m.Withdraw("k1", 400).Want(tc.status).Cash().Statement
			l := m.WaitFinal(begun.ID, 4*time.Second)

			if tc.paid {
				if l.Status != statement.Success || l.Note != "" {
					t.Errorf("line %+v", l)
				}
				checkMoney(t, h, m, "600.00", money.Baht(400))
			} else {
				if l.Status != statement.Failed || l.Note != apperr.WithdrawRefused {
					t.Errorf("line %+v", l)
				}
				checkMoney(t, h, m, "1000.00", 0)
			}
			if n := len(h.Payouts()); n > 1 {
				t.Errorf("%d payouts", n)
			}
		})
	}
}

// TestQuery_ProviderFails_DoesNotEndWithdrawal lets the provider fail in each way when it is asked about a
// payout that it has made.
// spec D3.41
func TestQuery_ProviderFails_DoesNotEndWithdrawal(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{"error", "http500", "timeout", "timeout_after_commit", "slow", "garbage"} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			h := newImpatientServer(t)
			m := memberWithMoney(h, 1000)
			h.Fault("payout:create", "timeout_after_commit", "", 1, 1)
			h.Fault("payout:query", mode, "ACCOUNT_CLOSED", 3, 1)

			begun := m.Withdraw("k1", 400).Want(http.StatusAccepted).Cash().Statement
			l := m.WaitFinal(begun.ID, 4*time.Second)

			if l.Status != statement.Success {
				t.Errorf("line %+v", l)
			}
			if sends := countSends(h); sends != 1 {
				t.Errorf("sent %d times", sends)
			}
			checkMoney(t, h, m, "600.00", money.Baht(400))
		})
	}
}

// countSends returns how often the only withdrawal was sent.
func countSends(h *servertest.Environment) int64 { return h.Count(`select sends from withdrawal`) }

// runPayoutJobs makes the scheduled payout jobs due, and waits until they have run.
func runPayoutJobs(t *testing.T, h *servertest.Environment) {
	t.Helper()
	h.RunDelayedJobs()
	h.WaitUntil("the due jobs to end", func() bool {
		return h.Count(`select count(*) from river_job where kind = 'pay_out' and state in ('available', 'running')`) == 0
	})
}

// awaitPayout waits until the bank has a payout.
func awaitPayout(t *testing.T, h *servertest.Environment) {
	t.Helper()
	h.WaitUntil("a payout", func() bool { return len(h.Payouts()) > 0 })
}

// spec D3.41
func TestPayout_FailsLater_ReturnsMoneyToWallet(t *testing.T) {
	t.Parallel()
	h := newImpatientServer(t)
	m := memberWithMoney(h, 1000)
	h.Fault("payout:create", "pending", "", 1, 600_000)
	begun := m.Withdraw("k1", 400).Want(http.StatusAccepted).Cash().Statement
	awaitPayout(t, h)
	m.Call("POST", "/api/wallet/withdraw/"+begun.ID.String()+"/cancel", nil).WantCode(http.StatusConflict, "NO_DATA")
	h.Control("POST", "/bank/payouts/"+begun.ID.String(), map[string]any{"status": "FAILED"}, nil)

	l := m.WaitFinal(begun.ID, 4*time.Second)

	if l.Status != statement.Failed || l.Note != apperr.WithdrawRefused || l.CanCancel {
		t.Errorf("line %+v", l)
	}
	if got := m.Withdraw("k1", 400).Want(http.StatusOK).Cash(); got.Statement.Status != statement.Failed {
		t.Errorf("the repeat: %+v", got)
	}
	checkMoney(t, h, m, "1000.00", 0)
}

// spec D3.41
func TestPayout_NotKnownTwiceTenSecondsApart_IsSentAgain(t *testing.T) {
	t.Parallel()
	h := newImpatientServer(t)
	m := memberWithMoney(h, 1000)
	h.Fault("payout:create", "timeout", "", 1, 1)
	begun := m.Withdraw("k1", 400).Want(http.StatusAccepted).Cash().Statement

	h.WaitUntil("the first response \"not known\"", func() bool {
		return servertest.Value[bool](h, `select missing_at is not null from withdrawal`)
	})
	for range 5 { // further queries, all within the ten seconds
		runPayoutJobs(t, h)
	}
	if n := countSends(h); n != 1 || len(h.Payouts()) != 0 {
		t.Fatalf("sent %d times within ten seconds", n)
	}
	m.WaitFinal(begun.ID, 4*time.Second)

	p := h.Payouts()
	if len(p) != 1 || p[0].Reference != begun.ID.String() || countSends(h) != 2 {
		t.Errorf("payouts %+v, sent %d times", p, countSends(h))
	}
	checkMoney(t, h, m, "600.00", money.Baht(400))
}

// spec D3.41
func TestPayout_RepeatedSendRejected_IsQueriedFirst(t *testing.T) {
	t.Parallel()
	t.Run("neither send arrived", func(t *testing.T) {
		h := newImpatientServer(t)
		m := memberWithMoney(h, 1000)
		h.Fault("payout:create", "timeout", "", 1, 1)
		h.Fault("payout:create", "error", "ACCOUNT_CLOSED", 1, 0)

		begun := m.Withdraw("k1", 400).Want(http.StatusAccepted).Cash().Statement
		l := m.WaitFinal(begun.ID, 4*time.Second)

		if l.Status != statement.Failed || countSends(h) != 2 {
			t.Errorf("line %+v, sent %d times", l, countSends(h))
		}
		checkMoney(t, h, m, "1000.00", 0)
	})
	t.Run("the first send arrived late", func(t *testing.T) {
		h := newImpatientServer(t)
		m := memberWithMoney(h, 1000)
		h.Fault("payout:create", "timeout", "", 1, 1)
		h.Fault("payout:create", "error", "BUSY", 1, 0)
		begun := m.Withdraw("k1", 400).Want(http.StatusAccepted).Cash().Statement
		// A send is counted before its call. With no fault left, the rejection is the provider's response to
		// the repeated send, not to a call of this test.
		h.WaitUntil("the repeat", func() bool {
			h.Clock.Advance(time.Second)
			h.RunDelayedJobs()
			var left struct{ Faults []any }
			h.Control("GET", "/faults", nil, &left)
			return countSends(h) == 2 && len(left.Faults) == 0
		})
		late := payout.New(payout.Config{BaseURL: h.SandboxURL + "/payout", Key: "sandbox-key"})
		response, err := late.Create(t.Context(), payout.Order{
			Reference: begun.ID.String(), Bank: "006", AccountNo: m.AccountNo, Name: m.AccountName, Amount: money.Baht(400), Currency: "THB",
		})
		if err != nil || response.Outcome != payout.Paid {
			t.Fatal(response, err)
		}

		l := m.WaitFinal(begun.ID, 4*time.Second)

		if l.Status != statement.Success {
			t.Errorf("line %+v", l)
		}
		checkMoney(t, h, m, "600.00", money.Baht(400))
	})
}
