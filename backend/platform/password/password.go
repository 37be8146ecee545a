// Package password hashes and checks passwords with Argon2id, and rejects passwords that attackers try
// first.
package password

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/argon2"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/fairqueue"
)

// The parameters of Argon2id that OWASP recommends for 19 MiB of memory: two passes, one lane.
const (
	argonMemory = 19 * 1024
	argonPasses = 2
	argonLanes  = 1
	argonLength = 32
)

// cost is the cost of a new hash. Only tests change it, before the first hash.
var cost = struct{ memory, passes uint32 }{argonMemory, argonPasses}

// SetTestCost makes new hashes nearly free, or as costly as in production. It is for tests that add
// thousands of members. It panics outside a test program.
func SetTestCost(isCheap bool) {
	if !testing.Testing() {
		panic("password: cheap hashes outside a test")
	}
	cost.memory, cost.passes = argonMemory, argonPasses
	if isCheap {
		cost.memory, cost.passes = 64, 1
	}
}

// A hash needs 19 MiB, and a core for a while. Half of the cores hash for strangers. The other half hash
// for known callers, so that many strangers do not block members.
var (
	halfOfCores  = fairqueue.Limits{Running: max(1, runtime.NumCPU()/2), Waiting: 64, Patience: 8 * time.Second}
	Strangers    = fairqueue.New(halfOfCores)
	KnownCallers = fairqueue.New(halfOfCores)
)

// retryAfter is the Retry-After that is sent with ErrQueueFull.
const retryAfter = 2 * time.Second

// ErrQueueFull is the error of a call whose password found no place in the queue, or waited too long. The
// queue is full because of all callers, not only this one.
var ErrQueueFull = apperr.RequestLimit.At(http.StatusServiceUnavailable)

// toRequestLimit replaces fairqueue.ErrFull by ErrQueueFull, and returns any other error unchanged.
func toRequestLimit(err error) error {
	if errors.Is(err, fairqueue.ErrFull) {
		return apperr.New(ErrQueueFull.Code).WithStatus(ErrQueueFull.Status).WithRetryAfter(retryAfter)
	}
	return err
}

// Caller identifies for whom a password is hashed.
type Caller struct {
	// Known is true if the caller is signed in, or their device signed in before.
	Known bool
	// Origin is the key for serving callers in turn: a stranger's address, or a known caller's device or
	// session.
	Origin string
}

func (c Caller) queue() *fairqueue.Queue {
	if c.Known {
		return KnownCallers
	}
	return Strangers
}

// run runs work when it is the caller's turn. Error: REQUEST_LIMIT (503) if the queue is full.
func (c Caller) run(ctx context.Context, work func()) error {
	release, err := c.queue().Acquire(ctx, c.Origin)
	if err != nil {
		return toRequestLimit(err)
	}
	defer release()
	work()
	return nil
}

// CheckQueue returns REQUEST_LIMIT (503) if a password of this caller would find no place in the queue, else
// nil. Check it before expensive work.
func CheckQueue(c Caller) error { return toRequestLimit(c.queue().Check(c.Origin)) }

// CommandLine is the caller for subcommands of the program itself.
var CommandLine = Caller{Known: true}

// Hash returns a hash in the standard $argon2id$ format. Error: REQUEST_LIMIT (503) if too many calls wait.
func Hash(ctx context.Context, c Caller, password string) (string, error) {
	salt := make([]byte, 16)
	_, _ = rand.Read(salt) // never fails
	var sum []byte
	err := c.run(ctx, func() { sum = argon2.IDKey([]byte(password), salt, cost.passes, cost.memory, argonLanes, argonLength) })
	return formatHash(salt, sum), err
}

func formatHash(salt, sum []byte) string {
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, cost.memory, cost.passes, argonLanes,
		base64.RawStdEncoding.EncodeToString(salt), base64.RawStdEncoding.EncodeToString(sum))
}

// Check reports whether a password matches a hash, in constant time. It uses the parameters in the hash, so
// hashes with older parameters stay valid. Error: REQUEST_LIMIT (503) if too many calls wait.
func Check(ctx context.Context, c Caller, hash, password string) (bool, error) {
	parts := strings.Split(hash, "$")
	if len(parts) != 6 || parts[1] != "argon2id" {
		return false, fmt.Errorf("password: a stored password hash is not argon2id")
	}
	var memory, passes uint32
	var lanes uint8
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &memory, &passes, &lanes); err != nil {
		return false, fmt.Errorf("password: a stored password hash: %w", err)
	}
	salt, err1 := base64.RawStdEncoding.DecodeString(parts[4])
	want, err2 := base64.RawStdEncoding.DecodeString(parts[5])
	if err1 != nil || err2 != nil {
		return false, fmt.Errorf("password: a stored password hash is damaged")
	}
	var got []byte
	err := c.run(ctx, func() { got = argon2.IDKey([]byte(password), salt, passes, memory, lanes, uint32(len(want))) })
	return subtle.ConstantTimeCompare(got, want) == 1, err
}

// UnmatchableHash is a hash that no password matches. Check the password against it if the user is unknown,
// so that the response takes as long as for a known user.
var UnmatchableHash = func() string {
	noise := make([]byte, 16+argonLength)
	_, _ = rand.Read(noise) // never fails
	return formatHash(noise[:16], noise[16:])
}()
