package identity

import (
	"cmp"
	"context"
	"errors"
	"net/http"

	"github.com/jackc/pgx/v5"

	"krapao/backend/identity/internal/db"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/password"
	"krapao/backend/platform/web"
)

// maxGuesses is how many wrong passwords end a session. They are counted per session, so that a
// thief of one token cannot use up the owner's tries.
const maxGuesses = 10

func (s *Service) confirmRoutes(e *web.Edge) {
	type confirm struct {
		Body struct {
			Password string `json:"password"`
		}
	}
	web.Handle(e, web.Route{
		ID: "confirmPassword", Method: http.MethodPost, Path: "/api/account/confirm", Tag: tagAccount, Auth: web.SignedIn,
		Summary: "Give the password again after a pause, so that money can move", Errors: TypedErrors,
	},
		func(ctx context.Context, in *confirm) (*web.OK, error) {
			return &web.OK{}, s.Confirm(ctx, in.Body.Password)
		})
}

// Confirm checks the caller's password again and lets this session move money. A second Confirm is no
// error. Errors: WRONG_PASSWORD, invalid-token (see checkMemberPassword).
func (s *Service) Confirm(ctx context.Context, pass string) error {
	if _, err := s.checkMemberPassword(ctx, "password", pass); err != nil {
		return err
	}
	return s.q().MarkSessionConfirmed(ctx, web.From(ctx).Caller.SessionID)
}

// checkMemberPassword checks a password that was typed in the caller's session, and returns the member.
// Errors: WRONG_PASSWORD in field; invalid-token for the tenth wrong password in a row, which ends the session.
func (s *Service) checkMemberPassword(ctx context.Context, field, pass string) (db.Member, error) {
	caller := web.From(ctx).Caller
	guesses, err := s.q().CountPasswordTry(ctx, db.CountPasswordTryParams{ID: caller.SessionID, Most: maxGuesses})
	if errors.Is(err, pgx.ErrNoRows) {
		return db.Member{}, cmp.Or(s.Logout(ctx), error(apperr.New(apperr.InvalidToken)))
	}
	if err != nil {
		return db.Member{}, err
	}
	m, err := s.q().GetMember(ctx, caller.MemberID)
	if err != nil {
		return db.Member{}, err
	}
	right := false
	if canBePassword(pass) { // otherwise it is no member's password
		if right, err = password.Check(ctx, signedInCaller(ctx), m.PasswordHash, pass); err != nil {
			return db.Member{}, cmp.Or(s.q().RemovePasswordTry(ctx, caller.SessionID), err)
		}
	}
	switch {
	case right:
		return m, s.q().ResetPasswordTries(ctx, caller.SessionID)
	case guesses >= maxGuesses:
		return db.Member{}, cmp.Or(s.Logout(ctx), error(apperr.New(apperr.InvalidToken)))
	}
	return db.Member{}, apperr.Field(apperr.WrongPassword, field)
}
