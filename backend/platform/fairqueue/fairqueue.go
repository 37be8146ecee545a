// Package fairqueue limits how many calls run at once and how many wait. Waiting calls are served
// round-robin by origin: a member, an address, a provider.
//
//	                a place is free
//	call ------------------------------------> running --release--> ended
//	 |                                            ^
//	 |--> waiting --the turn of its origin--------/
//	 |       |--> cancelled: the context's error
//	 |       |--> waited for Limits.Patience: ErrFull
//	 |       \--> its place went to an origin with fewer waiting calls: ErrFull
//	 \--> no place to wait: ErrFull
//
// A place is free for a call if fewer than Limits.Running calls run, and fewer than
// Limits.RunningOfOrigin of its origin.
//
// Turns: an origin joins the end of the list of turns when it has a waiting call that may run under
// RunningOfOrigin. It leaves the list with each call that starts. So between two calls of a waiting origin,
// every other origin in the list starts one call. An origin's many calls delay another origin by one call at
// most.
//
// Places to wait: if all are taken, compare the new call's origin with the origin that has the most waiting
// calls. If the latter has at least two more, the new call takes the place of its newest call.
//
// All state is in memory. It limits the work of one server, and a crash leaves nothing behind.
package fairqueue

import (
	"context"
	"errors"
	"math"
	"slices"
	"sync"
	"time"
)

// ErrFull is the error of a call that found no place, lost its place, or waited too long.
var ErrFull = errors.New("fairqueue: no place")

// Unlimited is a limit that is never reached.
const Unlimited = math.MaxInt

// Limits are the limits of a Queue.
type Limits struct {
	Running         int           // calls that run at once
	RunningOfOrigin int           // of these, calls of one origin; 0: as Running
	Waiting         int           // calls that wait; 0: no call ever waits
	WaitingOfOrigin int           // of these, calls of one origin; 0: as Waiting
	Patience        time.Duration // how long a call waits at most; 0: until its context ends
}

// Queue limits concurrent calls. It is safe for concurrent use. Use New.
type Queue struct {
	limits Limits

	mu               sync.Mutex
	running, waiting int
	origins          map[string]*origin // only origins that have calls
	turns            []*origin          // with a waiting call that may start; the next one first
}

type origin struct {
	name    string
	running int
	waiting []waiter // the oldest first
}

// waiter receives nil when its call may run, or ErrFull when its place was given to another call.
type waiter chan error

// New returns an empty queue.
func New(l Limits) *Queue {
	if l.RunningOfOrigin == 0 {
		l.RunningOfOrigin = l.Running
	}
	if l.WaitingOfOrigin == 0 {
		l.WaitingOfOrigin = l.Waiting
	}
	return &Queue{limits: l, origins: map[string]*origin{}}
}

// Acquire waits until the origin's call may run. The caller must call release once, when the call has ended.
// Errors: ErrFull, and ctx's own while the call waits.
func (q *Queue) Acquire(ctx context.Context, originName string) (release func(), err error) {
	q.mu.Lock()
	o := q.findOrigin(originName)
	w, err := q.enter(o)
	q.mu.Unlock()
	if w != nil {
		err = q.wait(ctx, o, w)
	}
	if err != nil {
		return nil, err
	}
	return func() { q.release(o) }, nil
}

// Check returns ErrFull if Acquire would return ErrFull at once, else nil. So a call can be rejected before
// anything else is done for it.
func (q *Queue) Check(originName string) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	o := q.findOrigin(originName)
	defer q.removeIdle(o)
	if q.isFreeFor(o) || q.hasPlaceToWait(o) {
		return nil
	}
	return ErrFull
}

// Running returns how many calls run.
func (q *Queue) Running() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.running
}

// Waiting returns how many calls wait.
func (q *Queue) Waiting() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.waiting
}

func (q *Queue) findOrigin(name string) *origin {
	o := q.origins[name]
	if o == nil {
		o = &origin{name: name}
		q.origins[name] = o
	}
	return o
}

// removeIdle removes an origin without calls, so that the map stays as small as the queue.
func (q *Queue) removeIdle(o *origin) {
	if o.running == 0 && len(o.waiting) == 0 {
		delete(q.origins, o.name)
	}
}

// isFreeFor need not check the waiting calls: while a place is free, none of the waiting calls may start.
func (q *Queue) isFreeFor(o *origin) bool {
	return q.running < q.limits.Running && o.running < q.limits.RunningOfOrigin
}

// enter starts a call and returns nil, nil; or it returns the call's waiter, or ErrFull.
func (q *Queue) enter(o *origin) (waiter, error) {
	switch {
	case q.isFreeFor(o):
		q.running++
		o.running++
		return nil, nil
	case !q.hasPlaceToWait(o):
		q.removeIdle(o)
		return nil, ErrFull
	case q.waiting >= q.limits.Waiting:
		q.displace(q.mostWaiting())
	}
	w := make(waiter, 1)
	o.waiting = append(o.waiting, w)
	q.waiting++
	q.joinTurns(o)
	return w, nil
}

func (q *Queue) hasPlaceToWait(o *origin) bool {
	if len(o.waiting) >= q.limits.WaitingOfOrigin {
		return false
	}
	return q.waiting < q.limits.Waiting || len(q.mostWaiting().waiting) > len(o.waiting)+1
}

// mostWaiting returns the origin with the most waiting calls. The queue must have an origin.
func (q *Queue) mostWaiting() *origin {
	var most *origin
	for _, o := range q.origins {
		if most == nil || len(o.waiting) > len(most.waiting) {
			most = o
		}
	}
	return most
}

// displace rejects the newest waiting call of an origin.
func (q *Queue) displace(o *origin) {
	newest := o.waiting[len(o.waiting)-1]
	q.remove(o, newest)
	newest <- ErrFull
}

// joinTurns adds an origin to the end of the list of turns if it has a call that may start.
func (q *Queue) joinTurns(o *origin) {
	if len(o.waiting) > 0 && o.running < q.limits.RunningOfOrigin && !slices.Contains(q.turns, o) {
		q.turns = append(q.turns, o)
	}
}

// wait returns nil when the call may run. Errors: ErrFull, and ctx's own.
func (q *Queue) wait(ctx context.Context, o *origin, w waiter) error {
	var timeout <-chan time.Time
	if q.limits.Patience > 0 {
		timer := time.NewTimer(q.limits.Patience)
		defer timer.Stop()
		timeout = timer.C
	}
	var err error
	select {
	case err := <-w:
		return err
	case <-ctx.Done():
		err = ctx.Err()
	case <-timeout:
		err = ErrFull
	}
	q.mu.Lock()
	wasWaiting := q.remove(o, w)
	q.mu.Unlock()
	if !wasWaiting && <-w == nil { // the call was started at this moment
		q.release(o)
	}
	return err
}

// remove removes a waiting call. It returns false if the call was started or rejected before.
func (q *Queue) remove(o *origin, w waiter) bool {
	at := slices.Index(o.waiting, w)
	if at < 0 {
		return false
	}
	o.waiting = slices.Delete(o.waiting, at, at+1)
	q.waiting--
	if len(o.waiting) == 0 {
		q.turns = slices.DeleteFunc(q.turns, func(other *origin) bool { return other == o })
		q.removeIdle(o)
	}
	return true
}

// release ends a running call and starts the next waiting call.
func (q *Queue) release(o *origin) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.running--
	o.running--
	q.joinTurns(o)
	q.removeIdle(o)
	if len(q.turns) == 0 {
		return
	}
	next := q.turns[0]
	q.turns = q.turns[1:]
	w := next.waiting[0]
	q.running++
	next.running++
	q.remove(next, w)
	q.joinTurns(next)
	w <- nil
}
