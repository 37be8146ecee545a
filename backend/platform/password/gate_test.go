package password_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/password"
)

// crowd sends people to a gate and writes down who got in, in order. Each
// stays inside until it is let go.
type crowd struct {
	t    *testing.T
	gate *password.Gate
	wg   sync.WaitGroup

	mu      sync.Mutex
	entered []string
	refused []string
	inside  int
	most    int
	step    chan struct{}
}

func newCrowd(t *testing.T, gate *password.Gate) *crowd {
	return &crowd{t: t, gate: gate, step: make(chan struct{})}
}

// come sends one more and returns once they are inside, waiting or refused.
func (c *crowd) come(origin string) {
	c.t.Helper()
	before := c.seen()
	c.wg.Go(func() {
		err := c.gate.Run(context.Background(), origin, func() {
			c.mu.Lock()
			c.entered = append(c.entered, origin)
			c.inside++
			c.most = max(c.most, c.inside)
			c.mu.Unlock()
			<-c.step
			c.mu.Lock()
			c.inside--
			c.mu.Unlock()
		})
		if err != nil {
			c.mu.Lock()
			c.refused = append(c.refused, origin)
			c.mu.Unlock()
		}
	})
	for c.seen() == before {
		time.Sleep(time.Millisecond)
	}
}

// seen counts everybody whose fate so far is known.
func (c *crowd) seen() int {
	waiting := c.gate.Waiting()
	c.mu.Lock()
	defer c.mu.Unlock()
	return waiting + len(c.entered) + len(c.refused)
}

// drain lets everybody go, one after the other.
func (c *crowd) drain() {
	done := make(chan struct{})
	go func() { c.wg.Wait(); close(done) }()
	for {
		select {
		case c.step <- struct{}{}:
		case <-done:
			return
		}
	}
}

func TestAGateLetsSoManyInAndNoMore(t *testing.T) {
	c := newCrowd(t, password.NewGate(2, 50, time.Hour))
	for i := range 30 {
		c.come(fmt.Sprint(i % 7))
	}

	c.drain()

	if c.most != 2 || len(c.entered) != 30 || len(c.refused) != 0 {
		t.Errorf("%d at once, %d entered, refused %v", c.most, len(c.entered), c.refused)
	}
}

func TestOriginsTakeTurnsHoweverManyOneSends(t *testing.T) {
	c := newCrowd(t, password.NewGate(1, 50, time.Hour))
	for range 6 {
		c.come("flood")
	}
	c.come("one")
	c.come("two")
	c.come("two")

	c.drain()

	want := []string{"flood", "flood", "one", "two", "flood", "two", "flood", "flood", "flood"}
	if !slices.Equal(c.entered, want) {
		t.Errorf("they entered as %v", c.entered)
	}
}

func TestOneOriginCannotFillTheQueue(t *testing.T) {
	c := newCrowd(t, password.NewGate(1, 4, time.Hour))
	for range 8 {
		c.come("flood") // one inside, four wait, three are refused
	}
	if len(c.refused) != 3 {
		t.Fatalf("refused %v", c.refused)
	}
	c.come("one") // in the place of the flood's last
	c.come("two")
	if c.gate.Admit("two") == nil || c.gate.Admit("three") != nil { // the flood has two waiting, they one each
		t.Error("a place is promised that is not there, or not one that is")
	}
	c.come("two") // no crowd is longer by more than one: refused itself

	c.drain()

	want := []string{"flood", "flood", "one", "two", "flood"}
	if !slices.Equal(c.entered, want) || !slices.Equal(c.refused, []string{"flood", "flood", "flood", "flood", "flood", "two"}) {
		t.Errorf("entered %v, refused %v", c.entered, c.refused)
	}
}

func TestWhoWaitsTooLongOrHasGoneIsSentAwayAndLeavesNoPlaceBehind(t *testing.T) {
	gate := password.NewGate(1, 4, time.Millisecond)
	hold, held := make(chan struct{}), make(chan struct{})
	go func() { _ = gate.Run(t.Context(), "inside", func() { close(held); <-hold }) }()
	<-held
	gone, cancel := context.WithCancel(t.Context())
	cancel()

	late := gate.Run(t.Context(), "late", func() { t.Error("it ran") })
	for range 3 {
		if err := gate.Run(gone, "gone", func() { t.Error("it ran") }); err == nil {
			t.Error("a caller who has gone was let in")
		}
	}

	e, ok := errors.AsType[*apperr.Error](late)
	if !ok || e.Status != http.StatusServiceUnavailable || e.RetryAfter <= 0 || gate.Waiting() != 0 {
		t.Errorf("%v, %d wait", late, gate.Waiting())
	}
	close(hold)
	ran := false
	for !ran { // the place inside is free again
		_ = gate.Run(t.Context(), "next", func() { ran = true })
	}
}

func TestStrangersHashOnTheirOwnHalfOfTheCores(t *testing.T) {
	strangers, known := password.Strangers, password.Known
	hold := make(chan struct{})
	var inside sync.WaitGroup
	var all sync.WaitGroup
	for range strangers.Running() {
		inside.Add(1)
		all.Go(func() { _ = strangers.Run(t.Context(), "flood", func() { inside.Done(); <-hold }) })
	}
	inside.Wait()

	// The strangers' half is full; a known device's check goes by it.
	right, err := password.Check(t.Context(), password.Caller{Known: true, Origin: "device"}, password.Nobodys, "whatever it is")

	if right || err != nil || known.Waiting() != 0 {
		t.Errorf("%t %v", right, err)
	}
	close(hold)
	all.Wait()
}
