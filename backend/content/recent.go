package content

import (
	"sync/atomic"
	"time"
)

// recentFor is how long a cached value is used.
const recentFor = time.Second

// recent caches a value that every call needs and operators seldom change.
type recent[T any] struct{ last atomic.Pointer[readAt[T]] }

type readAt[T any] struct {
	value T
	at    time.Time
}

func (r *recent[T]) get(read func() (T, error)) (T, error) {
	now := time.Now() // wall time, because it measures the age of the cached value
	if last := r.last.Load(); last != nil && now.Sub(last.at) < recentFor {
		return last.value, nil
	}
	value, err := read()
	if err == nil {
		r.last.Store(&readAt[T]{value, now})
	}
	return value, err
}

func (r *recent[T]) forget() { r.last.Store(nil) }
