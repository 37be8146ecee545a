// Package servertest runs the whole system for a test: the server on its own database and a loopback port,
// and the sandbox. The server calls the sandbox over HTTP, as it calls the providers in production.
//
// Every response of the server to a test is validated against the server's own OpenAPI document
// (contract.go). The test fails for a field, status, content type, call or error code that the document does
// not declare for the call. It also fails for a missing required field. Requests are not validated, because they may
// be wrong on purpose. Add a new code of a call to Errors of its web.Route. A test that makes requests itself
// uses Environment.HTTP.
package servertest

import (
	"context"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/games/play"
	"krapao/backend/platform/config"
	"krapao/backend/platform/freeport"
	"krapao/backend/platform/jobs"
	"krapao/backend/platform/password"
	"krapao/backend/platform/pgtest"
	"krapao/backend/sandbox"
	"krapao/backend/server"
	"krapao/sql"
)

// Environment is a running server with its sandbox.
type Environment struct {
	*server.Server
	Pool       *pgxpool.Pool
	URL        string // the server's base URL
	SandboxURL string // the sandbox's base URL
	Clock      *Clock
	t          testing.TB
	cfg        config.Config
	logBuffer  logBuffer
	sandbox    *sandbox.Sandbox // to set the webhook address; nil for a second server
	// restored is true if the database was restored from a backup, which ended all sessions.
	restored bool
}

// SiteOrigin is the origin of members' browsers, for passkeys.
const SiteOrigin = "http://localhost:8080"

// New starts a server with the demo content. The server stops when the test ends.
func New(t testing.TB, options ...Option) *Environment {
	t.Helper()
	return startOn(t, pgtest.New(t, demo), true, options)
}

// demo is the demo content, with ids of different tables far apart.
var demo = pgtest.Seed{Name: "demo", Version: separateSequences + seedFiles(), Insert: func(ctx context.Context, pool *pgxpool.Pool) error {
	if _, err := pool.Exec(ctx, separateSequences); err != nil {
		return err
	}
	if err := server.Seed(ctx, pool, true, false); err != nil {
		return err
	}
	// This creates a table for each month of plays. Otherwise each server would create them at its start.
	queue := jobs.New()
	(&play.Service{Pool: pool, Clock: time.Now, Months: 13, Log: slog.New(slog.DiscardHandler)}).Jobs(queue)
	return queue.RunPeriodic(ctx, "game.plays.months")
}}

// seedFiles returns the contents of all files of the demo content.
func seedFiles() string {
	var all strings.Builder
	_ = fs.WalkDir(sql.Seed, ".", func(path string, _ fs.DirEntry, _ error) error {
		text, _ := fs.ReadFile(sql.Seed, path) // a folder has none
		_, _ = all.Write(text)
		return nil
	})
	return all.String()
}

// init makes password hashes cheap, because tests add thousands of members. Tests of passwords restore the
// real cost.
func init() { password.SetTestCost(true) }

// separateSequences makes the ids of different tables start far apart. If all ids started at 1, a test would
// not notice an id of the wrong table.
const separateSequences = `alter sequence member_id_seq restart 100001; alter sequence session_id_seq restart 200001;
	alter sequence operator_id_seq restart 300001; alter sequence operator_session_id_seq restart 400001; alter sequence conversation_id_seq restart 500001`

// NewOnPool starts a server, like New, on a migrated database of the test.
func NewOnPool(t testing.TB, pool *pgxpool.Pool, options ...Option) *Environment {
	t.Helper()
	return startOn(t, pool, false, options)
}

func startOn(t testing.TB, pool *pgxpool.Pool, seeded bool, options []Option) *Environment {
	t.Helper()
	simulated, err := sandbox.Open(t.TempDir(), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	simulatedServer := httptest.NewServer(simulated.Handler())
	t.Cleanup(func() {
		simulatedServer.CloseClientConnections()
		simulatedServer.Close()
		_ = simulated.Close()
	})
	cfg := config.Config{
		Profile: "development", PublicURL: SiteOrigin, DataDir: t.TempDir(), SecretKey: strings.Repeat("ab", 32), DBConns: 16,
		SMSProvider: "thaibulksms", SMSURL: simulatedServer.URL + "/sms", SMSKey: "sandbox-key", SMSSecret: "sandbox-secret", SMSProject: "sandbox-project",
		SlipProvider: "slipok", SlipURL: simulatedServer.URL + "/slip", SlipKey: "sandbox-key", SlipSecret: "sandbox-secret", SlipBranch: "1", FeedKey: "sandbox-feed-key",
		PayoutURL: simulatedServer.URL + "/payout", PayoutKey: "sandbox-key", TrueMoneyURL: simulatedServer.URL + "/truemoney", TrueMoneyKey: "sandbox-key", FeedURL: simulatedServer.URL + "/bank/feed",
		GiftSecret:   "krapao-gift-link",
		QR:           config.SandboxQR(simulatedServer.URL),
		GamesURL:     simulatedServer.URL + "/games",
		VAPIDSubject: "mailto:support@krapao.dev",
	}
	for _, change := range options {
		change(&cfg)
	}
	if !seeded || cfg.Laos {
		if err := server.Seed(t.Context(), pool, true, cfg.Laos); err != nil {
			t.Fatal(err)
		}
	}
	h := &Environment{Pool: pool, SandboxURL: simulatedServer.URL, Clock: &Clock{}, t: t, cfg: cfg, sandbox: simulated}
	h.start(cfg)
	return h
}

// StartSecond starts another server with the same database and the same sandbox.
func (h *Environment) StartSecond(options ...Option) *Environment {
	h.t.Helper()
	return h.StartSecondWithClock(h.Clock, options...)
}

// StartSecondWithClock is StartSecond with its own clock.
func (h *Environment) StartSecondWithClock(clock *Clock, options ...Option) *Environment {
	h.t.Helper()
	cfg := h.cfg
	for _, change := range options {
		change(&cfg)
	}
	second := &Environment{Pool: h.Pool, SandboxURL: h.SandboxURL, Clock: clock, t: h.t, cfg: cfg}
	second.start(cfg)
	return second
}

// Config returns the server's settings, for tests that build another server with other options.
func (h *Environment) Config() config.Config { return h.cfg }

// StartRestored starts a server on a new database into which it restores a backup. The server uses the same
// sandbox, which from now on sends its webhooks to this server.
func (h *Environment) StartRestored(backup io.Reader) *Environment {
	h.t.Helper()
	after := &Environment{Pool: pgtest.New(h.t), SandboxURL: h.SandboxURL, Clock: h.Clock, t: h.t, cfg: h.cfg, sandbox: h.sandbox, restored: true}
	tool, err := server.New(h.t.Context(), h.cfg, after.Pool, server.Options{Clock: h.Clock.Now, Log: newLogger(h.t, &after.logBuffer), PollOnly: true})
	if err == nil {
		_, _, err = tool.Restore(h.t.Context(), backup)
	}
	if err != nil {
		h.t.Fatal(err)
	}
	after.start(h.cfg)
	return after
}

func (h *Environment) start(cfg config.Config) {
	h.t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	s, err := server.New(ctx, cfg, h.Pool, server.Options{Clock: h.Clock.Now, Log: newLogger(h.t, &h.logBuffer), PollOnly: true, NoPeriodicJobs: true, NoNightlyComparison: true})
	if err != nil {
		h.t.Fatal(err)
	}
	if err := s.Start(ctx, ctx); err != nil {
		h.t.Fatal(err)
	}
	if !strings.HasPrefix(cfg.MediaURL, "s3:") { // the probe writes a file, and tests count the files of a folder
		s.WaitProbes()
	}
	address := FreeAddress(h.t)
	h.Server, h.URL = s, "http://"+address
	h.readContract()
	if h.sandbox != nil {
		h.sandbox.SetCallbackURL(h.URL)
	}
	if err := s.ServeMetrics(ctx); err != nil {
		h.t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- s.Edge.Serve(ctx, address) }()
	h.t.Cleanup(func() {
		grace, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		_ = s.Stop(grace)
		stop()
		<-ended
	})
	for range 100 {
		if response, err := http.Get(h.URL + "/readyz"); err == nil {
			_ = response.Body.Close()
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	h.t.Fatal("the server does not respond")
}

// FreeAddress returns a loopback address with an unused port.
func FreeAddress(t testing.TB) string {
	t.Helper()
	port, err := freeport.Loopback()
	if err != nil {
		t.Fatal(err)
	}
	return freeport.Address(port)
}

// CheckInvariants fails the test if an invariant of the ledger or of a domain is violated. With CHECK_CHANGED, as in
// the slow tests, it also runs the check of recent changes: from 50 % and from 90 % of the transfers on.
func (h *Environment) CheckInvariants() {
	h.t.Helper()
	if os.Getenv("CHECK_CHANGED") != "" {
		h.checkChangedSince(0.5)
		h.checkChangedSince(0.9)
	}
	findings, err := h.Proof().CheckAll(context.Background())
	if err != nil {
		h.t.Fatal(err)
	}
	for _, f := range findings {
		if f.Broken != 0 {
			h.t.Errorf("%s: %d", f.Invariant, f.Broken)
		}
	}
}
