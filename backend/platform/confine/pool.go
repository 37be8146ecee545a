package confine

import (
	"context"
	"io"
	"slices"
	"sync"
)

// Pool bounds the children of one kind of work. The zero value is not usable;
// NewPool makes one.
type Pool struct {
	work   string
	budget Budget

	mu      sync.Mutex
	free    int
	waiting int
	busy    map[string]bool            // owners with a child at work
	lines   map[string][]chan struct{} // of those that wait, by owner
	turns   []string                   // owners with a line; the next one first
}

// The most that waits: of one owner, and in all.
const (
	maxLine    = 8
	maxWaiting = 200
)

// NewPool answers a pool that runs atOnce children of the work that Serve names.
func NewPool(work string, atOnce int, b Budget) *Pool {
	return &Pool{work: work, budget: b, free: atOnce, busy: map[string]bool{}, lines: map[string][]chan struct{}{}}
}

// Run has a child do the work on in, for an owner, and answers what it wrote.
// Errors: ErrBudget, ErrBusy, ctx's own while it waits; any other says nothing of
// the input.
func (p *Pool) Run(ctx context.Context, owner string, in io.Reader) ([]byte, error) {
	if err := p.enter(ctx, owner); err != nil {
		return nil, err
	}
	defer p.leave(owner)
	return start(ctx, p.work, in, p.budget)
}

func (p *Pool) enter(ctx context.Context, owner string) error {
	p.mu.Lock()
	if p.free > 0 && !p.busy[owner] && len(p.lines[owner]) == 0 {
		p.free--
		p.busy[owner] = true
		p.mu.Unlock()
		return nil
	}
	if len(p.lines[owner]) >= maxLine || p.waiting >= maxWaiting {
		p.mu.Unlock()
		return ErrBusy
	}
	turn := make(chan struct{})
	if len(p.lines[owner]) == 0 {
		p.turns = append(p.turns, owner)
	}
	p.lines[owner] = append(p.lines[owner], turn)
	p.waiting++
	p.mu.Unlock()
	select {
	case <-turn:
		return nil
	case <-ctx.Done():
	}
	p.mu.Lock()
	at := slices.Index(p.lines[owner], turn)
	if at >= 0 {
		p.remove(owner, at)
	}
	p.mu.Unlock()
	if at < 0 { // its turn came at this very moment
		p.leave(owner)
	}
	return ctx.Err()
}

func (p *Pool) leave(owner string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.busy, owner)
	p.free++
	if at := slices.Index(p.turns, owner); at >= 0 { // it had its turn
		p.turns = append(slices.Delete(p.turns, at, at+1), owner)
	}
	for p.free > 0 {
		at := slices.IndexFunc(p.turns, func(o string) bool { return !p.busy[o] })
		if at < 0 {
			return
		}
		next := p.turns[at]
		close(p.lines[next][0])
		p.remove(next, 0)
		p.free--
		p.busy[next] = true
	}
}

// remove takes one out of an owner's line, and the owner out of the turns with
// its last.
func (p *Pool) remove(owner string, at int) {
	p.waiting--
	if p.lines[owner] = slices.Delete(p.lines[owner], at, at+1); len(p.lines[owner]) == 0 {
		delete(p.lines, owner)
		p.turns = slices.DeleteFunc(p.turns, func(o string) bool { return o == owner })
	}
}

// Waiting is how many wait for a child, for the metrics.
func (p *Pool) Waiting() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.waiting
}
