package backoffice

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"
	"github.com/pquerna/otp"
	"github.com/pquerna/otp/totp"

	"krapao/backend/backoffice/internal/db"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/password"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
)

// OperatorSession is an operator's login.
type OperatorSession struct {
	Token     string    `json:"token"`
	Username  string    `json:"username"`
	Role      string    `json:"role"`
	ExpiresAt time.Time `json:"expiresAt"`
}

// Credentials of an operator's login.
type Credentials struct {
	Username, Password, Code string
	// Device is the browser's cookie of earlier logins, or "".
	Device string
}

// Login wants name, password and the one-time code of the moment. Any of them
// wrong is WRONG_CREDENTIAL, in the same time. It answers the device's id for
// the next login beside the session.
func (s *Service) Login(ctx context.Context, c Credentials) (out OperatorSession, device string, err error) {
	try, err := s.countTry(ctx, c)
	if err != nil {
		return out, "", err
	}
	o, err := s.q().OperatorByName(ctx, c.Username)
	unknown := errors.Is(err, pgx.ErrNoRows)
	if err != nil && !unknown {
		return out, "", err
	}
	hash := o.PasswordHash
	if unknown {
		hash = password.Nobodys
	}
	right := false
	if validPassword(c.Password) { // else it is nobody's
		if right, err = password.Check(ctx, try.caller, hash, c.Password); err != nil {
			return out, "", cmp.Or(s.Limits.TakeBack(ctx, try.key), err)
		}
	}
	if right && !unknown && o.Active {
		err = s.useCode(ctx, o, c.Code)
	} else {
		err = apperr.New(apperr.WrongCredential)
	}
	if err != nil {
		return out, "", cmp.Or(s.failed(ctx, try), err)
	}
	if err := s.Limits.Forgive(ctx, try.key); err != nil {
		return out, "", err
	}
	if device, err = s.remember(ctx, o.ID, c.Device); err != nil {
		return out, "", err
	}
	out, err = s.openSession(ctx, o)
	return out, device, err
}

func validPassword(text string) bool {
	n := utf8.RuneCountInString(text)
	return utf8.ValidString(text) && n >= minPassword && n <= maxPassword
}

// useCode takes a code of this half minute or the one before or after, once.
// Only who has the password comes so far, so the tries are the operator's, from
// wherever they come.
func (s *Service) useCode(ctx context.Context, o db.Operator, code string) error {
	counter := "operator:code:" + strconv.FormatInt(o.ID, 10)
	if err := refuse(s.Limits.Hit(ctx, counter, codeTries)); err != nil {
		return err
	}
	secret, err := s.open(o.TotpSecret)
	if err != nil {
		return err
	}
	now := s.Clock()
	for _, shift := range []int64{0, -1, 1} {
		step := now.Unix()/totpPeriod + shift
		ok, err := totp.ValidateCustom(code, string(secret), time.Unix(step*totpPeriod, 0), totp.ValidateOpts{Period: totpPeriod, Digits: otp.DigitsSix})
		if err != nil || !ok {
			continue
		}
		used, err := s.q().OperatorUseStep(ctx, db.OperatorUseStepParams{ID: o.ID, Step: step})
		if err != nil {
			return err
		}
		if used == 1 {
			return s.Limits.Forgive(ctx, counter)
		}
	}
	return apperr.New(apperr.WrongCredential)
}

func (s *Service) openSession(ctx context.Context, o db.Operator) (OperatorSession, error) {
	raw := make([]byte, 32)
	_, _ = rand.Read(raw) // never fails
	now := s.Clock()
	out := OperatorSession{Token: base64.RawURLEncoding.EncodeToString(raw), Username: o.Username, Role: o.Role, ExpiresAt: now.Add(sessionLife).UTC()}
	err := pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		err := db.New(tx).OperatorSessionInsert(ctx, db.OperatorSessionInsertParams{
			OperatorID: o.ID, TokenHash: hashToken(out.Token), CreatedAt: now, ExpiresAt: out.ExpiresAt,
		})
		if err != nil {
			return err
		}
		web.From(ctx).Caller.Operator = &web.Operator{ID: o.ID, Username: o.Username, Role: o.Role}
		return s.audit(ctx, tx, "operator.login", o.Username, nil)
	})
	return out, err
}
