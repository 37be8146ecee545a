package bonus_test

import (
	"math/rand/v2"
	"net/http"
	"testing"
	"time"

	"krapao/backend/platform/money"
	"krapao/backend/platform/simtest"
	"krapao/backend/server/servertest"
)

// TestBonus_RandomOperations_AgreesWithTheModel simulates members who deposit, withdraw, move money and play.
// They take bonuses and promotions, give them up and exclude themselves, and days pass. Each response, the
// wallet and the state are compared with a small model.
//
// The long run: go test ./backend/rewards/bonus -run RandomOperations -runs 1000 -timeout 3h
//
// spec D5.21
func TestBonus_RandomOperations_AgreesWithTheModel(t *testing.T) {
	h := servertest.New(t)
	h.Withdrawal.Patience = 0
	h.SetAmount("withdrawAuto", "BAHT", 10_000_000)
	h.Exec(`update offer set quantity = null where kind = 'promotion'`)
	setTerms(h, "WELCOME", "times = 200, max_received = 2") // low, so that simulations reach the end of a bonus
	setTerms(h, "DAILY", "times = 150")
	ends := map[string]int{}
	simtest.Run(t, 8, func(r *rand.Rand) {
		l := &simulation{t: t, r: r, player: newPlayer(t, h), taken: map[string][]time.Time{}, ends: ends}
		for range 20 + r.IntN(30) {
			if l.step(); t.Failed() {
				return
			}
		}
	})
	t.Logf("ends: %v", ends)
	h.CheckInvariants()
}

// simulation is one member's simulation, with the model of the expected state.
type simulation struct {
	*player
	t    *testing.T
	r    *rand.Rand
	ends map[string]int

	wallet, game money.Satang
	deposits     []wholeDeposit
	taken        map[string][]time.Time
	active       *activeModel
	excluded     time.Time
}

// wholeDeposit is a deposit that is still completely in the wallet.
type wholeDeposit struct {
	amount money.Satang
	at     time.Time
}

// activeModel is the active bonus.
type activeModel struct {
	amount, ownMoney, needed, played, failAt money.Satang
	received                                 money.Satang
	touched                                  bool
	closing                                  time.Time // when an exclusion began that has to end the bonus
}

// modelOffer has the terms of a bonus in the model.
type modelOffer struct {
	code          string
	percent, most int64
	fixed         money.Satang
	minimum       money.Satang
	times         int64 // hundredths
	max           int
	since         func(now time.Time) time.Time
}

var offers = []modelOffer{
	{code: "WELCOME", percent: 20, most: 1000, minimum: money.Baht(1000), times: 200, max: 2, since: func(time.Time) time.Time { return time.Time{} }},
	{code: "DAILY", percent: 5, most: 100, minimum: money.Baht(500), times: 150, max: 1, since: bangkokDay},
	{code: "WEEKEND", fixed: money.Baht(100), minimum: money.Baht(2000), times: 600, max: 2, since: bangkokWeek},
}

func bangkokDay(now time.Time) time.Time {
	const bangkok = 7 * time.Hour
	return now.UTC().Add(bangkok).Truncate(24 * time.Hour).Add(-bangkok)
}

func bangkokWeek(now time.Time) time.Time {
	day := bangkokDay(now)
	return day.AddDate(0, 0, -(int(day.UTC().Add(7*time.Hour).Weekday())+6)%7)
}

func (l *simulation) step() {
	l.h.Clock.Advance(2 * time.Second) // a provider reports whole seconds
	switch n := l.r.IntN(100); {
	case n < 20:
		l.depositSome()
	case n < 40:
		l.activateBonus(offers[l.r.IntN(len(offers))])
	case n < 45:
		l.activatePromotion()
	case n < 58:
		l.transferIn()
	case n < 68:
		l.transferOut()
	case n < 84:
		l.playSome()
	case n < 90:
		l.clearBonus()
	case n < 95:
		l.withdraw()
	case n < 96:
		l.excludeMember()
	default:
		l.h.PassTime(time.Duration(1+l.r.IntN(20)) * time.Hour)
	}
	l.closeByExclusion()
	if got := l.Balance(); got != l.wallet.String() {
		l.t.Errorf("the wallet has %s, the model expects %s", got, l.wallet)
	}
	l.compare()
}

func (l *simulation) now() time.Time { return l.h.Clock.Now() }

func (l *simulation) isExcluded() bool { return l.now().Before(l.excluded) }

// clearDeposits stores that no deposit is completely in the wallet any more.
func (l *simulation) clearDeposits() { l.deposits = nil }

func (l *simulation) depositSome() {
	if l.isExcluded() {
		return // deposits of an excluded member are not part of this test
	}
	baht := int64([]int{100, 600, 1000, 2500, 7000}[l.r.IntN(5)])
	l.deposit(baht)
	l.wallet += money.Baht(baht)
	l.deposits = append(l.deposits, wholeDeposit{money.Baht(baht), l.now()})
	if l.active != nil {
		l.active.received += money.Baht(baht)
	} else if l.r.IntN(3) > 0 { // as members do who want a bonus
		l.activateBonus(offers[l.r.IntN(len(offers))])
		if l.active != nil && l.r.IntN(3) > 0 {
			l.transferIn()
		}
	}
}

// findDeposit returns the index of the deposit that taking a bonus would use, or -1.
func (l *simulation) findDeposit(o modelOffer) int {
	best := -1
	for i, d := range l.deposits {
		if l.now().Sub(d.at) < 24*time.Hour && (best < 0 || d.amount > l.deposits[best].amount) {
			best = i
		}
	}
	if best >= 0 && l.deposits[best].amount < o.minimum {
		return -1
	}
	return best
}

func (l *simulation) activateBonus(o modelOffer) {
	count, fit := 0, l.findDeposit(o)
	for _, at := range l.taken[o.code] {
		if !at.Before(o.since(l.now())) {
			count++
		}
	}
	want := ""
	switch {
	case l.isExcluded():
		want = "SELF_EXCLUDED"
	case l.active != nil:
		want = "BONUS_ALREADY_ACTIVE"
	case count >= o.max:
		want = "BONUS_MAX_CLAIMED"
	case fit < 0:
		want = "BONUS_CONDITION"
	}
	if a := l.activate(o.code); a.Code() != want {
		l.t.Errorf("%s: %d %s, want %q", o.code, a.Status, a.Body, want)
		return
	}
	if want != "" {
		return
	}
	d := l.deposits[fit]
	l.deposits = append(l.deposits[:fit:fit], l.deposits[fit+1:]...)
	amount := o.fixed
	if o.percent > 0 {
		amount = min(d.amount*money.Satang(o.percent)/100, money.Baht(o.most))
	}
	l.startBonus(amount, (d.amount+amount)*money.Satang(o.times)/100, d.amount/5)
	l.taken[o.code] = append(l.taken[o.code], l.now())
}

func (l *simulation) startBonus(amount, needed, most money.Satang) {
	own := l.wallet + l.game
	l.wallet += amount
	l.active = &activeModel{amount: amount, ownMoney: own, needed: needed, failAt: min(l.wallet*5/100, most)}
}

func (l *simulation) activatePromotion() {
	want := ""
	switch {
	case l.isExcluded():
		want = "SELF_EXCLUDED"
	case l.active != nil:
		want = "BONUS_ALREADY_ACTIVE"
	case len(l.taken["KRAPAO50"]) > 0:
		want = "PROMOTION_RECEIVED"
	}
	if a := l.Call("POST", "/api/promotion/activate/KRAPAO50", nil); a.Code() != want {
		l.t.Errorf("promotion: %d %s, want %q", a.Status, a.Body, want)
	} else if want == "" {
		l.startBonus(money.Baht(50), money.Baht(500), money.Baht(10))
		l.taken["KRAPAO50"] = append(l.taken["KRAPAO50"], l.now())
	}
}

func (l *simulation) transferIn() {
	if l.wallet < money.Baht(1) || l.isExcluded() {
		return
	}
	amount := money.Satang(1+l.r.Int64N(int64(l.wallet)/100)) * 100
	if l.r.IntN(2) == 0 {
		amount = l.wallet - l.wallet%100
	}
	l.MakeGameTransfer("WALLET", slot, float64(amount)/100)
	l.wallet, l.game = l.wallet-amount, l.game+amount
	l.clearDeposits()
	if l.active != nil {
		l.active.touched = true
	}
}

func (l *simulation) transferOut() {
	if l.game < money.Baht(1) {
		return
	}
	amount := l.game
	if l.r.IntN(3) == 0 {
		amount = money.Satang(1+l.r.Int64N(int64(l.game)/100)) * 100
	}
	l.MakeGameTransfer(slot, "WALLET", float64(amount)/100)
	l.wallet, l.game = l.wallet+amount, l.game-amount
	l.clearDeposits()
}

// playSome bets, and waits until the server knows the play.
func (l *simulation) playSome() {
	if l.game == 0 {
		return
	}
	bet := l.game
	if l.r.IntN(3) > 0 {
		bet = 1 + money.Satang(l.r.Int64N(int64(l.game)))
	}
	payout := money.Satang(l.r.Int64N(int64(bet)*2 + 1))
	if l.r.IntN(4) == 0 {
		payout = 0
	}
	l.play(float64(bet)/100, float64(payout)/100)
	l.game += payout - bet
	l.clearDeposits()
	if l.active != nil {
		l.active.played += bet
	}
	l.applyPlays()
	switch r := l.active; {
	case r == nil || !r.closing.IsZero():
	case r.played >= r.needed:
		l.endBonus("TURNOVER")
	case l.wallet+l.game <= r.failAt:
		l.endBonus("FAIL")
	}
}

func (l *simulation) endBonus(how string) {
	l.active = nil
	l.ends[how]++
	if got := l.readEndReason(); got != how {
		l.t.Errorf("the bonus ended by %q, want %s", got, how)
	}
}

// due returns the amount that goes back if the bonus is given up.
func (l *simulation) due() money.Satang {
	r := l.active
	if !r.touched {
		return min(r.amount, l.wallet)
	}
	won := l.wallet + l.game - r.ownMoney - r.received - r.amount
	return min(r.amount+max(won, 0), l.wallet)
}

func (l *simulation) clearBonus() {
	want := "BONUS_CLEAR"
	switch r := l.active; {
	case l.isExcluded():
		want = "SELF_EXCLUDED"
	case r == nil:
		want = "NO_DATA"
	case r.touched && l.game >= money.Baht(1):
		want = "BONUS_CONDITION"
	}
	if a := l.clear(); a.Code() != want {
		l.t.Errorf("clear: %d %s, want %q", a.Status, a.Body, want)
	} else if want == "BONUS_CLEAR" {
		if amount := l.due(); amount > 0 {
			l.wallet -= amount
			l.clearDeposits() // no deposit is completely in the rest
		}
		l.endBonus("CLEAR")
	}
}

func (l *simulation) withdraw() {
	if l.wallet < money.Baht(100) {
		return
	}
	want := ""
	if l.active != nil {
		want = "BONUS_REMAINING"
	}
	a := l.Withdraw("", 100)
	if a.Code() != want {
		l.t.Errorf("withdraw: %d %s, want %q", a.Status, a.Body, want)
	} else if want == "" {
		l.wallet -= money.Baht(100)
		l.clearDeposits()
	}
}

// excludeMember excludes the member for some hours.
func (l *simulation) excludeMember() {
	if l.isExcluded() {
		return
	}
	now := l.now()
	l.excluded = now.Add(5 * time.Hour)
	// In this test games do not return the money by themselves: the simulation moves it.
	l.h.Exec(`with left_now as (insert into exclusion (member_id, kind, begins_at, ends_at) values ($1, 'COOL_OFF', $2, $3) returning *)
		insert into game_closing (exclusion_id, member_id, begins_at, next_at, done_at) select id, member_id, begins_at, begins_at, begins_at from left_now`, l.id, now, l.excluded)
	if l.active != nil {
		l.active.closing = now
	}
	runFollowJobs(l.h)
}

// closeByExclusion ends a running bonus by an exclusion, once its money is in the wallet, or after half an
// hour.
func (l *simulation) closeByExclusion() {
	r := l.active
	if r == nil || r.closing.IsZero() {
		return
	}
	l.h.Exec(`update bonus_taken set look_at = $2 where member_id = $1 and ended_at is null`, l.id, l.now())
	runFollowJobs(l.h)
	if r.touched && l.game >= money.Baht(1) && l.now().Sub(r.closing) <= 30*time.Minute {
		return
	}
	if amount := l.due(); amount > 0 {
		l.wallet -= amount
		l.clearDeposits()
	}
	l.endBonus("EXCLUSION")
}

// compare compares the running bonus with the model.
func (l *simulation) compare() {
	a, err := l.h.Bonus.Active(l.t.Context(), l.h.Pool, l.id)
	switch {
	case err != nil:
		l.t.Error(err)
	case (a == nil) != (l.active == nil):
		l.t.Errorf("%+v runs, the model expects %+v", a, l.active)
	case a != nil && (a.Amount != l.active.amount || a.Needed != l.active.needed || a.FailAt != l.active.failAt || a.Played > l.active.played):
		l.t.Errorf("%+v, the model expects %+v", a, l.active)
	}
	if l.Call("GET", "/api/bonus", nil).Status != http.StatusOK {
		l.t.Error("no cards")
	}
}
