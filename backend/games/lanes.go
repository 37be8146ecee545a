package games

import (
	"context"
	"sync"
)

// lanes bounds what each slot's company is asked at once by this server, so that one
// that hangs costs the others nothing: callers wait for their own company only, and
// jobs, whose workers all companies share, never wait.
type lanes struct {
	mu sync.Mutex
	of map[string]*lane
}

type lane struct{ calls, jobs chan struct{} }

const (
	wide   = 16 // calls of members at one company; as many connections are kept open
	narrow = 2  // jobs at one company: of eight workers
)

func (l *lanes) lane(slot string) *lane {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.of == nil {
		l.of = map[string]*lane{}
	}
	if l.of[slot] == nil {
		l.of[slot] = &lane{make(chan struct{}, wide), make(chan struct{}, narrow)}
	}
	return l.of[slot]
}

// take finds a place at a slot's company; done gives it back. ok is false where there
// is none: for a job at once, for a member's call when ctx is over.
type take func(ctx context.Context, slot string) (done func(), ok bool)

func (l *lanes) forCall(ctx context.Context, slot string) (done func(), ok bool) {
	places := l.lane(slot).calls
	select {
	case places <- struct{}{}:
		return func() { <-places }, true
	case <-ctx.Done():
		return nil, false
	}
}

func (l *lanes) forJob(_ context.Context, slot string) (done func(), ok bool) {
	places := l.lane(slot).jobs
	select {
	case places <- struct{}{}:
		return func() { <-places }, true
	default:
		return nil, false
	}
}
