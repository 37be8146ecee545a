package push_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/contract"
	"krapao/backend/platform/guest"
	"krapao/backend/platform/jobs"
	"krapao/backend/platform/limit"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/pgtest"
	"krapao/backend/platform/web"
	"krapao/backend/push"
)

// environment runs the push domain: its routes on a loopback port, its jobs on a queue, and a fake push
// service.
type environment struct {
	*push.Service
	pushService *pushService
	url         string
	client      *http.Client
	t           *testing.T

	mu          sync.Mutex
	clockOffset time.Duration
	revoked     map[int64]bool
}

const subject = "mailto:push@krapao.app"

func newEnvironment(t *testing.T) *environment {
	t.Helper()
	key, err := push.LoadKey(filepath.Join(t.TempDir(), "keys", "vapid"))
	if err != nil {
		t.Fatal(err)
	}
	pool, queue := pgtest.New(t), jobs.New()
	h := &environment{t: t, revoked: map[int64]bool{}}
	sender, err := push.NewSender(push.SenderConfig{
		Key: key, Subject: subject, Hosts: []string{"127.0.0.1"}, InsecureHosts: true, Clock: h.now,
	})
	if err != nil {
		t.Fatal(err)
	}
	h.pushService = newPushService(t, sender.PublicKey())
	h.Service = &push.Service{
		Pool: pool, Clock: h.now, Log: slog.New(slog.DiscardHandler), Queue: queue, Limits: limit.Counter{Pool: pool, Clock: h.now},
		Sender: sender, SessionRevoked: h.sessionRevoked,
	}
	h.Jobs(queue)
	if err := queue.Open(pool, jobs.Options{Log: slog.New(slog.DiscardHandler), Workers: 8, PollOnly: true}); err != nil {
		t.Fatal(err)
	}
	if err := queue.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		_ = queue.Stop(ctx)
	})
	h.serve()
	return h
}

func (h *environment) now() time.Time {
	h.mu.Lock()
	defer h.mu.Unlock()
	return time.Now().Add(h.clockOffset)
}

func (h *environment) advance(d time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.clockOffset += d
}

func (h *environment) revoke(session int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.revoked[session] = true
}

func (h *environment) sessionRevoked(_ context.Context, _ pg.DB, session int64) (bool, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.revoked[session], nil
}

// serve starts the routes. A token is "member/session".
func (h *environment) serve() {
	h.t.Helper()
	edge := web.New(context.Background(), web.Config{Log: slog.New(slog.DiscardHandler), Version: "test"})
	edge.Authenticate = func(_ context.Context, token string) (web.Caller, error) {
		var c web.Caller
		if n, _ := fmt.Sscanf(token, "%d/%d", &c.MemberID, &c.SessionID); n != 2 {
			return c, apperr.New(apperr.InvalidToken)
		}
		return c, nil
	}
	h.Routes(edge)
	calls, err := contract.New(edge.API)
	if err != nil {
		h.t.Fatal(err)
	}
	h.client = &http.Client{Transport: contract.Transport{
		Contract: calls, Next: http.DefaultTransport, Report: h.t.Errorf,
	}}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		h.t.Fatal(err)
	}
	h.url = "http://" + l.Addr().String()
	ended := make(chan error, 1)
	go func() { ended <- edge.App.Listener(l, fiber.ListenConfig{DisableStartupMessage: true}) }()
	h.t.Cleanup(func() {
		for { // a shutdown before the server listens has no effect
			_ = edge.App.Shutdown()
			select {
			case <-ended:
				return
			case <-time.After(50 * time.Millisecond):
			}
		}
	})
}

// caller makes calls: with a member's token, or with a guest's id in the body.
type caller struct {
	token  string
	guest  string
	locale string
}

func memberCaller(id, session int64) caller { return caller{token: fmt.Sprintf("%d/%d", id, session)} }
func guestCaller(id string) caller          { return caller{guest: id} }

// These are the ids of the tests' guests.
const (
	guestA = "0f9a1c52-7b3e-4d18-a6c0-5e2b9d4f7a31"
	guestB = "c1d2e3f4-0000-4000-8000-1234567890ab"
)

func guestOwner(t *testing.T, id string) push.Owner {
	t.Helper()
	g, err := guest.Parse(id)
	if err != nil {
		t.Fatal(err)
	}
	return push.Owner{GuestHash: g.Hash()}
}

type callResponse struct {
	status     int
	retryAfter string
	body       string
}

func (h *environment) call(as caller, method, path string, body map[string]any) callResponse {
	h.t.Helper()
	if as.guest != "" {
		body["guestId"] = as.guest
	}
	text, err := json.Marshal(body)
	if err != nil {
		h.t.Fatal(err)
	}
	req, err := http.NewRequest(method, h.url+path, bytes.NewReader(text))
	if err != nil {
		h.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("X-Requested-With", "wallet-user")
	if as.token != "" {
		req.Header.Set("Authorization", "Bearer "+as.token)
	}
	if as.locale != "" {
		req.Header.Set("Cookie", "locale="+as.locale)
	}
	res, err := h.client.Do(req)
	if err != nil {
		h.t.Fatal(err)
	}
	defer res.Body.Close()
	got, err := io.ReadAll(res.Body)
	if err != nil {
		h.t.Fatal(err)
	}
	return callResponse{res.StatusCode, res.Header.Get("Retry-After"), string(bytes.TrimSpace(got))}
}

// subscribe subscribes a browser, and fails the test if the server rejects it.
func (h *environment) subscribe(as caller, b *browser) {
	h.t.Helper()
	if got := h.call(as, "POST", "/api/push/subscribe", map[string]any{"subscription": b.subscription()}); got.status != http.StatusOK {
		h.t.Fatalf("%+v", got)
	}
}

// notify sends a notice in a transaction of its own.
func (h *environment) notify(to push.Owner, kind push.Kind, args map[string]string) {
	h.t.Helper()
	h.inTx(func(tx pgx.Tx) error { return h.NotifyTx(h.t.Context(), tx, to, push.Notice{Kind: kind, Args: args}) })
}

func (h *environment) inTx(do func(pgx.Tx) error) {
	h.t.Helper()
	if err := pg.InTx(h.t.Context(), h.Pool, do); err != nil {
		h.t.Fatal(err)
	}
}

// queryCount runs a query that returns one number.
func queryCount(t *testing.T, pool *pgxpool.Pool, sql string, args ...any) int {
	t.Helper()
	var n int
	if err := pool.QueryRow(t.Context(), sql, args...).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func (h *environment) subscriptions() int {
	return queryCount(h.t, h.Pool, "select count(*) from push_subscription")
}

// waitUntil waits until a condition holds.
func waitUntil(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); !holds(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("timed out after 30 seconds, waiting for: %s", what)
		}
	}
}

// waitForJobs waits until no job remains, so that a test can show that nothing was sent.
func (h *environment) waitForJobs() {
	h.t.Helper()
	waitUntil(h.t, "the queue is idle", func() bool {
		return queryCount(h.t, h.Pool, "select count(*) from river_job where kind = 'send_push' and finalized_at is null") == 0
	})
}
