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

// How many failed logins are allowed. A browser that signed in before has a count of
// its own, so a stranger's guesses cannot lock the member out of it. Whoever tries
// one password on many phones fails on many; an address that many people share does
// not, within a quarter of an hour and from new browsers only.
var (
	perAddress  = limit.Rule{Max: 10, Window: 15 * time.Minute}
	perPhone    = limit.Rule{Max: 100, Window: 15 * time.Minute}
	perDevice   = limit.Rule{Max: 10, Window: 15 * time.Minute}
	phonesTried = limit.Rule{Max: 30, Window: 15 * time.Minute}
	idleLife    = 12 * time.Hour
	rememberFor = 30 * 24 * time.Hour
)

// Credentials of a login.
type Credentials struct {
	Username   string
	Password   string
	RememberMe bool
	// Device is the browser's cookie of earlier logins, or "".
	Device string
}

// Login is a new session.
type Login struct {
	Token     string
	ExpiresAt time.Time
	Device    string
}

// Login opens a session. It returns WRONG_CREDENTIAL, in the same time,
// whether or not the phone is a member's; INACTIVE_USER only after the right
// password; REQUEST_LIMIT after too many failures, or where too many wait.
func (s *Service) Login(ctx context.Context, c Credentials) (Login, error) {
	if !validPhone(c.Username, s.Laos) { // no member's, which is no secret
		return Login{}, apperr.New(apperr.WrongCredential)
	}
	try, err := s.countTry(ctx, c)
	if err != nil {
		return Login{}, err
	}
	m, err := s.q().MemberByPhone(ctx, c.Username)
	unknown := errors.Is(err, pgx.ErrNoRows)
	if err != nil && !unknown {
		return Login{}, err
	}
	hash := m.PasswordHash
	if unknown {
		hash = password.Nobodys
	}
	right := false
	if canBePassword(c.Password) { // another is no member's password
		if right, err = password.Check(ctx, try.caller, hash, c.Password); err != nil {
			return Login{}, cmp.Or(s.takeBack(ctx, try), err)
		}
	}
	if unknown || !right {
		return Login{}, cmp.Or(s.failed(ctx, try), error(apperr.New(apperr.WrongCredential)))
	}
	if !m.Active {
		return Login{}, apperr.New(apperr.InactiveUser)
	}
	if err := s.forgiveTry(ctx, try); err != nil {
		return Login{}, err
	}
	return s.openSession(ctx, m, c)
}

func (s *Service) openSession(ctx context.Context, m db.Member, c Credentials) (Login, error) {
	now := s.Clock()
	life := idleLife
	if c.RememberMe {
		life = rememberFor
	}
	req := web.From(ctx)
	open := func(token string) (row db.SessionInsertRow, err error) {
		params := db.SessionInsertParams{
			MemberID: m.ID, PasswordHash: m.PasswordHash, TokenHash: hashToken(token), Remember: c.RememberMe, Device: DeviceName(req.UserAgent),
			Now: now, ExpiresAt: now.Add(life),
		}
		err = pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
			if row, err = db.New(tx).SessionInsert(ctx, params); err != nil || !row.Fresh {
				return err
			}
			return s.warnOfLogin(ctx, tx, m, c, params.Device)
		})
		return row, err
	}
	token := s.tokenFor(req.Key, m, c)
	row, err := open(token)
	if err == nil && (row.RevokedAt != nil || now.After(row.ExpiresAt)) { // a keyed repeat after that session ended
		token = newToken()
		row, err = open(token)
	}
	if errors.Is(err, pgx.ErrNoRows) { // the password was changed meanwhile
		return Login{}, apperr.New(apperr.WrongCredential)
	}
	if err != nil {
		return Login{}, err
	}
	device, err := s.remember(ctx, m.ID, c.Device)
	return Login{Token: token, ExpiresAt: row.ExpiresAt.UTC(), Device: device}, err
}

// warnOfLogin notifies the member's other devices of a login from a browser that is
// new to them.
func (s *Service) warnOfLogin(ctx context.Context, tx pgx.Tx, m db.Member, c Credentials, device string) error {
	known, err := db.New(tx).DeviceKnown(ctx, db.DeviceKnownParams{Phone: m.Phone, DeviceHash: hashToken(c.Device)})
	if err != nil || known {
		return err
	}
	notice := push.Notice{Kind: push.SessionNew, Args: map[string]string{"name": device}}
	return s.Push.NotifyTx(ctx, tx, push.Owner{MemberID: m.ID}, notice)
}

// tokenFor returns the token of a keyed login again without keeping it: it is
// derived from what only the server and the caller who knows the password have.
func (s *Service) tokenFor(key string, m db.Member, c Credentials) string {
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
