package withdrawal_test

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pgtest"
	"krapao/backend/provider/payout"
	"krapao/backend/server/servertest"
	"krapao/backend/statement"
)

func cancelWithdrawal(m *servertest.Client, id uuid.UUID) servertest.Response {
	return m.Call("POST", "/api/wallet/withdraw/"+id.String()+"/cancel", nil)
}

// beginWithdrawal requests a withdrawal that waits for a cashier, so that nothing sends it.
func beginWithdrawal(t *testing.T, m *servertest.Client, baht float64) statement.Line {
	t.Helper()
	l := m.Withdraw("", baht).Want(http.StatusAccepted).Cash().Statement
	if !l.CanCancel || l.Status != statement.Pending {
		t.Fatalf("line %+v", l)
	}
	return l
}

// spec D3.43, 8.15i
func TestCancel_NotSent_ReturnsMoneyToWallet(t *testing.T) {
	t.Parallel()
	h := newWaitingServer(t)
	m, stranger := memberWithMoney(h, 100_000), h.AddMember()
	l := beginWithdrawal(t, m, 60_000)
	cancelWithdrawal(stranger, l.ID).WantCode(http.StatusNotFound, "NO_DATA")
	cancelWithdrawal(m, uuid.New()).WantCode(http.StatusNotFound, "NO_DATA")
	m.Call("POST", "/api/wallet/withdraw/x/cancel", nil).Want(http.StatusBadRequest)

	got := cancelWithdrawal(m, l.ID).Want(http.StatusOK).Cash()
	again := cancelWithdrawal(m, l.ID).Want(http.StatusOK).Cash()

	if got.Statement.Status != statement.Failed || got.Statement.Note != apperr.WithdrawCancelled || got.Statement.CanCancel || got.Wallet.Amount != money.Baht(100_000) {
		t.Errorf("cancelled: %+v", got)
	}
	if again.Statement.Version != got.Statement.Version {
		t.Errorf("cancelled again: %+v", again)
	}
	paid := m.Withdraw("", 500).Want(http.StatusOK).Cash().Statement
	cancelWithdrawal(m, paid.ID).WantCode(http.StatusConflict, "NO_DATA")
	checkMoney(t, h, m, "99500.00", money.Baht(500))
}

// spec D3.43
func TestCancel_ApprovedAndNotSent_ReturnsMoneyToWallet(t *testing.T) {
	t.Parallel()
	h := newWaitingServer(t)
	m, cashier := memberWithMoney(h, 100_000), h.AddOperator("cashier")
	l := beginWithdrawal(t, m, 60_000)
	h.SetSetting("paused", []string{"withdraw"}) // nothing is sent during the test's cancel
	decideItem(cashier, l.ID, "approve", nil).Want(http.StatusOK)
	queued := m.Line(l.ID)

	got := cancelWithdrawal(m, l.ID).Want(http.StatusOK).Cash()
	h.SetSetting("paused", []string{})

	if !queued.CanCancel || got.Statement.Status != statement.Failed || got.Statement.Note != apperr.WithdrawCancelled {
		t.Errorf("approved %+v, cancelled %+v", queued, got)
	}
	checkMoney(t, h, m, "100000.00", 0)
}

// queueForWallet locks the member's wallet and starts calls one by one. It releases the lock when all calls
// wait for it.
func queueForWallet(t *testing.T, h *servertest.Environment, m *servertest.Client, calls ...func()) {
	t.Helper()
	tx, err := h.Pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback(context.Background()) }()
	if _, err := h.Ledger.LockTx(t.Context(), tx, m.ID()); err != nil {
		t.Fatal(err)
	}
	for i, start := range calls {
		start()
		h.WaitUntil("another call at the wallet's lock", func() bool { return pgtest.Waiters(t, h.Pool) > i })
	}
	if err := tx.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// addPayoutJobs enqueues n more jobs for each queued withdrawal.
func addPayoutJobs(h *servertest.Environment, n int) {
	h.Exec(`insert into river_job (args, kind, max_attempts, queue, state)
		select jsonb_build_object('id', w.id), 'pay_out', 25, 'default', 'available'
		from withdrawal w, generate_series(1, $1) where w.state = 'QUEUED'`, n)
}

func TestCancel_JobRunsConcurrently_OneSucceeds(t *testing.T) {
	t.Parallel()
	for name, jobFirst := range map[string]bool{"the job is first": true, "the cancel is first": false} {
		t.Run(name, func(t *testing.T) {
			h := newWaitingServer(t)
			m := memberWithMoney(h, 100_000)
			l := beginWithdrawal(t, m, 60_000)
			h.Exec(`update withdrawal set state = 'QUEUED' where id = $1`, l.ID)
			response := make(chan servertest.Response, 1)
			send := func() { addPayoutJobs(h, 1) }
			cancel := func() { go func() { response <- cancelWithdrawal(m, l.ID) }() }

			if jobFirst {
				queueForWallet(t, h, m, send, cancel)
			} else {
				queueForWallet(t, h, m, cancel, send)
			}

			final := m.WaitFinal(l.ID, time.Second)
			if jobFirst {
				(<-response).WantCode(http.StatusConflict, "NO_DATA")
				checkMoney(t, h, m, "40000.00", money.Baht(60_000))
			} else {
				(<-response).Want(http.StatusOK)
				checkMoney(t, h, m, "100000.00", 0)
			}
			if paid := len(h.Payouts()) == 1; paid != jobFirst || (final.Status == statement.Success) != jobFirst {
				t.Errorf("ended %+v, payouts %+v", final, h.Payouts())
			}
		})
	}
}

func TestApprove_CancelledConcurrently_OneSucceeds(t *testing.T) {
	t.Parallel()
	h := newWaitingServer(t)
	m, cashier := memberWithMoney(h, 1_000_000), h.AddOperator("cashier")
	var paidOut money.Satang

	for range 8 {
		l := beginWithdrawal(t, m, 60_000)
		var approved, cancelled servertest.Response
		var wg sync.WaitGroup
		wg.Go(func() {
			approved = cashier.Call("POST", "/api/operator/items/WITHDRAWAL/"+l.ID.String()+"/approve", nil)
		})
		wg.Go(func() { cancelled = cancelWithdrawal(m, l.ID) })
		wg.Wait()
		// A withdrawal may also be approved first, and then cancelled before it is sent.
		if approved.Status != http.StatusOK && cancelled.Status != http.StatusOK {
			t.Errorf("approving: %d %s; cancelling: %d %s", approved.Status, approved.Body, cancelled.Status, cancelled.Body)
		}
		if final := m.WaitFinal(l.ID, time.Second); (final.Status == statement.Failed) != (cancelled.Status == http.StatusOK) {
			t.Errorf("the cancel returned %d, and the withdrawal ended as %+v", cancelled.Status, final)
		} else if final.Status == statement.Success {
			paidOut += money.Baht(60_000)
		}
	}

	checkMoney(t, h, m, (money.Baht(1_000_000) - paidOut).String(), paidOut)
}

func TestSend_ConcurrentJobs_SendOnce(t *testing.T) {
	t.Parallel()
	h := newWaitingServer(t)
	m := memberWithMoney(h, 100_000)
	h.Fault("payout:create", "slow", "", 8, 300)
	l := beginWithdrawal(t, m, 60_000)
	h.Exec(`update withdrawal set state = 'QUEUED' where id = $1`, l.ID)

	queueForWallet(t, h, m, func() { addPayoutJobs(h, 8) }, func() {}) // waiting for two of them is enough
	final := m.WaitFinal(l.ID, 0)

	if final.Status != statement.Success || len(h.Payouts()) != 1 || countSends(h) != 1 {
		t.Errorf("line %+v, payouts %+v, sent %d times", final, h.Payouts(), countSends(h))
	}
	checkMoney(t, h, m, "40000.00", money.Baht(60_000))
}

// leaveKilledWhileSending leaves a withdrawal in the state SENDING and without a job, as if the server was
// killed between storing SENDING and the response.
func leaveKilledWhileSending(t *testing.T, h *servertest.Environment, m *servertest.Client) statement.Line {
	t.Helper()
	l := beginWithdrawal(t, m, 60_000)
	for _, step := range []string{
		`update withdrawal set state = 'SENDING', sends = 1, sent_at = $2, heard_at = $2 where id = $1`,
		`update statement_line set can_cancel = false where id = $1 and $2::timestamptz is not null`,
	} {
		if _, err := h.Pool.Exec(t.Context(), step, l.ID, h.Clock.Now()); err != nil {
			t.Fatal(err)
		}
	}
	return l
}

// spec D3.41
func TestSend_ServerKilled_PaysOnce(t *testing.T) {
	t.Parallel()
	for name, arrived := range map[string]bool{"before the provider received it": false, "after the provider paid": true} {
		t.Run(name, func(t *testing.T) {
			h := newWaitingServer(t)
			m := memberWithMoney(h, 100_000)
			l := leaveKilledWhileSending(t, h, m)
			if arrived {
				c := payout.New(payout.Config{BaseURL: h.SandboxURL + "/payout", Key: "sandbox-key"})
				order := payout.Order{Reference: l.ID.String(), Bank: "006", AccountNo: m.AccountNo, Name: m.AccountName, Amount: l.Amount, Currency: "THB"}
				if response, err := c.Create(t.Context(), order); err != nil || response.Outcome != payout.Paid {
					t.Fatal(response, err)
				}
			}
			h.RunJobs("pay_out.rescue")
			early := countPayoutJobs(h)
			h.Clock.Advance(3 * time.Minute)

			h.RunJobs("pay_out.rescue")
			h.RunJobs("pay_out.rescue")
			final := m.WaitFinal(l.ID, 4*time.Second)

			if final.Status != statement.Success || len(h.Payouts()) != 1 || (countSends(h) == 1) != arrived {
				t.Errorf("line %+v, payouts %+v, sent %d times", final, h.Payouts(), countSends(h))
			}
			if n := countPayoutJobs(h); early != 0 || n != 1 {
				t.Errorf("%d jobs early, then %d", early, n)
			}
			checkMoney(t, h, m, "40000.00", money.Baht(60_000))
		})
	}
}

func countPayoutJobs(h *servertest.Environment) int64 {
	return h.Count(`select count(*) from river_job where kind = 'pay_out'`)
}

func TestWithdraw_AccountChangedConcurrently_PaysOldAccountOrWaitsForCashier(t *testing.T) {
	t.Parallel()
	h := newImpatientServer(t)
	for i := range 20 {
		m, other := memberWithMoney(h, 1000), fmt.Sprintf("55%08d", i)
		var both sync.WaitGroup

		both.Go(func() { h.ChangePayoutAccount(m, other) })
		both.Go(func() { m.Withdraw("", 100).Want(http.StatusAccepted) })
		both.Wait()

		var no, to, state string
		err := h.Pool.QueryRow(t.Context(), `select w.account_no, l.to_code || ' ' || l.to_account, w.state from withdrawal w join statement_line l on l.id = w.id
			join member m on m.id = w.member_id where m.phone = $1`, m.Phone).Scan(&no, &to, &state)
		if err != nil {
			t.Fatal(err)
		}
		if no != m.AccountNo && (no != other || state != "APPROVAL") {
			t.Errorf("a withdrawal in %s goes to %s; the old account is %s", state, no, m.AccountNo)
		}
		if to != "KTB xxx"+no[6:] {
			t.Errorf("the line has %s, the payout goes to %s", to, no)
		}
	}
	h.CheckInvariants()
}
