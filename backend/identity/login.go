package identity

import (
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/identity/internal/db"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/limit"
	"krapao/backend/platform/password"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
	"krapao/backend/push"
)

// Limits of failed logins. A browser that signed in before has its own count, so a stranger's guesses
// cannot block the member's browser. phonesPerAddressLimit stops an attacker who tries one password on many
// phones. It rarely stops users who share an address: it counts only new browsers, for 15 minutes.
var (
	addressLimit          = limit.Rule{Max: 10, Window: 15 * time.Minute}
	phoneLimit            = limit.Rule{Max: 100, Window: 15 * time.Minute}
	deviceLimit           = limit.Rule{Max: 10, Window: 15 * time.Minute}
	phonesPerAddressLimit = limit.Rule{Max: 30, Window: 15 * time.Minute}
	idleLifetime          = 12 * time.Hour
	rememberedLifetime    = 30 * 24 * time.Hour
)

// Credentials are the input of a login.
type Credentials struct {
	Username   string
	Password   string
	RememberMe bool
	// Device is the browser's cookie from earlier logins, or "".
	Device string
}

// Login is a new session, with the device id to store in the browser's cookie.
type Login struct {
	Token     string
	ExpiresAt time.Time
	Device    string
}

// Login opens a session. Errors: WRONG_CREDENTIAL; INACTIVE_USER, only after the right password;
// REQUEST_LIMIT after too many failures or if too many logins wait. WRONG_CREDENTIAL takes the same
// time whether or not the phone belongs to a member.
func (s *Service) Login(ctx context.Context, c Credentials) (Login, error) {
	if !isValidPhone(c.Username, s.Laos) { // cannot be a member's; failing fast reveals nothing
		return Login{}, apperr.New(apperr.WrongCredential)
	}
	try, err := s.countTry(ctx, c)
	if err != nil {
		return Login{}, err
	}
	m, err := s.q().GetMemberByPhone(ctx, c.Username)
	unknown := errors.Is(err, pgx.ErrNoRows)
	if err != nil && !unknown {
		return Login{}, err
	}
	hash := m.PasswordHash
	if unknown {
		hash = password.UnmatchableHash
	}
	right := false
	if canBePassword(c.Password) { // otherwise no hash matches it
		if right, err = password.Check(ctx, try.caller, hash, c.Password); err != nil {
			return Login{}, cmp.Or(s.removeTry(ctx, try), err)
		}
	}
	if unknown || !right {
		return Login{}, cmp.Or(s.countFailedPhone(ctx, try), error(apperr.New(apperr.WrongCredential)))
	}
	if !m.Active {
		return Login{}, apperr.New(apperr.InactiveUser)
	}
	if err := s.resetCountsAfterLogin(ctx, try); err != nil {
		return Login{}, err
	}
	return s.openSession(ctx, m, c)
}

func (s *Service) openSession(ctx context.Context, m db.Member, c Credentials) (Login, error) {
	now := s.Clock()
	life := idleLifetime
	if c.RememberMe {
		life = rememberedLifetime
	}
	req := web.From(ctx)
	open := func(token string) (row db.InsertSessionRow, err error) {
		params := db.InsertSessionParams{
			MemberID: m.ID, PasswordHash: m.PasswordHash, TokenHash: hashToken(token), Remember: c.RememberMe, Device: DeviceName(req.UserAgent),
			Now: now, ExpiresAt: now.Add(life),
		}
		err = pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
			if row, err = db.New(tx).InsertSession(ctx, params); err != nil || !row.Fresh {
				return err
			}
			return s.notifyNewLogin(ctx, tx, m, c, params.Device)
		})
		return row, err
	}
	token := s.loginToken(req.Key, m, c)
	row, err := open(token)
	if err == nil && (row.RevokedAt != nil || now.After(row.ExpiresAt)) { // a repeat of a keyed login whose session has ended
		token = newToken()
		row, err = open(token)
	}
	if errors.Is(err, pgx.ErrNoRows) { // the password was changed meanwhile
		return Login{}, apperr.New(apperr.WrongCredential)
	}
	if err != nil {
		return Login{}, err
	}
	device, err := s.storeDevice(ctx, m.ID, c.Device)
	return Login{Token: token, ExpiresAt: row.ExpiresAt.UTC(), Device: device}, err
}

// notifyNewLogin notifies the member's other devices of a login from a browser that is new to the
// member.
func (s *Service) notifyNewLogin(ctx context.Context, tx pgx.Tx, m db.Member, c Credentials, device string) error {
	known, err := db.New(tx).IsDeviceKnown(ctx, db.IsDeviceKnownParams{Phone: m.Phone, DeviceHash: hashToken(c.Device)})
	if err != nil || known {
		return err
	}
	notice := push.Notice{Kind: push.SessionNew, Args: map[string]string{"name": device}}
	return s.Push.NotifyTx(ctx, tx, push.Owner{MemberID: m.ID}, notice)
}

// loginToken returns the token of a login. With an Idempotency-Key the token is derived from the
// server's secret, the password's hash and the key. So a repeat gets the same token, though only its
// hash is stored.
func (s *Service) loginToken(key string, m db.Member, c Credentials) string {
	if key == "" {
		return newToken()
	}
	mac := hmac.New(sha256.New, s.Secret)
	mac.Write([]byte("login\x00" + m.PublicID + "\x00" + m.PasswordHash + "\x00" + key))
	if c.RememberMe {
		mac.Write([]byte("\x00remember"))
	}
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

func newToken() string {
	raw := make([]byte, 32)
	_, _ = rand.Read(raw) // never fails
	return base64.RawURLEncoding.EncodeToString(raw)
}
