// Package servertest runs the whole house for a test: the real server on a
// database of its own and a loopback port, and the sandbox beside it, reached
// over HTTP like the real companies.
package servertest

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/content"
	"krapao/backend/platform/clock"
	"krapao/backend/platform/config"
	"krapao/backend/platform/freeport"
	"krapao/backend/platform/pgtest"
	"krapao/backend/sandbox"
	"krapao/backend/server"
)

// House is a running server and its outside world.
type House struct {
	*server.Server
	Pool    *pgxpool.Pool
	URL     string // of the server
	Sandbox string // of the outside world
	Clock   *Clock
	t       testing.TB
	cfg     config.Config
	world   *sandbox.World // to be told where webhooks go; the first server's only
}

// Clock is a time that tests move.
type Clock struct {
	mu     sync.Mutex
	offset time.Duration
}

// Now answers the real time, moved by what Advance added up to.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Now().Add(c.offset)
}

// Advance moves the time.
func (c *Clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.offset += d
}

// Option changes the settings of a house before it starts.
type Option func(*config.Config)

// New starts a house with the demo content; it goes with the test.
func New(t testing.TB, options ...Option) *House {
	t.Helper()
	world, err := sandbox.Open(t.TempDir(), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	outside := httptest.NewServer(world.Handler())
	t.Cleanup(func() {
		outside.CloseClientConnections()
		outside.Close()
		_ = world.Close()
	})
	cfg := config.Config{
		Profile: "development", DataDir: t.TempDir(), SecretKey: strings.Repeat("ab", 32), DBConns: 16,
		SMSURL: outside.URL + "/sms", SMSKey: "sandbox-key", SMSSecret: "sandbox-secret",
		SlipProvider: "slipok", SlipURL: outside.URL + "/slip", SlipKey: "sandbox-key", SlipBranch: "1", FeedKey: "sandbox-feed-key",
		PayoutURL: outside.URL + "/payout", PayoutKey: "sandbox-key", TrueMoneyURL: outside.URL + "/truemoney", TrueMoneyKey: "sandbox-key", FeedURL: outside.URL + "/bank/feed",
		GiftSecret:   "krapao-gift-link",
		QR:           config.SandboxQR(outside.URL),
		GamesURL:     outside.URL + "/games",
		VAPIDSubject: "mailto:support@krapao.dev",
	}
	for _, change := range options {
		change(&cfg)
	}
	pool := pgtest.New(t)
	if err := server.Seed(t.Context(), pool, true); err != nil {
		t.Fatal(err)
	}
	h := &House{Pool: pool, Sandbox: outside.URL, Clock: &Clock{}, t: t, cfg: cfg, world: world}
	h.start(cfg)
	return h
}

// Second starts another server on the same database and in the same world.
func (h *House) Second(options ...Option) *House {
	h.t.Helper()
	cfg := h.cfg
	for _, change := range options {
		change(&cfg)
	}
	second := &House{Pool: h.Pool, Sandbox: h.Sandbox, Clock: h.Clock, t: h.t, cfg: cfg}
	second.start(cfg)
	return second
}

// Restored starts a server on a fresh database that a backup was brought into, in
// the same world, which calls back to it from now on.
func (h *House) Restored(backup io.Reader) *House {
	h.t.Helper()
	after := &House{Pool: pgtest.New(h.t), Sandbox: h.Sandbox, Clock: h.Clock, t: h.t, cfg: h.cfg, world: h.world}
	tool, err := server.New(h.t.Context(), h.cfg, after.Pool, server.Options{Clock: h.Clock.Now, Log: slog.New(slog.DiscardHandler), PollOnly: true})
	if err == nil {
		_, _, err = tool.Restore(h.t.Context(), backup)
	}
	if err != nil {
		h.t.Fatal(err)
	}
	after.start(h.cfg)
	return after
}

// NATS connects the server to a NATS server.
func NATS(url string) Option { return func(c *config.Config) { c.NATSURL = url } }

// PushHost lets subscriptions name a push service of the test's.
func PushHost(host string) Option { return func(c *config.Config) { c.PushHosts = []string{host} } }

func (h *House) start(cfg config.Config) {
	h.t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	s, err := server.New(ctx, cfg, h.Pool, server.Options{Clock: h.Clock.Now, Log: slog.New(slog.DiscardHandler), PollOnly: true})
	if err != nil {
		h.t.Fatal(err)
	}
	if err := s.Start(ctx, ctx); err != nil {
		h.t.Fatal(err)
	}
	port := FreePort(h.t)
	h.Server, h.URL = s, "http://"+port
	if h.world != nil {
		h.world.CallBack(h.URL)
	}
	if err := s.ServeMetrics(ctx); err != nil {
		h.t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- s.Edge.Serve(ctx, port) }()
	h.t.Cleanup(func() {
		grace, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		_ = s.Stop(grace)
		stop()
		<-ended
	})
	for range 100 {
		if answer, err := http.Get(h.URL + "/readyz"); err == nil {
			_ = answer.Body.Close()
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	h.t.Fatal("the server does not answer")
}

// FreePort answers a loopback address that nobody listens on.
func FreePort(t testing.TB) string {
	t.Helper()
	port, err := freeport.Loopback()
	if err != nil {
		t.Fatal(err)
	}
	return freeport.Address(port)
}

// World makes a control call to the sandbox and decodes its answer into out.
func (h *House) World(method, path string, body, out any) {
	h.t.Helper()
	status, text := send(h.t, method, h.Sandbox+path, nil, body)
	if status != http.StatusOK {
		h.t.Fatalf("sandbox %s %s: %d %s", method, path, status, text)
	}
	if out != nil {
		if err := json.Unmarshal(text, out); err != nil {
			h.t.Fatal(err)
		}
	}
}

// Fault makes the next count calls to a company go wrong.
func (h *House) Fault(target, mode, code string, count, delayMs int) {
	h.t.Helper()
	h.World("POST", "/faults", map[string]any{"target": target, "mode": mode, "code": code, "count": count, "delayMs": delayMs}, nil)
}

// FaultsLeft is how many of the calls that Fault spoke of did not come yet.
func (h *House) FaultsLeft() (left int) {
	h.t.Helper()
	var now struct{ Faults []struct{ Count int } }
	h.World("GET", "/faults", nil, &now)
	for _, f := range now.Faults {
		left += f.Count
	}
	return left
}

// Sound fails the test when the books are broken.
func (h *House) Sound() {
	h.t.Helper()
	findings, err := h.Verify(context.Background())
	if err != nil {
		h.t.Fatal(err)
	}
	for _, f := range findings {
		if f.Broken != 0 {
			h.t.Errorf("%s: %d", f.Invariant, f.Broken)
		}
	}
}

// client keeps a connection for each of a storm's callers, and so no port busy.
var client = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}}

func send(t testing.TB, method, url string, header http.Header, body any) (int, []byte) {
	t.Helper()
	status, _, text := exchange(t, method, url, header, body)
	return status, text
}

// exchange is send, and answers the head as well.
func exchange(t testing.TB, method, url string, header http.Header, body any) (int, http.Header, []byte) {
	t.Helper()
	var in io.Reader
	switch b := body.(type) {
	case nil:
	case string:
		in = strings.NewReader(b)
	default:
		text, err := json.Marshal(b)
		if err != nil {
			t.Fatal(err)
		}
		in = strings.NewReader(string(text))
	}
	req, err := http.NewRequest(method, url, in)
	if err != nil {
		t.Fatal(err)
	}
	if header != nil {
		req.Header = header
	}
	if in != nil && req.Header.Get("Content-Type") == "" {
		req.Header.Set("Content-Type", "application/json")
	}
	res, err := client.Do(req)
	if err != nil {
		t.Fatal(fmt.Errorf("%s %s: %w", method, url, err))
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, res.Header, text
}

// Verifier chooses the company that verifies slips.
func Verifier(company string) Option { return func(c *config.Config) { c.SlipProvider = company } }

// BehindProxy has the server believe the X-Forwarded-For of its callers.
func BehindProxy() Option { return func(c *config.Config) { c.TrustedProxies = []string{"127.0.0.1"} } }

// Hurry wakes the jobs that sleep until later: the clock of the queue is the
// database's, which no test can move.
func (h *House) Hurry() {
	h.t.Helper()
	_, err := h.Pool.Exec(context.Background(), `update river_job set scheduled_at = now() - interval '1 second', state = 'available' where state in ('scheduled', 'retryable')`)
	if err != nil {
		h.t.Fatal(err)
	}
}

// Asleep waits until a slip's check has gone to sleep until later.
func (h *House) Asleep() {
	h.t.Helper()
	for range 1200 {
		var asleep bool
		err := h.Pool.QueryRow(context.Background(), `select exists (select from river_job where kind = 'check_slip' and state = 'scheduled')`).Scan(&asleep)
		if err != nil {
			h.t.Fatal(err)
		}
		if asleep {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	h.t.Fatal("no check went to sleep")
}

// Close closes slip uploads from now on, for so long.
func (h *House) Close(d time.Duration) {
	h.t.Helper()
	now := h.Clock.Now().In(clock.Bangkok)
	window := content.Window{From: now.Add(-time.Minute).Format("15:04"), Until: now.Add(d).Format("15:04")}
	if err := h.Content.Put(context.Background(), h.Pool, "slipClosed", window); err != nil {
		h.t.Fatal(err)
	}
}

// Laos is the Laos variant.
func Laos(c *config.Config) { c.Laos = true }

// WithoutLists has companies that publish no list give none.
func WithoutLists(c *config.Config) { c.FeedURL, c.TrueMoneyKey = "", "" }
