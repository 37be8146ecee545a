package content

import (
	"sync/atomic"
	"time"
)

// cacheTime is how long a cached value is used.
const cacheTime = time.Second

// cached caches a value that every call needs and operators seldom change.
type cached[T any] struct {
	last atomic.Pointer[cachedValue[T]]
}

type cachedValue[T any] struct {
	value T
	at    time.Time
}

func (r *cached[T]) get(read func() (T, error)) (T, error) {
	now := time.Now() // wall time, because it measures the age of the cached value
	if last := r.last.Load(); last != nil && now.Sub(last.at) < cacheTime {
		return last.value, nil
	}
	value, err := read()
	if err == nil {
		r.last.Store(&cachedValue[T]{value, now})
	}
	return value, err
}

func (r *cached[T]) forget() { r.last.Store(nil) }
