package password

import (
	"context"
	"net/http"
	"sync"
	"time"

	"krapao/backend/platform/apperr"
)

// Gate lets so many run at once and so many wait. Who waits is called in turn
// by origin, so that one origin's crowd holds another up by one turn only; and
// where all places are taken, the longest crowd loses its last.
type Gate struct {
	running  int // at once, at most
	waiting  int // in the queue, at most
	patience time.Duration

	mu     sync.Mutex
	busy   int
	queued int
	crowds map[string][]*waiter
	turns  []string // origins in the order of their next turn
}

// waiter is told true when its turn has come, false when it lost its place.
type waiter struct{ turn chan bool }

// NewGate lets running in at once and waiting wait, each for patience at most.
func NewGate(running, waiting int, patience time.Duration) *Gate {
	return &Gate{running: running, waiting: waiting, patience: patience, crowds: map[string][]*waiter{}}
}

// retryAfter is told to who is sent away.
const retryAfter = 2 * time.Second

// Full is the failure of a call whose password finds no place in the queue: the
// server is full, and it is not the caller's doing alone.
var Full = apperr.RequestLimit.At(http.StatusServiceUnavailable)

func full() error {
	return apperr.New(Full.Code).WithStatus(Full.Status).WithRetryAfter(retryAfter)
}

// Admit answers what Run would answer now to one whom no place is left for,
// else nil. It lets a caller be sent away before anything else is done for them.
func (g *Gate) Admit(origin string) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.busy >= g.running && g.queued >= g.waiting && g.longer(origin) == origin {
		return full()
	}
	return nil
}

// Run does the work when origin's turn has come. It answers REQUEST_LIMIT with
// 503 and Retry-After, and does nothing, where no place is left or the wait
// was too long.
func (g *Gate) Run(ctx context.Context, origin string, work func()) error {
	if err := g.enter(ctx, origin); err != nil {
		return err
	}
	defer g.leave()
	work()
	return nil
}

func (g *Gate) enter(ctx context.Context, origin string) error {
	g.mu.Lock()
	if g.busy < g.running {
		g.busy++
		g.mu.Unlock()
		return nil
	}
	w := g.queue(origin)
	g.mu.Unlock()
	if w == nil {
		return full()
	}
	late := time.NewTimer(g.patience)
	defer late.Stop()
	err := full()
	select {
	case let := <-w.turn:
		if let {
			return nil
		}
		return err
	case <-ctx.Done():
		err = ctx.Err()
	case <-late.C:
	}
	if !g.quit(origin, w) && <-w.turn { // the turn came just now
		g.leave()
	}
	return err
}

// queue takes a place, if need be the last of the longest crowd; nil where that
// is the origin's own.
func (g *Gate) queue(origin string) *waiter {
	if g.queued >= g.waiting && !g.displace(origin) {
		return nil
	}
	w := &waiter{turn: make(chan bool, 1)}
	if len(g.crowds[origin]) == 0 {
		g.turns = append(g.turns, origin)
	}
	g.crowds[origin] = append(g.crowds[origin], w)
	g.queued++
	return w
}

// longer answers the longest crowd of those that are longer than the newcomer's
// would be; the newcomer where there is none.
func (g *Gate) longer(newcomer string) string {
	longest := newcomer
	for origin, crowd := range g.crowds {
		if len(crowd) > len(g.crowds[longest])+1 || (longest != newcomer && len(crowd) > len(g.crowds[longest])) {
			longest = origin
		}
	}
	return longest
}

func (g *Gate) displace(newcomer string) bool {
	longest := g.longer(newcomer)
	if longest == newcomer {
		return false
	}
	crowd := g.crowds[longest]
	last := crowd[len(crowd)-1]
	g.remove(longest, last)
	last.turn <- false
	return true
}

// quit gives a place up; false where its turn has come or the place was lost.
func (g *Gate) quit(origin string, w *waiter) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.remove(origin, w)
}

func (g *Gate) remove(origin string, w *waiter) bool {
	crowd := g.crowds[origin]
	for i, other := range crowd {
		if other != w {
			continue
		}
		g.queued--
		if g.crowds[origin] = append(crowd[:i:i], crowd[i+1:]...); len(crowd) > 1 {
			return true
		}
		delete(g.crowds, origin)
		for j, turn := range g.turns {
			if turn == origin {
				g.turns = append(g.turns[:j:j], g.turns[j+1:]...)
				break
			}
		}
		return true
	}
	return false
}

// leave hands the place inside to the next origin's first, if anyone waits.
func (g *Gate) leave() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.turns) == 0 {
		g.busy--
		return
	}
	origin := g.turns[0]
	next := g.crowds[origin][0]
	g.remove(origin, next)
	if len(g.crowds[origin]) > 0 { // to the end of the row
		for j, turn := range g.turns {
			if turn == origin {
				g.turns = append(append(g.turns[:j:j], g.turns[j+1:]...), origin)
				break
			}
		}
	}
	next.turn <- true
}

// Waiting is how many wait.
func (g *Gate) Waiting() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.queued
}
