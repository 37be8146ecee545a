// Package password hashes and checks passwords with Argon2id.
package password

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"runtime"
	"strings"
	"sync"

	"golang.org/x/crypto/argon2"
)

// Argon2id as OWASP recommends it for 19 MiB: two passes, one lane.
const (
	argonMemory = 19 * 1024
	argonPasses = 2
	argonLanes  = 1
	argonLength = 32
)

// hashing bounds how many hashes run at once: each takes 19 MiB, and a flood
// of logins must queue up rather than eat the machine.
var hashing = make(chan struct{}, max(2, runtime.NumCPU()))

func slow(ctx context.Context, do func()) error {
	select {
	case hashing <- struct{}{}:
		defer func() { <-hashing }()
		do()
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Hash answers the standard $argon2id$ text.
func Hash(ctx context.Context, password string) (string, error) {
	salt := make([]byte, 16)
	_, _ = rand.Read(salt) // never fails
	var sum []byte
	err := slow(ctx, func() { sum = argon2.IDKey([]byte(password), salt, argonPasses, argonMemory, argonLanes, argonLength) })
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, argonMemory, argonPasses, argonLanes,
		base64.RawStdEncoding.EncodeToString(salt), base64.RawStdEncoding.EncodeToString(sum)), err
}

// Check compares in constant time. The parameters come from the hash,
// so that older hashes keep working when ours grow.
func Check(ctx context.Context, hash, password string) (bool, error) {
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
	err := slow(ctx, func() { got = argon2.IDKey([]byte(password), salt, passes, memory, lanes, uint32(len(want))) })
	return subtle.ConstantTimeCompare(got, want) == 1, err
}

// Nobodys is a hash that no password fits. Check it where the user is unknown,
// so that the answer takes as long as for a known one.
var Nobodys = sync.OnceValues(func() (string, error) { return Hash(context.Background(), rand.Text()) })
