package blob

import (
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"krapao/backend/platform/clock"
)

const (
	// timeoutsMost is how many timeouts in a row open the breaker.
	timeoutsMost = 3
	// restTime is how long the store is then left alone.
	restTime = 30 * time.Second
	// retryTime is when to repeat a call after any other failure of the store.
	retryTime = 5 * time.Second
)

// RestingError is the error of a call that was not sent, because the store timed out three times in a
// row.
type RestingError struct{ Left time.Duration }

func (e *RestingError) Error() string {
	return fmt.Sprintf("blob: the store timed out and is left alone, for %s more", e.Left.Round(time.Second))
}

// RetryAfter returns when to repeat a call that failed with err.
func RetryAfter(err error) time.Duration {
	if resting, ok := errors.AsType[*RestingError](err); ok && resting.Left > 0 {
		return max(resting.Left, time.Second)
	}
	return retryTime
}

// breaker fails calls at once while the store is known to hang. A caller who waits for a timeout
// occupies a connection, a worker and a member. It counts timeouts only. A store that responds
// quickly, whatever the response, blocks nobody.
//
//	closed --- 3 timeouts in a row ---> open --- 30 s ---> one trial
//	   ^                                  ^                  |
//	   +---------- any response ----------+---- timeout -----+
type breaker struct {
	now clock.Clock
	log *slog.Logger

	mu       sync.Mutex
	timeouts int
	until    time.Time // the end of the rest; zero while the breaker is closed
	trying   bool      // a trial is running
}

// resting returns an error while the store is left alone, and nil as soon as a trial is due.
func (b *breaker) resting() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if left := b.left(); left > 0 {
		return &RestingError{left}
	}
	return nil
}

// enter lets a call pass, or returns the error of a store that is left alone. isTrial is true for the
// one call that tries the store after its rest.
func (b *breaker) enter() (isTrial bool, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch left := b.left(); {
	case b.until.IsZero():
		return false, nil
	case left > 0 || b.trying:
		return false, &RestingError{left}
	}
	b.trying = true
	return true, nil
}

// left returns how long the rest still lasts. A clock that was set back never prolongs it.
func (b *breaker) left() time.Duration {
	left := b.until.Sub(b.now())
	if b.until.IsZero() || left > restTime {
		return 0
	}
	return max(left, 0)
}

// leave records the outcome of a call that entered. A call that its caller cancelled does not count,
// and neither does a timeout of a call from before the rest.
func (b *breaker) leave(isTrial bool, outcome string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if isTrial {
		b.trying = false
	}
	switch {
	case outcome == outcomeGivenUp:
	case outcome != outcomeTimeout:
		if !b.until.IsZero() {
			b.log.Warn("the store of files answers again")
		}
		b.timeouts, b.until = 0, time.Time{}
	case isTrial:
		b.until = b.now().Add(restTime)
	case b.until.IsZero():
		if b.timeouts++; b.timeouts >= timeoutsMost {
			b.until = b.now().Add(restTime)
			b.log.Error("the store of files timed out three times in a row: it is left alone", "until", b.until)
		}
	}
}
