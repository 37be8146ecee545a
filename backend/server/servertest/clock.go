package servertest

import (
	"context"
	"errors"
	"sync"
	"time"

	"krapao/backend/content"
	"krapao/backend/platform/clock"
	"krapao/backend/server"
	"krapao/backend/wallet"
)

// Clock is a clock that tests move.
type Clock struct {
	mu     sync.Mutex
	offset time.Duration
	frozen time.Time // the fixed time; zero while the clock runs
}

// Now returns the real time plus the sum of all Advance calls, or the time of Freeze.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.frozen.IsZero() {
		return c.frozen
	}
	return time.Now().Add(c.offset)
}

// Freeze stops the clock at a time, for tests of the exact instant.
func (c *Clock) Freeze(at time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.frozen = at
}

// Advance moves the clock forward by d.
func (c *Clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.offset += d
}

// PassTime advances the clock by d. It extends the sessions by d, too, so that members stay signed in.
func (h *Environment) PassTime(d time.Duration) {
	h.t.Helper()
	h.Clock.Advance(d)
	h.Exec(`update session set last_seen_at = last_seen_at + $1, expires_at = expires_at + $1`, d)
}

// RunJobs runs periodic jobs now, one after the other. The server of a test runs none by itself.
func (h *Environment) RunJobs(names ...string) {
	h.t.Helper()
	for _, name := range names {
		if err := h.Queue.RunPeriodic(h.t.Context(), name); err != nil {
			h.t.Error(err)
		}
	}
}

// RunDelayedJobs makes all delayed jobs run now. The queue uses the database's clock, which tests cannot move.
func (h *Environment) RunDelayedJobs() {
	h.t.Helper()
	_, err := h.Pool.Exec(context.Background(), `update river_job set scheduled_at = now() - interval '1 second', state = 'available' where state in ('scheduled', 'retryable')`)
	if err != nil {
		h.t.Fatal(err)
	}
}

// WaitForScheduledCheck waits until a job that checks a slip is scheduled for later.
func (h *Environment) WaitForScheduledCheck() {
	h.t.Helper()
	for range 1200 {
		var isScheduled bool
		err := h.Pool.QueryRow(context.Background(), `select exists (select from river_job where kind = 'check_slip' and state = 'scheduled')`).Scan(&isScheduled)
		if err != nil {
			h.t.Fatal(err)
		}
		if isScheduled {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	h.t.Fatal("no check was scheduled")
}

// RunComparison does the same as `wallet reconcile` for the last day. It waits until a comparison that the server
// itself runs has ended.
func (h *Environment) RunComparison() server.Reconciled {
	h.t.Helper()
	var found server.Reconciled
	h.WaitUntil("the comparison", func() bool {
		var err error
		found, err = h.Reconcile(h.t.Context(), wallet.Comparison{Why: wallet.ComparisonByCommand, Since: h.Clock.Now().Add(-24 * time.Hour)})
		if err != nil && !errors.Is(err, server.ErrComparing) {
			h.t.Fatal(err)
		}
		return err == nil
	})
	return found
}

// RejectSlips makes the server reject slips from now on, for d.
func (h *Environment) RejectSlips(d time.Duration) {
	h.t.Helper()
	now := h.Clock.Now().In(clock.Bangkok)
	window := content.Window{From: now.Add(-time.Minute).Format("15:04"), Until: now.Add(d).Format("15:04")}
	if err := h.Content.PutSetting(context.Background(), h.Pool, "slipClosed", window); err != nil {
		h.t.Fatal(err)
	}
}
