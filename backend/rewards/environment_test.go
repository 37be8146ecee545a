package rewards_test

import (
	"net/http"
	"strconv"
	"testing"
	"time"

	"krapao/backend/ledger"
	"krapao/backend/platform/money"
	"krapao/backend/server/servertest"
)

// odds has the lowest edge of the demo's games as a fraction, and the average prize of its wheel in baht.
type odds struct{ edge, spin float64 }

func readOdds(t *testing.T, h *servertest.Environment) odds {
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

// playBranch plays a branch of a scheme, and returns its profit above all deposits, in baht.
func playBranch(t *testing.T, h *servertest.Environment, code string, o odds, b branch) (baht float64) {
	t.Helper()
	p := join(t, h)
	p.deposit(depositBaht)
	p.staked = depositBaht
	if code != "" {
		p.Call("POST", "/api/bonus/activate/"+code, nil).Want(http.StatusOK)
	}
	b.play(p)
	people := append([]*player{p}, p.friends...)
	h.EndDay()
	for _, one := range people {
		one.claim()
		baht += one.baht() + o.spin*float64(one.coins()) - one.staked
		one.withdraw()
	}
	return baht
}

// player is a member with an account in the game.
type player struct {
	*servertest.Client
	t       *testing.T
	h       *servertest.Environment
	name    string // in the game
	plays   int64
	staked  float64 // the sum of all deposits
	friends []*player
}

func join(t *testing.T, h *servertest.Environment) *player {
	t.Helper()
	m := h.AddUnrelatedMember()
	return &player{Client: m, t: t, h: h, name: m.ActivateGame(slot)}
}

// inviteFriend returns an account that this player invited, with the same deposit.
func (p *player) inviteFriend() *player {
	p.t.Helper()
	f := join(p.t, p.h)
	f.deposit(depositBaht)
	f.staked = depositBaht
	p.Invite(f.Client)
	p.friends = append(p.friends, f)
	return f
}

// winFrom lets this account win an even bet that another account loses.
func (p *player) winFrom(other *player, payout float64) {
	p.t.Helper()
	p.enter(depositBaht)
	other.enter(depositBaht)
	p.bet(depositBaht, payout)
	other.bet(depositBaht, 0)
	p.leave(payout)
}

func (p *player) deposit(baht float64) { p.t.Helper(); p.CreditGift(money.Baht(int64(baht))) }

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
	p.h.RunJobs("spin.coins")
	var home struct{ Profile struct{ Coin int64 } }
	p.Call("GET", "/api/wallet", nil).Want(http.StatusOK).Into(&home)
	return home.Profile.Coin
}

// claim claims the refund and the invite bonus of the closed day.
func (p *player) claim() {
	p.t.Helper()
	p.Call("POST", "/api/refund/receive", nil)
	p.Call("POST", "/api/refund/addWallet", nil)
	p.Call("POST", "/api/invite/bonus", nil)
}

func (p *player) enter(baht float64) { p.t.Helper(); p.MakeGameTransfer("WALLET", slot, baht) }

// leave moves baht out of the game, if it is one or more.
func (p *player) leave(baht float64) {
	p.t.Helper()
	if baht >= 1 {
		p.MakeGameTransfer(slot, "WALLET", baht)
	}
}

// bet stakes an amount, and waits until the server knows the play.
func (p *player) bet(stake, payout float64) {
	p.t.Helper()
	p.h.Clock.Advance(2 * time.Second) // a provider reports whole seconds
	p.play(stake, payout)
	p.waitForPlays()
}

func (p *player) play(stake, payout float64) {
	p.t.Helper()
	p.plays++
	p.h.SettlePlay(slot, p.name, stake, payout)
}

// waitForPlays advances the clock by two seconds, and waits until the server knows the plays.
func (p *player) waitForPlays() {
	p.t.Helper()
	p.h.Clock.Advance(2 * time.Second)
	p.follow()
}

// follow waits until the server knows all of the player's plays, and applies them.
func (p *player) follow() {
	p.t.Helper()
	p.AwaitPlays(p.plays)
	p.h.RunJobs("turnover.follow", "turnover.look", "bonus.follow", "bonus.look")
}

func (p *player) exclude() { p.t.Helper(); p.CoolOff(24 * time.Hour) }

func (p *player) clearBonus() {
	p.t.Helper()
	p.Call("GET", "/api/bonus/clear", nil).Want(http.StatusOK)
}
