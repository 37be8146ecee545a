package spin_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"testing"
	"time"

	"krapao/backend/platform/money"
	"krapao/backend/platform/simtest"
	"krapao/backend/rewards/spin"
	"krapao/backend/server/servertest"
)

// TestWheel_RandomOperations_AgreesWithTheModel simulates members who deposit, play, withdraw, cancel
// withdrawals, spin, claim and rotate. Calls are made twice at once, are repeated later, or fail with their
// database connection. Days pass and wheels change. After each step coins, coupons and wallet must be those
// of the model.
//
// The long run: go test ./backend/rewards/spin -run RandomOperations -runs 1000 -timeout 3h
//
// spec D5.34a
func TestWheel_RandomOperations_AgreesWithTheModel(t *testing.T) {
	h := servertest.New(t)
	a, steps := newAdmins(t, h), 0
	simtest.Run(t, 4, func(r *rand.Rand) {
		l := &simulation{t: t, h: h, a: a, r: r, m: h.AddMember()}
		for range 25 {
			l.step()
			l.compare()
			steps++
			if t.Failed() {
				t.Log(l.log)
				return
			}
		}
		l.check()
	})
	t.Logf("%d steps", steps)
	h.CheckInvariants()
}

// wonCoupon is a coupon of the model.
type wonCoupon struct {
	prize  string
	amount money.Satang
	ends   time.Time
}

// simulation is one member's simulation, with its model.
type simulation struct {
	t   *testing.T
	h   *servertest.Environment
	a   admins
	r   *rand.Rand
	m   *servertest.Client
	log []string

	net, mark, turnover, counted int64

	coins  int64
	wallet money.Satang
	open   []wonCoupon
	held   map[string]money.Satang
	calls  int
}

func (l *simulation) step() {
	actions := []func(){l.deposit, l.deposit, l.play, l.play, l.withdraw, l.cancel, l.spin, l.spin, l.spin, l.spin, l.claim, l.claim, l.rotate, l.passDays, l.changeWheel}
	actions[l.r.IntN(len(actions))]()
}

func (l *simulation) logStep(format string, args ...any) {
	l.log = append(l.log, fmt.Sprintf(format, args...))
}

func (l *simulation) countMoney(amount money.Satang) {
	l.net += int64(amount)
	l.mark = max(l.mark, l.net)
	l.earnCoins()
}

func (l *simulation) earnCoins() {
	if n := (min(l.mark, l.turnover) - l.counted) / 10_000; n > 0 {
		l.counted += n * 10_000
		l.coins += n
	}
}

func (l *simulation) play() {
	most := int64(l.wallet / money.Baht(1))
	if most == 0 {
		return
	}
	stake := 1 + l.r.Int64N(most)
	l.logStep("play %d", stake)
	stakeMoney(l.t, l.h, l.m, stake)
	l.turnover += int64(money.Baht(stake))
	l.earnCoins()
}

func (l *simulation) deposit() {
	amount := money.Satang(100 + l.r.IntN(40_000))
	l.logStep("deposit %s", amount)
	l.m.CreditGift(amount)
	l.wallet += amount
	l.countMoney(amount)
}

// withdraw requests a withdrawal that a cashier has to approve, so that its money stays held.
func (l *simulation) withdraw() {
	amount := money.Baht(int64(100 + l.r.IntN(200)))
	l.logStep("withdraw %s", amount)
	got := l.callTwiceOrRepeat("POST", "/api/wallet/withdraw", map[string]any{"amount": json.Number(amount.String())})
	if l.wallet < amount {
		got.WantCode(http.StatusConflict, "MONEY_NOT_ENOUGH")
		return
	}
	if l.held == nil {
		l.held = map[string]money.Satang{}
	}
	l.held[got.Want(http.StatusAccepted).Cash().Statement.ID.String()] = amount
	l.wallet -= amount
	l.countMoney(-amount)
}

func (l *simulation) cancel() {
	for id, amount := range l.held {
		l.logStep("cancel %s", amount)
		l.callTwiceOrRepeat("POST", "/api/wallet/withdraw/"+id+"/cancel", nil).Want(http.StatusOK)
		delete(l.held, id)
		l.wallet += amount
		l.countMoney(amount)
		return
	}
}

func (l *simulation) spin() {
	l.h.RunJobs("spin.coins")
	s := fetchSetup(l.m)
	if s.Active == nil {
		return
	}
	got := l.callTwiceOrRepeat("POST", "/api/spinwheel/spin", spinRequest(s))
	if l.coins == 0 {
		got.WantCode(http.StatusConflict, "NO_DATA")
		return
	}
	r := decodeSpin(got).Result
	l.logStep("spin %s", r.Code)
	l.coins--
	if r.RemainingCoin != l.coins {
		l.t.Errorf("%d coins are left, not %d", r.RemainingCoin, l.coins)
	}
	if r.Prize.Kind != spin.Nothing {
		l.open = append(l.open, wonCoupon{r.Prize.Code, r.Prize.Amount, *r.ExpiresAt})
	}
}

func (l *simulation) claim() {
	prize := []string{"CASH5", "CASH1", "TEN", "FIVE", "NONE"}[l.r.IntN(5)]
	best, expired := -1, false
	for i, w := range l.open {
		switch {
		case w.prize != prize:
		case !w.ends.After(l.h.Clock.Now()):
			expired = true
		case best < 0 || w.ends.Before(l.open[best].ends):
			best = i
		}
	}
	got := l.callTwiceOrRepeat("POST", "/api/spinwheel/coupon/claim", map[string]string{"coupon": prize})
	l.logStep("claim %s: %s", prize, got.Code())
	switch known := l.h.Count(`select count(*) from prize where code = $1`, prize) > 0; {
	case !known:
		got.WantCode(http.StatusConflict, "INVALID_PRIZE_CODE")
	case prize == "NONE":
		got.WantCode(http.StatusConflict, "INVALID_COUPON_TYPE")
	case best >= 0:
		got.Want(http.StatusOK)
		l.wallet += l.open[best].amount
		l.open = append(l.open[:best], l.open[best+1:]...)
	case expired:
		got.WantCode(http.StatusConflict, "COUPON_EXPIRED")
	default:
		got.WantCode(http.StatusConflict, "NO_CLAIMABLE_COUPON")
	}
}

func (l *simulation) rotate() {
	l.logStep("rotate")
	l.m.Call("POST", "/api/spinwheel/rotate", nil).Want(http.StatusOK)
}

func (l *simulation) passDays() {
	d := time.Duration(l.r.IntN(20*24)) * time.Hour
	l.logStep("%s pass", d)
	l.h.Clock.Advance(d)
	l.m.Token = l.h.Login(l.m.Phone, l.m.Password)
}

func (l *simulation) changeWheel() {
	wheels := []spin.Definition{
		alwaysWinning(cashPrize("TEN", 10)),
		definitionOf(sliceOf("A", 1, cashPrize("FIVE", 5)), sliceOf("B", 3, spin.Prize{Code: "NONE", Kind: spin.Nothing}), sliceOf("C", 1, cashPrize("CASH1", 1))),
	}
	if l.r.IntN(3) == 0 { // rarely, since the two operators' sessions are slow and not tested here
		l.a = newAdmins(l.t, l.h)
		l.logStep("another wheel")
		l.a.setWheel(l.t, l.h, wheels[l.r.IntN(len(wheels))])
	}
}

// callTwiceOrRepeat makes a call with a key. It makes it once, twice at once, again later, or repeatedly
// until it succeeds while database connections fail.
func (l *simulation) callTwiceOrRepeat(method, path string, body any) servertest.Response {
	l.calls++
	m := l.m.With("Idempotency-Key", fmt.Sprintf("%s-%d", path[5:11], l.calls))
	twice := make(chan struct{})
	fault := l.r.IntN(6)
	go func() {
		defer close(twice)
		switch fault {
		case 0:
			m.Call(method, path, body)
		case 1:
			_, _ = l.h.Pool.Exec(l.t.Context(), `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`)
			l.h.Pool.Reset() // so that no later call gets a broken connection
		}
	}()
	got := m.Call(method, path, body)
	<-twice
	for range 20 {
		if got.Status < http.StatusInternalServerError {
			break
		}
		got = m.Call(method, path, body)
	}
	if fault == 2 {
		if again := m.Call(method, path, body); string(again.Body) != string(got.Body) && got.Status == http.StatusOK {
			l.t.Errorf("%s, and then %s", got.Body, again.Body)
		}
	}
	return got
}

// compare compares the server with the model.
func (l *simulation) compare() {
	l.h.RunJobs("spin.coins")
	if got := fetchSetup(l.m).UserCoin.Coin; got != l.coins {
		l.t.Errorf("%d coins, the model has %d", got, l.coins)
	}
	if got := l.m.Balance(); got != l.wallet.String() {
		l.t.Errorf("%s in the wallet, the model has %s", got, l.wallet)
	}
	want := map[string]int{}
	for _, w := range l.open {
		if w.ends.After(l.h.Clock.Now()) {
			want[w.prize]++
		}
	}
	for _, g := range fetchCoupons(l.m) {
		if want[g.Prize.Code] != g.Count {
			l.t.Errorf("%d coupons of %s, the model has %d", g.Count, g.Prize.Code, want[g.Prize.Code])
		}
		delete(want, g.Prize.Code)
	}
	if len(want) > 0 {
		l.t.Errorf("coupons are missing: %v", want)
	}
}

// check recomputes every spin of the member from its seed.
func (l *simulation) check() {
	l.rotate()
	for _, revealed := range fetchHistory(l.m) {
		if revealed.ServerSeed == nil || !isFair(l.t, revealed) {
			l.t.Errorf("%+v", revealed)
		}
	}
}
