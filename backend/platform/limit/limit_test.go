package limit_test

import (
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/limit"
	"krapao/backend/platform/pgtest"
)

func TestCount_AboveTheRule_ReturnsTheWait(t *testing.T) {
	now := time.Date(2026, 11, 21, 14, 0, 0, 0, time.UTC)
	c := limit.Counter{Pool: pgtest.New(t), Clock: func() time.Time { return now }}
	rule := limit.Rule{Max: 3, Window: time.Minute}
	hit := func() time.Duration {
		t.Helper()
		wait, err := c.Hit(t.Context(), "k", rule)
		if err != nil {
			t.Fatal(err)
		}
		return wait
	}
	for range 3 {
		if wait := hit(); wait != 0 {
			t.Fatalf("an allowed hit waits %s", wait)
		}
	}
	now = now.Add(20 * time.Second)
	if wait := hit(); wait != 40*time.Second {
		t.Errorf("the fourth waits %s", wait)
	}
	now = now.Add(40 * time.Second)
	if wait := hit(); wait != 0 {
		t.Errorf("the next window waits %s", wait)
	}
}

func TestCount_ManyAtOnce_AllCount(t *testing.T) {
	c := limit.Counter{Pool: pgtest.New(t), Clock: time.Now}
	var allowed atomic.Int64

	var wg sync.WaitGroup
	for range 40 {
		wg.Go(func() {
			if wait, err := c.Hit(t.Context(), "k", limit.Rule{Max: 7, Window: time.Hour}); err == nil && wait == 0 {
				allowed.Add(1)
			}
		})
	}
	wg.Wait()

	if allowed.Load() != 7 {
		t.Fatalf("%d were allowed", allowed.Load())
	}
}

func TestRemoveHitsAndSweep_CountedKeys_AreRemoved(t *testing.T) {
	now := time.Now()
	c := limit.Counter{Pool: pgtest.New(t), Clock: func() time.Time { return now }}
	rule := limit.Rule{Max: 1, Window: time.Minute}
	if _, err := c.Hit(t.Context(), "k", rule); err != nil {
		t.Fatal(err)
	}
	if err := c.RemoveHits(t.Context(), "k"); err != nil {
		t.Fatal(err)
	}
	if wait, err := c.Hit(t.Context(), "k", rule); err != nil || wait != 0 {
		t.Errorf("after forgiving: %s, %v", wait, err)
	}
	now = now.Add(2 * time.Minute)
	if err := c.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	var left int
	if err := c.Pool.QueryRow(t.Context(), "select count(*) from rate_counter").Scan(&left); err != nil || left != 0 {
		t.Errorf("%d left, %v", left, err)
	}
}

func TestCount_LongKeys_AreStoredShortAndStayDistinct(t *testing.T) {
	c := limit.Counter{Pool: pgtest.New(t), Clock: time.Now}
	rule := limit.Rule{Max: 1, Window: time.Minute}
	long := strings.Repeat("k", 100_000)
	for _, key := range []string{long + "a", long + "b"} {
		if wait, err := c.Hit(t.Context(), key, rule); err != nil || wait != 0 {
			t.Fatal(wait, err)
		}
	}
	if wait, err := c.Hit(t.Context(), long+"a", rule); err != nil || wait == 0 {
		t.Errorf("a second hit waits %s, %v", wait, err)
	}
	if wait, err := c.Peek(t.Context(), long+"b", rule); err != nil || wait == 0 {
		t.Errorf("spent waits %s, %v", wait, err)
	}

	var longest int
	if err := c.Pool.QueryRow(t.Context(), "select max(length(key)) from rate_counter").Scan(&longest); err != nil || longest > 128 {
		t.Errorf("a key of %d characters, %v", longest, err)
	}
}

func TestRefusal_Wait_IsRequestLimitWithThatRetryAfter(t *testing.T) {
	failure := errors.New("the database is away")

	refused, ok := errors.AsType[*apperr.Error](limit.Refusal(40*time.Second, nil))

	if !ok || refused.Code != apperr.RequestLimit || refused.RetryAfter != 40*time.Second {
		t.Errorf("%v", refused)
	}
	if allowed, failed := limit.Refusal(0, nil), limit.Refusal(time.Second, failure); allowed != nil || failed != failure {
		t.Errorf("allowed: %v; failed: %v", allowed, failed)
	}
}
