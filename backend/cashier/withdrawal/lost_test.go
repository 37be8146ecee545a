package withdrawal_test

import (
	"bytes"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"

	"krapao/backend/platform/money"
	"krapao/backend/server/servertest"
	"krapao/backend/statement"
)

// restoreFromBefore runs do, and returns a server on a database from before do.
func restoreFromBefore(t *testing.T, h *servertest.Environment, do func()) (after *servertest.Environment) {
	t.Helper()
	var backup bytes.Buffer
	if _, err := h.Backup(t.Context(), &backup); err != nil {
		t.Fatal(err)
	}
	do()
	after = h.StartRestored(&backup)
	after.Withdrawal.Patience = 0
	return after
}

// compareAndExpectPayouts advances the clock by two minutes and compares, as the server does after a loss. It
// expects that payouts continue.
func compareAndExpectPayouts(t *testing.T, h *servertest.Environment) {
	t.Helper()
	h.Clock.Advance(2 * time.Minute)
	if found := h.RunComparison(); !found.Resumed {
		t.Fatalf("payouts are still paused: %s", found.PausedBecause)
	}
}

// runLateComparison runs the late comparison, which attributes the restored payouts that fit.
func runLateComparison(h *servertest.Environment) {
	h.Clock.Advance(61 * time.Minute)
	h.RunComparison()
	h.RunDelayedJobs()
}

// awaitSnoozedJob waits until a withdrawal's job has run and is scheduled again.
func awaitSnoozedJob(h *servertest.Environment, id uuid.UUID) {
	h.WaitUntil("the job to run and to be scheduled again", func() bool {
		return h.Count("select count(*) from river_job where kind = 'pay_out' and args->>'id' = $1 and state = 'scheduled'", id.String()) == 1
	})
}

func awaitAllDone(h *servertest.Environment) {
	h.WaitUntil("no payout in progress", func() bool {
		h.RunDelayedJobs()
		return h.Count("select count(*) from withdrawal where done_at is null") == 0
	})
}

// spec D3.91
func TestLost_KeyRepeatedBeforeOrAfterComparison_IsPaidOnce(t *testing.T) {
	h := servertest.New(t)
	m := memberWithMoney(h, 1000)
	after := restoreFromBefore(t, h, func() {
		for i := range 3 {
			m.Withdraw(fmt.Sprint("k", i), 200).Want(http.StatusOK)
		}
	})
	m = m.At(after)
	before := m.Withdraw("k0", 200).Want(http.StatusAccepted).Cash().Statement
	compareAndExpectPayouts(t, after)

	during := m.Withdraw("k1", 200).Want(http.StatusAccepted).Cash().Statement
	during = m.WaitFinal(during.ID, time.Second)
	runLateComparison(after)
	awaitAllDone(after)
	m.Token = after.Login(m.Phone, m.Password) // the session has expired
	late := m.Withdraw("k2", 200).Want(http.StatusOK).Cash().Statement

	for when, status := range map[string]string{"before": string(m.Line(before.ID).Status), "during": string(during.Status), "after": string(late.Status)} {
		if status != "SUCCESS" {
			t.Errorf("the withdrawal repeated %s the comparison is %s", when, status)
		}
	}
	if len(after.Payouts()) != 3 || m.Balance() != "400.00" {
		t.Errorf("%d payouts, %s in the wallet", len(after.Payouts()), m.Balance())
	}
	after.CheckInvariants()
}

// spec D3.94
func TestLost_Payout_IsHeldBeforeNextPayout(t *testing.T) {
	h := servertest.New(t)
	m := memberWithMoney(h, 1000)
	var lost uuid.UUID
	after := restoreFromBefore(t, h, func() { lost = m.Withdraw("", 900).Want(http.StatusOK).Cash().Statement.ID })
	m = m.At(after)

	compareAndExpectPayouts(t, after)

	m.Withdraw("", 900).WantCode(http.StatusConflict, "MONEY_NOT_ENOUGH")
	waits := m.Withdraw("", 100).Want(http.StatusAccepted).Cash().Statement
	awaitSnoozedJob(after, waits.ID)
	if d := m.Detail(waits.ID); d.WaitsFor != statement.ByEarlierWithdrawal {
		t.Errorf("the withdrawal after the restored withdrawal waits for %q", d.WaitsFor)
	}
	if d := m.Detail(lost); d.WaitsFor != statement.ByCashier {
		t.Errorf("the restored withdrawal waits for %q", d.WaitsFor)
	}
	if queue := after.AddOperator("cashier").Queue("RESTORED"); len(queue) != 1 || queue[0].Reason != "OPEN_DIFFERENCE" {
		t.Errorf("the console's queue is %+v", queue)
	}
	if len(after.Payouts()) != 1 {
		t.Error("a payout was sent before the lost payout was attributed")
	}
	runLateComparison(after)
	awaitAllDone(after)
	if m.Line(waits.ID).Status != "SUCCESS" || m.PaidOut() != money.Baht(1000) || m.Balance() != "0.00" {
		t.Errorf("%+v, %s paid, %s left", m.Line(waits.ID), m.PaidOut(), m.Balance())
	}
	after.CheckInvariants()
}

// TestLost_WalletLacksMoney_IsLentAndRepaid has the member withdraw all visible money before the
// comparison. Unsent withdrawals are voided, and what was already sent is lent.
// spec D3.94
func TestLost_WalletLacksMoney_IsLentAndRepaid(t *testing.T) {
	h := servertest.New(t)
	m := memberWithMoney(h, 1000)
	after := restoreFromBefore(t, h, func() { m.Withdraw("", 900).Want(http.StatusOK) })
	m = m.At(after)
	again := m.Withdraw("", 300).Want(http.StatusAccepted).Cash().Statement
	small := m.Withdraw("", 600).Want(http.StatusAccepted).Cash().Statement
	compareAndExpectPayouts(t, after)

	if got := m.Balance(); got != "0.00" {
		t.Errorf("%s in the wallet", got)
	}
	for _, note := range []string{string(m.WaitFinal(small.ID, 20*time.Second).Note), string(m.WaitFinal(again.ID, 20*time.Second).Note)} {
		if note != "WITHDRAW_GAVE_WAY" {
			t.Errorf("a withdrawal of money that the lost payout needs has the note %q", note)
		}
	}
	if got := m.Balance(); got != "100.00" { // 1,000 minus the payout of 900
		t.Errorf("%s in the wallet", got)
	}
	runLateComparison(after)
	awaitAllDone(after)
	if m.PaidOut() != money.Baht(900) || after.Count("select count(*) from advance where done_at is null") != 0 {
		t.Errorf("%s paid", m.PaidOut())
	}
	after.CheckInvariants()
}

// spec D3.94
func TestAdvance_NewMoney_RepaysBeforeWithdrawal(t *testing.T) {
	h := servertest.New(t)
	m := memberWithMoney(h, 1000)
	after := restoreFromBefore(t, h, func() { m.Withdraw("", 900).Want(http.StatusOK) })
	m = m.At(after)
	m.DebitWallet(700)
	compareAndExpectPayouts(t, after)

	lent := after.Count("select left_over from advance where done_at is null")
	m.Deposit(500)
	m.Withdraw("", 500).WantCode(http.StatusConflict, "MONEY_NOT_ENOUGH")

	if lent != 60000 || after.Count("select coalesce(sum(left_over), 0) from advance where done_at is null") != 10000 || m.Balance() != "0.00" {
		t.Errorf("lent %d, %s in the wallet", lent, m.Balance())
	}
	m.Deposit(250)
	after.RunJobs("wallet.repay")
	if m.Balance() != "150.00" {
		t.Errorf("%s in the wallet", m.Balance())
	}
	after.CheckInvariants()
}

// spec D3.94
func TestAdvance_LostPayoutFails_IsRepaidFirst(t *testing.T) {
	h := servertest.New(t)
	m := memberWithMoney(h, 1000)
	after := restoreFromBefore(t, h, func() {
		h.Fault("payout:create", "pending", "", 1, 3600_000)
		m.Withdraw("", 900).Want(http.StatusAccepted)
		h.WaitUntil("the payout", func() bool { return len(h.Payouts()) == 1 })
	})
	m = m.At(after)
	m.DebitWallet(700)
	compareAndExpectPayouts(t, after)
	m.Deposit(200)
	after.RunJobs("wallet.repay")

	after.Control("POST", "/bank/payouts/"+after.Payouts()[0].Reference, map[string]any{"status": "FAILED", "code": "ACCOUNT_CLOSED"}, nil)
	awaitAllDone(after)

	if got := m.Balance(); got != "500.00" { // 1,000 minus 700, plus 200
		t.Errorf("%s in the wallet", got)
	}
	if n := after.Count("select count(*) from advance where done_at is null"); n != 0 {
		t.Error("the advance is still open")
	}
	after.CheckInvariants()
}

// spec D3.93
func TestCancel_MayHaveBeenSent_AsksProviderFirst(t *testing.T) {
	h := servertest.New(t)
	h.SetAmount("withdrawAuto", "BAHT", 1)
	m, cashier := memberWithMoney(h, 1000), h.AddOperator("cashier")
	sent := m.Withdraw("", 200).Want(http.StatusAccepted).Cash().Statement
	unsent := m.Withdraw("", 300).Want(http.StatusAccepted).Cash().Statement
	after := restoreFromBefore(t, h, func() {
		cashier.Call("POST", "/api/operator/items/WITHDRAWAL/"+sent.ID.String()+"/approve", nil).Want(http.StatusOK)
		h.WaitUntil("the payout", func() bool { return m.PaidOut() == money.Baht(200) })
	})
	m = m.At(after)
	for _, id := range []string{sent.ID.String(), unsent.ID.String(), unsent.ID.String()} { // a repeated cancel of the sent withdrawal may be too late
		m.Call("POST", "/api/wallet/withdraw/"+id+"/cancel", nil).Want(http.StatusAccepted)
	}
	if got := m.Balance(); got != "500.00" {
		t.Errorf("the wallet before the provider was asked: %s", got)
	}
	compareAndExpectPayouts(t, after)
	after.WaitUntil("the first response", func() bool {
		after.RunDelayedJobs()
		return after.Count("select count(*) from withdrawal where missing_at is not null") == 1
	})
	after.Clock.Advance(30 * time.Second)
	after.RunDelayedJobs()
	awaitSnoozedJob(after, unsent.ID)
	if l := m.Line(unsent.ID); l.Status != "PENDING" {
		t.Errorf("voided after one response: %s %s", l.Status, l.Note)
	}

	if l := m.WaitFinal(unsent.ID, 20*time.Second); l.Note != "WITHDRAW_CANCELLED" {
		t.Errorf("the unsent withdrawal is %s %s", l.Status, l.Note)
	}
	if l := m.WaitFinal(sent.ID, 20*time.Second); l.Status != "SUCCESS" {
		t.Errorf("the sent withdrawal is %s %s", l.Status, l.Note)
	}
	if m.Balance() != "800.00" || len(after.Payouts()) != 1 {
		t.Errorf("%s in the wallet", m.Balance())
	}
	after.CheckInvariants()
}

// TestLost_KeyRepeatedWithAnotherAmount_PaysNothingMore is an attack by a member who knows of the loss.
// spec D3.91
func TestLost_KeyRepeatedWithAnotherAmount_PaysNothingMore(t *testing.T) {
	h := servertest.New(t)
	m := memberWithMoney(h, 1000)
	after := restoreFromBefore(t, h, func() {
		m.Withdraw("before", 500).Want(http.StatusOK)
		m.Withdraw("after", 300).Want(http.StatusOK)
	})
	m = m.At(after)
	less := m.Withdraw("before", 100).Want(http.StatusAccepted).Cash().Statement
	compareAndExpectPayouts(t, after)
	m.Withdraw("after", 100).WantCode(http.StatusUnprocessableEntity, "KEY_INVALID")

	runLateComparison(after)
	after.WaitUntil("the line to have the first payout's amount", func() bool {
		after.RunDelayedJobs()
		return m.Line(less.ID).Amount == money.Baht(500)
	})
	m.Token = after.Login(m.Phone, m.Password) // the session has expired
	m.Withdraw("", 300).WantCode(http.StatusConflict, "MONEY_NOT_ENOUGH")
	next := m.Withdraw("", 100).Want(http.StatusAccepted).Cash().Statement
	awaitSnoozedJob(after, next.ID)
	after.RunComparison()
	awaitAllDone(after)

	if m.PaidOut() != money.Baht(900) || len(after.Payouts()) != 3 || m.Balance() != "100.00" || m.Line(less.ID).Status != "SUCCESS" {
		t.Errorf("%s paid, %s left, the line is %+v", m.PaidOut(), m.Balance(), m.Line(less.ID))
	}
	after.CheckInvariants()
}

// A lost call has no stored response, but its repeat waits for the outcome of the restored payout.
// spec D3.91
func TestWithdraw_RepeatWaitsForRestoredPayout_ReturnsItsOutcome(t *testing.T) {
	h := servertest.New(t)
	m := memberWithMoney(h, 1000)
	after := restoreFromBefore(t, h, func() { m.Withdraw("k", 200).Want(http.StatusOK) })
	m = m.At(after)
	compareAndExpectPayouts(t, after)
	after.Withdrawal.Patience = 10 * time.Second

	repeat := make(chan servertest.Response)
	go func() { repeat <- m.Withdraw("k", 200) }()
	awaitAllDone(after)

	if line := (<-repeat).Want(http.StatusOK).Cash().Statement; line.Status != "SUCCESS" {
		t.Errorf("the restored payout is %s", line.Status)
	}
	after.CheckInvariants()
}

// spec D3.94
func TestLost_PayoutFitsNoMember_PausesPayoutsUntilTwoOperatorsAttributeIt(t *testing.T) {
	h := servertest.New(t)
	m := memberWithMoney(h, 1000)
	one, two := h.AddOperator("cashier"), h.AddOperator("cashier")
	after := restoreFromBefore(t, h, func() { m.Withdraw("", 400).Want(http.StatusOK) })
	after.ChangePayoutAccount(m, "9876500017")
	m, one, two = m.At(after), one.At(after), two.At(after)
	after.Clock.Advance(2 * time.Minute)
	if found := after.RunComparison(); found.Resumed || found.PausedBecause == "" {
		t.Fatalf("payouts resumed: %+v", found)
	}

	item := one.Queue("DIFFERENCE")[0]
	path := "/api/operator/items/DIFFERENCE/" + item.ID
	var p struct{ Proposal string }
	one.Call("POST", path+"/attribute", map[string]any{"memberId": m.PublicID(), "why": "their account of before"}).Want(http.StatusCreated).Into(&p)
	two.Call("POST", "/api/operator/items/PROPOSAL/"+p.Proposal+"/approve", nil).Want(http.StatusOK)

	if found := after.RunComparison(); !found.Resumed {
		t.Errorf("payouts are paused: %s", found.PausedBecause)
	}
	if m.Balance() != "600.00" {
		t.Errorf("%s in the wallet", m.Balance())
	}
	after.CheckInvariants()
}

// spec D3.92
func TestComparison_DuringPause_RunsAndEndsThePause(t *testing.T) {
	h := servertest.New(t)
	m := memberWithMoney(h, 1000)
	after := restoreFromBefore(t, h, func() { m.Withdraw("", 400).Want(http.StatusOK) })
	m = m.At(after)
	countPauses := func() int64 { return after.Count("select count(*) from payout_wait where since is not null") }
	after.RunJobs("books.walk")
	if countPauses() != 1 || after.Count("select count(*) from walk") != 0 {
		t.Error("compared before a call of the lost period can have ended")
	}

	after.Clock.Advance(61 * time.Second)
	after.Fault("payout:list", "http500", "", 3, 0)
	after.RunJobs("books.walk")
	if countPauses() != 1 || after.Count("select count(*) from walk where unknown > 0 and waits <> ''") != 1 {
		t.Error("payouts resumed although the list could not be read")
	}
	after.Clock.Advance(time.Minute)
	after.RunJobs("books.walk")
	if countPauses() != 0 || m.Balance() != "600.00" {
		t.Errorf("payouts are still paused, or the lost payout is not held: %s", m.Balance())
	}

	for _, later := range []time.Duration{10 * time.Minute, 51 * time.Minute} {
		before := after.Count("select count(*) from walk where why = 'LATE'")
		after.RunJobs("books.walk")
		after.Clock.Advance(later)
		after.RunJobs("books.walk", "books.walk")
		if n := after.Count("select count(*) from walk where why = 'LATE'") - before; n != 1 {
			t.Errorf("%d late comparisons", n)
		}
	}
	awaitAllDone(after)
	after.CheckInvariants()
}
