package bank

import (
	"sync"
	"time"
)

// A member has two slips under way here at once; the others look again after a
// while. The workers are as many as for all members together.
const (
	checksAtOnce = 2
	turnPause    = 2 * time.Second // and up to as much again, so that they spread
)

// atOnce counts what is under way for each member. Its zero value is ready.
type atOnce struct {
	mu  sync.Mutex
	now map[int64]int
}

// begin takes a place for a member; false while none is free.
func (a *atOnce) begin(member int64) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.now[member] >= checksAtOnce {
		return false
	}
	if a.now == nil {
		a.now = map[int64]int{}
	}
	a.now[member]++
	return true
}

func (a *atOnce) end(member int64) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.now[member]--; a.now[member] == 0 {
		delete(a.now, member)
	}
}
