package bonus_test

import (
	"net/http"
	"testing"

	"krapao/backend/platform/money"
	"krapao/backend/rewards/bonus"
	"krapao/backend/server/servertest"
)

// slot is a game of the sandbox whose plays count in full.
const slot = "circus"

// player is a member with an account in the game.
type player struct {
	*servertest.Client
	t    *testing.T
	h    *servertest.Environment
	id   int64
	name string // in the game
	bets int64
}

func newPlayer(t *testing.T, h *servertest.Environment) *player {
	t.Helper()
	return playerOf(t, h, h.AddMember())
}

func playerOf(t *testing.T, h *servertest.Environment, m *servertest.Client) *player {
	t.Helper()
	return &player{Client: m, t: t, h: h, id: m.ID(), name: m.ActivateGame(slot)}
}

func (p *player) deposit(baht int64) { p.t.Helper(); p.CreditGift(money.Baht(baht)) }

// play reports a settled play of the player, with the current time.
func (p *player) play(bet, payout float64) {
	p.t.Helper()
	p.bets++
	p.h.SettlePlay(slot, p.name, bet, payout)
}

// applyPlays waits until the server knows all of the player's plays, and applies them.
func (p *player) applyPlays() {
	p.t.Helper()
	p.AwaitPlays(p.bets)
	runFollowJobs(p.h)
}

// runFollowJobs runs the jobs that apply the known plays to turnover and bonuses.
func runFollowJobs(h *servertest.Environment) {
	h.RunJobs("game.plays", "turnover.follow", "turnover.look", "bonus.follow", "bonus.look")
}

func (p *player) activate(code string) servertest.Response {
	p.t.Helper()
	return p.Call("POST", "/api/bonus/activate/"+code, nil)
}

func (p *player) activateBonus(code string) (out bonus.ActivatedBonus) {
	p.t.Helper()
	p.activate(code).Want(http.StatusOK).Into(&out)
	return out
}

func (p *player) clear() servertest.Response {
	p.t.Helper()
	return p.Call("GET", "/api/bonus/clear", nil)
}

func (p *player) readCard(code string) (out bonus.Card) {
	p.t.Helper()
	var all []bonus.Card
	p.Call("GET", "/api/bonus", nil).Want(http.StatusOK).Into(&all)
	for _, c := range all {
		if c.Code == code {
			return c
		}
	}
	p.t.Fatalf("no card %s", code)
	return out
}

func (p *player) readActiveBonus() *bonus.ActiveBonus {
	p.t.Helper()
	a, err := p.h.Bonus.Active(p.t.Context(), p.h.Pool, p.id)
	if err != nil {
		p.t.Fatal(err)
	}
	return a
}

// readEndReason returns why the member's last bonus ended.
func (p *player) readEndReason() string {
	p.t.Helper()
	return servertest.Value[string](p.h, `select coalesce(ended_by::text, '') from bonus_taken where member_id = $1 order by created_at desc limit 1`, p.id)
}

// setTerms changes the terms of a bonus, as two operators could do.
func setTerms(h *servertest.Environment, code, set string) {
	h.Exec(`update offer set `+set+`, edition = edition + 1 where code = $1`, code)
}
