package server_test

import (
	"net/http"
	"testing"
	"time"

	"krapao/backend/platform/clock"
	"krapao/backend/platform/money"
	"krapao/backend/server/servertest"
)

// moment is the time from the last moment of a day, week or month in Bangkok to its end: a microsecond, the
// precision of the database.
const moment = time.Microsecond

// nextMidnight returns the next midnight of Bangkok for which fits is true.
func nextMidnight(h *servertest.Environment, fits func(at time.Time) bool) time.Time {
	day := clock.DayOf(h.Clock.Now())
	for n := 1; ; n++ {
		at := time.Date(day.Year(), day.Month(), day.Day()+n, 0, 0, 0, 0, clock.Bangkok)
		if fits(at) {
			return at
		}
	}
}

// freezeAt freezes the clock at now and signs the member in again.
func freezeAt(h *servertest.Environment, m *servertest.Client, now time.Time) {
	h.Clock.Freeze(now)
	m.Token = h.Login(m.Phone, m.Password)
}

// edges select the midnights that end only a day, that end a week but no month, and that end a month but no
// week.
var edges = map[string]func(time.Time) bool{
	"day":   func(at time.Time) bool { return at.Weekday() != time.Monday && at.Day() != 1 },
	"week":  func(at time.Time) bool { return at.Weekday() == time.Monday && at.Day() != 1 },
	"month": func(at time.Time) bool { return at.Weekday() != time.Monday && at.Day() == 1 },
}

// spec D1.10, D1.11, P8.1
func TestDepositLimit_AtTheEndOfItsPeriod_StartsAtZero(t *testing.T) {
	t.Parallel()
	for period, fits := range edges {
		h := servertest.New(t)
		m := h.AddMember()
		end := nextMidnight(h, fits)
		announce := func() servertest.Response { return m.Call("POST", "/api/wallet/add", map[string]any{"amount": 101}) }
		freezeAt(h, m, end.Add(-moment))
		m.Call("PUT", "/api/limits", map[string]any{period: 500}).Want(http.StatusOK)
		m.CreditGift(money.Baht(400))

		announce().WantCode(http.StatusConflict, "DEPOSIT_LIMIT")
		freezeAt(h, m, end)

		if a := announce(); a.Status != http.StatusOK {
			t.Errorf("the first moment of the next %s: %d %s", period, a.Status, a.Body)
		}
	}
}

// A limit of a longer period stays in effect when a shorter period ends.
// spec D1.10, P8.1
func TestDepositLimit_AtTheEndOfAShorterPeriod_StillCounts(t *testing.T) {
	t.Parallel()
	for period, fits := range map[string]func(time.Time) bool{"week": edges["day"], "month": edges["week"]} {
		h := servertest.New(t)
		m := h.AddMember()
		end := nextMidnight(h, fits)
		freezeAt(h, m, end.Add(-moment))
		m.Call("PUT", "/api/limits", map[string]any{period: 500}).Want(http.StatusOK)
		m.CreditGift(money.Baht(400))

		freezeAt(h, m, end)

		m.Call("POST", "/api/wallet/add", map[string]any{"amount": 101}).WantCode(http.StatusConflict, "DEPOSIT_LIMIT")
	}
}

// spec 4.21, D1.10, D1.11, D5.20
func TestBonus_AtTheEndOfItsPeriod_IsAvailableAgain(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	h.Exec(`update offer set max_received = 1, minimum = 50000, edition = edition + 1 where kind = 'bonus' and code in ('DAILY', 'WEEKEND')`)
	for _, c := range []struct{ code, edge string }{{"DAILY", "day"}, {"WEEKEND", "week"}} {
		m := h.AddMember()
		activate := func() string {
			m.CreditGift(money.Baht(600))
			a := m.Call("POST", "/api/bonus/activate/"+c.code, nil)
			if a.Status == http.StatusOK {
				m.Call("POST", "/api/bonus/clear", nil).Want(http.StatusOK)
			}
			return a.Code()
		}
		end := nextMidnight(h, edges[c.edge])
		freezeAt(h, m, end.Add(-moment))
		first, again := activate(), activate()

		freezeAt(h, m, end)

		next, twice := activate(), activate()
		if first != "" || again != "BONUS_MAX_CLAIMED" || next != "" || twice != "BONUS_MAX_CLAIMED" {
			t.Errorf("%s: %q, again %q; after midnight %q, again %q", c.code, first, again, next, twice)
		}
	}
	h.CheckInvariants()
}

// spec D1.10, D3.42
func TestPayoutsPerDay_AtMidnight_StartAtZero(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	h.Withdrawal.Patience = 0
	h.SetAmount("withdrawAuto", "BAHT", 500)
	m := h.AddMember()
	m.Deposit(5000)
	end := nextMidnight(h, edges["day"])
	waits := func() bool {
		l := m.Withdraw("", 300).Want(http.StatusAccepted).Cash().Statement
		return h.Count(`select count(*) from withdrawal where id = $1 and 'ABOVE_DAY_LIMIT' = any(reasons)`, l.ID) == 1
	}

	freezeAt(h, m, end.Add(-moment))
	first, second := waits(), waits()
	freezeAt(h, m, end)
	third, fourth := waits(), waits()

	if first || !second || third || !fourth {
		t.Errorf("waits for a cashier: %t, %t, and after midnight %t, %t", first, second, third, fourth)
	}
	h.CheckInvariants()
}

// spec P8.7
func TestCoolOff_AtItsEnd_AllowsPlay(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMember()
	add := func() servertest.Response { return m.Call("POST", "/api/wallet/add", map[string]any{"amount": 100}) }
	begin := h.Clock.Now().Truncate(time.Microsecond)
	freezeAt(h, m, begin)
	m.Call("POST", "/api/care/cooloff", map[string]any{"hours": 24}).Want(http.StatusOK)
	closed := func() bool {
		var care struct{ Closed *struct{ Kind string } }
		m.Call("GET", "/api/care", nil).Want(http.StatusOK).Into(&care)
		return care.Closed != nil
	}

	freezeAt(h, m, begin.Add(24*time.Hour-moment))
	add().WantCode(http.StatusConflict, "SELF_EXCLUDED")
	before := closed()
	freezeAt(h, m, begin.Add(24*time.Hour))
	add().Want(http.StatusOK)

	if after := closed(); !before || after {
		t.Errorf("shown as closed: %t before the end, %t at the end", before, after)
	}
}

// The end of an exclusion alone does not reopen play: the member must confirm twice. A whole day must lie
// between the two confirmations.
// spec P8.7
func TestExclusion_BeforeItsEndOrTheSecondConfirmation_CannotBeLifted(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMember()
	begin := h.Clock.Now().UTC().Truncate(time.Microsecond)
	freezeAt(h, m, begin)
	m.Call("POST", "/api/care/exclude", map[string]any{"months": 6}).Want(http.StatusOK)
	end := servertest.Value[time.Time](h, `select ends_at from exclusion where member_id = $1`, m.ID())
	back := func(path string) servertest.Response { return m.Call("POST", "/api/care/return"+path, nil) }

	freezeAt(h, m, end.Add(-moment))
	back("").WantCode(http.StatusConflict, "NO_DATA")
	freezeAt(h, m, end)
	m.Call("POST", "/api/wallet/add", map[string]any{"amount": 100}).WantCode(http.StatusConflict, "SELF_EXCLUDED")
	back("").Want(http.StatusOK)
	freezeAt(h, m, end.Add(24*time.Hour-moment))
	back("/confirm").WantCode(http.StatusConflict, "NO_DATA")
	freezeAt(h, m, end.Add(24*time.Hour))
	back("/confirm").Want(http.StatusOK)

	m.Call("POST", "/api/wallet/add", map[string]any{"amount": 100}).Want(http.StatusOK)
	if !end.Equal(begin.AddDate(0, 6, 0)) {
		t.Errorf("the exclusion began at %s and ended at %s", begin, end)
	}
}

// Providers report bets in whole seconds.
// spec D1.10, D5.6
func TestPlay_BetInTheLastSecondOfADayAndAtMidnight_CountOnTheirOwnDays(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	m := h.AddMember()
	m.CreditGift(money.Baht(1000))
	name := m.ActivateGame("circus")
	end := nextMidnight(h, edges["month"])
	freezeAt(h, m, end.Add(-time.Hour))
	m.MakeGameTransfer("WALLET", "circus", 500)
	play := func(bet float64, when time.Time) {
		h.Control("POST", "/games/circus/play", map[string]any{"username": name, "bet": bet, "payout": 0, "at": when.UTC()}, nil)
	}
	h.Clock.Freeze(end.Add(time.Minute))
	play(10, end.Add(-time.Second))
	play(20, end)

	m.AwaitPlays(2)

	for day, want := range map[time.Time]money.Satang{clock.DayOf(end.Add(-time.Second)): money.Baht(10), clock.DayOf(end): money.Baht(20)} {
		if got := h.Count(`select coalesce(sum(bet), 0) from game_day where member_id = $1 and day = $2`, m.ID(), day); got != int64(want) {
			t.Errorf("on %s %s was bet", day.Format(time.DateOnly), money.Satang(got))
		}
	}
}
