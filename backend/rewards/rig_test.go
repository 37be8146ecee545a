package rewards_test

import (
	"fmt"
	"net/http"
	"strconv"
	"testing"
	"time"

	"krapao/backend/ledger"
	"krapao/backend/platform/clock"
	"krapao/backend/platform/money"
	"krapao/backend/server/servertest"
)

// odds are the lowest edge of the demo's games (a fraction), and the mean prize of its wheel in baht.
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

// earned returns what a branch leaves beyond all deposits, in baht.
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

// claim collects the refund and the invite bonus of the closed day.
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
