package blob

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"time"

	"krapao/backend/platform/metrics"
)

// Operations and outcomes, as the metrics name them.
const (
	opRead   = "read"
	opWrite  = "write"
	opRemove = "remove"

	outcomeOK          = "ok"
	outcomeMissing     = "missing"
	outcomeDiffers     = "differs"
	outcomeTimeout     = "timeout"
	outcomeFailed      = "failed"
	outcomeBreakerOpen = "resting"
	outcomeCancelled   = "" // by its caller; not counted
)

const (
	// responseTimeout is how long a store may take to respond, unless MEDIA_URL has a timeout.
	responseTimeout = 10 * time.Second
	// minSpeed is the minimum speed of a store in bytes per second. A large file takes longer although the
	// store works. So members who send many videos at once do not open the breaker for others.
	minSpeed = 256 << 10
)

// timeoutFor returns the time limit for an operation on size bytes.
func (s *Store) timeoutFor(size int64) time.Duration {
	return s.timeout + time.Duration(max(size, 0))*time.Second/minSpeed
}

// call runs one operation on the backend with a time limit, and counts it. It fails at once while the store is
// not called. The limit includes only the time of the store, not the time of a slow browser.
func (s *Store) call(ctx context.Context, op string, limit time.Duration, do func(context.Context) error) error {
	isTrial, err := s.breaker.begin()
	if err != nil {
		metrics.ObserveStore(op, outcomeBreakerOpen, 0)
		return err
	}
	began := time.Now()
	outcome := outcomeCancelled
	defer func() { s.breaker.end(isTrial, outcome) }() // after a panic, too: otherwise the breaker would stay open for ever
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	err = do(limited)
	took := time.Since(began)
	if outcome = s.outcomeOf(ctx, limited, err, took); outcome == outcomeCancelled {
		return err
	}
	metrics.ObserveStore(op, outcome, took)
	if outcome == outcomeTimeout {
		return fmt.Errorf("blob: the store did not %s a file in %s: %w: %w", op, took.Round(time.Millisecond), context.DeadlineExceeded, err)
	}
	return err
}

// outcomeOf returns the name of an operation's outcome. limited is the operation's context, derived from the
// caller's.
func (s *Store) outcomeOf(caller, limited context.Context, err error, took time.Duration) string {
	if err == nil {
		return outcomeOK
	}
	if errors.Is(err, fs.ErrNotExist) {
		return outcomeMissing
	}
	if errors.Is(err, ErrDiffers) {
		return outcomeDiffers
	}
	if caller.Err() != nil && took < s.timeout {
		return outcomeCancelled
	}
	var network net.Error
	if errors.Is(limited.Err(), context.DeadlineExceeded) || errors.As(err, &network) && network.Timeout() {
		return outcomeTimeout
	}
	if caller.Err() != nil {
		return outcomeCancelled
	}
	return outcomeFailed
}
