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
	// maxTimeouts is how many timeouts in a row open the breaker.
	maxTimeouts = 3
	// openTime is for how long the store is then not called.
	openTime = 30 * time.Second
	// retryAfterFailure is when to repeat a call after any other failure of the store.
	retryAfterFailure = 5 * time.Second
)

// BreakerOpenError is the error of an operation that was not sent to the store, because the store timed out
// three times in a row.
type BreakerOpenError struct{ Left time.Duration }

func (e *BreakerOpenError) Error() string {
	return fmt.Sprintf("blob: the store timed out and is not called for another %s", e.Left.Round(time.Second))
}

// RetryAfter returns how long to wait before repeating a call that failed with err.
func RetryAfter(err error) time.Duration {
	if open, ok := errors.AsType[*BreakerOpenError](err); ok && open.Left > 0 {
		return max(open.Left, time.Second)
	}
	return retryAfterFailure
}

// breaker makes calls fail at once while the store is known to hang. Otherwise each call would occupy a
// connection and a worker until its timeout, while a member waits. Only timeouts count: any quick response,
// even an error, blocks nobody.
//
//	closed --- 3 timeouts in a row ---> open --- 30 s ---> one trial
//	   ^                                  ^                  |
//	   +---------- any response ----------+---- timeout -----+
type breaker struct {
	now clock.Clock
	log *slog.Logger

	mu             sync.Mutex
	timeouts       int
	until          time.Time // when a trial is due; zero while the breaker is closed
	isTrialRunning bool
}

// openError returns a *BreakerOpenError while the store is not called, and nil once a trial is due.
func (b *breaker) openError() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if left := b.remaining(); left > 0 {
		return &BreakerOpenError{left}
	}
	return nil
}

// begin lets a call pass, or returns *BreakerOpenError. isTrial is true for the one call that tries the store
// after openTime.
func (b *breaker) begin() (isTrial bool, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch left := b.remaining(); {
	case b.until.IsZero():
		return false, nil
	case left > 0 || b.isTrialRunning:
		return false, &BreakerOpenError{left}
	}
	b.isTrialRunning = true
	return true, nil
}

// remaining returns for how long the store is not called. Setting the clock back does not prolong this time.
func (b *breaker) remaining() time.Duration {
	left := b.until.Sub(b.now())
	if b.until.IsZero() || left > openTime {
		return 0
	}
	return max(left, 0)
}

// end records the outcome of a call that begin let pass. It ignores a call that the caller cancelled, and a
// timeout of a call that started before the breaker opened.
func (b *breaker) end(isTrial bool, outcome string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if isTrial {
		b.isTrialRunning = false
	}
	switch {
	case outcome == outcomeCancelled:
	case outcome != outcomeTimeout:
		if !b.until.IsZero() {
			b.log.Warn("the store of files responds again")
		}
		b.timeouts, b.until = 0, time.Time{}
	case isTrial:
		b.until = b.now().Add(openTime)
	case b.until.IsZero():
		if b.timeouts++; b.timeouts >= maxTimeouts {
			b.until = b.now().Add(openTime)
			b.log.Error("the store of files timed out three times in a row and is not called", "until", b.until)
		}
	}
}
