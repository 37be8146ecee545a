// Package password hashes and checks passwords with Argon2id, and knows the passwords that everybody
// tries first.
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

// Argon2id as OWASP recommends it for 19 MiB: two passes, one lane.
const (
	argonMemory = 19 * 1024
	argonPasses = 2
	argonLanes  = 1
	argonLength = 32
)

// cost is the cost of a new hash. Only tests change it, before the first hash.
var cost = struct{ memory, passes uint32 }{argonMemory, argonPasses}

// SetTestCost makes new hashes nearly free, or as costly as in production again. It is for tests that
// add thousands of members. It panics in any other program.
func SetTestCost(isCheap bool) {
	if !testing.Testing() {
		panic("password: cheap hashes outside a test")
	}
	cost.memory, cost.passes = argonMemory, argonPasses
	if isCheap {
		cost.memory, cost.passes = 64, 1
	}
}

// A hash takes 19 MiB and a core for a while. Half of the cores hash for strangers, who may call in any
// number. The other half hash for known callers, so that a flood of strangers does not block members.
var (
	halfOfCores = fairqueue.Limits{Running: max(1, runtime.NumCPU()/2), Waiting: 64, Patience: 8 * time.Second}
	Strangers   = fairqueue.New(halfOfCores)
	Known       = fairqueue.New(halfOfCores)
)

// retryAfter is the Retry-After of Full.
const retryAfter = 2 * time.Second

// Full is the error of a call whose password finds no place in the queue, or waited too long. The
// server is full, and not because of this caller alone.
var Full = apperr.RequestLimit.At(http.StatusServiceUnavailable)

// whereFull returns Full for the queue's ErrFull, and any other error unchanged.
func whereFull(err error) error {
	if errors.Is(err, fairqueue.ErrFull) {
		return apperr.New(Full.Code).WithStatus(Full.Status).WithRetryAfter(retryAfter)
	}
	return err
}

// Caller is the one for whom a password is hashed.
type Caller struct {
	// Known: the caller is signed in, or their device signed in before.
	Known bool
	// Origin is what callers are served in turn by: a stranger's address, or a known caller's device
	// or session.
	Origin string
}

func (c Caller) queue() *fairqueue.Queue {
	if c.Known {
		return Known
	}
	return Strangers
}

// do runs the work in the caller's turn.
func (c Caller) do(ctx context.Context, work func()) error {
	release, err := c.queue().Acquire(ctx, c.Origin)
	if err != nil {
		return whereFull(err)
	}
	defer release()
	work()
	return nil
}

// Admit returns REQUEST_LIMIT (503) if the call's password would find no place in the queue, else
// nil. Call it before a call costs anything.
func Admit(c Caller) error { return whereFull(c.queue().Check(c.Origin)) }

// House is the program itself: a subcommand.
var House = Caller{Known: true}

// Hash returns the standard $argon2id$ text. Error: REQUEST_LIMIT (503) if too many wait.
func Hash(ctx context.Context, c Caller, password string) (string, error) {
	salt := make([]byte, 16)
	_, _ = rand.Read(salt) // never fails
	var sum []byte
	err := c.do(ctx, func() { sum = argon2.IDKey([]byte(password), salt, cost.passes, cost.memory, argonLanes, argonLength) })
	return text(salt, sum), err
}

func text(salt, sum []byte) string {
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, cost.memory, cost.passes, argonLanes,
		base64.RawStdEncoding.EncodeToString(salt), base64.RawStdEncoding.EncodeToString(sum))
}

// Check compares in constant time. The parameters come from the hash, so that older hashes keep
// working when ours grow. Error: REQUEST_LIMIT (503) if too many wait.
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
	err := c.do(ctx, func() { got = argon2.IDKey([]byte(password), salt, passes, memory, lanes, uint32(len(want))) })
	return subtle.ConstantTimeCompare(got, want) == 1, err
}

// Nobodys is a hash that no password matches. Check it if the user is unknown, so that the response
// takes as long as for a known one.
var Nobodys = func() string {
	noise := make([]byte, 16+argonLength)
	_, _ = rand.Read(noise) // never fails
	return text(noise[:16], noise[16:])
}()
