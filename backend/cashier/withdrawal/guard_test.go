package withdrawal_test

import (
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/server/servertest"
	"krapao/backend/statement"
)

// withdrawForApproval makes a withdrawal, and fails the test unless it waits for a cashier with the given
// reason.
func withdrawForApproval(t *testing.T, cashier, m *servertest.Client, baht float64, reason string) statement.Line {
	t.Helper()
	l := beginWithdrawal(t, m, baht)
	for _, item := range cashier.Queue("WITHDRAWAL") {
		if item.ID == l.ID.String() {
			if item.Reason != reason {
				t.Errorf("the withdrawal waits for %s, want %s", item.Reason, reason)
			}
			return l
		}
	}
	t.Fatalf("%v baht do not wait for a cashier", baht)
	return l
}

// spec D3.12
func TestWithdraw_FirstPayoutToUnprovedAccount_WaitsForCashierOnce(t *testing.T) {
	t.Parallel()
	h := newWaitingServer(t)
	m, cashier := h.AddMember(), h.AddOperator("cashier")
	m.CreditWallet(money.Baht(1000)) // proves no account, like a deposit by QR or gift
	refused := withdrawForApproval(t, cashier, m, 200, "FIRST_PAYOUT")
	decideItem(cashier, refused.ID, "reject", map[string]any{"note": "who is it"}).Want(http.StatusOK)
	cancelled := withdrawForApproval(t, cashier, m, 200, "FIRST_PAYOUT")
	cancelWithdrawal(m, cancelled.ID).Want(http.StatusOK)
	first := withdrawForApproval(t, cashier, m, 200, "FIRST_PAYOUT")

	decideItem(cashier, first.ID, "approve", nil).Want(http.StatusOK)
	m.WaitFinal(first.ID, time.Second)

	if second := m.Withdraw("", 300).Want(http.StatusOK).Cash().Statement; second.Status != statement.Success {
		t.Errorf("the second withdrawal %+v", second)
	}
	checkMoney(t, h, m, "500.00", money.Baht(500))
}

// spec D3.12, D3.71b
func TestWithdraw_AccountNotProvedByDeposit_WaitsForCashier(t *testing.T) {
	t.Parallel()
	h := newWaitingServer(t)
	cashier := h.AddOperator("cashier")
	for name, tc := range map[string]struct {
		deposit func(m *servertest.Client)
		proved  bool
	}{
		"a slip":                {func(m *servertest.Client) { m.SubmitSlip(m.Transfer(servertest.Transfer{Amount: 500})) }, true},
		"a feed with the name":  {func(m *servertest.Client) { h.WaitMatched(h.ReportTransfer(m.AccountNo, "SOMCHAI J", 500)) }, true},
		"a feed without a name": {func(m *servertest.Client) { h.WaitMatched(h.ReportTransfer(m.AccountNo, "", 500)) }, false},
		"an announced partial account": {func(m *servertest.Client) {
			announceDeposit(m)
			h.WaitMatched(h.ReportTransfer("x"+m.AccountNo[5:], "", 500))
		}, false},
		"an announced name": {func(m *servertest.Client) {
			announceDeposit(m)
			h.WaitMatched(h.ReportTransfer("", m.AccountName, 500))
		}, false},
		"a cashier's guess": {func(m *servertest.Client) { creditByCashier(t, h, cashier, m) }, false},
		"a slip above the member's limit": {func(m *servertest.Client) {
			limitDeposits(m)
			m.SubmitSlip(m.Transfer(servertest.Transfer{Amount: 500}))
			m.CreditWallet(money.Baht(500))
		}, false},
		"a feed above the member's limit": {func(m *servertest.Client) {
			limitDeposits(m)
			h.WaitMatched(h.ReportTransfer(m.AccountNo, "SOMCHAI J", 500))
			m.CreditWallet(money.Baht(500))
		}, false},
	} {
		// No other member has this name or these digits.
		m := h.AddMember()
		if name == "an announced name" {
			m = h.AddMemberWithAccount("", "PRANEE DEEJAI")
		}
		tc.deposit(m)

		a := m.Withdraw("", 100)

		if balance := m.Balance(); balance != "400.00" {
			t.Fatalf("%s: a balance of %s, %s", name, balance, a.Body)
		}
		if proved := a.Status == http.StatusOK; proved != tc.proved {
			t.Errorf("%s: %d %s", name, a.Status, a.Body)
		}
	}
	h.CheckInvariants()
}

func announceDeposit(m *servertest.Client) {
	m.Call("POST", "/api/wallet/add", map[string]any{"amount": 500}).Want(http.StatusOK)
}

func creditByCashier(t *testing.T, h *servertest.Environment, cashier, m *servertest.Client) {
	t.Helper()
	// No other member's account ends with these five digits. The rules need six digits, so a cashier decides,
	// and the cashier needs no more data.
	if got := h.WaitMatched(h.ReportTransfer("x"+m.AccountNo[len(m.AccountNo)-5:], "", 500)); got != "NOBODY" {
		t.Fatalf("matched as %s", got)
	}
	waiting := cashier.Queue("UNMATCHED")
	cashier.Call("POST", "/api/operator/items/UNMATCHED/"+waiting[0].ID+"/credit", map[string]any{"memberId": m.PublicID()}).Want(http.StatusOK)
}

// limitDeposits sets a limit of 100 baht a day: money above it is held.
func limitDeposits(m *servertest.Client) {
	m.Call("PUT", "/api/limits", map[string]any{"day": 100}).Want(http.StatusOK)
}

// spec D3.13
func TestWithdraw_AccountOrNameChanged_NeedsNewProof(t *testing.T) {
	t.Parallel()
	h := newWaitingServer(t)
	cashier := h.AddOperator("cashier")
	for _, change := range []string{
		`update member set bank_account_name = 'SOMCHAI SUKJAI' where phone = $1`,
		`update member set bank_account_no = '1112223334' where phone = $1`,
		`update member set bank_code = 'BBL' where phone = $1`,
	} {
		m := memberWithMoney(h, 1000)
		m.Withdraw("", 100).Want(http.StatusOK)

		h.Exec(change, m.Phone)

		withdrawForApproval(t, cashier, m, 100, "FIRST_PAYOUT")
		h.Exec(`update member set bank_account_no = phone where phone = $1`, m.Phone) // frees the number for the next member
	}
	h.CheckInvariants()
}

func TestWithdraw_TwoConcurrentlyBeforeFirstProof_BothWait(t *testing.T) {
	t.Parallel()
	h := newImpatientServer(t)
	for range 5 {
		m := h.AddMember()
		m.CreditWallet(money.Baht(1000))
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() { m.Withdraw(uuid.NewString(), 200).Want(http.StatusAccepted) })
		}
		wg.Wait()

		if n := h.Count(`select count(*) from withdrawal where member_id = $1 and state = 'APPROVAL' and reasons[1] = 'FIRST_PAYOUT'`, m.ID()); n != 4 {
			t.Errorf("%d of 4 wait", n)
		}
	}
	if n := len(h.Payouts()); n != 0 {
		t.Errorf("%d payouts", n)
	}
	h.CheckInvariants()
}

func resetPassword(t *testing.T, h *servertest.Environment, m *servertest.Client) {
	t.Helper()
	var sent struct{ OTPToken string }
	h.Guest().Call("POST", "/api/otp/send", map[string]any{"phoneNumber": m.Phone, "purpose": "reset"}).Want(http.StatusOK).Into(&sent)
	var inbox struct{ Messages []struct{ OTPCode string } }
	h.Control("GET", "/sms/messages?phone="+m.Phone, nil, &inbox)
	h.Guest().Call("POST", "/api/otp/verify", map[string]any{"otpToken": sent.OTPToken, "otpCode": inbox.Messages[0].OTPCode}).Want(http.StatusOK)
	m.Password = "another horse"
	h.Guest().Call("POST", "/api/account/resetpwd", map[string]any{"otpToken": sent.OTPToken, "newPassword": m.Password}).Want(http.StatusOK)
	m.Token = h.Login(m.Phone, m.Password)
}

// spec D3.15
func TestWithdraw_FirstAfterPasswordReset_WaitsForCashier(t *testing.T) {
	t.Parallel()
	h := newWaitingServer(t)
	m, cashier := memberWithMoney(h, 1000), h.AddOperator("cashier")
	m.Withdraw("", 100).Want(http.StatusOK)
	resetPassword(t, h, m)
	cancelled := withdrawForApproval(t, cashier, m, 100, "PASSWORD_RESET")
	cancelWithdrawal(m, cancelled.ID).Want(http.StatusOK)
	first := withdrawForApproval(t, cashier, m, 100, "PASSWORD_RESET")

	decideItem(cashier, first.ID, "approve", nil).Want(http.StatusOK)

	m.Withdraw("", 100).Want(http.StatusOK)
	m.WaitFinal(first.ID, time.Second)
	late, other := memberWithMoney(h, 1000), memberWithMoney(h, 1000)
	resetPassword(t, h, late)
	resetPassword(t, h, other)
	h.Clock.Advance(23*time.Hour + 50*time.Minute)
	late.Token = h.Login(late.Phone, late.Password)
	cashier = h.AddOperator("cashier") // the first session has expired
	withdrawForApproval(t, cashier, late, 100, "PASSWORD_RESET")
	h.Clock.Advance(11 * time.Minute)
	other.Token = h.Login(other.Phone, other.Password)
	other.Withdraw("", 100).Want(http.StatusOK)
	m.Token = h.Login(m.Phone, m.Password)
	checkMoney(t, h, m, "700.00", money.Baht(300))
}

// spec D1.10, D3.42
func TestWithdraw_SumOfBangkokDayAboveAutoLimit_WaitsForCashier(t *testing.T) {
	t.Parallel()
	h := newWaitingServer(t)
	// Start well within a day in Bangkok, so that the day does not end during the test.
	for h.Clock.Now().UTC().Hour() < 1 || h.Clock.Now().UTC().Hour() > 14 {
		h.Clock.Advance(time.Hour)
	}
	m, cashier := memberWithMoney(h, 300_000), h.AddOperator("cashier")
	m.Withdraw("", 30_000).Want(http.StatusOK)
	more := withdrawForApproval(t, cashier, m, 20_000.01, "ABOVE_DAY_LIMIT") // counts while it waits
	withdrawForApproval(t, cashier, m, 100, "ABOVE_DAY_LIMIT")
	for _, item := range cashier.Queue("WITHDRAWAL") {
		cashier.Call("POST", "/api/operator/items/WITHDRAWAL/"+item.ID+"/reject", map[string]any{"note": "no"}).Want(http.StatusOK)
	}
	if l := m.Line(more.ID); l.Status != statement.Failed || l.Note != apperr.WithdrawRefused {
		t.Errorf("refused: %+v", l)
	}

	m.Withdraw("", 20_000).Want(http.StatusOK)
	cancelWithdrawal(m, withdrawForApproval(t, cashier, m, 60_000, "ABOVE_AUTO_LIMIT").ID).Want(http.StatusOK)
	withdrawForApproval(t, cashier, m, 100, "ABOVE_DAY_LIMIT")
	h.Clock.Advance(24 * time.Hour)
	m.Token = h.Login(m.Phone, m.Password)
	m.Withdraw("", 50_000).Want(http.StatusOK)

	// A day in Bangkok ends at 17:00 UTC.
	for h.Clock.Now().UTC().Hour() != 16 {
		h.Clock.Advance(time.Hour)
	}
	late := memberWithMoney(h, 200_000)
	late.Withdraw("", 50_000).Want(http.StatusOK)
	withdrawForApproval(t, h.AddOperator("cashier"), late, 100, "ABOVE_DAY_LIMIT")
	h.Clock.Advance(time.Hour)
	late.Token = h.Login(late.Phone, late.Password)
	late.Withdraw("", 50_000).Want(http.StatusOK)

	h.CheckInvariants()
}

func TestWithdraw_Concurrently_SendsAtMostTheDaysAutoLimit(t *testing.T) {
	t.Parallel()
	h := newImpatientServer(t)
	for range 4 {
		m := memberWithMoney(h, 500_000)
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() { m.Withdraw(uuid.NewString(), 20_000).Want(http.StatusAccepted) })
		}
		wg.Wait()

		if n := h.Count(`select count(*) from withdrawal where member_id = $1 and state <> 'APPROVAL'`, m.ID()); n != 2 {
			t.Errorf("%d withdrawals of 20,000 baht need no approval", n)
		}
		if n := h.Count(`select amount from payout_day where member_id = $1`, m.ID()); n != int64(money.Baht(160_000)) {
			t.Errorf("the day's sum is %d", n)
		}
	}
	h.CheckInvariants()
}

func TestWithdraw_SeveralReasonsToWait_AreAllListed(t *testing.T) {
	t.Parallel()
	h := newWaitingServer(t)
	m, cashier := h.AddMember(), h.AddOperator("cashier")
	m.CreditWallet(money.Baht(100_000))
	resetPassword(t, h, m)
	m.Withdraw("", 60_000).Want(http.StatusAccepted)

	var queue struct {
		Items []struct {
			Reason string
			Also   []string
		}
	}
	cashier.Call("GET", "/api/operator/items", nil).Want(http.StatusOK).Into(&queue)

	if len(queue.Items) != 1 || queue.Items[0].Reason != "FIRST_PAYOUT" || !slices.Equal(queue.Items[0].Also, []string{"PASSWORD_RESET", "ABOVE_AUTO_LIMIT"}) {
		t.Errorf("%+v", queue)
	}
}

// TestWithdraw_SentOrWaiting_IsOneBatch checks the stored responses: after a single batch a response is
// only the line's id.
func TestWithdraw_SentOrWaiting_IsOneBatch(t *testing.T) {
	t.Parallel()
	h := newImpatientServer(t)
	m, other := memberWithMoney(h, 1000), h.AddMember()
	other.CreditWallet(money.Baht(1000))

	m.Withdraw("plain", 100).Want(http.StatusAccepted)
	other.Withdraw("waits", 100).Want(http.StatusAccepted)

	const lineIDs = `select count(*) from idempotency where length(body) < 80`
	if n := h.Count(lineIDs); n != 2 {
		t.Errorf("%d of two were one batch", n)
	}
}
