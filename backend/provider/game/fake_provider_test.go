package game_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"krapao/backend/provider/game"
)

const (
	player    = "kp7h2m4q9x"
	secret    = "sandbox-secret"
	password  = "s3cr&t <pass>"
	id        = "00112233445566778899aabbccddeeff"
	reference = "lfd5pqz5pa7zjm5uyguw" // the aggregator's reference for id
	guid      = "8c1f0a52-7d0e-4c7c-9a55-3f6c2b1e9d10"
)

var (
	now   = time.Unix(1795341600, 0) // 2026-11-22 17:00 at +07:00
	since = time.Unix(1795341000, 0)

	in     = game.Transfer{ID: id, Username: player, Amount: 10000, In: true}
	out    = game.Transfer{ID: id, Username: player, Amount: 10000}
	launch = game.Launch{Username: player, Password: password, Lang: "th", ReturnURL: "https://krapao.example/games"}
)

func units(n game.Units) *game.Units { return &n }

// exchange is one expected call and its response.
type exchange struct {
	request string // "POST /path\nHeader: value\n\nbody"; "" is not compared
	status  int    // 0 is 200
	body    string
}

// current handles the calls to the one server that all tests share. Starting thousands of servers would be
// slower.
var current http.HandlerFunc

var sharedServer = sync.OnceValue(func() string {
	return httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) { current(rw, r) })).URL
})

// newFakeProvider returns a client whose server returns the responses of list, each once and in this order. If a
// test calls newFakeProvider several times, only the last list is used.
func newFakeProvider(t *testing.T, cfg game.Config, list ...exchange) game.Client {
	t.Helper()
	current = func(rw http.ResponseWriter, r *http.Request) {
		if len(list) == 0 {
			t.Errorf("one call too many: %s", formatRequest(r))
			rw.WriteHeader(http.StatusTeapot)
			return
		}
		e := list[0]
		list = list[1:]
		if got := formatRequest(r); e.request != "" && got != e.request {
			t.Errorf("the call was\n%s\ninstead of\n%s", got, e.request)
		}
		if e.status != 0 {
			rw.WriteHeader(e.status)
		}
		_, _ = io.WriteString(rw, e.body)
	}
	t.Cleanup(func() {
		if len(list) > 0 {
			t.Errorf("%d calls were not made", len(list))
		}
	})
	return newClient(t, cfg, sharedServer())
}

// newClient makes a client with the credentials of docs/games/formats.md.
func newClient(t testing.TB, cfg game.Config, url string) game.Client {
	t.Helper()
	cfg.Slot, cfg.URL, cfg.ID, cfg.Secret, cfg.Currency = "slot", url, "krapao", secret, "THB"
	c, err := game.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	game.FixClock(c, now, guid)
	return c
}

// formatRequest returns a call as text, without the headers that Go's client adds.
func formatRequest(r *http.Request) string {
	body, _ := io.ReadAll(r.Body)
	var names []string
	for name := range r.Header {
		if !slices.Contains([]string{"User-Agent", "Accept", "Accept-Encoding", "Content-Length"}, name) {
			names = append(names, name+": "+strings.Join(r.Header[name], ", "))
		}
	}
	slices.Sort(names)
	return r.Method + " " + r.RequestURI + "\n" + strings.Join(names, "\n") + "\n\n" + string(body)
}
