package bonus_test

import (
	"net/http"
	"testing"
	"time"

	"krapao/backend/platform/money"
	"krapao/backend/rewards/bonus"
	"krapao/backend/server/servertest"
)

// slot is a game of the sandbox whose plays count whole.
const slot = "circus"

// player is a member with an account in the game.
type player struct {
	*servertest.Client
	t    *testing.T
	h    *servertest.House
	id   int64
	name string // in the game
	bets int64
}

func join(t *testing.T, h *servertest.House) *player {
	t.Helper()
	return enter(t, h, h.Member())
}

func enter(t *testing.T, h *servertest.House, m *servertest.Client) *player {
	t.Helper()
	return &player{Client: m, t: t, h: h, id: m.ID(), name: m.Enter(slot)}
}

func (p *player) deposit(baht int64) { p.t.Helper(); p.Credit(money.Baht(baht)) }

// play settles one in the game, as of now.
func (p *player) play(bet, payout float64) {
	p.t.Helper()
	p.bets++
	p.h.Settle(slot, p.name, bet, payout)
}

// follow has the house hear of all plays, and judge.
func (p *player) follow() {
	p.t.Helper()
	p.h.Wait("the plays", func() bool { // the house's own chore may be reading
		follow(p.t, p.h)
		return p.h.Count(`select count(*) from game_play where member_id = $1`, p.id) == p.bets
	})
	follow(p.t, p.h)
}

func follow(t *testing.T, h *servertest.House) {
	t.Helper()
	for _, chore := range []string{"game.plays", "turnover.follow", "turnover.look", "bonus.follow", "bonus.look"} {
		if err := h.Queue.Now(t.Context(), chore); err != nil {
			t.Error(err)
		}
	}
}

func (p *player) activate(code string) servertest.Answer {
	p.t.Helper()
	return p.Call("POST", "/api/bonus/activate/"+code, nil)
}

func (p *player) take(code string) (out bonus.TakenBonus) {
	p.t.Helper()
	p.activate(code).Want(http.StatusOK).Into(&out)
	return out
}

func (p *player) clear() servertest.Answer {
	p.t.Helper()
	return p.Call("GET", "/api/bonus/clear", nil)
}

func (p *player) card(code string) (out bonus.Card) {
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

func (p *player) active() *bonus.Running {
	p.t.Helper()
	a, err := p.h.Bonus.Active(p.t.Context(), p.h.Pool, p.id)
	if err != nil {
		p.t.Fatal(err)
	}
	return a
}

// ended is how the member's last one ended.
func (p *player) ended() (how string) {
	p.t.Helper()
	err := p.h.Pool.QueryRow(p.t.Context(), `select coalesce(ended_by::text, '') from bonus_taken where member_id = $1 order by created_at desc limit 1`, p.id).Scan(&how)
	if err != nil {
		p.t.Fatal(err)
	}
	return how
}

// wait lets time pass, and signs in again: a session rests meanwhile.
func (p *player) wait(d time.Duration) {
	p.t.Helper()
	p.h.Clock.Advance(d)
	p.Token = p.h.Login(p.Phone, p.Password)
}

// exclude has the member cool off for a day.
// exclude closes play. The house's own chore, which brings home what lies in games, comes
// after the test: what is moved meanwhile the member moves.
func (p *player) exclude() {
	p.t.Helper()
	now := p.h.Clock.Now()
	end := now.Add(24 * time.Hour)
	p.h.Exec(`with e as (insert into exclusion (member_id, kind, begins_at, ends_at) values ($1, 'COOL_OFF', $2, $3) returning id)
		insert into game_closing (exclusion_id, member_id, begins_at, next_at) select id, $1, $2, $3 from e`, p.id, now, end)
}

// terms changes those of a bonus, as two people do.
func terms(h *servertest.House, code, set string) {
	h.Exec(`update offer set `+set+`, edition = edition + 1 where code = $1`, code)
}
