package passkey

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"time"

	"krapao/backend/identity/passkey/internal/db"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/web"
)

// challengeLifetime is how long a member may take to verify themselves by fingerprint, face or code.
const challengeLifetime = 5 * time.Minute

// purpose is the call for which a challenge was made. The challenge is valid for no other call.
type purpose string

const (
	purposeRegister purpose = "register"
	purposeLogin    purpose = "login"
	purposeConfirm  purpose = "confirm"
)

// challengeOwner identifies the owner of a challenge. A login's challenge belongs to no member or session.
type challengeOwner struct {
	purpose         purpose
	member, session int64
}

// callerAsOwner returns the owner for a challenge of the caller: their member and session.
func callerAsOwner(ctx context.Context, p purpose) challengeOwner {
	c := web.From(ctx).Caller
	return challengeOwner{p, c.MemberID, c.SessionID}
}

// A challenge consists of its expiry time, a nonce, and our signature.
const (
	expiryBytes = 8
	nonceBytes  = 16
)

// challenge is a parsed challenge, signed by us and not expired.
type challenge struct {
	text    string
	nonce   []byte
	expires time.Time
}

var errChallenge = errors.New("passkey: a challenge that is not ours, not the caller's or too old")

// newChallenge returns a new challenge. It stores nothing, so strangers' requests are cheap.
func (s *Service) newChallenge(owner challengeOwner) string {
	raw := binary.BigEndian.AppendUint64(nil, uint64(s.Clock().Add(challengeLifetime).Unix()))
	nonce := make([]byte, nonceBytes)
	_, _ = rand.Read(nonce) // never fails
	raw = append(raw, nonce...)
	return base64.RawURLEncoding.EncodeToString(append(raw, s.challengeMAC(owner, raw)...))
}

// readChallenge parses a challenge. Error: errChallenge if we did not make the challenge, it belongs to
// another owner, or it has expired.
func (s *Service) readChallenge(text string, owner challengeOwner) (challenge, error) {
	const head = expiryBytes + nonceBytes
	raw, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil || len(raw) != head+sha256.Size || !hmac.Equal(raw[head:], s.challengeMAC(owner, raw[:head])) {
		return challenge{}, errChallenge
	}
	c := challenge{text: text, nonce: raw[expiryBytes:head], expires: time.Unix(int64(binary.BigEndian.Uint64(raw)), 0)}
	if s.Clock().After(c.expires) {
		return challenge{}, errChallenge
	}
	return c, nil
}

func (s *Service) challengeMAC(owner challengeOwner, raw []byte) []byte {
	mac := hmac.New(sha256.New, s.Secret)
	mac.Write([]byte("passkey\x00" + owner.purpose + "\x00"))
	mac.Write(binary.BigEndian.AppendUint64(nil, uint64(owner.member)))
	mac.Write(binary.BigEndian.AppendUint64(nil, uint64(owner.session)))
	mac.Write(raw)
	return mac.Sum(nil)
}

// markUsed marks a challenge as used, in the transaction that applies its result. isRepeat is true for a
// repeat under the same Idempotency-Key. Error: PASSKEY_INVALID for any other second use.
func markUsed(ctx context.Context, q *db.Queries, c challenge) (isRepeat bool, err error) {
	var print []byte
	if key := web.From(ctx).Key; key != "" {
		sum := sha256.Sum256([]byte(key))
		print = sum[:]
	}
	n, err := q.InsertSpentChallenge(ctx, db.InsertSpentChallengeParams{Nonce: c.nonce, KeyPrint: print, ExpiresAt: c.expires})
	if err != nil || n == 1 {
		return false, err
	}
	first, err := q.GetSpentKeyPrint(ctx, c.nonce)
	if err != nil {
		return false, err
	}
	if len(print) == 0 || !hmac.Equal(first, print) {
		return false, apperr.New(apperr.PasskeyInvalid)
	}
	return true, nil
}

// Sweep deletes expired challenges; a periodic job calls it.
func (s *Service) Sweep(ctx context.Context) error {
	return s.q().DeleteExpiredChallenges(ctx, s.Clock().Add(-challengeLifetime))
}
