package care_test

import (
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"krapao/backend/platform/clock"
	"krapao/backend/server/servertest"
)

// limit is one period of GET /api/limits.
type limit struct {
	Limit   *float64
	Used    float64
	Pending *struct {
		Limit       *float64
		Confirmable bool
	}
}

type limits struct{ Day, Week, Month limit }

func readLimits(m *servertest.Client) (out limits) {
	m.Call("GET", "/api/limits", nil).Want(http.StatusOK).Into(&out)
	return out
}

// spec D3.34, P8.1
func TestLimit_DepositAboveIt_IsHeldAndReturned(t *testing.T) {
	h := servertest.New(t)
	m, cashier := h.AddMember(), h.AddOperator("cashier")
	m.Call("PUT", "/api/limits", map[string]any{"week": 500}).Want(http.StatusOK)

	within, beyond := m.SubmitSlip(m.Transfer(servertest.Transfer{Amount: 400})), m.SubmitSlip(m.Transfer(servertest.Transfer{Amount: 100.01}))
	m.Transfer(servertest.Transfer{Amount: 101, Feed: true})
	h.WaitUntil("both transfers in the queue of returns", func() bool { return len(cashier.Queue("RETURN")) == 2 })

	if within.Status != "SUCCESS" || beyond.Status != "FAILED" || beyond.Note != "DEPOSIT_LIMIT" || m.Balance() != "400.00" {
		t.Errorf("within %s, beyond %s %s, balance %s", within.Status, beyond.Status, beyond.Note, m.Balance())
	}
	for _, l := range m.Lines()[:2] {
		if l.Status != "FAILED" || l.Note != "DEPOSIT_LIMIT" {
			t.Errorf("line %+v", l)
		}
	}
	m.Call("POST", "/api/wallet/withdraw", map[string]any{"amount": 300})
	if m.Balance() != "100.00" {
		t.Errorf("balance %s after the withdrawal", m.Balance())
	}
	// A withdrawal does not reduce what the limit has counted.
	m.Call("POST", "/api/wallet/add", map[string]any{"amount": 101}).WantCode(http.StatusConflict, "DEPOSIT_LIMIT")
	m.Call("POST", "/api/wallet/add", map[string]any{"amount": 100}).Want(http.StatusOK)
	h.CheckInvariants()
}

// spec P8.1
func TestLimit_SeveralLimits_TheLowestApplies(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	m.Call("PUT", "/api/limits", map[string]any{"day": 100, "week": 5000, "month": 90}).Want(http.StatusOK)

	m.Call("POST", "/api/wallet/add", map[string]any{"amount": 91}).WantCode(http.StatusConflict, "DEPOSIT_LIMIT")
	m.Call("POST", "/api/wallet/add", map[string]any{"amount": 90}).Want(http.StatusOK)
}

// advanceUntil advances the clock by hours until isReached accepts the Bangkok time, and logs the member in again.
func advanceUntil(h *servertest.Environment, m *servertest.Client, isReached func(bangkok time.Time) bool) {
	for !isReached(h.Clock.Now().In(clock.Bangkok)) {
		h.Clock.Advance(time.Hour)
	}
	m.Token = h.Login(m.Phone, m.Password) // the session has expired
}

// spec P8.1
func TestLimit_PerMonth_CountsTheMonthInBangkok(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	day := func(day, hour int) {
		advanceUntil(h, m, func(now time.Time) bool { return now.Day() == day && now.Hour() == hour })
	}
	announce := func() servertest.Response {
		return m.Call("POST", "/api/wallet/add", map[string]any{"amount": 101})
	}
	day(1, 0) // still the month before in UTC
	m.Call("PUT", "/api/limits", map[string]any{"month": 500}).Want(http.StatusOK)
	m.SubmitSlip(m.Transfer(servertest.Transfer{Amount: 400}))

	day(2, 12)
	announce().WantCode(http.StatusConflict, "DEPOSIT_LIMIT")
	day(28, 23)
	announce().WantCode(http.StatusConflict, "DEPOSIT_LIMIT")
	day(1, 0)
	announce().Want(http.StatusOK)
}

// spec P8.1
func TestLimit_PerDay_CountsFromMidnightInBangkok(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	hour := func(hour int) { advanceUntil(h, m, func(now time.Time) bool { return now.Hour() == hour }) }
	announce := func() servertest.Response {
		return m.Call("POST", "/api/wallet/add", map[string]any{"amount": 101})
	}
	hour(6) // the day before in UTC
	m.Call("PUT", "/api/limits", map[string]any{"day": 500}).Want(http.StatusOK)
	m.SubmitSlip(m.Transfer(servertest.Transfer{Amount: 400}))

	hour(8) // a new day in UTC
	announce().WantCode(http.StatusConflict, "DEPOSIT_LIMIT")
	hour(23)
	announce().WantCode(http.StatusConflict, "DEPOSIT_LIMIT")
	hour(0)
	announce().Want(http.StatusOK)
}

// spec D1.11, P8.1
func TestLimit_PerWeek_CountsFromMondayInBangkok(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	at := func(day time.Weekday, hour int) {
		advanceUntil(h, m, func(now time.Time) bool { return now.Weekday() == day && now.Hour() == hour })
	}
	announce := func() servertest.Response {
		return m.Call("POST", "/api/wallet/add", map[string]any{"amount": 101})
	}
	at(time.Saturday, 12)
	m.Call("PUT", "/api/limits", map[string]any{"week": 500}).Want(http.StatusOK)
	m.SubmitSlip(m.Transfer(servertest.Transfer{Amount: 400}))

	at(time.Sunday, 0)
	announce().WantCode(http.StatusConflict, "DEPOSIT_LIMIT")
	at(time.Sunday, 23)
	announce().WantCode(http.StatusConflict, "DEPOSIT_LIMIT")
	at(time.Monday, 0) // still Sunday in UTC
	announce().Want(http.StatusOK)
}

// spec P8.3, 8.15i
func TestSetLimit_LowerOrHigher_AppliesAtOnceOrAfterADayAndAConfirmation(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	m.Call("PUT", "/api/limits", map[string]any{"day": 1000}).Want(http.StatusOK)
	m.Call("PUT", "/api/limits", map[string]any{"day": 300}).Want(http.StatusOK)
	lower := readLimits(m)
	m.Call("PUT", "/api/limits", map[string]any{"day": 2000}).Want(http.StatusOK)
	m.Call("POST", "/api/limits/confirm", map[string]any{"period": "day"}).WantCode(http.StatusConflict, "NO_DATA")
	h.Clock.Advance(23 * time.Hour)
	m.Token = h.Login(m.Phone, m.Password)                                        // the session has expired
	m.Call("PUT", "/api/limits", map[string]any{"day": 2000}).Want(http.StatusOK) // a repeat does not restart the day
	m.Call("POST", "/api/limits/confirm", map[string]any{"period": "day"}).WantCode(http.StatusConflict, "NO_DATA")
	waiting := readLimits(m)
	h.Clock.Advance(61 * time.Minute)
	m.Token = h.Login(m.Phone, m.Password)
	beyond := map[string]any{"amount": 301}
	m.Call("POST", "/api/wallet/add", beyond).WantCode(http.StatusConflict, "DEPOSIT_LIMIT") // the waiting day alone does not raise the limit
	confirmable := readLimits(m)

	m.Call("POST", "/api/limits/confirm", map[string]any{"period": "day"}).Want(http.StatusOK)

	higher := readLimits(m)
	m.Call("POST", "/api/wallet/add", beyond).Want(http.StatusOK)
	if *lower.Day.Limit != 300 || *waiting.Day.Limit != 300 || waiting.Day.Pending == nil || *higher.Day.Limit != 2000 || higher.Day.Pending != nil {
		t.Errorf("lower %+v, waiting %+v, higher %+v", lower, waiting, higher)
	}
	if *confirmable.Day.Limit != 300 || confirmable.Day.Pending == nil || !confirmable.Day.Pending.Confirmable {
		t.Errorf("before the confirmation: %+v", confirmable.Day)
	}
}

func TestRemoveLimit_Requested_WaitsADayAndCanBeCancelled(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	m.Call("PUT", "/api/limits", map[string]any{"month": 300}).Want(http.StatusOK)
	m.Call("PUT", "/api/limits", map[string]any{"month": nil}).Want(http.StatusOK)
	waiting := readLimits(m)

	m.Call("PUT", "/api/limits", map[string]any{"month": 300}).Want(http.StatusOK)

	kept := readLimits(m)
	if *waiting.Month.Limit != 300 || waiting.Month.Pending == nil || waiting.Month.Pending.Limit != nil || kept.Month.Pending != nil {
		t.Errorf("waiting %+v, kept %+v", waiting.Month, kept.Month)
	}
	m.Call("PUT", "/api/limits", map[string]any{}).WantCode(http.StatusBadRequest, "INVALID_USER_INFO")
	m.Call("PUT", "/api/limits", map[string]any{"day": -1}).Want(http.StatusBadRequest)
}

func TestLimit_TwoDepositsAtOnce_ShareTheRemainingAmount(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	m.Call("PUT", "/api/limits", map[string]any{"day": 500}).Want(http.StatusOK)

	for i := range 10 {
		m.Transfer(servertest.Transfer{Amount: 100 + float64(i)/100, Feed: true})
	}

	h.WaitUntil("all ten", func() bool { return len(m.Lines()) == 10 })
	credited := 0
	for _, l := range m.Lines() {
		if l.Status == "SUCCESS" {
			credited++
		}
	}
	if credited != 4 { // five of a little more than 100 are more than 500
		t.Errorf("%d were credited: %s", credited, m.Balance())
	}
	h.CheckInvariants()
}

// spec D3.34, D3.78
func TestDeposit_MemberInactive_IsReturned(t *testing.T) {
	h := servertest.New(t)
	m, cashier := h.AddMember(), h.AddOperator("cashier")
	h.Exec(fmt.Sprintf("update member set active = false where phone = '%s'", m.Phone))

	m.Transfer(servertest.Transfer{Amount: 100, Feed: true})

	h.WaitUntil("the transfer in the queue of returns", func() bool { return len(cashier.Queue("RETURN")) == 1 })
	h.CheckInvariants()
}

// activity is GET /api/activity.
type activity struct {
	Days []struct {
		Day                  string
		Deposited, Withdrawn float64
	}
	Deposited, Withdrawn, Net float64
}

// spec P8.5
func TestActivity_Days_HaveTheirNetDeposits(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	m.SubmitSlip(m.Transfer(servertest.Transfer{Amount: 400.25}))
	m.WaitFinal(m.Call("POST", "/api/wallet/withdraw", map[string]any{"amount": 100}).Cash().Statement.ID, 0)
	var got activity

	m.Call("GET", "/api/activity?days=30", nil).Want(http.StatusOK).Into(&got)

	if len(got.Days) != 1 || got.Days[0].Deposited != 400.25 || got.Days[0].Withdrawn != 100 || got.Deposited != 400.25 || got.Withdrawn != 100 || got.Net != 300.25 {
		t.Errorf("%+v", got)
	}
	if used := readLimits(m).Month.Used; used != 400.25 {
		t.Errorf("used %v", used)
	}
}

// spec P8.5
func TestActivity_PeriodGivenOrNot_CoversItOrThreeMonths(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	deposit := func(amount float64) (day string) {
		m.Token = h.Login(m.Phone, m.Password) // the session has expired
		m.SubmitSlip(m.Transfer(servertest.Transfer{Amount: amount}))
		return h.Clock.Now().In(clock.Bangkok).Format(time.DateOnly)
	}
	advanceUntil(h, m, func(now time.Time) bool { return now.Hour() == 1 }) // the day before in UTC
	first := deposit(100)
	h.Clock.Advance(24 * time.Hour)
	second := deposit(200)
	h.Clock.Advance(29 * 24 * time.Hour)
	last := deposit(400)
	for query, want := range map[string][]string{"?days=1": {last}, "?days=29": {last}, "?days=30": {second, last}, "?days=31": {first, second, last}, "": {first, second, last}} {
		var got activity

		m.Call("GET", "/api/activity"+query, nil).Want(http.StatusOK).Into(&got)

		var days []string
		for _, d := range got.Days {
			days = append(days, d.Day)
		}
		if !slices.Equal(days, want) || got.Deposited != 700 || got.Net != 700 {
			t.Errorf("%q: %+v, want %q", query, got, want)
		}
	}
	h.Clock.Advance(59 * 24 * time.Hour) // ninety days with the first
	m.Token = h.Login(m.Phone, m.Password)
	var got activity
	m.Call("GET", "/api/activity", nil).Want(http.StatusOK).Into(&got)
	if len(got.Days) != 3 {
		t.Errorf("of the last three months: %+v", got.Days)
	}
}
