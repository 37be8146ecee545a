package play_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"krapao/backend/games"
	"krapao/backend/platform/money"
	"krapao/backend/server/servertest"
)

// spec D4.4a, D4.4b, D9.4a
func TestPlay_ReportedByFeedAndPushOfEachDemoGame_CountsOnce(t *testing.T) {
	h := servertest.New(t)
	m := h.AddMember()
	m.CreditWallet(money.Baht(100_000))
	var home struct{ Slots []games.Slot }
	m.Call("GET", "/api/wallet", nil).Want(http.StatusOK).Into(&home)
	players := map[string]player{}
	for _, s := range home.Slots {
		players[s.Code] = openGameAccount(h, m, s.Code)
		m.Call("POST", "/api/wallet/transfer", map[string]any{"from": "WALLET", "to": s.Code, "amount": 2000}).Want(http.StatusOK)
	}
	member := players["joker2"]
	if len(players) != 14 {
		t.Fatalf("%d games", len(players))
	}
	settle := func(slot string, body map[string]any) (id string) {
		body["username"] = players[slot].name
		var created struct{ ID string }
		h.Control("POST", "/games/"+slot+"/play", body, &created)
		return created.ID
	}
	// Thirteen slots count in the wallet's own unit, and one in thousands of it.
	const all = 13 + 1000
	waitForTotal := func(what string, plays, bet, payout, valid int64) {
		t.Helper()
		h.WaitUntil(what, func() bool {
			h.RunJobs("game.plays")
			got := sumDays(t, h, member)
			return got.Plays == plays && int64(got.Bet) == bet && int64(got.Payout) == payout && int64(got.Valid) == valid
		})
	}

	ids := map[string]string{}
	for slot := range players { // the pushes are lost
		h.Fault("game:"+slot+":push", "http500", "", 1, 0)
		ids[slot] = settle(slot, map[string]any{"bet": 1.00, "payout": 0.50, "valid": 0.75})
	}
	waitForTotal("the feeds", 14, 100*all, 50*all, 75*all)
	for slot := range players {
		h.Fault("game:"+slot+":plays", "http500", "", 1000, 0)
		settle(slot, map[string]any{"id": ids[slot], "bet": 1.00, "payout": 1.00, "void": true})
	}
	waitForTotal("the pushes", 14, 100*all, 100*all, 0)
	h.Control("DELETE", "/faults", nil, nil)
	for slot := range players {
		settle(slot, map[string]any{"bet": 0.10, "payout": 0.20})
	}
	waitForTotal("both", 28, 110*all, 120*all, 10*all)
	h.CheckInvariants()
}

// spec D4.4a
func TestFeed_UnreadablePlay_StopsUntilTheProviderCorrectsIt(t *testing.T) {
	h, c, p := newServerWithOneProvider(t)
	c.write(p.newEntry("A", 1, 1000, 0, 1000), p.newEntry("B", 1, 200, 0, 200), p.newEntry("C", 1, 30, 0, 30))
	c.write(entry{Cursor: 20, ID: "B", bad: true})

	readToCursor(t, h, firstSlot, 10)
	readToCursor(t, h, firstSlot, 10)
	wantTotal(t, h, p, 1, 1000, 0, 1000)
	if n := h.Count(`select count(*) from game_feed where slot_code = $1 and bad <> '' and raw like '%a lot%' and bad_at is not null and read_at is null`, firstSlot); n != 1 {
		t.Error("the cursor at which the feed stopped is not stored")
	}
	feeds, _, err := h.Plays.ListFeedProgress(t.Context())
	if err != nil || len(feeds) != 1 || feeds[0].Stopped == nil {
		t.Errorf("for the metrics: %+v, %v", feeds, err)
	}
	pushPlays(t, h, firstSlot, p.newEntry("C", 1, 30, 0, 30))
	wantTotal(t, h, p, 2, 1030, 0, 1030)
	corrected := p.newEntry("B", 1, 200, 0, 200)
	corrected.Cursor = 20
	c.write(corrected)
	readToCursor(t, h, firstSlot, 30)

	wantTotal(t, h, p, 3, 1230, 0, 1230)
	if n := h.Count(`select count(*) from game_feed where slot_code = $1 and bad is null and raw is null and bad_at is null and read_at is not null`, firstSlot); n != 1 {
		t.Error("the feed is still stopped")
	}
	h.CheckInvariants()
}

func TestFeed_ProviderHangs_OtherFeedsAreRead(t *testing.T) {
	a, b := newFakeFeed(t), newFakeFeed(t)
	h := servertest.New(t, servertest.Game(secondSlot, a.URL), servertest.Game(firstSlot, b.URL)) // the provider that does not respond comes first by its slot's name
	p := newPlayer(h, secondSlot)
	q := openGameAccount(h, p.Client, firstSlot)
	release := make(chan struct{})
	a.set(func() { a.release = release })
	a.write(p.newEntry("A", 1, 1000, 0, 1000))
	b.write(q.newEntry("B", 1, 200, 0, 200))
	ended := make(chan struct{})
	go func() { defer close(ended); h.RunJobs("game.plays") }()
	<-a.blocked

	h.WaitUntil("the other feed's play", func() bool { return sumDays(t, h, p).Plays == 1 })
	a.set(func() {
		if a.cancelled > 0 {
			t.Error("the other feed waited until the call that hangs had timed out")
		}
	})
	b.write(q.newEntry("C", 1, 30, 0, 30))
	again := make(chan struct{})
	go func() { defer close(again); h.RunJobs("game.plays") }()
	h.WaitUntil("the other feed's second play", func() bool { return sumDays(t, h, p).Plays == 2 })
	wantTotal(t, h, p, 2, 230, 0, 230)
	a.set(func() { a.release = nil })
	close(release)
	<-ended
	<-again

	readToCursor(t, h, secondSlot, 10)
	wantTotal(t, h, p, 3, 1230, 0, 1230)
	h.CheckInvariants()
}

func TestFeed_Backlog_IsReadInOneRun(t *testing.T) {
	c := newFakeFeed(t)
	h := servertest.New(t, servertest.Game(firstSlot, c.URL))
	for i := range 1200 { // three pages that nothing has read yet: the slot has no account
		c.write(entry{ID: fmt.Sprint("P", i), Revision: 1, Username: "nobody", At: "2026-01-02T03:04:05Z", Bet: 1})
	}
	newPlayer(h, firstSlot)

	h.RunJobs("game.plays")
	h.WaitUntil("no reader of the feed", func() bool { return h.Count(`select count(*) from game_feed where busy_until = '-infinity'`) == 1 })

	if n := h.Count(`select count(*) from game_feed where cursor = '12000'`); n != 1 {
		t.Error("some pages were not read")
	}
}

func TestFeed_StoringFails_NeitherPlaysNorCursorChange(t *testing.T) {
	h, c, p := newServerWithOneProvider(t)
	h.Exec(`create function broken() returns trigger language plpgsql as $$ begin raise exception 'the disk is full'; end $$`)
	h.Exec(`create trigger broken before insert on game_day for each row execute function broken()`)
	var all []entry
	for i := range 1200 { // three pages
		all = append(all, p.newEntry(fmt.Sprint("P", i), 1, 10, 0, 10))
	}
	c.write(all...)

	h.WaitUntil("a failed reading", func() bool { return h.Queue.RunPeriodic(t.Context(), "game.plays") != nil })
	body := bodyOf(all[0])
	if status := post(t, h, firstSlot, body, signedNow(body)); status != http.StatusServiceUnavailable {
		t.Errorf("a push that is not stored returned %d", status)
	}
	for _, table := range []string{"game_play_key", "game_play", "game_day"} {
		if n := h.Count("select count(*) from " + table); n != 0 {
			t.Errorf("%d rows of %s", n, table)
		}
	}
	if h.Count(`select count(*) from game_feed where cursor = ''`) != 1 {
		t.Error("the cursor moved without its plays")
	}
	h.Exec(`drop trigger broken on game_day`)
	readToCursor(t, h, firstSlot, 12_000)

	wantTotal(t, h, p, 1200, 12_000, 0, 12_000)
	h.CheckInvariants()
}

func TestFeed_ReaderKilled_IsReadAgainAfterAMinute(t *testing.T) {
	h, c, p := newServerWithOneProvider(t)
	readEmptyFeed(t, h)
	h.WaitUntil("no other reader", func() bool {
		return h.Count(`with taken as (update game_feed set busy_until = $1 where busy_until = '-infinity' returning 1) select count(*) from taken`, h.Clock.Now().Add(time.Minute)) == 1
	})
	c.write(p.newEntry("A", 1, 1000, 0, 1000))

	h.RunJobs("game.plays")
	wantTotal(t, h, p, 0, 0, 0, 0)
	h.Clock.Advance(time.Minute)
	readToCursor(t, h, firstSlot, 10)

	wantTotal(t, h, p, 1, 1000, 0, 1000)
}

// readEmptyFeed reads a feed that is still empty.
func readEmptyFeed(t *testing.T, h *servertest.Environment) {
	t.Helper()
	h.WaitUntil("the first reading", func() bool {
		h.RunJobs("game.plays")
		return h.Count(`select count(*) from game_feed where read_at is not null and busy_until < now()`) == 1
	})
}

func TestFeed_PlayAddedBehindTheCursor_IsFound(t *testing.T) {
	h, c, p := newServerWithOneProvider(t)
	c.write(p.newEntry("A", 1, 1000, 0, 1000), p.newEntry("C", 1, 30, 0, 30))
	readToCursor(t, h, firstSlot, 20)
	late := p.newEntry("B", 1, 200, 0, 200)
	late.Cursor = 15
	c.write(late)
	readToCursor(t, h, firstSlot, 20)
	wantTotal(t, h, p, 2, 1030, 0, 1030)

	h.WaitUntil("the late play", func() bool {
		h.Clock.Advance(3 * time.Minute)
		h.RunJobs("game.plays")
		return sumDays(t, h, p).Plays == 3
	})

	wantTotal(t, h, p, 3, 1230, 0, 1230)
	if n := h.Count(`select count(*) from game_feed where cursor = '20'`); n != 1 {
		t.Error("the cursor went back")
	}
	h.CheckInvariants()
}
