package turnover_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/rewards/turnover"
	"krapao/backend/server/servertest"
)

// The slots of the sandbox: one counts in full, one by half.
const (
	whole = "circus"
	half  = "ufabet"
)

type player struct {
	*servertest.Client
	t     *testing.T
	h     *servertest.House
	id    int64
	names map[string]string
	bets  int64
}

func join(t *testing.T, h *servertest.House, slots ...string) *player {
	t.Helper()
	m := h.Member()
	p := &player{Client: m, t: t, h: h, id: m.ID(), names: map[string]string{}}
	for _, slot := range slots {
		p.names[slot] = m.Enter(slot)
	}
	return p
}

func (p *player) deposit(baht int64) { p.t.Helper(); p.Credit(money.Baht(baht)) }

func (p *player) play(slot, id string, revision int64, bet, payout float64) {
	p.t.Helper()
	p.bets++
	p.h.World("POST", "/games/"+slot+"/play", map[string]any{
		"username": p.names[slot], "id": id, "revision": revision, "bet": bet, "payout": payout, "at": p.h.Clock.Now().Add(time.Second).UTC(),
	}, nil)
}

func (p *player) follow() {
	p.t.Helper()
	p.AwaitPlays(p.bets)
	p.h.RunJobs("turnover.follow", "turnover.look")
}

func (p *player) left() money.Satang {
	p.t.Helper()
	left, err := p.h.Turnover.Left(p.t.Context(), p.h.Pool, p.id)
	if err != nil {
		p.t.Fatal(err)
	}
	return left
}

func (p *player) want(baht float64, when string) {
	p.t.Helper()
	if left := p.left(); left != money.Satang(baht*100) {
		p.t.Errorf("%s: %s left, want %v; there is %s", when, left, baht, p.all())
	}
}

// shown returns the amount left to play that home and the sync show.
func (p *player) shown() float64 {
	p.t.Helper()
	var home, sync struct{ ToPlay float64 }
	p.Call("GET", "/api/wallet", nil).Want(http.StatusOK).Into(&home)
	p.Call("GET", "/api/sync", nil).Want(http.StatusOK).Into(&sync)
	if home.ToPlay != sync.ToPlay {
		p.t.Errorf("home says %v, the sync %v", home.ToPlay, sync.ToPlay)
	}
	return home.ToPlay
}

// all returns the rows that the count uses, for the message of a failed test.
func (p *player) all() string {
	p.t.Helper()
	return servertest.Value[string](p.h, `select jsonb_build_object(
		'now', $2::timestamptz,
		'owed', (select jsonb_agg(t) from turnover t where t.member_id = $1),
		'plays', (select jsonb_agg(g) from game_play g where g.member_id = $1),
		'days', (select jsonb_agg(d) from game_day d where d.member_id = $1),
		'mark', (select plays from turnover_mark),
		'looks', (select jsonb_agg(l) from turnover_look l))::text`, p.id, p.h.Clock.Now())
}

// spec D5.4, 9.23, D5.22, 8.11a, D4.19, D4.20
func TestTurnover_SettingChangedAfterTheCredit_KeepsTheEarlierMultiple(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	p := join(t, h, whole, half)
	p.deposit(100)
	p.want(0, "at a multiple of 0")
	h.Set("turnoverMultiple", 1.5)
	p.deposit(1000)
	h.Set("turnoverMultiple", 100)
	p.want(1500, "owed")
	if shown := p.shown(); shown != 1500 {
		t.Errorf("%v shown", shown)
	}

	h.SetAmount("bonusEnd", "BAHT", 25.5)
	var told struct{ TurnoverMultiple, BonusEnd float64 }
	p.Call("GET", "/api/lookup/withdraw", nil).Want(http.StatusOK).Into(&told)
	if told.TurnoverMultiple != 100 || told.BonusEnd != 25.5 {
		t.Errorf("the lookup tells %+v", told)
	}

	refused := p.Withdraw("", 100).WantCode(http.StatusConflict, "BONUS_REMAINING")
	var more struct{ Left float64 }
	refused.Into(&more)
	p.Move("WALLET", whole, 500)
	p.Move("WALLET", half, 500)
	p.play(whole, "", 1, 500, 500)
	p.play(half, "", 1, 400, 400)
	p.follow()
	p.want(800, "a share of a half") // 500 and 200
	p.play(whole, "", 1, 500, 400)
	p.play(whole, "", 1, 300, 300)
	p.follow()
	p.want(0, "played")

	if more.Left != 1500 {
		t.Errorf("%s", refused.Body)
	}
	p.Call("POST", "/api/wallet/withdrawAll", map[string]any{"amount": 900}).Want(http.StatusAccepted)
	h.Sound()
}

func TestTurnover_OnePlay_CountsOnceForTheOldestAtItsBet(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	h.Set("turnoverMultiple", 1)
	p := join(t, h, whole)
	p.deposit(100)
	p.Move("WALLET", whole, 100)
	p.play(whole, "a", 1, 70, 70)
	p.follow()
	p.want(30, "the first")
	h.Clock.Advance(2 * time.Second)
	p.deposit(50)
	p.want(80, "both")

	p.play(whole, "b", 1, 40, 40)
	p.follow()
	p.want(40, "30 of 40 for the first, 10 for the second")
	p.play(whole, "b", 2, 60, 60)
	p.follow()
	p.want(20, "raised")
	p.play(whole, "a", 2, 0, 0)
	p.follow()
	p.want(50, "a void: the first stays met, and its plays are not the second's")
	h.Sound()
}

func TestTurnover_NoMoneyLeft_IsLifted(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	h.Set("turnoverMultiple", 3)
	p := join(t, h, whole)
	p.deposit(100)
	p.Move("WALLET", whole, 100)
	p.play(whole, "", 1, 98.5, 0)
	p.follow()
	p.want(201.5, "1.50 baht are left")

	p.play(whole, "", 1, 0.6, 0)
	p.follow()

	p.want(0, "90 satang are left")
	p.deposit(10)
	p.want(30, "a new one")
	h.Sound()
}

// spec D5.44
func TestTurnover_MemberExcludesThemself_IsLifted(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	h.Set("turnoverMultiple", 3)
	p := join(t, h)
	p.deposit(200)
	p.Withdraw("", 100).WantCode(http.StatusConflict, "BONUS_REMAINING")
	before := p.shown()

	p.CoolOff(24 * time.Hour)

	if after := p.shown(); before != 600 || after != 0 {
		t.Errorf("%v, then %v shown", before, after)
	}
	p.Withdraw("", 100).Want(http.StatusAccepted)
	h.Sound()
}

func TestTurnover_RawPlaysDropped_KeepsTheCount(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	h.Set("turnoverMultiple", 1)
	p := join(t, h, whole)
	p.deposit(100)
	p.Move("WALLET", whole, 100)
	p.play(whole, "", 1, 60, 60)
	p.follow()
	h.Clock.Advance(70 * 24 * time.Hour)
	p.h.RunJobs("turnover.all", "turnover.look")
	p.want(40, "after two months")

	h.Exec(`delete from game_play where member_id = $1`, p.id)
	p.h.RunJobs("turnover.all", "turnover.look")

	p.want(40, "without its plays")
}

func TestOwe_SameCouponTwice_IsRefused(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	p := join(t, h)
	ref := uuid.New()
	p.h.InTx(func(ctx context.Context, tx pgx.Tx) error {
		return h.Turnover.OweTx(ctx, tx, p.id, turnover.Coupon, ref, money.Baht(70))
	})

	err := pg.InTx(t.Context(), h.Pool, func(tx pgx.Tx) error {
		return h.Turnover.OweTx(t.Context(), tx, p.id, turnover.Coupon, ref, money.Baht(70))
	})

	p.want(70, "once")
	if pg.UniqueViolation(err) == "" {
		t.Errorf("owed twice: %v", err)
	}
}

// spec D5.21
func TestAtMost_PlaysNotReportedYet_CountsTheirMoneyAsTheMembers(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	p := join(t, h, whole)
	p.Give(money.Baht(100))
	p.Move("WALLET", whole, 50)
	for _, way := range []string{"push", "plays"} {
		h.Fault("game:"+whole+":"+way, "http500", "", 1000, 0)
	}
	p.play(whole, "", 1, 20, 0) // the provider has 30 baht, but did not report the play

	atMost := func(baht int64) turnover.Look {
		found, err := h.Turnover.AtMost(t.Context(), p.id, money.Baht(baht), func(pgx.Tx) error { return nil })
		if err != nil {
			t.Error(err)
		}
		return found
	}
	all, less := atMost(100), atMost(99)

	if all != turnover.Yes || less != turnover.Void {
		t.Errorf("at most 100 baht: %d, at most 99: %d", all, less)
	}
}

// spec D5.21
func TestTurnover_TransferEndsDuringTheCheck_CheckIsVoid(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	p := join(t, h, whole)
	p.Give(money.Baht(100))
	p.Move("WALLET", whole, 50)
	look := func() turnover.Look {
		found, err := h.Turnover.AtMost(t.Context(), p.id, money.Baht(100), func(pgx.Tx) error { return nil })
		if err != nil {
			t.Error(err)
		}
		return found
	}
	undisturbed := look()
	h.Fault("game:"+whole+":balance", "slow", "", 1, 2000)
	var disturbed turnover.Look
	done := make(chan struct{})
	go func() {
		defer close(done)
		disturbed = look()
	}()
	h.Wait("the question", func() bool { return h.FaultsLeft() == 0 })
	p.Move(whole, "WALLET", 10)
	<-done

	if undisturbed != turnover.Yes || disturbed != turnover.Void || look() != turnover.Yes {
		t.Errorf("undisturbed %d, disturbed %d", undisturbed, disturbed)
	}
	if found, err := h.Turnover.AtMost(t.Context(), p.id, money.Baht(99), nil); found != turnover.No || err != nil {
		t.Errorf("below what they have: %d, %v", found, err)
	}
}
