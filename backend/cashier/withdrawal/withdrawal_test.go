package withdrawal_test

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/server/servertest"
	"krapao/backend/statement"
)

// newWaitingServer returns a server whose calls wait for the outcome, on slow machines too.
func newWaitingServer(t *testing.T, options ...servertest.Option) *servertest.Environment {
	t.Helper()
	h := servertest.New(t, options...)
	h.Withdrawal.Patience = 50 * time.Second
	return h
}

// newImpatientServer returns a server whose calls do not wait for the outcome.
func newImpatientServer(t *testing.T) *servertest.Environment {
	t.Helper()
	h := servertest.New(t)
	h.Withdrawal.Patience = 0
	return h
}

func memberWithMoney(h *servertest.Environment, baht int64) *servertest.Client {
	m := h.AddMember()
	m.Deposit(float64(baht))
	return m
}

// checkMoney fails the test unless the member's wallet and the sum of the bank's payouts are as expected.
func checkMoney(t *testing.T, h *servertest.Environment, m *servertest.Client, wallet string, paidOut money.Satang) {
	t.Helper()
	if got := m.Balance(); got != wallet {
		t.Errorf("the wallet has %s, want %s", got, wallet)
	}
	if got := m.PaidOut(); got != paidOut {
		t.Errorf("the bank has paid %s, want %s", got, paidOut)
	}
	h.CheckInvariants()
}

// spec 1.9, 3.26d, 7.26, D3.39, D3.46, D9.3d, P8.11
func TestWithdraw_Accepted_IsPaidToOwnAccount(t *testing.T) {
	t.Parallel()
	h := newWaitingServer(t)
	m := memberWithMoney(h, 1000)

	out := m.Call("POST", "/api/wallet/withdraw", map[string]any{ // the account in the call is ignored
		"amount": 300.25, "bankCode": "SCB", "bankAccountNo": "9998887776", "bankAccountName": "SOMEBODY ELSE",
	}).Want(http.StatusOK).Cash()

	l := out.Statement
	if l.Status != statement.Success || l.Type != statement.Withdraw || l.Amount != 30025 || l.From != "WALLET" || l.To != "KTB xxx"+m.AccountNo[6:] || l.CanCancel {
		t.Errorf("line %+v", l)
	}
	if out.Wallet.Amount != 69975 || out.Wallet.Currency != "BAHT" || out.Wallet.AsOf.IsZero() {
		t.Errorf("wallet %+v", out.Wallet)
	}
	p := h.Payouts()
	if len(p) != 1 || p[0].Reference != l.ID.String() || p[0].ToBank != "006" || p[0].ToAccountNo != m.AccountNo || p[0].ToName != m.AccountName {
		t.Errorf("payouts %+v", p)
	}
	checkMoney(t, h, m, "699.75", 30025)
}

// spec 8.15h
func TestWithdraw_RepeatWithSameKey_ReturnsSameBytes(t *testing.T) {
	t.Parallel()
	h := newWaitingServer(t)
	m := memberWithMoney(h, 1000)
	first := m.Withdraw("k1", 300).Want(http.StatusOK)
	m.Withdraw("k2", 100).Want(http.StatusOK)

	again := m.Withdraw("k1", 300).Want(http.StatusOK)

	if !bytes.Equal(first.Body, again.Body) {
		t.Errorf("first %s, again %s", first.Body, again.Body)
	}
	m.Withdraw("k1", 301).WantCode(http.StatusUnprocessableEntity, "KEY_INVALID")
	checkMoney(t, h, m, "600.00", money.Baht(400))
}

// spec D1.23, D3.46
func TestWithdraw_RepeatAfterLostResponse_ReturnsCurrentStatus(t *testing.T) {
	t.Parallel()
	h := newImpatientServer(t)
	m := memberWithMoney(h, 1000)
	h.Fault("payout:create", "pending", "", 1, 600_000)
	first := m.Withdraw("k1", 300).Want(http.StatusAccepted).Cash()
	second := m.Withdraw("k1", 300).Want(http.StatusAccepted).Cash()
	awaitPayout(t, h)
	h.Control("POST", "/bank/payouts/"+first.Statement.ID.String(), map[string]any{"status": "SUCCESS"}, nil)
	m.WaitFinal(first.Statement.ID, 3*time.Second)
	m.CreditWallet(money.Baht(5))

	third := m.Withdraw("k1", 300).Want(http.StatusOK)
	m.CreditWallet(money.Baht(5))
	fourth := m.Withdraw("k1", 300).Want(http.StatusOK)

	if first.Statement.Status != statement.Pending || second.Statement.Status != statement.Pending || second.Statement.ID != first.Statement.ID || first.Wallet.Amount != money.Baht(700) {
		t.Errorf("first %+v, second %+v", first, second)
	}
	if got := third.Cash(); got.Statement.ID != first.Statement.ID || got.Statement.Status != statement.Success {
		t.Errorf("third %+v", got)
	}
	if !bytes.Equal(third.Body, fourth.Body) {
		t.Errorf("a final response changed: %s, then %s", third.Body, fourth.Body)
	}
	checkMoney(t, h, m, "710.00", money.Baht(300))
}

// spec D3.46, D3.47
func TestMoneyCommand_Patience_IsTenSeconds(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	if h.Withdrawal.Patience != 10*time.Second || h.Games.Patience != 10*time.Second {
		t.Errorf("a withdrawal waits %s, a transfer %s", h.Withdrawal.Patience, h.Games.Patience)
	}
}

// spec 8.14a, 8.14i, 9.8, D1.7, D3.39, D1.38
func TestWithdraw_Refused_ReturnsItsCodeAndMovesNothing(t *testing.T) {
	t.Parallel()
	h := newWaitingServer(t)
	m := memberWithMoney(h, 1000)
	other := memberWithMoney(h, 1000)
	for name, amount := range map[string]any{
		"below the minimum": 99.99, "above the maximum": 200_000.01, "nothing": 0, "less than nothing": -100, "a third decimal": 100.001,
		"text": "100", "no number": nil, "absurd": 1e300,
	} {
		got := m.Call("POST", "/api/wallet/withdraw", map[string]any{"amount": amount}).WantCode(http.StatusBadRequest, "INVALID_USER_INFO")
		if got.Field("amount") == "" {
			t.Errorf("%s: %s", name, got.Body)
		}
	}

	m.Withdraw("", 200_000).WantCode(http.StatusConflict, "MONEY_NOT_ENOUGH") // the maximum itself is allowed
	m.Withdraw("k1", 1000.01).WantCode(http.StatusConflict, "MONEY_NOT_ENOUGH")
	m.CreditWallet(money.Baht(1))
	m.Withdraw("k1", 1000.01).WantCode(http.StatusConflict, "MONEY_NOT_ENOUGH") // the stored response
	if _, err := h.Pool.Exec(t.Context(), `update member set bank_code = 'GONE' where phone = $1`, m.Phone); err != nil {
		t.Fatal(err)
	}
	m.Withdraw("", 100).WantCode(http.StatusConflict, "NO_BANK")

	checkMoney(t, h, m, "1001.00", 0)
	checkMoney(t, h, other, "1000.00", 0)
}

func TestWithdraw_Concurrently_PaysAsManyAsBalanceAllows(t *testing.T) {
	t.Parallel()
	h := newWaitingServer(t)
	m := memberWithMoney(h, 550)
	var paid, refused atomic.Int64

	var wg sync.WaitGroup
	for i := range 16 {
		wg.Go(func() {
			switch a := m.Withdraw(fmt.Sprintf("k%d", i), 100); {
			case a.Status == http.StatusOK || a.Status == http.StatusAccepted:
				paid.Add(1)
			case a.Code() == string(apperr.MoneyNotEnough):
				refused.Add(1)
			default:
				t.Errorf("%d %s", a.Status, a.Body)
			}
		})
	}
	wg.Wait()
	for _, l := range listWithdrawalLines(m) {
		m.WaitFinal(l.ID, time.Second)
	}

	if paid.Load() != 5 || refused.Load() != 11 {
		t.Errorf("%d were paid, %d refused", paid.Load(), refused.Load())
	}
	checkMoney(t, h, m, "50.00", money.Baht(500))
}

// listWithdrawalLines returns the member's withdrawals.
func listWithdrawalLines(m *servertest.Client) (out []statement.Line) {
	var list struct{ Statements []statement.Line }
	m.Call("POST", "/api/statement", map[string]int{"limit": 100}).Into(&list)
	for _, l := range list.Statements {
		if l.Type == statement.Withdraw {
			out = append(out, l)
		}
	}
	return out
}

// spec 7.27
func TestWithdrawAll_RepeatWithSameKey_IsPaidOnce(t *testing.T) {
	t.Parallel()
	h := newWaitingServer(t)
	m := memberWithMoney(h, 300)
	all := func(key string, amount float64) servertest.Response {
		return m.With("Idempotency-Key", key).Call("POST", "/api/wallet/withdrawAll", map[string]any{"amount": amount})
	}

	first := all("k1", 250).Want(http.StatusOK)
	again := all("k1", 250).Want(http.StatusOK)
	all("k2", 250).WantCode(http.StatusConflict, "MONEY_NOT_ENOUGH")

	if !bytes.Equal(first.Body, again.Body) {
		t.Errorf("first %s, again %s", first.Body, again.Body)
	}
	checkMoney(t, h, m, "50.00", money.Baht(250))
}

func TestWithdraw_RepeatAfterLimitsChanged_ReturnsFirstAnswer(t *testing.T) {
	t.Parallel()
	h := newWaitingServer(t)
	m := memberWithMoney(h, 1000)
	first := m.Withdraw("k1", 300).Want(http.StatusOK)
	h.SetAmount("withdrawMin", "BAHT", 500)
	if _, err := h.Pool.Exec(t.Context(), `update member set bank_code = 'GONE' where phone = $1`, m.Phone); err != nil {
		t.Fatal(err)
	}

	again := m.Withdraw("k1", 300).Want(http.StatusOK)

	if !bytes.Equal(first.Body, again.Body) {
		t.Errorf("first %s, again %s", first.Body, again.Body)
	}
	m.Withdraw("k2", 300).WantCode(http.StatusBadRequest, "INVALID_USER_INFO")
	checkMoney(t, h, m, "700.00", money.Baht(300))
}

// The member may not have received the first response. So a repeat while withdrawals are paused must not
// return WITHDRAW_PAUSED: the member would think that the first call did nothing.
func TestWithdraw_RepeatWhilePaused_ReturnsFirstAnswer(t *testing.T) {
	t.Parallel()
	h := newWaitingServer(t)
	m := memberWithMoney(h, 1000)
	first := m.Withdraw("k1", 300).Want(http.StatusOK)
	h.SetSetting("paused", []string{"withdraw"})

	again := m.Withdraw("k1", 300).Want(http.StatusOK)
	refused := m.Withdraw("k2", 300).WantCode(http.StatusServiceUnavailable, "WITHDRAW_PAUSED")
	h.SetSetting("paused", []string{})
	later := m.Withdraw("k2", 300).Want(http.StatusOK)

	if !bytes.Equal(first.Body, again.Body) || refused.Header.Get("Retry-After") == "" || bytes.Equal(first.Body, later.Body) {
		t.Errorf("first %s, again %s, refused %v, later %s", first.Body, again.Body, refused.Header, later.Body)
	}
	checkMoney(t, h, m, "400.00", money.Baht(600))
}

var errRollBack = errors.New("roll back")

// withoutTriggers returns SQL that runs corruption with the triggers disabled, which the owner of the tables
// can do.
func withoutTriggers(corruption string) string {
	return "set local session_replication_role = replica; " + corruption
}

// spec D3.4
func TestVerify_WithdrawalDiffersFromLedger_CountsIt(t *testing.T) {
	t.Parallel()
	h := newWaitingServer(t)
	m := memberWithMoney(h, 1000)
	m.Withdraw("k1", 300).Want(http.StatusOK)
	h.CheckInvariants()
	for _, corruption := range []string{
		`update withdrawal set amount = amount + 1`,
		`update withdrawal set hold_id = hold_id + 1000`,
		`update withdrawal set state = 'FAILED'`,
		withoutTriggers(`update statement_line set status = 'FAILED', transfer_id = null where type = 'withdraw'`),
	} {
		tx, err := h.Pool.Begin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := tx.Exec(t.Context(), corruption); err != nil {
			t.Fatal(err)
		}
		if found, err := h.Withdrawal.Verify(t.Context(), tx); err != nil || found.Broken == 0 {
			t.Errorf("%s: %d, %v", strings.Fields(corruption), found.Broken, err)
		}
		_ = tx.Rollback(t.Context())
	}
	if _, err := h.Pool.Exec(t.Context(), withoutTriggers(`update statement_line set transfer_id = null where type = 'withdraw'`)); err == nil || !strings.Contains(err.Error(), "statement_line_transfer") {
		t.Errorf("stored a finished line without a transfer: %v", err)
	}
	for name, corruption := range map[string]string{
		"refers to the hold":                         `update statement_line set transfer_id = (select hold_id from withdrawal) where type = 'withdraw'`,
		"refers to a transfer of another amount":     `update statement_line set amount = amount + 1 where type = 'withdraw'`,
		"is in progress although its hold has ended": `update statement_line set status = 'PENDING', transfer_id = (select hold_id from withdrawal) where type = 'withdraw'`,
	} {
		err := pgx.BeginFunc(t.Context(), h.Pool, func(tx pgx.Tx) error {
			if _, err := tx.Exec(t.Context(), withoutTriggers(corruption)); err != nil {
				return err
			}
			if found, err := h.Wallet.Verify(t.Context(), tx); err != nil || found.Broken == 0 {
				t.Errorf("a statement line that %s: %d, %v", name, found.Broken, err)
			}
			return errRollBack
		})
		if !errors.Is(err, errRollBack) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
