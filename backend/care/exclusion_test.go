package care_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"krapao/backend/care"
	"krapao/backend/server/servertest"
)

func readCare(m *servertest.Client) (out care.Care) {
	m.Call("GET", "/api/care", nil).Want(http.StatusOK).Into(&out)
	return out
}

// waitAndLogin advances the clock and logs the member in again, since the session may have expired.
func waitAndLogin(h *servertest.Environment, m *servertest.Client, d time.Duration) *servertest.Client {
	h.Clock.Advance(d)
	m.Token = h.Login(m.Phone, m.Password)
	return m
}

// deposit announces a deposit, as the app does before money leaves the bank.
func deposit(m *servertest.Client) servertest.Response {
	return m.Call("POST", "/api/wallet/add", map[string]any{"amount": 100})
}

func TestCoolOff_Set_ClosesPlayAtOnceAndEndsAutomatically(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	m.Call("POST", "/api/care/cooloff", map[string]any{"hours": 23}).Want(http.StatusBadRequest)
	m.Call("POST", "/api/care/cooloff", map[string]any{"hours": 1009}).Want(http.StatusBadRequest)
	m.Call("POST", "/api/care/cooloff", map[string]any{"hours": 24}).Want(http.StatusOK)

	deposit(m).WantCode(http.StatusConflict, "SELF_EXCLUDED")
	closed := readCare(m).Closed
	m.Call("POST", "/api/care/return", nil).WantCode(http.StatusConflict, "NO_DATA")
	waitAndLogin(h, m, 24*time.Hour+time.Minute)

	if closed == nil || closed.Kind != care.CoolOff || closed.Over {
		t.Errorf("closed %+v", closed)
	}
	if after := readCare(m).Closed; after != nil {
		t.Errorf("a day later play is closed: %+v", after)
	}
	deposit(m).Want(http.StatusOK)
}

// spec P8.7, 8.15i
func TestExclusion_AfterItsEnd_NeedsTwoConfirmationsADayApart(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	m.Call("POST", "/api/care/exclude", map[string]any{"months": 5}).Want(http.StatusBadRequest)
	begun := h.Clock.Now()
	m.Call("POST", "/api/care/exclude", map[string]any{"months": 6}).Want(http.StatusOK)
	// Calendar months count, not thirty days each.
	if ends, earliest := readCare(m).Closed.Ends, begun.AddDate(0, 6, 0); ends == nil || ends.Before(earliest.Truncate(time.Microsecond)) || ends.After(earliest.Add(time.Minute)) {
		t.Errorf("begun at %s, the exclusion ends at %v", begun, ends)
	}
	waitAndLogin(h, m, 179*24*time.Hour)
	m.Call("POST", "/api/care/return", nil).WantCode(http.StatusConflict, "NO_DATA")
	waitAndLogin(h, m, 6*24*time.Hour)
	deposit(m).WantCode(http.StatusConflict, "SELF_EXCLUDED") // the end of its time alone opens nothing
	m.Call("POST", "/api/care/return/confirm", nil).WantCode(http.StatusConflict, "NO_DATA")
	m.Call("POST", "/api/care/return", nil).Want(http.StatusOK)
	m.Call("POST", "/api/care/return", nil).WantCode(http.StatusConflict, "NO_DATA")
	waitAndLogin(h, m, 23*time.Hour)
	m.Call("POST", "/api/care/return/confirm", nil).WantCode(http.StatusConflict, "NO_DATA")
	waitAndLogin(h, m, 2*time.Hour)

	m.Call("POST", "/api/care/return/confirm", nil).Want(http.StatusOK)

	if closed := readCare(m).Closed; closed != nil {
		t.Errorf("still closed: %+v", closed)
	}
	deposit(m).Want(http.StatusOK)
}

func TestExclusion_SeveralClosings_TheLongestCounts(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	m.Call("POST", "/api/care/exclude", map[string]any{"months": 6}).Want(http.StatusOK)
	waitAndLogin(h, m, 185*24*time.Hour)
	m.Call("POST", "/api/care/return", nil).Want(http.StatusOK)
	m.Call("POST", "/api/care/cooloff", map[string]any{"hours": 72}).Want(http.StatusOK)
	waitAndLogin(h, m, 25*time.Hour)
	m.Call("POST", "/api/care/return/confirm", nil).WantCode(http.StatusConflict, "NO_DATA")
	m.Call("POST", "/api/care/exclude", map[string]any{"months": nil}).Want(http.StatusOK)
	waitAndLogin(h, m, 10*365*24*time.Hour)

	closed := readCare(m).Closed

	if closed == nil || closed.Kind != care.Exclusion || closed.Ends != nil || closed.Over {
		t.Errorf("the exclusion for ever is %+v", closed)
	}
	m.Call("POST", "/api/care/return", nil).WantCode(http.StatusConflict, "NO_DATA")
}

// spec P8.7, D3.35
func TestExclusion_MoneyInTheWalletOrArriving_CanBeWithdrawnOrIsReturned(t *testing.T) {
	h := servertest.New(t)
	m, cashier := h.AddMember(), h.AddOperator("cashier")
	m.SubmitSlip(m.Transfer(servertest.Transfer{Amount: 500}))
	m.Call("POST", "/api/care/exclude", map[string]any{"months": 12}).Want(http.StatusOK)

	m.Transfer(servertest.Transfer{Amount: 100.01, Feed: true})
	h.WaitUntil("the transfer in the queue of returns", func() bool { return len(cashier.Queue("RETURN")) == 1 })
	out := m.Call("POST", "/api/wallet/withdraw", map[string]any{"amount": 500})

	if out.Status != http.StatusOK && out.Status != http.StatusAccepted {
		t.Errorf("the withdrawal: %d", out.Status)
	}
	if line := m.Lines()[1]; line.Status != "FAILED" || line.Note != "SELF_EXCLUDED" {
		t.Errorf("the arrived transfer: %s %s", line.Status, line.Note)
	}
	h.CheckInvariants()
}

func TestExclusion_HistoryRow_CannotBeChanged(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	m.Call("POST", "/api/care/exclude", map[string]any{"months": 6}).Want(http.StatusOK)

	for _, sql := range []string{`delete from exclusion`, `update exclusion set ends_at = now()`, `update exclusion set kind = 'COOL_OFF'`} {
		if _, err := h.Pool.Exec(t.Context(), sql); err == nil || !strings.Contains(err.Error(), "stand as they were made") {
			t.Errorf("%s: %v", sql, err)
		}
	}
}

// spec P8.6
func TestRealityCheck_SinceATime_ReturnsTheMoneyMovedSince(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	m.Call("PUT", "/api/care/reality", map[string]any{"minutes": 4}).Want(http.StatusBadRequest)
	m.Call("PUT", "/api/care/reality", map[string]any{"minutes": 30}).Want(http.StatusOK)
	m.SubmitSlip(m.Transfer(servertest.Transfer{Amount: 300}))
	h.Clock.Advance(time.Minute)
	since := h.Clock.Now()
	m.SubmitSlip(m.Transfer(servertest.Transfer{Amount: 500}))
	m.Call("POST", "/api/wallet/activate/circus", nil).Want(http.StatusOK)
	m.Call("POST", "/api/wallet/transfer", map[string]any{"from": "WALLET", "to": "circus", "amount": 200}).Want(http.StatusOK)
	m.Call("POST", "/api/wallet/transfer", map[string]any{"from": "circus", "to": "WALLET", "amount": 50}).Want(http.StatusOK)
	m.Call("POST", "/api/wallet/withdraw", map[string]any{"amount": 100}).Want(http.StatusOK)
	deposit(m).Want(http.StatusOK) // announced only
	m.Call("POST", "/api/wallet/activate/imi", nil).Want(http.StatusOK)
	m.Call("POST", "/api/wallet/transfer", map[string]any{"from": "circus", "to": "imi", "amount": 20}).Want(http.StatusOK) // does not touch the wallet

	var got struct{ Deposited, Withdrawn, Net, IntoGames, OutOfGames float64 }
	m.Call("GET", "/api/care/reality?since="+since.UTC().Format(time.RFC3339Nano), nil).Want(http.StatusOK).Into(&got)

	if got.Deposited != 500 || got.Withdrawn != 100 || got.Net != 400 || got.IntoGames != 200 || got.OutOfGames != 50 {
		t.Errorf("%+v", got)
	}
	if minutes := readCare(m).RealityInterval; minutes == nil || *minutes != 30 {
		t.Errorf("the interval is %v", minutes)
	}
	m.Call("PUT", "/api/care/reality", map[string]any{"minutes": nil}).Want(http.StatusOK)
	if minutes := readCare(m).RealityInterval; minutes != nil {
		t.Errorf("removed, the interval is %d", *minutes)
	}
	m.Call("GET", "/api/care/reality?since=yesterday", nil).Want(http.StatusBadRequest)
}

// spec P8.4
func TestLimits_AQuarterPassed_AsksForAReview(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	m.SubmitSlip(m.Transfer(servertest.Transfer{Amount: 300}))
	begun := h.Clock.Now()
	waitAndLogin(h, m, 91*24*time.Hour)
	due := readCare(m).ReviewDue

	m.Call("POST", "/api/limits/reviewed", nil).Want(http.StatusOK)

	if due.After(h.Clock.Now()) || due.Before(begun.Add(88*24*time.Hour)) {
		t.Errorf("first due at %s", due)
	}
	if next := readCare(m).ReviewDue; next.Before(h.Clock.Now().Add(89 * 24 * time.Hour)) {
		t.Errorf("next due at %s", next)
	}
}

func TestCoolOff_AnotherOne_MustBeLongerAndIsLimitedPerDay(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	coolOff := func(hours int) servertest.Response {
		return m.Call("POST", "/api/care/cooloff", map[string]any{"hours": hours})
	}
	coolOff(100).Want(http.StatusOK)
	for range 20 {
		coolOff(50).Want(http.StatusOK)
	}
	shorter := h.Count(`select count(*) from exclusion`)
	for hours := 101; hours < 105; hours++ {
		coolOff(hours).Want(http.StatusOK)
	}

	coolOff(200).WantCode(http.StatusTooManyRequests, "REQUEST_LIMIT")

	m.Call("POST", "/api/care/exclude", map[string]any{"months": nil}).Want(http.StatusOK) // an exclusion is always possible
	m.Call("POST", "/api/care/exclude", map[string]any{"months": 6}).Want(http.StatusOK)
	closed := readCare(m).Closed
	if all := h.Count(`select count(*) from exclusion`); shorter != 1 || all != 6 || closed == nil || closed.Ends != nil {
		t.Errorf("%d rows of 21 calls, then %d; closed %+v", shorter, all, closed)
	}
}
