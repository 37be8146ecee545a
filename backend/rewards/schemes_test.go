// Package rewards_test lives the schemes by which somebody would earn with bonuses, coins,
// refunds and invites together.
package rewards_test

import (
	"fmt"
	"math"
	"net/http"
	"strconv"
	"testing"
	"time"

	"krapao/backend/ledger"
	"krapao/backend/platform/clock"
	"krapao/backend/platform/money"
	"krapao/backend/server/servertest"
)

const (
	put  = 1000.0 // deposited, in baht
	gift = 200.0  // WELCOME, of that
	slot = "circus"
)

func cents(baht float64) float64 { return math.Round(baht*100) / 100 }

// branch is one way in which a scheme can go.
type branch struct {
	chance float64
	live   func(p *player)
}

func always(live func(p *player)) []branch { return []branch{{1, live}} }

// evenly is a scheme that stands on one bet at even odds.
func evenly(won, lost func(p *player)) []branch { return []branch{{.5, won}, {.5, lost}} }

// TestNoSchemeOfRewardsPays lives each way that a scheme can go, and weighs by its chance
// what is left of it: the wallet, with refund and invite bonus of the day, and the coins,
// each at what a spin of the demo's wheel gives in the mean. Stakes are lost at the lowest
// edge of the demo's games.
// spec D5.18, D5.45
func TestNoSchemeOfRewardsPays(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	h.Withdrawal.Patience = 0
	h.Set("withdrawAuto", 10_000_000)
	h.Set("withdrawMin", 1)
	o := oddsOf(t, h)
	t.Logf("the lowest edge is %.2f %%, a spin gives %.2f baht in the mean", 100*o.edge, o.spin)
	even := func(stake float64) float64 { return cents(2 * stake * (1 - o.edge)) }
	// before gives the bonus, and what one match on all of it brings.
	all := put + gift
	for _, s := range []struct {
		name     string
		bonus    string
		most     float64 // what it may bring in the mean, in baht
		branches []branch
	}{
		{"deposit, and withdraw without a bet", "", 0, always(func(*player) {})},
		{"withdraw and deposit again, five times", "", 0, always(func(p *player) {
			for range 5 {
				p.withdraw()
				p.deposit(put)
			}
		})},
		{"into a game and back without a bet", "", 0, always(func(p *player) { p.enter(put); p.leave(put) })},
		{"stake it once on an even bet", "", 0, evenly(
			func(p *player) { p.enter(put); p.bet(put, even(put)); p.leave(even(put)) },
			func(p *player) { p.enter(put); p.bet(put, 0) },
		)},
		{"stake it ten times in small bets", "", 0, always(func(p *player) {
			p.enter(put)
			for range 10 {
				p.bet(put/2, cents(put/2*(1-o.edge)))
			}
			p.leave(put * (1 - 5*o.edge))
		})},
		{"both sides of an even bet, one account invited by the other", "", 0, evenly(
			func(p *player) { p.bothSides(p.friend(), even(put)) },
			func(p *player) { p.friend().bothSides(p, even(put)) },
		)},
		{"both sides of an even bet, both invited by a third account", "", 0, always(func(p *player) {
			p.staked -= put
			p.withdraw()
			p.friend().bothSides(p.friend(), even(put))
		})},
		{"bonus: all on one match, then give up", "WELCOME", 0, evenly(
			func(p *player) { p.enter(all); p.bet(all, even(all)); p.leave(even(all)); p.giveUp() },
			func(p *player) { p.enter(all); p.bet(all, 0) },
		)},
		{"bonus: the bonus alone on one match, then give up", "WELCOME", 0, evenly(
			func(p *player) { p.enter(gift); p.bet(gift, even(gift)); p.leave(even(gift)); p.giveUp() },
			func(p *player) { p.enter(gift); p.bet(gift, 0); p.giveUp() },
		)},
		{"bonus: lose down to what ends it, and keep that", "WELCOME", 0, evenly(
			func(p *player) { p.enter(all); p.bet(1140, even(1140)); p.leave(60 + even(1140)); p.giveUp() },
			func(p *player) { p.enter(all); p.bet(1140, 0); p.leave(60) },
		)},
		{"bonus: all on one match, then exclude oneself", "WELCOME", 0, evenly(
			func(p *player) { p.enter(all); p.bet(all, even(all)); p.leave(even(all)); p.exclude(); p.follow() },
			func(p *player) { p.enter(all); p.bet(all, 0); p.exclude(); p.follow() },
		)},
		{"bonus: take it and give it back", "WELCOME", 0, always(func(p *player) { p.giveUp() })},
		{"bonus: double up until it is played", "WELCOME", 0, boldly(even)},
		{"bonus: play it down in small bets", "WELCOME", 0, always(patiently(o.edge))},
		// It wants no deposit: what it may bring is what two people gave away, once a person.
		{"promotion without a deposit, played down in small bets", "", 50, always(func(p *player) {
			p.staked -= put
			p.withdraw()
			p.Call("POST", "/api/promotion/activate/KRAPAO50", nil).Want(http.StatusOK)
			p.enter(50)
			for range 10 {
				p.play(50, cents(50*(1-o.edge)))
			}
			p.settled()
			p.leave(math.Floor(50 - 500*o.edge))
		})},
	} {
		mean := 0.0
		for _, b := range s.branches {
			mean += b.chance * earned(t, h, s.bonus, o, b)
		}
		t.Logf("| %s | %+.2f |", s.name, mean)
		if mean > s.most {
			t.Errorf("%s pays %.2f baht in the mean, at most %.2f", s.name, mean, s.most)
		}
	}
	h.Sound()
}

// odds are what the demo's games keep, and its wheel gives.
type odds struct{ edge, spin float64 }

func oddsOf(t *testing.T, h *servertest.House) odds {
	t.Helper()
	edges, err := h.Games.Edges(t.Context(), h.Pool, string(ledger.BAHT))
	if err != nil || len(edges.Unknown) > 0 {
		t.Fatal(edges, err)
	}
	wheels, err := h.Spin.Wheels(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range wheels {
		if w.Currency == ledger.BAHT {
			return odds{edges.Lowest / 100, float64(w.Mean()) / 100}
		}
	}
	t.Fatal("no wheel")
	return odds{}
}

// earned is what somebody has more, in the end, than they deposited.
func earned(t *testing.T, h *servertest.House, code string, o odds, b branch) (baht float64) {
	t.Helper()
	p := join(t, h)
	p.deposit(put)
	p.staked = put
	if code != "" {
		p.Call("POST", "/api/bonus/activate/"+code, nil).Want(http.StatusOK)
	}
	b.live(p)
	people := append([]*player{p}, p.friends...)
	nextDay(t, h)
	for _, one := range people {
		one.claim()
		baht += one.baht() + o.spin*float64(one.coins()) - one.staked
		one.withdraw()
	}
	return baht
}

// player is somebody with an account in the game.
type player struct {
	*servertest.Client
	t       *testing.T
	h       *servertest.House
	id      int64
	name    string // in the game
	plays   int64
	staked  float64 // deposited
	friends []*player
}

var names int

// join makes a member whose account nobody else's name stands on.
func join(t *testing.T, h *servertest.House) *player {
	t.Helper()
	names++
	m := h.MemberOf("", fmt.Sprintf("HOLDER %c%c", 'A'+names/26%26, 'A'+names%26))
	return &player{Client: m, t: t, h: h, id: m.ID(), name: m.Enter(slot)}
}

// friend is an account that this one invited, with as much money.
func (p *player) friend() *player {
	p.t.Helper()
	f := join(p.t, p.h)
	f.deposit(put)
	f.staked = put
	p.h.Exec(`update member set invited_by = $1 where id = $2`, p.id, f.id)
	p.friends = append(p.friends, f)
	return f
}

// bothSides has this account win what another loses.
func (p *player) bothSides(other *player, payout float64) {
	p.t.Helper()
	p.enter(put)
	other.enter(put)
	p.bet(put, payout)
	other.bet(put, 0)
	p.leave(payout)
}

func (p *player) deposit(baht float64) { p.t.Helper(); p.Credit(money.Baht(int64(baht))) }

func (p *player) baht() float64 {
	p.t.Helper()
	baht, err := strconv.ParseFloat(p.Balance(), 64)
	if err != nil {
		p.t.Fatal(err)
	}
	return baht
}

func (p *player) withdraw() {
	p.t.Helper()
	if baht := p.baht(); baht >= 1 {
		p.Withdraw("", baht).Want(http.StatusAccepted)
	}
}

func (p *player) coins() int64 {
	p.t.Helper()
	chores(p.t, p.h, "spin.coins")
	var home struct{ Profile struct{ Coin int64 } }
	p.Call("GET", "/api/wallet", nil).Want(http.StatusOK).Into(&home)
	return home.Profile.Coin
}

// claim takes what the closed day has brought.
func (p *player) claim() {
	p.t.Helper()
	p.Call("POST", "/api/refund/receive", nil)
	p.Call("POST", "/api/refund/addWallet", nil)
	p.Call("POST", "/api/invite/bonus", nil)
}

// nextDay lets the day end, and closes it; sessions move with the time.
func nextDay(t *testing.T, h *servertest.House) {
	t.Helper()
	day := clock.DayOf(h.Clock.Now())
	h.Clock.Advance(24 * time.Hour)
	h.Exec(`update session set last_seen_at = last_seen_at + interval '24 hours', expires_at = expires_at + interval '24 hours'`)
	h.Exec(`update game_book set closed = $1`, day)
	h.Wait("the day to close", func() bool {
		chores(t, h, "accrual.days")
		return h.Count(`select count(*) from accrual_book a, game_book g where a.closed = g.closed`) == 1
	})
}

func chores(t *testing.T, h *servertest.House, names ...string) {
	t.Helper()
	for _, name := range names {
		if err := h.Queue.Now(t.Context(), name); err != nil {
			t.Error(err)
		}
	}
}

// boldly doubles all that there is until the bonus is played.
func boldly(even func(float64) float64) (all []branch) {
	needed, chance := 14_400., 1.
	stakes, total := []float64{}, put+gift
	for needed > 0 {
		stake := min(total, needed)
		lost := append(append([]float64{}, stakes...), stake)
		chance /= 2
		all = append(all, branch{chance, func(p *player) { p.double(even, lost, false) }})
		stakes, needed, total = lost, cents(needed-stake), cents(total-stake+even(stake))
	}
	return append(all, branch{chance, func(p *player) { p.double(even, stakes, true) }})
}

// double wins all stakes, or loses the last of them.
func (p *player) double(even func(float64) float64, stakes []float64, last bool) {
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
		p.settled()
		p.leave(math.Floor(in))
	}
}

func (p *player) enter(baht float64) { p.t.Helper(); p.Move("WALLET", slot, baht) }

// leave takes whole baht out, where there are any.
func (p *player) leave(baht float64) {
	p.t.Helper()
	if baht >= 1 {
		p.Move(slot, "WALLET", baht)
	}
}

// bet stakes some, and has the house hear how it went.
func (p *player) bet(stake, payout float64) {
	p.t.Helper()
	p.h.Clock.Advance(2 * time.Second) // a company tells whole seconds
	p.play(stake, payout)
	p.settled()
}

func (p *player) play(stake, payout float64) {
	p.t.Helper()
	p.plays++
	p.h.Settle(slot, p.name, stake, payout)
}

// settled lets some time go by, and has the house hear how the plays went.
func (p *player) settled() {
	p.t.Helper()
	p.h.Clock.Advance(2 * time.Second)
	p.follow()
}

// follow has the house hear of all plays, and judge.
func (p *player) follow() {
	p.t.Helper()
	p.h.Wait("the plays", func() bool { // the house's own chore may be reading
		chores(p.t, p.h, "game.plays")
		return p.h.Count(`select count(*) from game_play where member_id = $1`, p.id) == p.plays
	})
	chores(p.t, p.h, "turnover.follow", "turnover.look", "bonus.follow", "bonus.look")
}

// exclude closes play. The house's own chore, which brings home what lies in games, comes
// after the test: what is moved meanwhile the member moves.
func (p *player) exclude() {
	p.t.Helper()
	now := p.h.Clock.Now()
	p.h.Exec(`with e as (insert into exclusion (member_id, kind, begins_at, ends_at) values ($1, 'COOL_OFF', $2, $3) returning id)
		insert into game_closing (exclusion_id, member_id, begins_at, next_at) select id, $1, $2, $3 from e`, p.id, now, now.Add(24*time.Hour))
}

func (p *player) giveUp() {
	p.t.Helper()
	p.Call("GET", "/api/bonus/clear", nil).Want(http.StatusOK)
}
