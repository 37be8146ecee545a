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

	outcomeOK      = "ok"
	outcomeMissing = "missing"
	outcomeDiffers = "differs"
	outcomeTimeout = "timeout"
	outcomeFailed  = "failed"
	outcomeResting = "resting"
	outcomeGivenUp = "" // by its caller; not counted
)

const (
	// answerTime is how long a store may take to respond, unless MEDIA_URL has a timeout.
	answerTime = 10 * time.Second
	// slowest is the minimum speed of a store in bytes per second. A large file takes longer although the
	// store works. So members who send many videos at once do not open the breaker for others.
	slowest = 256 << 10
)

// timeFor returns the time limit for an operation on size bytes.
func (s *Store) timeFor(size int64) time.Duration {
	return s.patience + time.Duration(max(size, 0))*time.Second/slowest
}

// call runs one operation on the place with a time limit, and counts it. It fails at once while the store is
// not called. The limit includes only the time of the store, not the time of a slow browser.
func (s *Store) call(ctx context.Context, op string, limit time.Duration, do func(context.Context) error) error {
	isTrial, err := s.breaker.enter()
	if err != nil {
		metrics.Stored(op, outcomeResting, 0)
		return err
	}
	began := time.Now()
	outcome := outcomeGivenUp
	defer func() { s.breaker.leave(isTrial, outcome) }() // after a panic, too: a trial that never ends would rest for ever
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	err = do(limited)
	took := time.Since(began)
	if outcome = s.outcomeOf(ctx, limited, err, took); outcome == outcomeGivenUp {
		return err
	}
	metrics.Stored(op, outcome, took)
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
	if caller.Err() != nil && took < s.patience {
		return outcomeGivenUp
	}
	var network net.Error
	if errors.Is(limited.Err(), context.DeadlineExceeded) || errors.As(err, &network) && network.Timeout() {
		return outcomeTimeout
	}
	if caller.Err() != nil {
		return outcomeGivenUp
	}
	return outcomeFailed
}
