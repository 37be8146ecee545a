package bonus_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier"
	"krapao/backend/games"
	"krapao/backend/ledger"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/rewards/bonus"
	"krapao/backend/server/servertest"
	"krapao/backend/statement"
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
	m.Call("POST", "/api/wallet/activate/"+slot, nil).Want(http.StatusOK)
	var account games.Credentials
	m.Call("GET", "/api/wallet/account/"+slot, nil).Want(http.StatusOK).Into(&account)
	return &player{Client: m, t: t, h: h, id: m.ID(), name: account.Username}
}

// deposit has money come in, as a gift link does.
func deposit(t *testing.T, h *servertest.House, member int64, baht int64) {
	t.Helper()
	ctx := context.Background()
	err := pg.InTx(ctx, h.Pool, func(tx pgx.Tx) error {
		m, err := h.Identity.Member(ctx, tx, member)
		if err != nil {
			return err
		}
		key := uuid.New()
		_, err = h.Cashier.TakeTx(ctx, tx, &cashier.Incoming{
			Member: m, Key: key, House: ledger.TrueMoney, Amount: money.Baht(baht), From: statement.At(statement.Gift), Way: cashier.WayGift, Reference: key.String(),
		})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func (p *player) deposit(baht int64) { p.t.Helper(); deposit(p.t, p.h, p.id, baht) }

func (p *player) move(from, to string, baht float64) {
	p.t.Helper()
	l := p.Call("POST", "/api/wallet/transfer", map[string]any{"from": from, "to": to, "amount": baht}).Want(http.StatusOK).Cash().Statement
	if l.Status != statement.Success {
		p.t.Fatalf("%+v", l)
	}
}

// play settles one in the game, as of now: a company tells whole seconds, and what is
// ahead counts as of when it is told.
func (p *player) play(bet, payout float64) {
	p.t.Helper()
	p.bets++
	p.h.World("POST", "/games/"+slot+"/play", map[string]any{"username": p.name, "bet": bet, "payout": payout, "at": p.h.Clock.Now().Add(time.Second).UTC()}, nil)
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
	h.Exec(`update bonus set `+set+`, edition = edition + 1 where code = $1`, code)
}
