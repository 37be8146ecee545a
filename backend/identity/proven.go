package identity

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"time"

	"krapao/backend/identity/internal/db"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/web"
)

// proofLifetime is how long a proof replaces the password, counted from the passkey's confirmation.
const proofLifetime = 2 * time.Minute

// Confirmation replaces the password in the session that it was given to. It is signed and not
// stored.
type Confirmation struct {
	Proof     string    `json:"proof" doc:"Send it instead of the password in calls that require the password."`
	ExpiresAt time.Time `json:"expiresAt"`
}

// LoginWithoutPassword opens a session for a member who was proven without the password, for example by a
// passkey. Error: INACTIVE_USER.
func (s *Service) LoginWithoutPassword(ctx context.Context, member int64, c Credentials) (l Login, err error) {
	for range 2 { // repeated once if the password changes meanwhile, which is no error here
		var m db.Member
		if m, err = s.q().GetMember(ctx, member); err != nil {
			return Login{}, err
		}
		if !m.Active {
			return Login{}, apperr.New(apperr.InactiveUser)
		}
		if l, err = s.openSession(ctx, m, c); apperr.CodeOf(err) != apperr.WrongCredential {
			break
		}
	}
	return l, err
}

// CheckPassword checks a password that was typed in the caller's session. Errors: WRONG_PASSWORD in field;
// invalid-token for the tenth wrong password in a row, which ends the session.
func (s *Service) CheckPassword(ctx context.Context, field, pass string) error {
	_, err := s.checkMemberPassword(ctx, field, pass)
	return err
}

// ConfirmWithoutPassword lets the caller's session move money, as the password does. It returns a confirmation
// that replaces the password in other calls.
func (s *Service) ConfirmWithoutPassword(ctx context.Context) (Confirmation, error) {
	session := web.From(ctx).Caller.SessionID
	expires := s.Clock().Add(proofLifetime).UTC().Truncate(time.Second)
	raw := binary.BigEndian.AppendUint64(nil, uint64(expires.Unix()))
	text := base64.RawURLEncoding.EncodeToString(append(raw, s.proofMAC(session, raw)...))
	return Confirmation{Proof: text, ExpiresAt: expires}, s.q().MarkSessionConfirmed(ctx, session)
}

func (s *Service) proofMAC(session int64, expires []byte) []byte {
	mac := hmac.New(sha256.New, s.Secret)
	mac.Write([]byte("proof\x00"))
	mac.Write(binary.BigEndian.AppendUint64(nil, uint64(session)))
	mac.Write(expires)
	return mac.Sum(nil)
}

// checkPasswordOrProof checks the password, or the proof if there is one. A proof is valid only in the
// session that received it. Errors: those of CheckPassword, PASSKEY_INVALID (proof).
func (s *Service) checkPasswordOrProof(ctx context.Context, field, pass, proof string) error {
	if proof == "" {
		return s.CheckPassword(ctx, field, pass)
	}
	const expires = 8
	raw, err := base64.RawURLEncoding.DecodeString(proof)
	if err != nil || len(raw) != expires+sha256.Size || !hmac.Equal(raw[expires:], s.proofMAC(web.From(ctx).Caller.SessionID, raw[:expires])) ||
		s.Clock().Unix() > int64(binary.BigEndian.Uint64(raw)) {
		return apperr.Field(apperr.PasskeyInvalid, "proof")
	}
	return nil
}

// KnowsDevice reports whether a browser signed in as the member before.
func (s *Service) KnowsDevice(ctx context.Context, member int64, device string) (bool, error) {
	if !deviceIDPattern.MatchString(device) {
		return false, nil
	}
	return s.q().HasDevice(ctx, db.HasDeviceParams{MemberID: member, DeviceHash: hashToken(device)})
}
