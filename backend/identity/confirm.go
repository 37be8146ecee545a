package identity

import (
	"context"
	"net/http"
	"time"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/limit"
	"krapao/backend/platform/password"
	"krapao/backend/platform/web"
)

var confirmTries = limit.Rule{Max: 10, Window: 15 * time.Minute}

func (s *Service) confirmRoutes(e *web.Edge) {
	type confirm struct {
		Body struct {
			Password string `json:"password"`
		}
	}
	web.Handle(e, web.Route{
		ID: "confirmPassword", Method: http.MethodPost, Path: "/api/account/confirm", Tag: tagAccount, Auth: web.SignedIn,
		Summary: "Give the password again after a pause, so that money can move",
	},
		func(ctx context.Context, in *confirm) (*web.OK, error) {
			return &web.OK{}, s.Confirm(ctx, in.Body.Password)
		})
}

// Confirm takes the caller's password again and lets this session move money.
// A wrong one is WRONG_PASSWORD; ten of those in 15 minutes are REQUEST_LIMIT,
// whichever session they come from. Confirming twice is fine.
func (s *Service) Confirm(ctx context.Context, pass string) error {
	caller := web.From(ctx).Caller
	key := "confirm:" + caller.PublicID
	wait, err := s.Limits.Hit(ctx, key, confirmTries)
	if err != nil {
		return err
	}
	if wait > 0 {
		return apperr.New(apperr.RequestLimit).WithRetryAfter(wait)
	}
	m, err := s.q().MemberByID(ctx, caller.MemberID)
	if err != nil {
		return err
	}
	right, err := password.Check(ctx, m.PasswordHash, pass)
	if err != nil {
		return err
	}
	if !right {
		return apperr.Field(apperr.WrongPassword, "password")
	}
	if err := s.Limits.Forgive(ctx, key); err != nil {
		return err
	}
	return s.q().SessionConfirmed(ctx, caller.SessionID)
}
