package play_test

import (
	"bytes"
	"fmt"
	"sync"
	"testing"
	"time"

	"krapao/backend/games/play"
	"krapao/backend/platform/clock"
	"krapao/backend/platform/pgtest"
	"krapao/backend/server/servertest"
)

// noonAfter sets the server's clock to noon, the given number of days after the real date.
func noonAfter(h *servertest.Environment, days int) time.Time {
	today := clock.DayOf(h.Clock.Now())
	noon := time.Date(today.Year(), today.Month(), today.Day()+days, 12, 0, 0, 0, clock.Bangkok)
	h.Clock.Advance(noon.Sub(h.Clock.Now()))
	return noon
}

// sumsOfDay returns the plays and bets of a player on a day, or "" if there are none.
func sumsOfDay(t *testing.T, h *servertest.Environment, p player, day time.Time) string {
	t.Helper()
	for _, d := range daysOf(t, h, p) {
		if d.Day.Equal(clock.DayOf(day)) {
			return fmt.Sprint(d.Plays, " ", d.Bet)
		}
	}
	return ""
}

// spec D1.10, D5.6, D5.53
func TestPlay_DayOfItsBetOpenOrClosed_CountsOnThatDayOrToday(t *testing.T) {
	h, c, p := newServerWithOneProvider(t)
	c.set(func() { c.down = true })
	now := noonAfter(h, 2)
	yesterday := now.AddDate(0, 0, -1)

	pushPlays(t, h, firstSlot,
		p.newEntry("A", 1, 1000, 0, 1000).at(yesterday), p.newEntry("B", 1, 200, 0, 200).at(now.Add(-13*time.Hour)),
		p.newEntry("F", 1, 5, 0, 5).at(now.Add(-11*time.Hour-30*time.Minute)), // still yesterday in UTC
		p.newEntry("C", 1, 30, 0, 30).at(now), p.newEntry("D", 1, 4, 0, 4).at(now.AddDate(50, 0, 0)))
	h.RunJobs("game.days") // the feed was not read
	pushPlays(t, h, firstSlot, p.newEntry("A", 2, 1500, 0, 1500).at(now), p.newEntry("F", 2, 6, 0, 6).at(now))
	if got, today := sumsOfDay(t, h, p, yesterday), sumsOfDay(t, h, p, now); got != "2 17.00" || today != "3 0.40" {
		t.Errorf("yesterday %q, today %q", got, today)
	}
	c.set(func() { c.down = false })
	readEmptyFeed(t, h)
	h.RunJobs("game.days")
	closed, err := h.Plays.LastClosedDay(t.Context(), h.Pool)
	if err != nil || !closed.Equal(clock.DayOf(yesterday)) {
		t.Errorf("%s is closed, %v", closed, err)
	}
	pushPlays(t, h, firstSlot, p.newEntry("A", 3, 1000, 0, 1000).at(yesterday), p.newEntry("E", 1, 50_000, 0, 0).at(yesterday))

	if got, today := sumsOfDay(t, h, p, yesterday), sumsOfDay(t, h, p, now); got != "2 17.00" || today != "4 495.40" {
		t.Errorf("after yesterday was closed: yesterday %q, today %q", got, today)
	}
	wantTotal(t, h, p, 6, 51_240, 0, 1240)
	h.CheckInvariants()
}

// spec D5.54a
func TestCloseDays_FeedIsSilent_ClosesAfter24Hours(t *testing.T) {
	h, c, p := newServerWithOneProvider(t)
	c.set(func() { c.down = true })
	now := noonAfter(h, 3)
	pushPlays(t, h, firstSlot, p.newEntry("A", 1, 1000, 0, 1000))

	h.RunJobs("game.days")

	closed, err := h.Plays.LastClosedDay(t.Context(), h.Pool)
	if err != nil || !closed.Equal(clock.DayOf(now.AddDate(0, 0, -2))) {
		t.Errorf("%s is closed on %s, %v", closed, now, err)
	}
	h.Exec(`update slot set listed = false where code = $1`, firstSlot) // as for a provider that has stopped for good
	h.RunJobs("game.days")
	if closed, err = h.Plays.LastClosedDay(t.Context(), h.Pool); err != nil || !closed.Equal(clock.DayOf(now.AddDate(0, 0, -1))) {
		t.Errorf("unlisted, %s is closed on %s, %v", closed, now, err)
	}
}

func TestPlay_BetBeforeTheFeedBegan_CountsOnTheFeedsFirstDay(t *testing.T) {
	h, _, p := newServerWithOneProvider(t)

	pushPlays(t, h, firstSlot, p.newEntry("A", 1, 1000, 0, 1000).at(time.Now().AddDate(0, -2, 0)))

	if n := h.Count(`select count(*) from game_play p join game_feed f using (slot_code) where p.at = f.since`); n != 1 {
		t.Errorf("%d plays at the feed's beginning", n)
	}
	wantTotal(t, h, p, 1, 1000, 0, 1000)
}

func TestKeepMonths_OldMonth_DropsRawPlaysAndKeepsSums(t *testing.T) {
	h, _, p := newServerWithOneProvider(t)
	months := func() int64 {
		return h.Count(`select count(*) from pg_inherits where inhparent = 'game_play'::regclass`)
	}
	h.RunJobs("game.plays.months")
	made := months()
	bet := time.Now()
	pushPlays(t, h, firstSlot, p.newEntry("A", 1, 1000, 0, 1000))
	if n := h.Count(`select count(*) from game_play_rest`); n != 0 || made != 4 {
		t.Errorf("%d plays without a month, %d months", n, made-1)
	}

	h.Clock.Advance(230 * 24 * time.Hour) // months in which no partition was made
	pushPlays(t, h, firstSlot, p.newEntry("B", 1, 200, 0, 200).at(h.Clock.Now()))
	before := h.Count(`select count(*) from game_play_rest`)
	h.RunJobs("game.plays.months")
	if left := h.Count(`select count(*) from game_play_rest`); before != 1 || left != 0 || h.Count(`select count(*) from game_play`) != 2 || months() != 7 {
		t.Errorf("without a month: %d plays before, %d after; %d months", before, left, months()-1)
	}
	h.Clock.Advance(230 * 24 * time.Hour)
	pushPlays(t, h, firstSlot, p.newEntry("A", 2, 9000, 0, 9000).at(bet), p.newEntry("Z", 1, 9000, 0, 9000).at(bet))
	h.RunJobs("game.plays.months")

	if n := h.Count(`select count(*) from game_play`); n != 1 {
		t.Errorf("%d raw plays are left", n)
	}
	if n := h.Count(`select count(*) from game_play_aside where why = 'OLD'`); n != 2 {
		t.Errorf("%d old plays are aside", n)
	}
	wantTotal(t, h, p, 2, 1200, 0, 1200)
	h.CheckInvariants()
}

func TestKeepMonths_PlaysArriveMeanwhile_AllAreCounted(t *testing.T) {
	h, _, p := newServerWithOneProvider(t)
	done, pushedOne := make(chan struct{}), make(chan struct{}, 1)
	go func() {
		defer close(done)
		for range 8 {
			<-pushedOne // so that each play is pushed before it becomes too old
			h.Clock.Advance(100 * 24 * time.Hour)
			h.RunJobs("game.plays.months")
		}
	}()

	pushed := int64(0)
	for ended := false; !ended; pushed++ {
		select {
		case <-done:
			ended = true
		default:
		}
		pushPlays(t, h, firstSlot, p.newEntry(fmt.Sprint("P", pushed), 1, 100, 0, 100).at(h.Clock.Now()))
		select {
		case pushedOne <- struct{}{}:
		default:
		}
	}

	wantTotal(t, h, p, pushed, 100*pushed, 0, 100*pushed)
	h.CheckInvariants()
}

func TestKeepMonths_TwoServersAtOnce_MakesEachMonthOnce(t *testing.T) {
	h, _, _ := newServerWithOneProvider(t)
	h.RunJobs("game.plays.months")
	h.Clock.Advance(100 * 24 * time.Hour)
	intake, err := h.Pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := intake.Exec(t.Context(), "lock table only game_play in row exclusive mode"); err != nil {
		t.Fatal(err)
	}

	var servers sync.WaitGroup
	for range 2 {
		servers.Go(func() { h.RunJobs("game.plays.months") })
	}
	h.WaitUntil("both find no month and wait for its lock", func() bool { return pgtest.Waiters(t, h.Pool) == 2 })
	if err := intake.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	servers.Wait() // RunJobs fails the test if a job returns an error

	month := h.Clock.Now().In(clock.Bangkok).Format("game_play_2006_01")
	if n := h.Count(`select count(*) from pg_inherits where inhrelid = to_regclass($1)`, month); n != 1 {
		t.Errorf("%d partitions are named %s", n, month)
	}
}

func TestChanged_ReadPageByPage_MissesNoDay(t *testing.T) {
	h, _, p := newServerWithOneProvider(t)
	players := []player{p, newPlayer(h, firstSlot), newPlayer(h, firstSlot), newPlayer(h, firstSlot)}
	type at struct {
		member int64
		day    time.Time
	}
	seen, after := map[at]play.DayTotal{}, int64(0)
	readChanges := func() (changes int) {
		all, err := h.Plays.ListChangedDays(t.Context(), h.Pool, after, 1)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range all {
			seen[at{d.Member, d.Day}], after = d, d.Version
		}
		return len(all)
	}

	var wg sync.WaitGroup
	for i, p := range players {
		wg.Go(func() {
			for n := range 20 {
				pushPlays(t, h, firstSlot, p.newEntry(fmt.Sprint("P", i, "-", n), 1, 100, 0, 100), players[0].newEntry(fmt.Sprint("O", i, "-", n), 1, 1, 0, 1))
			}
		})
	}
	done := make(chan struct{})
	go func() { wg.Wait(); close(done) }()
	for ended := false; !ended || readChanges() > 0; {
		select {
		case <-done:
			ended = true
		default:
			readChanges()
		}
	}

	for _, p := range players {
		for _, d := range daysOf(t, h, p) {
			if got := seen[at{p.id, d.Day}]; got != d {
				t.Errorf("read %+v, not %+v", got, d)
			}
		}
	}
	h.CheckInvariants()
}

func TestPlays_RestoredFromABackup_CountOnce(t *testing.T) {
	h, _, p := newServerWithOneProvider(t)
	h.RunJobs("game.plays.months")
	reported := p.newEntry("A", 1, 1000, 500, 1000)
	pushPlays(t, h, firstSlot, reported)
	h.Exec(`update game_book set version = version + 100`)
	var backup bytes.Buffer
	if _, err := h.Backup(t.Context(), &backup); err != nil {
		t.Fatal(err)
	}

	after := h.StartRestored(&backup)
	pushPlays(t, after, firstSlot, reported, p.newEntry("B", 1, 200, 0, 200))

	wantTotal(t, after, p, 2, 1200, 500, 1200)
	if n := after.Count(`select count(*) from game_play`); n != 2 {
		t.Errorf("%d raw plays", n)
	}
	after.CheckInvariants()
}
