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
	// answerTime is how long a store may take to respond, unless MEDIA_URL says otherwise.
	answerTime = 10 * time.Second
	// slowest is the least bytes per second of a store. A large file takes longer than a small one
	// without a fault of the store. Members who send many videos at once must not open the breaker for
	// the others.
	slowest = 256 << 10
)

// timeFor returns how long an operation on this many bytes may take.
func (s *Store) timeFor(size int64) time.Duration {
	return s.patience + time.Duration(max(size, 0))*time.Second/slowest
}

// call runs one operation on the place with a time limit, counts it, and fails at once while the store
// is left alone. The limit covers the store's time only, never a slow browser's.
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

// outcomeOf names how an operation ended. limited is the operation's context, derived from the
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
