package play_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"sync"
	"testing"

	"krapao/backend/server/servertest"
)

// spec D4.4b
func TestPlay_HigherRevision_CountsTheDifference(t *testing.T) {
	h, c, p := newServerWithOneProvider(t)

	pushPlays(t, h, firstSlot, p.newEntry("A", 2, 1000, 500, 800))
	wantTotal(t, h, p, 1, 1000, 500, 800)
	pushPlays(t, h, firstSlot, p.newEntry("A", 2, 9000, 9000, 9000), p.newEntry("A", 1, 7000, 7000, 7000))
	wantTotal(t, h, p, 1, 1000, 500, 800)
	c.write(p.newEntry("A", 5, 1000, 2550, 1000))
	readToCursor(t, h, firstSlot, 10)
	wantTotal(t, h, p, 1, 1000, 2550, 1000)
	pushPlays(t, h, firstSlot, p.newEntry("A", 4, 1, 1, 1), p.newEntry("A", math.MaxInt64, 1000, 1000, 0))
	wantTotal(t, h, p, 1, 1000, 1000, 0)

	if raw := h.Count(`select count(*) from game_play where slot_code = $1 and play_id = 'A'`, firstSlot); raw != 3 {
		t.Errorf("%d revisions are stored", raw)
	}
	h.CheckInvariants()
}

func TestPlay_ValidAmountAboveItsBet_CountsTheBet(t *testing.T) {
	h, _, p := newServerWithOneProvider(t)

	pushPlays(t, h, firstSlot, p.newEntry("A", 1, 100, 0, 10_000_000), p.newEntry("B", 1, 0, 50, 700))
	wantTotal(t, h, p, 2, 100, 50, 100)

	pushPlays(t, h, firstSlot, p.newEntry("A", 2, 100, 0, 60))
	wantTotal(t, h, p, 2, 100, 50, 60)
	h.CheckInvariants()
}

func TestPlays_ThousandByFeedAndPushAtOnce_CountOnceEach(t *testing.T) {
	servers, c := newTwoServers(t)
	h := servers[0]
	p, q := newPlayer(h, firstSlot), newPlayer(h, firstSlot)
	var all []entry
	for i := range 500 {
		all = append(all, p.newEntry(fmt.Sprint("P", i), 1, 100, 50, 70), q.newEntry(fmt.Sprint("Q", i), 1, 10, 5, 7))
	}
	c.write(all...)

	var wg sync.WaitGroup
	for pusher := range 3 {
		wg.Go(func() {
			for i := range 10 {
				part := (i*(pusher+1) + pusher) % 10 // each in another order
				pushPlays(t, servers[i%2], firstSlot, all[part*100:part*100+100]...)
			}
		})
	}
	wg.Go(func() { readToCursor(t, h, firstSlot, 10_000) })
	wg.Wait()
	for part := range 10 { // the parts that the drawn orders left out
		pushPlays(t, h, firstSlot, all[part*100:part*100+100]...)
	}

	wantTotal(t, h, p, 500, 50_000, 25_000, 35_000)
	wantTotal(t, h, q, 500, 5000, 2500, 3500)
	h.CheckInvariants()
}

// TestPlays_AnyOrderAndRepetition_LastRevisionsCount makes random revisions of plays. It reports them by feed
// and push, concurrently and in random orders, and repeats some of them.
func TestPlays_AnyOrderAndRepetition_LastRevisionsCount(t *testing.T) {
	servers, c := newTwoServers(t)
	h := servers[0]
	players := []player{newPlayer(h, firstSlot), newPlayer(h, firstSlot), newPlayer(h, firstSlot)}
	expected := make([][4]int64, len(players))
	for seed := range uint64(8) {
		r := rand.New(rand.NewPCG(seed, 58))
		var reported []entry
		for i := range 30 {
			player := r.IntN(len(players))
			var last entry
			for revision := range int64(1 + r.IntN(4)) {
				last = players[player].newEntry(fmt.Sprintf("S%d-%d", seed, i), revision*3, amount(r.IntN(10_000)), amount(r.IntN(10_000)), amount(r.IntN(10_000)))
				for range 1 + r.IntN(3) {
					reported = append(reported, last)
				}
			}
			e := &expected[player]
			e[0], e[1], e[2], e[3] = e[0]+1, e[1]+int64(last.Bet), e[2]+int64(last.Payout), e[3]+int64(min(last.Valid, last.Bet))
		}
		reportEntries(t, servers, c, r, reported)
		for i, e := range expected {
			if wantTotal(t, h, players[i], e[0], e[1], e[2], e[3]); t.Failed() {
				t.Fatalf("seed %d", seed)
			}
		}
	}
	h.CheckInvariants()
}

// reportEntries reports each entry by the feed or by a push, concurrently.
func reportEntries(t *testing.T, servers []*servertest.Environment, c *fakeFeed, r *rand.Rand, reported []entry) {
	t.Helper()
	r.Shuffle(len(reported), func(i, j int) { reported[i], reported[j] = reported[j], reported[i] })
	cut := r.IntN(len(reported))
	var wg sync.WaitGroup
	for rest := reported[cut:]; len(rest) > 0; {
		n := min(len(rest), 1+r.IntN(40))
		part := rest[:n]
		rest = rest[n:]
		to := servers[r.IntN(len(servers))]
		wg.Go(func() { pushPlays(t, to, firstSlot, part...) })
	}
	c.write(reported[:cut]...)
	cursor := 0
	c.set(func() {
		if n := len(c.feed); n > 0 {
			cursor = c.feed[n-1].Cursor
		}
	})
	if cursor > 0 {
		readToCursor(t, servers[0], firstSlot, cursor)
	}
	wg.Wait()
}

func TestPlay_AccountUnknown_CountsOnceTheAccountExists(t *testing.T) {
	a, b := newFakeFeed(t), newFakeFeed(t)
	h := servertest.New(t, servertest.Game(firstSlot, a.URL), servertest.Game(secondSlot, b.URL))
	p := newPlayer(h, firstSlot)
	other := openGameAccount(h, p.Client, secondSlot)
	stranger := p
	stranger.name = "k-not-yet-there"

	pushPlays(t, h, firstSlot, stranger.newEntry("A", 1, 1000, 0, 1000), stranger.newEntry("A", 2, 1000, 500, 1000), other.newEntry("B", 1, 7000, 0, 7000))
	pushPlays(t, h, firstSlot, stranger.newEntry("A", 2, 1000, 500, 1000))
	h.RunJobs("game.plays.aside")
	wantTotal(t, h, p, 0, 0, 0, 0)
	h.Exec(`update game_account set username = $1 where member_id = $2 and slot_code = $3`, stranger.name, p.id, firstSlot)
	recountAside(t, h, p, 1)
	h.RunJobs("game.plays.aside")

	wantTotal(t, h, p, 1, 1000, 500, 1000)
	if n := h.Count(`select count(*) from game_play_aside where why = 'NO_ACCOUNT' and username = $1 and slot_code = $2`, other.name, firstSlot); n != 1 {
		t.Errorf("%d plays of the other game's name are aside", n)
	}
	h.CheckInvariants()
}

func TestPlay_IDOfAnotherMembersPlay_IsNotCounted(t *testing.T) {
	h, _, p := newServerWithOneProvider(t)
	q := newPlayer(h, firstSlot)

	pushPlays(t, h, firstSlot, p.newEntry("A", 1, 1000, 500, 1000))
	pushPlays(t, h, firstSlot, q.newEntry("A", 2, 2000, 700, 2000))

	wantTotal(t, h, p, 1, 1000, 500, 1000)
	wantTotal(t, h, q, 0, 0, 0, 0)
	if n := h.Count(`select count(*) from game_play_aside where why = 'OTHER_PLAYER'`); n != 1 {
		t.Errorf("%d are aside", n)
	}
	h.CheckInvariants()
}

func TestPlays_UnitsThatNeedRounding_CountTheSameInAnyOrder(t *testing.T) {
	c := newFakeFeed(t)
	h := servertest.New(t, servertest.Game(firstSlot, c.URL))
	h.Exec(`update slot set units_of = 3, units_for = 1 where code = $1`, firstSlot)
	p, q := newPlayer(h, firstSlot), newPlayer(h, firstSlot)

	pushPlays(t, h, firstSlot, p.newEntry("A", 1, 100, 200, 100))
	pushPlays(t, h, firstSlot, p.newEntry("A", 2, 200, 100, 200), p.newEntry("B", 1, 100, 100, 100))
	pushPlays(t, h, firstSlot, q.newEntry("D", 1, 100, 100, 100))
	pushPlays(t, h, firstSlot, q.newEntry("C", 2, 200, 100, 200))
	pushPlays(t, h, firstSlot, q.newEntry("C", 1, 100, 200, 100))

	wantTotal(t, h, p, 2, 66+33, 33+33, 66+33)
	wantTotal(t, h, q, 2, 66+33, 33+33, 66+33)
	h.CheckInvariants()
}

func TestPlay_UnitOfAThousand_CountsInTheWalletsCurrencyWithinTheMaximum(t *testing.T) {
	c := newFakeFeed(t)
	h := servertest.New(t, servertest.Game(firstSlot, c.URL))
	h.Exec(`update slot set units_of = 1, units_for = 1000 where code = $1`, firstSlot)
	p := newPlayer(h, firstSlot)

	pushPlays(t, h, firstSlot, p.newEntry("A", 1, 1, 2, 1), p.newEntry("B", 1, 1_000_000_000, 0, 1_000_000_000), p.newEntry("C", 1, 0, 1_000_000_001, 0))

	wantTotal(t, h, p, 2, 1000+1_000_000_000_000, 2000, 1000+1_000_000_000_000)
	if n := h.Count(`select count(*) from game_play_aside where why = 'TOO_LARGE' and play_id = 'C'`); n != 1 {
		t.Errorf("%d are aside", n)
	}
	h.CheckInvariants()
}
