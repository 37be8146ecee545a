package play_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"krapao/backend/games/play"
	"krapao/backend/platform/signed"
	"krapao/backend/server/servertest"
)

// The slots of the tests' own providers, with the generic format.
const (
	firstSlot  = "circus"
	secondSlot = "areaslot"
)

// entry is one play in a feed. Cursor is the feed's cursor after it.
type entry struct {
	Cursor   int    `json:"-"`
	ID       string `json:"id"`
	Revision int64  `json:"revision"`
	Username string `json:"username"`
	At       string `json:"at"`
	Bet      amount `json:"bet"`
	Payout   amount `json:"payout"`
	Valid    amount `json:"valid"`
	bad      bool
}

// amount is in hundredths. In JSON it is a decimal number of whole units, for example 10.00.
type amount int64

func (a amount) MarshalJSON() ([]byte, error) { return fmt.Appendf(nil, "%d.%02d", a/100, a%100), nil }

// fakeFeed is a provider with a feed that the test writes.
type fakeFeed struct {
	*httptest.Server
	mu        sync.Mutex
	feed      []entry
	down      bool
	release   chan struct{} // if set, requests for plays are blocked until it is closed
	blocked   chan struct{} // receives when a request is blocked
	cancelled int           // how many blocked requests gave up
}

func newFakeFeed(t testing.TB) *fakeFeed {
	c := &fakeFeed{blocked: make(chan struct{}, 100)}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /players", func(w http.ResponseWriter, r *http.Request) {
		var in struct{ Username string }
		_ = json.NewDecoder(r.Body).Decode(&in)
		reply(w, map[string]any{"username": in.Username})
	})
	mux.HandleFunc("GET /plays", c.plays)
	c.Server = httptest.NewServer(mux)
	t.Cleanup(func() { c.CloseClientConnections(); c.Close() })
	return c
}

func (c *fakeFeed) plays(w http.ResponseWriter, r *http.Request) {
	c.mu.Lock()
	release := c.release
	c.mu.Unlock()
	if release != nil {
		c.blocked <- struct{}{}
		select {
		case <-release:
		case <-r.Context().Done():
			c.set(func() { c.cancelled++ })
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.down {
		http.Error(w, "no", http.StatusInternalServerError)
		return
	}
	after, _ := strconv.Atoi(r.URL.Query().Get("cursor"))
	limit, _ := strconv.Atoi(r.URL.Query().Get("limit"))
	out := []any{}
	for _, e := range c.feed {
		switch {
		case e.Cursor <= after || len(out) == limit:
		case e.bad:
			out = append(out, map[string]any{"cursor": strconv.Itoa(e.Cursor), "id": e.ID, "bet": "a lot"})
		default:
			out = append(out, struct {
				Cursor string `json:"cursor"`
				entry
			}{strconv.Itoa(e.Cursor), e})
		}
	}
	reply(w, map[string]any{"plays": out})
}

// write adds entries to the feed, or replaces those with the same cursors.
func (c *fakeFeed) write(all ...entry) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, e := range all {
		if e.Cursor == 0 {
			e.Cursor = 10
			if n := len(c.feed); n > 0 {
				e.Cursor = c.feed[n-1].Cursor + 10
			}
		}
		i, there := slices.BinarySearchFunc(c.feed, e.Cursor, func(e entry, cursor int) int { return e.Cursor - cursor })
		if there {
			c.feed[i] = e
			continue
		}
		c.feed = slices.Insert(c.feed, i, e)
	}
}

func (c *fakeFeed) set(change func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	change()
}

func reply(w http.ResponseWriter, body any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(body)
}

// player is a member with an account in a slot. name is the username there.
type player struct {
	*servertest.Client
	id   int64
	name string
}

func newPlayer(h *servertest.Environment, slot string) player {
	return openGameAccount(h, h.AddMember(), slot)
}

// openGameAccount opens the member's account in a slot and sets its start amount.
func openGameAccount(h *servertest.Environment, m *servertest.Client, slot string) player {
	name := m.ActivateGame(slot)
	h.SetStartAmount(slot, name, 100_000_000_000)
	return player{m, m.ID(), name}
}

// newServerWithOneProvider returns a server with one provider and a player.
func newServerWithOneProvider(t *testing.T) (h *servertest.Environment, c *fakeFeed, p player) {
	c = newFakeFeed(t)
	h = servertest.New(t, servertest.Game(firstSlot, c.URL))
	return h, c, newPlayer(h, firstSlot)
}

// newTwoServers returns two servers on one database. Each of them writes one batch at a time.
func newTwoServers(t *testing.T) (servers []*servertest.Environment, c *fakeFeed) {
	t.Helper()
	bus, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, NoSigs: true, NoLog: true})
	if err != nil {
		t.Fatal(err)
	}
	bus.Start()
	t.Cleanup(bus.Shutdown)
	if !bus.ReadyForConnections(10 * time.Second) {
		t.Fatal("a NATS server does not start")
	}
	c = newFakeFeed(t)
	h := servertest.New(t, servertest.Game(firstSlot, c.URL), servertest.NATS(bus.ClientURL()))
	return []*servertest.Environment{h, h.StartSecond()}, c
}

// newEntry returns an entry for a bet of the player, made now.
func (p player) newEntry(id string, revision int64, bet, payout, valid amount) entry {
	return entry{ID: id, Revision: revision, Username: p.name, At: time.Now().UTC().Format(time.RFC3339), Bet: bet, Payout: payout, Valid: valid}
}

func (e entry) at(t time.Time) entry {
	e.At = t.UTC().Format(time.RFC3339)
	return e
}

func bodyOf(all ...entry) string {
	text, _ := json.Marshal(map[string]any{"plays": all})
	return string(text)
}

// pushPlays reports plays to the server as a slot's provider does.
func pushPlays(t testing.TB, h *servertest.Environment, slot string, all ...entry) {
	t.Helper()
	body := bodyOf(all...)
	if status := post(t, h, slot, body, signed.Header("sandbox-key", time.Now(), []byte(body))); status != http.StatusOK {
		t.Errorf("a push returned %d", status)
	}
}

func post(t testing.TB, h *servertest.Environment, slot, body string, header http.Header) int {
	t.Helper()
	c := h.Guest()
	for name := range header {
		c = c.With(name, header.Get(name))
	}
	return c.Call("POST", "/webhook/games/"+slot, body).Status
}

// recountAside runs the job for aside plays until the given number of the player's plays counts. One run may not
// be enough: a bet may be covered only once another aside play, with its payout, has counted.
func recountAside(t testing.TB, h *servertest.Environment, p player, plays int64) {
	t.Helper()
	h.WaitUntil("plays that were aside", func() bool {
		h.RunJobs("game.plays.aside")
		return sumDays(t, h, p).Plays >= plays
	})
}

// readToCursor runs the feed job until it has reached a cursor.
func readToCursor(t testing.TB, h *servertest.Environment, slot string, cursor int) {
	t.Helper()
	h.WaitUntil("the feed's cursor", func() bool {
		h.RunJobs("game.plays")
		return h.Count(`select count(*) from game_feed where slot_code = $1 and cursor = $2`, slot, strconv.Itoa(cursor)) == 1
	})
}

// sumDays returns the sum of all of a player's days.
func sumDays(t testing.TB, h *servertest.Environment, p player) (sum play.DayTotal) {
	t.Helper()
	for _, d := range daysOf(t, h, p) {
		sum.Plays, sum.Bet, sum.Payout, sum.Valid = sum.Plays+d.Plays, sum.Bet+d.Bet, sum.Payout+d.Payout, sum.Valid+d.Valid
	}
	return sum
}

func daysOf(t testing.TB, h *servertest.Environment, p player) []play.DayTotal {
	t.Helper()
	all, err := h.Plays.ListDays(t.Context(), h.Pool, p.id, time.Unix(0, 0), time.Now().AddDate(10, 0, 0))
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// wantTotal fails the test unless a player's total has these values.
func wantTotal(t testing.TB, h *servertest.Environment, p player, plays, bet, payout, valid int64) {
	t.Helper()
	got := sumDays(t, h, p)
	if got.Plays != plays || int64(got.Bet) != bet || int64(got.Payout) != payout || int64(got.Valid) != valid {
		t.Errorf("%d plays, bet %s, payout %s, valid %s instead of %d, %d, %d, %d", got.Plays, got.Bet, got.Payout, got.Valid, plays, bet, payout, valid)
	}
}
