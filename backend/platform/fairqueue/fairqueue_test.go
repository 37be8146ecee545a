package fairqueue_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"krapao/backend/platform/fairqueue"
)

// callRecorder sends calls to a queue, and records their order. Each call runs until the test ends it. It is
// used in a synctest bubble, where settle waits until no goroutine can continue.
type callRecorder struct {
	*fairqueue.Queue
	calls   []*call
	mu      sync.Mutex
	started []*call
	running map[*call]bool
}

type call struct {
	origin string
	cancel func()
	end    chan struct{}
	err    error
	isOver bool
}

func newCallRecorder(l fairqueue.Limits) *callRecorder {
	return &callRecorder{Queue: fairqueue.New(l), running: map[*call]bool{}}
}

// send makes a call. It returns when the call runs, waits or was rejected.
func (b *callRecorder) send(origin string) *call {
	ctx, cancel := context.WithCancel(context.Background())
	c := &call{origin: origin, cancel: cancel, end: make(chan struct{})}
	b.calls = append(b.calls, c)
	go func() {
		defer cancel()
		release, err := b.Acquire(ctx, origin)
		if err == nil {
			b.mu.Lock()
			b.started, b.running[c] = append(b.started, c), true
			b.mu.Unlock()
			<-c.end
			b.mu.Lock()
			delete(b.running, c)
			b.mu.Unlock()
			release()
		}
		b.mu.Lock()
		defer b.mu.Unlock()
		c.err, c.isOver = err, true
	}()
	synctest.Wait()
	return c
}

func (b *callRecorder) sendMany(n int, origin string) {
	for range n {
		b.send(origin)
	}
}

func (b *callRecorder) end(c *call) {
	close(c.end)
	synctest.Wait()
}

// drain ends the running calls, the longest running first, until no call is left. It returns the origins of
// all calls in the order in which they started.
func (b *callRecorder) drain() string {
	ended := 0
	for ; ended < len(b.started); ended++ {
		if c := b.started[ended]; b.running[c] {
			b.end(c)
		}
	}
	var order []string
	for _, c := range b.started {
		order = append(order, c.origin)
	}
	return strings.Join(order, " ")
}

// refused returns the origins of the calls that got ErrFull.
func (b *callRecorder) refused() string {
	var all []string
	for _, c := range b.calls {
		if errors.Is(c.err, fairqueue.ErrFull) {
			all = append(all, c.origin)
		}
	}
	return strings.Join(all, " ")
}

func TestAcquire_OneOriginSendsMany_OthersTakeTurnsWithIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newCallRecorder(fairqueue.Limits{Running: 1, Waiting: 50})
		b.sendMany(6, "flood")
		b.send("one")
		b.sendMany(2, "two")

		if got := b.drain(); got != "flood one two flood two flood flood flood flood" {
			t.Errorf("the calls started in the order %s", got)
		}
	})
}

func TestAcquire_OriginAtItsBound_IsPassedByOthersAndGoesBehindThem(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newCallRecorder(fairqueue.Limits{Running: 2, RunningOfOrigin: 1, Waiting: 50})
		b.sendMany(3, "many")
		b.send("one")
		b.send("two")
		if b.Running() != 2 || b.Waiting() != 3 {
			t.Errorf("%d run and %d wait, want 2 and 3", b.Running(), b.Waiting())
		}

		if got := b.drain(); got != "many one two many many" {
			t.Errorf("the calls started in the order %s", got)
		}
	})
}

func TestAcquire_QueueIsFull_OriginWithMostWaitingLosesItsNewestCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newCallRecorder(fairqueue.Limits{Running: 1, Waiting: 4})
		b.sendMany(8, "flood") // one runs, four wait, three are rejected
		if got := b.refused(); got != "flood flood flood" {
			t.Fatalf("refused: %s", got)
		}
		b.send("one") // takes the place of the flood's newest call
		if b.calls[4].err == nil {
			t.Error("an older call of the flood lost its place")
		}
		b.send("two")
		if b.Check("two") == nil || b.Check("three") != nil { // the flood has two waiting calls; two and three have one each
			t.Error("Check promises a place that does not exist, or no place although one exists")
		}
		b.send("two") // no origin has two more: rejected itself

		got := b.drain()

		if got != "flood one two flood flood" || b.refused() != "flood flood flood flood flood two" || b.Origins() != 0 {
			t.Errorf("started: %s; refused: %s; %d origins are remembered", got, b.refused(), b.Origins())
		}
	})
}

func TestAcquire_OriginHasAllItsPlacesToWait_IsRefusedWhileOthersWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newCallRecorder(fairqueue.Limits{Running: 1, Waiting: 50, WaitingOfOrigin: 2})
		b.sendMany(4, "many")
		b.send("one")

		if b.refused() != "many" || b.Check("many") == nil || b.Check("one") != nil {
			t.Errorf("refused: %s", b.refused())
		}
		b.drain()
	})
}

func TestAcquire_NoPlaceToWaitIsAllowed_IsRefusedAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newCallRecorder(fairqueue.Limits{Running: fairqueue.Unlimited, RunningOfOrigin: 2})
		b.sendMany(3, "many")
		b.send("one")

		if b.refused() != "many" || b.Running() != 3 {
			t.Errorf("%d run; refused: %s", b.Running(), b.refused())
		}
		b.drain()
	})
}

func TestAcquire_WaitsForAllItsPatience_IsRefusedAndLeavesNoPlaceTaken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newCallRecorder(fairqueue.Limits{Running: 1, Waiting: 4, Patience: time.Minute})
		b.sendMany(2, "slow")
		time.Sleep(59 * time.Second)
		synctest.Wait()
		isInTime := b.Waiting() == 1

		time.Sleep(time.Second)
		synctest.Wait()

		if !isInTime || b.refused() != "slow" || b.Waiting() != 0 {
			t.Errorf("waited for 59 s: %t; refused: %s; %d wait", isInTime, b.refused(), b.Waiting())
		}
		b.drain()
	})
}

func TestAcquire_ContextEndsWhileItWaits_ReturnsItsErrorAndFreesItsPlace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newCallRecorder(fairqueue.Limits{Running: 1, Waiting: 1})
		b.send("first")
		gone := b.send("gone")

		gone.cancel()
		synctest.Wait()
		b.send("next")

		if got := b.drain(); got != "first next" || !errors.Is(gone.err, context.Canceled) || b.refused() != "" {
			t.Errorf("started: %s; refused: %s; the cancelled call: %v", got, b.refused(), gone.err)
		}
	})
}

// TestAcquire_CallsRace_KeepsBoundsAndLosesNoPlace is run with the race detector by the slow tests.
func TestAcquire_CallsRace_KeepsBoundsAndLosesNoPlace(t *testing.T) {
	limits := fairqueue.Limits{Running: 3, RunningOfOrigin: 2, Waiting: 12, WaitingOfOrigin: 6, Patience: 2 * time.Millisecond}
	q := fairqueue.New(limits)
	var all sync.WaitGroup
	var mu sync.Mutex
	running, most, ends := map[string]int{}, 0, map[string]int{}
	count := func(origin string, by int) {
		mu.Lock()
		defer mu.Unlock()
		running[origin] += by
		running["all"] += by
		if running[origin] > limits.RunningOfOrigin || running["all"] > limits.Running {
			t.Errorf("%d of %s run, %d in all", running[origin], origin, running["all"])
		}
		most = max(most, running["all"])
	}
	for worker := range 40 {
		all.Go(func() {
			origin := fmt.Sprint(worker % 7)
			for n := range 200 {
				ctx, cancel := context.WithTimeout(t.Context(), time.Duration((worker*n)%1500+1)*time.Microsecond)
				release, err := q.Acquire(ctx, origin)
				if err == nil {
					count(origin, 1)
					time.Sleep(time.Duration(n%50) * time.Microsecond)
					count(origin, -1)
					release()
				}
				cancel()
				mu.Lock()
				ends[fmt.Sprint(err)]++
				mu.Unlock()
			}
		})
	}
	all.Wait()

	if q.Running() != 0 || q.Waiting() != 0 || q.Origins() != 0 || most != limits.Running || len(ends) != 3 {
		t.Errorf("%d run and %d wait at the end, %d origins; at most %d ran; ends %v", q.Running(), q.Waiting(), q.Origins(), most, ends)
	}
	for place := range limits.Running { // each place can be acquired again
		if _, err := q.Acquire(t.Context(), fmt.Sprint("later ", place)); err != nil {
			t.Errorf("place %d: %v", place, err)
		}
	}
}
