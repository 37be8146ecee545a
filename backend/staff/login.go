package staff

import (
	"cmp"
	"context"
	"errors"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/password"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
	"krapao/backend/staff/internal/db"
)

// OperatorSession is an operator's login.
type OperatorSession struct {
	Token     string    `json:"token"`
	Username  string    `json:"username"`
	Role      string    `json:"role"`
	ExpiresAt time.Time `json:"expiresAt"`
}

// Credentials are the input of an operator's login.
type Credentials struct {
	Username, Password, Code string
	// Device is the browser's cookie from earlier logins, or "".
	Device string
}

// Login opens a session for name, password and the app's current code. It also returns the device's
// id for the next login. Errors: WRONG_CREDENTIAL if any of the three is wrong, always after the same
// time; CODE_USED, only after the right password; REQUEST_LIMIT.
func (s *Service) Login(ctx context.Context, c Credentials) (out OperatorSession, device string, err error) {
	try, err := s.countTry(ctx, c)
	if err != nil {
		return out, "", err
	}
	o, err := s.q().GetOperatorByName(ctx, c.Username)
	unknown := errors.Is(err, pgx.ErrNoRows)
	if err != nil && !unknown {
		return out, "", err
	}
	hash := o.PasswordHash
	if unknown {
		hash = password.UnmatchableHash
	}
	right := false
	if canBePassword(c.Password) { // no other text can be an operator's password
		if right, err = password.Check(ctx, try.caller, hash, c.Password); err != nil {
			return out, "", cmp.Or(s.Limits.RemoveHit(ctx, try.key), err)
		}
	}
	if right && !unknown && o.Active {
		err = s.useCode(ctx, o, c.Code)
	} else {
		err = apperr.New(apperr.WrongCredential)
	}
	if err != nil {
		return out, "", cmp.Or(s.countFailure(ctx, try), s.auditFailedLogin(ctx, o, unknown), err)
	}
	if err := s.Limits.RemoveHits(ctx, try.key); err != nil {
		return out, "", err
	}
	if device, err = s.storeDevice(ctx, o.ID, c.Device); err != nil {
		return out, "", err
	}
	out, err = s.openSession(ctx, o)
	return out, device, err
}

// canBePassword reports whether text has a valid length for an existing password of an operator.
func canBePassword(text string) bool {
	n := utf8.RuneCountInString(text)
	return utf8.ValidString(text) && n >= minPassword && n <= maxPassword
}

// isLongEnough reports whether a new password is long enough without its blanks, and not too long.
func isLongEnough(text string) bool {
	return canBePassword(text) && password.Length(text) >= minPassword
}

// auditFailedLogin adds a failed login to the audit log if the operator exists. Unknown names are only in
// the server's log, because strangers could fill the table with them.
func (s *Service) auditFailedLogin(ctx context.Context, o db.Operator, unknown bool) error {
	if unknown {
		return nil
	}
	return pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		return s.Audit(ctx, tx, "operator.login_failed", o.Username, map[string]any{"ip": web.From(ctx).IP.String()})
	})
}
