// Package password hashes and checks passwords with Argon2id, and knows which
// passwords everybody tries first.
package password

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/argon2"
)

// Argon2id as OWASP recommends it for 19 MiB: two passes, one lane.
const (
	argonMemory = 19 * 1024
	argonPasses = 2
	argonLanes  = 1
	argonLength = 32
)

// cost is what a new hash takes. Only tests change it, before anything is hashed.
var cost = struct{ memory, passes uint32 }{argonMemory, argonPasses}

// SetTestCost makes new hashes nearly free, or as costly as members' hashes again.
// It is for tests of everything but passwords: they make thousands of members. It
// panics in any other program.
func SetTestCost(isCheap bool) {
	if !testing.Testing() {
		panic("password: cheap hashes outside a test")
	}
	cost.memory, cost.passes = argonMemory, argonPasses
	if isCheap {
		cost.memory, cost.passes = 64, 1
	}
}

// A hash takes 19 MiB and a core for a while. Half of the cores hash for
// strangers, who may come in any number; the other half for those whom we know
// already, so that a flood at the door does not keep members out.
var (
	half      = max(1, runtime.NumCPU()/2)
	Strangers = NewGate(half, 64, 8*time.Second)
	Known     = NewGate(half, 64, 8*time.Second)
)

// Caller says for whom a password is hashed.
type Caller struct {
	// Known is somebody who is signed in, or whose device signed in before.
	Known bool
	// Origin is whom callers take turns by: the address of a stranger, the
	// device or session of one who is known.
	Origin string
}

func (c Caller) gate() *Gate {
	if c.Known {
		return Known
	}
	return Strangers
}

func (c Caller) do(ctx context.Context, work func()) error { return c.gate().Run(ctx, c.Origin, work) }

// Admit is asked before a call costs anything: REQUEST_LIMIT (503) where no
// place is left for its password.
func Admit(c Caller) error { return c.gate().Admit(c.Origin) }

// House is the program itself: a command at the console.
var House = Caller{Known: true}

// Hash answers the standard $argon2id$ text. REQUEST_LIMIT (503) where too many
// wait.
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

// Check compares in constant time. The parameters come from the hash,
// so that older hashes keep working when ours grow. REQUEST_LIMIT (503) where
// too many wait.
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

// Nobodys is a hash that no password fits. Check it where the user is unknown,
// so that the answer takes as long as for a known one.
var Nobodys = func() string {
	noise := make([]byte, 16+argonLength)
	_, _ = rand.Read(noise) // never fails
	return text(noise[:16], noise[16:])
}()
