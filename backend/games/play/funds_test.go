package play_test

import (
	"net/http"
	"testing"
	"time"

	"krapao/backend/server/servertest"
)

// newFundedPlayer returns a player who has had exactly baht in the slot.
func newFundedPlayer(t *testing.T, baht int64) (*servertest.Environment, *fakeFeed, player) {
	h, c, p := newServerWithOneProvider(t)
	h.SetStartAmount(firstSlot, p.name, baht)
	return h, c, p
}

func countAside(h *servertest.Environment, reason string) int64 {
	return h.Count(`select count(*) from game_play_aside where why::text = $1 and dismissed_at is null`, reason)
}

// storeFeedRead stores that the feed was read to its end at a given time.
func storeFeedRead(h *servertest.Environment, at time.Time) {
	h.Exec(`update game_feed set read_at = $2 where slot_code = $1`, firstSlot, at)
}

// spec D4.12a
func TestPlay_BetAboveThePlayersFunds_IsSetAside(t *testing.T) {
	h, _, p := newFundedPlayer(t, 10)

	pushPlays(t, h, firstSlot, p.newEntry("A", 1, 1000, 500, 1000), p.newEntry("B", 1, 501, 0, 501), p.newEntry("C", 1, 500, 0, 500))

	wantTotal(t, h, p, 2, 1500, 500, 1500)
	if n := countAside(h, "ABOVE_FUNDS"); n != 1 {
		t.Errorf("%d plays are aside", n)
	}
	h.CheckInvariants()
}

// spec D4.22
func TestPlay_FundedByAnEarlierPlayReportedLater_CountsAfterThatPlay(t *testing.T) {
	h, _, p := newFundedPlayer(t, 10)

	pushPlays(t, h, firstSlot, p.newEntry("B", 1, 3000, 0, 3000))
	wantTotal(t, h, p, 0, 0, 0, 0)
	pushPlays(t, h, firstSlot, p.newEntry("A", 1, 1000, 4000, 1000))
	recountAside(t, h, p, 2)

	wantTotal(t, h, p, 2, 4000, 4000, 4000)
	if n := countAside(h, "ABOVE_FUNDS"); n != 0 {
		t.Errorf("%d plays are aside", n)
	}
	h.CheckInvariants()
}

func TestPlay_CorrectionRaisesItsBet_IsFundedByTheFirstRevisionsPayout(t *testing.T) {
	h, _, p := newFundedPlayer(t, 10)

	pushPlays(t, h, firstSlot, p.newEntry("A", 1, 600, 0, 600))
	pushPlays(t, h, firstSlot, p.newEntry("A", 2, 1000, 0, 1000))
	pushPlays(t, h, firstSlot, p.newEntry("A", 3, 1001, 0, 1001))

	wantTotal(t, h, p, 1, 1000, 0, 1000)
	h.CheckInvariants()
}

func TestPlay_WinningsMovedOutBeforeTheFeedWasRead_Counts(t *testing.T) {
	h, _, p := newFundedPlayer(t, 10)
	pushPlays(t, h, firstSlot, p.newEntry("Z", 1, 0, 0, 0))
	storeFeedRead(h, h.Clock.Now())
	moveOut := func(done time.Time) {
		h.Exec(`insert into game_transfer (id, member_id, from_slot, amount, currency, state, leg, created_at, done_at) values (gen_random_uuid(), $1, $2, 2500, 'BAHT', 'DONE', 1, $3, $3)`, p.id, firstSlot, done)
		h.Exec(`select reckon($1, $2, 0, 2500, 0, 0, 0, now())`, p.id, firstSlot)
	}
	moveOut(h.Clock.Now().Add(-time.Hour))
	pushPlays(t, h, firstSlot, p.newEntry("A", 1, 1000, 2500, 1000))
	if n := countAside(h, "ABOVE_FUNDS"); n != 1 {
		t.Errorf("%d plays are aside: the money went out before the last reading", n)
	}

	h.Exec(`update game_transfer set done_at = $1`, h.Clock.Now())
	pushPlays(t, h, firstSlot, p.newEntry("B", 1, 1000, 2500, 1000))

	wantTotal(t, h, p, 2, 1000, 2500, 1000)
}

// spec D4.12a
func TestPlay_AboveFundsAfterTheLag_IsCountedByTwoOperatorsOrDismissedByOne(t *testing.T) {
	h, _, p := newFundedPlayer(t, 10)
	pushPlays(t, h, firstSlot, p.newEntry("A", 1, 2000, 500, 2000), p.newEntry("B", 1, 3000, 0, 3000))
	one, two := h.AddOperator("cashier"), h.AddOperator("admin")
	storeFeedRead(h, h.Clock.Now())
	early := one.Queue("GAME_PLAY")
	storeFeedRead(h, h.Clock.Now().Add(11*time.Minute))
	items := one.Queue("GAME_PLAY")
	if len(early) != 0 || len(items) != 2 || *items[0].Amount != 20 || !items[0].Offers[0].Pair || items[0].Offers[1].Pair {
		t.Fatalf("within the lag %+v, later %+v", early, items)
	}
	path := func(i int) string { return "/api/operator/items/GAME_PLAY/" + items[i].ID }

	var proposed struct{ Proposal string }
	one.Call("POST", path(0)+"/count", map[string]any{"why": "the provider's own list has it"}).Want(http.StatusCreated).Into(&proposed)
	one.Call("POST", path(1)+"/dismiss", map[string]any{"why": "there never was so much"}).Want(http.StatusOK)
	two.Call("POST", "/api/operator/items/PROPOSAL/"+proposed.Proposal+"/approve", nil).Want(http.StatusOK)
	pushPlays(t, h, firstSlot, p.newEntry("A", 1, 2000, 500, 2000), p.newEntry("B", 1, 3000, 0, 3000))

	wantTotal(t, h, p, 1, 2000, 500, 2000)
	if left := one.Queue("GAME_PLAY"); len(left) != 0 {
		t.Errorf("left at the console: %+v", left)
	}
	one.Call("POST", path(1)+"/dismiss", map[string]any{"why": "again"}).WantCode(http.StatusConflict, "NO_DATA")
	h.CheckInvariants()
}

// spec D4.12b
func TestCredit_WithoutAPlay_CountsOnceTwoOperatorsAgree(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	name := m.ActivateGame("joker2")
	h.Control("POST", "/games/joker2/credit", map[string]any{"username": name, "amount": 5000, "kind": "jackpot", "told": true}, nil)
	one, two := h.AddOperator("cashier"), h.AddOperator("admin")
	var items []servertest.QueueItem
	h.WaitUntil("the jackpot at the console", func() bool {
		h.RunJobs("game.plays")
		items = one.Queue("GAME_CREDIT")
		return len(items) == 1
	})
	if *items[0].Amount != 5000 || items[0].Member.ID != m.PublicID() || h.Count(`select count(*) from game_day`) != 0 {
		t.Errorf("%+v", items)
	}

	var proposed struct{ Proposal string }
	one.Call("POST", "/api/operator/items/GAME_CREDIT/"+items[0].ID+"/count", map[string]any{"why": "their list of jackpots has it"}).Want(http.StatusCreated).Into(&proposed)
	two.Call("POST", "/api/operator/items/PROPOSAL/"+proposed.Proposal+"/approve", nil).Want(http.StatusOK)
	h.RunJobs("game.plays")

	if n := h.Count(`select explained from game_explained where member_id = $1 and slot_code = 'joker2'`, m.ID()); n != 500_000 || len(one.Queue("GAME_CREDIT")) != 0 {
		t.Errorf("explained %d, at the console %+v", n, one.Queue("GAME_CREDIT"))
	}
	h.CheckInvariants()
}

// spec D4.22
func TestPlay_ReportedAfterALaterPlayThatLost_IsFundedByThatLoss(t *testing.T) {
	h, _, p := newFundedPlayer(t, 10)
	began := h.Clock.Now().Add(-time.Minute)

	pushPlays(t, h, firstSlot, p.newEntry("B", 1, 900, 100, 900).at(began.Add(time.Second)))
	pushPlays(t, h, firstSlot, p.newEntry("A", 1, 1000, 1200, 1000).at(began), p.newEntry("C", 1, 300, 0, 300).at(began.Add(time.Second)))

	wantTotal(t, h, p, 3, 2200, 1300, 2200)
	h.CheckInvariants()
}

// spec D4.12a
func TestPlays_TogetherLostMoreThanTheFunds_LastReportedIsSetAside(t *testing.T) {
	h, _, p := newFundedPlayer(t, 10)
	began := h.Clock.Now().Add(-time.Minute)

	pushPlays(t, h, firstSlot, p.newEntry("B", 1, 900, 0, 900).at(began.Add(time.Second)))
	pushPlays(t, h, firstSlot, p.newEntry("A", 1, 1000, 0, 1000).at(began))

	wantTotal(t, h, p, 1, 900, 0, 900)
	if n := countAside(h, "ABOVE_FUNDS"); n != 1 {
		t.Errorf("%d plays are aside", n)
	}
	h.CheckInvariants()
}
