// Package rewards_test simulates schemes to profit from bonuses, coins, refunds and invites together.
package rewards_test

import (
	"math"
	"net/http"
	"testing"

	"krapao/backend/server/servertest"
)

const (
	depositBaht = 1000.0 // deposited, in baht
	bonusBaht   = 200.0  // the bonus WELCOME for that deposit
	slot        = "circus"
)

func roundToSatang(baht float64) float64 { return math.Round(baht*100) / 100 }

// branch is one possible course of a scheme, with its probability.
type branch struct {
	chance float64
	play   func(p *player)
}

func always(live func(p *player)) []branch { return []branch{{1, live}} }

// evenly returns the branches of a scheme with one bet at even odds.
func evenly(won, lost func(p *player)) []branch { return []branch{{.5, won}, {.5, lost}} }

// TestRewards_SchemesOfTwoAccounts_LoseOnAverage runs each branch of a scheme on the real server, and weights its result by the
// branch's probability. The result is the wallet with the day's refund and invite bonus, plus the coins
// valued at the mean prize of the demo's wheel. Stakes have the lowest edge of the demo's games.
// spec D5.18
func TestRewards_SchemesOfTwoAccounts_LoseOnAverage(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	h.Withdrawal.Patience = 0
	h.SetAmount("withdrawAuto", "BAHT", 10_000_000)
	h.SetAmount("withdrawMin", "BAHT", 1)
	o := readOdds(t, h)
	t.Logf("the lowest edge is %.2f %%, a spin gives %.2f baht in the mean", 100*o.edge, o.spin)
	even := func(stake float64) float64 { return roundToSatang(2 * stake * (1 - o.edge)) }
	// all is the deposit with the bonus.
	all := depositBaht + bonusBaht
	for _, s := range []struct {
		name     string
		bonus    string
		most     float64 // the highest average profit allowed, in baht
		branches []branch
	}{
		{"deposit, and withdraw without a bet", "", 0, always(func(*player) {})},
		{"withdraw and deposit again, five times", "", 0, always(func(p *player) {
			for range 5 {
				p.withdraw()
				p.deposit(depositBaht)
			}
		})},
		{"into a game and back without a bet", "", 0, always(func(p *player) { p.enter(depositBaht); p.leave(depositBaht) })},
		{"stake it once on an even bet", "", 0, evenly(
			func(p *player) {
				p.enter(depositBaht)
				p.bet(depositBaht, even(depositBaht))
				p.leave(even(depositBaht))
			},
			func(p *player) { p.enter(depositBaht); p.bet(depositBaht, 0) },
		)},
		{"stake it ten times in small bets", "", 0, always(func(p *player) {
			p.enter(depositBaht)
			for range 10 {
				p.bet(depositBaht/2, roundToSatang(depositBaht/2*(1-o.edge)))
			}
			p.leave(depositBaht * (1 - 5*o.edge))
		})},
		{"both sides of an even bet, one account invited by the other", "", 0, evenly(
			func(p *player) { p.winFrom(p.inviteFriend(), even(depositBaht)) },
			func(p *player) { p.inviteFriend().winFrom(p, even(depositBaht)) },
		)},
		{"both sides of an even bet, both invited by a third account", "", 0, always(func(p *player) {
			p.staked -= depositBaht
			p.withdraw()
			p.inviteFriend().winFrom(p.inviteFriend(), even(depositBaht))
		})},
		{"bonus: all on one match, then give up", "WELCOME", 0, evenly(
			func(p *player) { p.enter(all); p.bet(all, even(all)); p.leave(even(all)); p.clearBonus() },
			func(p *player) { p.enter(all); p.bet(all, 0) },
		)},
		{"bonus: the bonus alone on one match, then give up", "WELCOME", 0, evenly(
			func(p *player) {
				p.enter(bonusBaht)
				p.bet(bonusBaht, even(bonusBaht))
				p.leave(even(bonusBaht))
				p.clearBonus()
			},
			func(p *player) { p.enter(bonusBaht); p.bet(bonusBaht, 0); p.clearBonus() },
		)},
		{"bonus: lose down to what ends it, and keep that", "WELCOME", 0, evenly(
			func(p *player) { p.enter(all); p.bet(1140, even(1140)); p.leave(60 + even(1140)); p.clearBonus() },
			func(p *player) { p.enter(all); p.bet(1140, 0); p.leave(60) },
		)},
		{"bonus: all on one match, then exclude oneself", "WELCOME", 0, evenly(
			func(p *player) { p.enter(all); p.bet(all, even(all)); p.leave(even(all)); p.exclude(); p.follow() },
			func(p *player) { p.enter(all); p.bet(all, 0); p.exclude(); p.follow() },
		)},
		{"bonus: take it and give it back", "WELCOME", 0, always(func(p *player) { p.clearBonus() })},
		{"bonus: double up until it is played", "WELCOME", 0, boldBranches(even)},
		{"bonus: play it down in small bets", "WELCOME", 0, always(smallBets(o.edge))},
		// A promotion needs no deposit, so its member cannot lose anything. It pays at most its face value,
		// once per person.
		{"promotion without a deposit, played down in small bets", "", 50, always(func(p *player) {
			p.staked -= depositBaht
			p.withdraw()
			p.Call("POST", "/api/promotion/activate/KRAPAO50", nil).Want(http.StatusOK)
			p.enter(50)
			for range 40 {
				p.play(12.5, roundToSatang(12.5*(1-o.edge)))
			}
			p.waitForPlays()
			p.leave(math.Floor(50 - 500*o.edge))
		})},
	} {
		mean := 0.0
		for _, b := range s.branches {
			mean += b.chance * playBranch(t, h, s.bonus, o, b)
		}
		t.Logf("| %s | %+.2f |", s.name, mean)
		if mean > s.most {
			t.Errorf("%s pays %.2f baht in the mean, at most %.2f", s.name, mean, s.most)
		}
	}
	h.CheckInvariants()
}

// boldBranches returns the branches of staking everything, bet after bet, until the bonus is played.
func boldBranches(even func(float64) float64) (all []branch) {
	needed, chance := 14_400., 1.
	stakes, total := []float64{}, depositBaht+bonusBaht
	for needed > 0 {
		stake := min(total, needed)
		lost := append(append([]float64{}, stakes...), stake)
		chance /= 2
		all = append(all, branch{chance, func(p *player) { p.doubleUntil(even, lost, false) }})
		stakes, needed, total = lost, roundToSatang(needed-stake), roundToSatang(total-stake+even(stake))
	}
	return append(all, branch{chance, func(p *player) { p.doubleUntil(even, stakes, true) }})
}

// doubleUntil wins with all stakes, or loses with the last one.
func (p *player) doubleUntil(even func(float64) float64, stakes []float64, last bool) {
	in := depositBaht + bonusBaht
	p.enter(in)
	for i, stake := range stakes {
		payout := even(stake)
		if i == len(stakes)-1 && !last {
			payout = 0
		}
		p.bet(stake, payout)
		in = roundToSatang(in + payout - stake)
	}
	p.leave(math.Floor(in))
}

// smallBets returns a player who makes small bets until the bonus is played, each with its average payout.
func smallBets(edge float64) func(p *player) {
	return func(p *player) {
		in := depositBaht + bonusBaht
		p.enter(in)
		for range 48 {
			p.play(300, roundToSatang(300*(1-edge)))
			in -= 300 * edge
		}
		p.waitForPlays()
		p.leave(math.Floor(in))
	}
}
