package bonus_test

import (
	"math"
	"net/http"
	"strconv"
	"testing"
	"time"

	"krapao/backend/server/servertest"
)

const (
	put  = 1000.0 // deposited, in baht
	gift = 200.0  // WELCOME, of that
	edge = 0.0115 // of the cheapest bet that there is, baccarat's
)

// even is what an even bet pays, so that the house keeps its edge.
func even(stake float64) float64 { return cents(2 * stake * (1 - edge)) }

func cents(baht float64) float64 { return math.Round(baht*100) / 100 }

// branch is one way in which a scheme can go.
type branch struct {
	chance float64
	live   func(p *player)
}

// scheme is what somebody does with a bonus. most is what it may bring in the mean, in
// baht, by the operator's own terms.
type scheme struct {
	name     string
	most     float64
	branches []branch
}

// TestNoSchemeWithABonusPaysMoreThanItsFaceValue lives each way that a scheme can go, and
// weighs what is left by its chance: what breaks a bonus off pays nothing, and what plays
// it down pays the bonus less the house's edge of the stakes.
// spec D5.18
func TestNoSchemeWithABonusPaysMoreThanItsFaceValue(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	h.Withdrawal.Patience = 0
	h.Set("withdrawAuto", 10_000_000)
	h.Set("withdrawMin", 1)
	bold, staked := boldly()
	for _, s := range []scheme{
		{"all on one match, then give up", 0, []branch{
			{.5, func(p *player) { p.enter(1200); p.bet(1200, even(1200)); p.leave(2372); p.giveUp() }},
			{.5, func(p *player) { p.enter(1200); p.bet(1200, 0) }},
		}},
		{"the bonus alone on one match, then give up", 0, []branch{
			{.5, func(p *player) { p.enter(200); p.bet(200, even(200)); p.leave(395); p.giveUp() }},
			{.5, func(p *player) { p.enter(200); p.bet(200, 0); p.giveUp() }},
		}},
		{"lose down to what ends it, and keep that", 0, []branch{
			{.5, func(p *player) { p.enter(1200); p.bet(1140, even(1140)); p.leave(2313); p.giveUp() }},
			{.5, func(p *player) { p.enter(1200); p.bet(1140, 0); p.leave(60) }},
		}},
		{"all on one match, then exclude oneself", 0, []branch{
			{.5, func(p *player) { p.enter(1200); p.bet(1200, even(1200)); p.leave(2372); p.exclude(); p.follow() }},
			{.5, func(p *player) { p.enter(1200); p.bet(1200, 0); p.exclude(); p.follow() }},
		}},
		{"take it and give it back", 0, []branch{{1, func(p *player) { p.giveUp() }}}},
		{"double up until it is played", gift - edge*staked, bold},
		{"play it down patiently, at baccarat", gift - edge*14_400, []branch{{1, patiently(edge)}}},
		{"play it down patiently, at a slot", gift - .04*14_400, []branch{{1, patiently(.04)}}},
	} {
		mean := -put
		for _, b := range s.branches {
			mean += b.chance * s.left(t, h, b)
		}
		t.Logf("%-45s %+8.2f baht of %v deposited", s.name, mean, put)
		if mean > s.most+1 || mean > gift {
			t.Errorf("%s pays %.2f baht in the mean, at most %.2f", s.name, mean, s.most)
		}
	}
	h.Sound()
}

// left is what somebody can withdraw in the end.
func (s scheme) left(t *testing.T, h *servertest.House, b branch) float64 {
	t.Helper()
	p := join(t, h)
	p.deposit(put)
	p.take("WELCOME")
	b.live(p)
	baht, err := strconv.ParseFloat(p.Balance(), 64)
	if err != nil {
		t.Fatal(err)
	}
	if baht > 0 {
		p.Withdraw("", baht).Want(http.StatusAccepted)
	}
	return baht
}

// boldly doubles all that there is until the bonus is played, and answers what that
// stakes in the mean.
func boldly() (all []branch, staked float64) {
	needed, chance := 14_400., 1.
	stakes, total := []float64{}, put+gift
	for needed > 0 {
		stake := min(total, needed)
		staked += chance * stake
		lost := append(append([]float64{}, stakes...), stake)
		chance /= 2
		all = append(all, branch{chance, func(p *player) { p.double(lost, false) }})
		stakes, needed, total = lost, cents(needed-stake), cents(total-stake+even(stake))
	}
	return append(all, branch{chance, func(p *player) { p.double(stakes, true) }}), staked
}

// double wins all stakes, or loses the last of them.
func (p *player) double(stakes []float64, last bool) {
	in := put + gift
	p.enter(in)
	for i, stake := range stakes {
		payout := even(stake)
		if i == len(stakes)-1 && !last {
			payout = 0
		}
		p.bet(stake, payout)
		in = cents(in + payout - stake)
	}
	p.leave(math.Floor(in))
}

// patiently plays in small bets until the bonus is played, at their mean.
func patiently(edge float64) func(p *player) {
	return func(p *player) {
		in := put + gift
		p.enter(in)
		for range 24 {
			p.play(600, cents(600*(1-edge)))
			in -= 600 * edge
		}
		p.h.Clock.Advance(2 * time.Second)
		p.follow()
		p.leave(math.Floor(in))
	}
}

func (p *player) enter(baht float64) { p.t.Helper(); p.move("WALLET", slot, baht) }

// leave takes whole baht out, where there are any.
func (p *player) leave(baht float64) {
	p.t.Helper()
	if baht >= 1 {
		p.move(slot, "WALLET", baht)
	}
}

// bet stakes some, and has the house hear how it went.
func (p *player) bet(stake, payout float64) {
	p.t.Helper()
	p.h.Clock.Advance(2 * time.Second) // a company tells whole seconds
	p.play(stake, payout)
	p.h.Clock.Advance(2 * time.Second)
	p.follow()
}

func (p *player) giveUp() { p.t.Helper(); p.clear().Want(http.StatusOK) }
