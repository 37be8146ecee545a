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
	fullSlot = "circus"
	halfSlot = "ufabet"
)

type player struct {
	*servertest.Client
	t     *testing.T
	h     *servertest.Environment
	id    int64
	names map[string]string
	bets  int64
}

func newPlayer(t *testing.T, h *servertest.Environment, slots ...string) *player {
	t.Helper()
	m := h.AddMember()
	p := &player{Client: m, t: t, h: h, id: m.ID(), names: map[string]string{}}
	for _, slot := range slots {
		p.names[slot] = m.ActivateGame(slot)
	}
	return p
}

func (p *player) deposit(baht int64) { p.t.Helper(); p.CreditGift(money.Baht(baht)) }

func (p *player) play(slot, id string, revision int64, bet, payout float64) {
	p.t.Helper()
	p.bets++
	p.h.Control("POST", "/games/"+slot+"/play", map[string]any{
		"username": p.names[slot], "id": id, "revision": revision, "bet": bet, "payout": payout, "at": p.h.Clock.Now().Add(time.Second).UTC(),
	}, nil)
}

func (p *player) follow() {
	p.t.Helper()
	p.AwaitPlays(p.bets)
	p.h.RunJobs("turnover.follow", "turnover.look")
}

func (p *player) remaining() money.Satang {
	p.t.Helper()
	left, err := p.h.Turnover.RemainingTurnover(p.t.Context(), p.h.Pool, p.id)
	if err != nil {
		p.t.Fatal(err)
	}
	return left
}

func (p *player) wantRemaining(baht float64, when string) {
	p.t.Helper()
	if left := p.remaining(); left != money.Satang(baht*100) {
		p.t.Errorf("%s: %s left, want %v; there is %s", when, left, baht, p.dumpRows())
	}
}

// shownRemaining returns the amount left to play that home and the sync show.
func (p *player) shownRemaining() float64 {
	p.t.Helper()
	var home, sync struct{ ToPlay float64 }
	p.Call("GET", "/api/wallet", nil).Want(http.StatusOK).Into(&home)
	p.Call("GET", "/api/sync", nil).Want(http.StatusOK).Into(&sync)
	if home.ToPlay != sync.ToPlay {
		p.t.Errorf("home shows %v, the sync %v", home.ToPlay, sync.ToPlay)
	}
	return home.ToPlay
}

// dumpRows returns the rows that the count uses, for the message of a failed test.
func (p *player) dumpRows() string {
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
	p := newPlayer(t, h, fullSlot, halfSlot)
	p.deposit(100)
	p.wantRemaining(0, "at a multiple of 0")
	h.SetSetting("turnoverMultiple", 1.5)
	p.deposit(1000)
	h.SetSetting("turnoverMultiple", 100)
	p.wantRemaining(1500, "owed")
	if shown := p.shownRemaining(); shown != 1500 {
		t.Errorf("%v shown", shown)
	}

	h.SetAmount("bonusEnd", "BAHT", 25.5)
	var settings struct{ TurnoverMultiple, BonusEnd float64 }
	p.Call("GET", "/api/lookup/withdraw", nil).Want(http.StatusOK).Into(&settings)
	if settings.TurnoverMultiple != 100 || settings.BonusEnd != 25.5 {
		t.Errorf("the lookup returns %+v", settings)
	}

	refused := p.Withdraw("", 100).WantCode(http.StatusConflict, "BONUS_REMAINING")
	var more struct{ Left float64 }
	refused.Into(&more)
	p.MakeGameTransfer("WALLET", fullSlot, 500)
	p.MakeGameTransfer("WALLET", halfSlot, 500)
	p.play(fullSlot, "", 1, 500, 500)
	p.play(halfSlot, "", 1, 400, 400)
	p.follow()
	p.wantRemaining(800, "a share of a half") // 500 and 200
	p.play(fullSlot, "", 1, 500, 400)
	p.play(fullSlot, "", 1, 300, 300)
	p.follow()
	p.wantRemaining(0, "played")

	if more.Left != 1500 {
		t.Errorf("%s", refused.Body)
	}
	p.Call("POST", "/api/wallet/withdrawAll", map[string]any{"amount": 900}).Want(http.StatusAccepted)
	h.CheckInvariants()
}

func TestTurnover_OnePlay_CountsOnceForTheOldestAtItsBet(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	h.SetSetting("turnoverMultiple", 1)
	p := newPlayer(t, h, fullSlot)
	p.deposit(100)
	p.MakeGameTransfer("WALLET", fullSlot, 100)
	p.play(fullSlot, "a", 1, 70, 70)
	p.follow()
	p.wantRemaining(30, "the first")
	h.Clock.Advance(2 * time.Second)
	p.deposit(50)
	p.wantRemaining(80, "both")

	p.play(fullSlot, "b", 1, 40, 40)
	p.follow()
	p.wantRemaining(40, "30 of 40 for the first, 10 for the second")
	p.play(fullSlot, "b", 2, 60, 60)
	p.follow()
	p.wantRemaining(20, "raised")
	p.play(fullSlot, "a", 2, 0, 0)
	p.follow()
	p.wantRemaining(50, "a void: the first stays met, and its plays are not the second's")
	h.CheckInvariants()
}

func TestTurnover_NoMoneyLeft_IsLifted(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	h.SetSetting("turnoverMultiple", 3)
	p := newPlayer(t, h, fullSlot)
	p.deposit(100)
	p.MakeGameTransfer("WALLET", fullSlot, 100)
	p.play(fullSlot, "", 1, 98.5, 0)
	p.follow()
	p.wantRemaining(201.5, "1.50 baht are left")

	p.play(fullSlot, "", 1, 0.6, 0)
	p.follow()

	p.wantRemaining(0, "90 satang are left")
	p.deposit(10)
	p.wantRemaining(30, "a new one")
	h.CheckInvariants()
}

// spec D5.44
func TestTurnover_MemberExcludesThemself_IsLifted(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	h.SetSetting("turnoverMultiple", 3)
	p := newPlayer(t, h)
	p.deposit(200)
	p.Withdraw("", 100).WantCode(http.StatusConflict, "BONUS_REMAINING")
	before := p.shownRemaining()

	p.CoolOff(24 * time.Hour)

	if after := p.shownRemaining(); before != 600 || after != 0 {
		t.Errorf("%v, then %v shown", before, after)
	}
	p.Withdraw("", 100).Want(http.StatusAccepted)
	h.CheckInvariants()
}

func TestTurnover_RawPlaysDropped_KeepsTheCount(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	h.SetSetting("turnoverMultiple", 1)
	p := newPlayer(t, h, fullSlot)
	p.deposit(100)
	p.MakeGameTransfer("WALLET", fullSlot, 100)
	p.play(fullSlot, "", 1, 60, 60)
	p.follow()
	h.Clock.Advance(70 * 24 * time.Hour)
	p.h.RunJobs("turnover.all", "turnover.look")
	p.wantRemaining(40, "after two months")

	h.Exec(`delete from game_play where member_id = $1`, p.id)
	p.h.RunJobs("turnover.all", "turnover.look")

	p.wantRemaining(40, "without its plays")
}

func TestOwe_SameCouponTwice_IsRefused(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	p := newPlayer(t, h)
	ref := uuid.New()
	p.h.InTx(func(ctx context.Context, tx pgx.Tx) error {
		return h.Turnover.RequireTx(ctx, tx, p.id, turnover.Coupon, ref, money.Baht(70))
	})

	err := pg.InTx(t.Context(), h.Pool, func(tx pgx.Tx) error {
		return h.Turnover.RequireTx(t.Context(), tx, p.id, turnover.Coupon, ref, money.Baht(70))
	})

	p.wantRemaining(70, "once")
	if pg.ViolatedUnique(err) == "" {
		t.Errorf("owed twice: %v", err)
	}
}

// spec D5.21
func TestAtMost_PlaysNotReportedYet_CountsTheirMoneyAsTheMembers(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	p := newPlayer(t, h, fullSlot)
	p.CreditWallet(money.Baht(100))
	p.MakeGameTransfer("WALLET", fullSlot, 50)
	for _, action := range []string{"push", "plays"} {
		h.Fault("game:"+fullSlot+":"+action, "http500", "", 1000, 0)
	}
	p.play(fullSlot, "", 1, 20, 0) // the provider has 30 baht, but did not report the play

	atMost := func(baht int64) turnover.Comparison {
		found, err := h.Turnover.CompareTotal(t.Context(), p.id, money.Baht(baht), func(pgx.Tx) error { return nil })
		if err != nil {
			t.Error(err)
		}
		return found
	}
	all, less := atMost(100), atMost(99)

	if all != turnover.WithinAmount || less != turnover.Unknown {
		t.Errorf("at most 100 baht: %d, at most 99: %d", all, less)
	}
}

// spec D5.21
func TestTurnover_TransferEndsDuringTheCheck_CheckIsVoid(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	p := newPlayer(t, h, fullSlot)
	p.CreditWallet(money.Baht(100))
	p.MakeGameTransfer("WALLET", fullSlot, 50)
	compareTotal := func() turnover.Comparison {
		found, err := h.Turnover.CompareTotal(t.Context(), p.id, money.Baht(100), func(pgx.Tx) error { return nil })
		if err != nil {
			t.Error(err)
		}
		return found
	}
	undisturbed := compareTotal()
	h.Fault("game:"+fullSlot+":balance", "slow", "", 1, 2000)
	var disturbed turnover.Comparison
	done := make(chan struct{})
	go func() {
		defer close(done)
		disturbed = compareTotal()
	}()
	h.WaitUntil("the balance request", func() bool { return h.FaultsLeft() == 0 })
	p.MakeGameTransfer(fullSlot, "WALLET", 10)
	<-done

	if undisturbed != turnover.WithinAmount || disturbed != turnover.Unknown || compareTotal() != turnover.WithinAmount {
		t.Errorf("undisturbed %d, disturbed %d", undisturbed, disturbed)
	}
	if found, err := h.Turnover.CompareTotal(t.Context(), p.id, money.Baht(99), nil); found != turnover.Above || err != nil {
		t.Errorf("with a limit below the total: %d, %v", found, err)
	}
}
