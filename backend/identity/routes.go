package identity

import (
	"context"
	"net/http"
	"time"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/password"
	"krapao/backend/platform/web"
)

const (
	tagAccount = "Account"
	tagOTP     = "One-time codes"
)

// registrationErrors are the error codes of validate and account.
var registrationErrors = apperr.Codes{
	apperr.BankAccountNameEng, apperr.ExistingUser, apperr.InvalidBank, guessable, apperr.Phone10Digit, apperr.RequestLimit, apperr.UnverifiedOTP,
}

// guessable is the error for a new password that is easy to guess, with the reason.
var guessable = apperr.InvalidUserInfo.With(apperr.Guessable)

// TypedErrors are the codes of a call that checks the member's password again.
var TypedErrors = apperr.Codes{apperr.WrongPassword, password.ErrQueueFull}

// Routes registers the domain's routes.
func (s *Service) Routes(e *web.Edge) {
	s.accountRoutes(e)
	s.sessionRoutes(e)
	s.otpRoutes(e)
}

func (s *Service) accountRoutes(e *web.Edge) {
	type registration struct {
		Browser
		Body Registration
	}
	web.Handle(e, web.Route{
		ID: "validateAccount", Method: http.MethodPost, Path: "/api/account/validate", Tag: tagAccount,
		Summary: "Check the fields of a registration that are there", Errors: registrationErrors,
	},
		func(ctx context.Context, in *registration) (*web.OK, error) {
			return &web.OK{}, s.Validate(ctx, in.Body, in.Proof)
		})
	web.Handle(e, web.Route{
		ID: "register", Method: http.MethodPost, Path: "/api/account", Tag: tagAccount, Status: http.StatusCreated,
		Summary: "Register; answers the profile and no token", Errors: registrationErrors.And(apperr.ExistingBank, password.ErrQueueFull),
	},
		func(ctx context.Context, in *registration) (*web.Response[Registered], error) {
			response, err := s.Register(ctx, in.Body, in.Proof)
			if err == nil {
				deleteProofCookie(ctx)
			}
			return response, err
		})

	type personOut struct{ Body Person }
	web.Handle(e, web.Route{
		ID: "getProfile", Method: http.MethodGet, Path: "/api/account/profile", Tag: tagAccount, Auth: web.SignedIn,
		Summary: "The member and the payout account",
	},
		func(ctx context.Context, _ *struct{}) (*personOut, error) {
			p, err := s.Person(ctx, s.Pool, web.Member(ctx))
			return &personOut{p}, err
		})
	web.Handle(e, web.Route{
		ID: "changeProfile", Method: http.MethodPut, Path: "/api/account/profile", Tag: tagAccount, Auth: web.SignedIn,
		Summary: "Change the name; bank fields must be the stored ones", Errors: apperr.Codes{apperr.InvalidBank.At(http.StatusConflict)},
	},
		func(ctx context.Context, in *struct{ Body ProfileChange }) (*web.Response[Person], error) {
			return s.ChangeProfile(ctx, in.Body)
		})
	web.Handle(e, web.Route{
		ID: "changeBankAccountName", Method: http.MethodPut, Path: "/api/account/bankAccountName", Tag: tagAccount, Auth: web.SignedIn,
		Summary: "Write the account name in English letters, where the bank wants it", Errors: apperr.Codes{apperr.BankAccountNameEng, apperr.InvalidBank.At(http.StatusConflict)},
	},
		func(ctx context.Context, in *struct{ Body BankNameChange }) (*web.Response[Person], error) {
			return s.ChangeBankAccountName(ctx, in.Body)
		})
	s.passwordRoutes(e)
	s.confirmRoutes(e)
}

func (s *Service) passwordRoutes(e *web.Edge) {
	type changepwd struct {
		Body struct {
			OldPassword string `json:"oldPassword"`
			NewPassword string `json:"newPassword"`
		}
	}
	web.Handle(e, web.Route{
		ID: "changePassword", Method: http.MethodPut, Path: "/api/account/changepwd", Tag: tagAccount, Auth: web.SignedIn,
		Summary: "Change the password; all other sessions end", Errors: TypedErrors.And(guessable),
	},
		func(ctx context.Context, in *changepwd) (*web.Response[Done], error) {
			return s.ChangePassword(ctx, in.Body.OldPassword, in.Body.NewPassword)
		})
	type resetpwd struct {
		Browser
		Body struct {
			OTPToken    string `json:"otpToken"`
			NewPassword string `json:"newPassword"`
		}
	}
	web.Handle(e, web.Route{
		ID: "resetPassword", Method: http.MethodPost, Path: "/api/account/resetpwd", Tag: tagAccount,
		Summary: "Set a forgotten password with a verified one-time code",
		Errors:  apperr.Codes{apperr.NoUser, apperr.OTPTokenInvalid, apperr.Unauthorized, guessable, password.ErrQueueFull},
	},
		func(ctx context.Context, in *resetpwd) (*web.Response[Done], error) {
			return s.ResetPassword(ctx, in.Body.OTPToken, in.Body.NewPassword, in.Device)
		})
}

type loginInput struct {
	Browser
	Body struct {
		Username   string `json:"username" doc:"The phone number."`
		Password   string `json:"password"`
		RememberMe bool   `json:"rememberMe,omitempty"`
	}
}

// LoginResponse is the response to every login.
type LoginResponse struct {
	Body struct {
		Token     string    `json:"token"`
		ExpiresAt time.Time `json:"expiresAt"`
	}
}

// Response returns the response for a new session. It sets the device cookie and deletes the proof's.
func (l Login) Response(ctx context.Context) *LoginResponse {
	web.HostCookie(ctx, deviceCookie, l.Device, deviceLifetime)
	deleteProofCookie(ctx)
	var out LoginResponse
	out.Body.Token, out.Body.ExpiresAt = l.Token, l.ExpiresAt
	return &out
}

func (s *Service) login(ctx context.Context, in *loginInput) (*LoginResponse, error) {
	l, err := s.Login(ctx, Credentials{Username: s.normalisePhone(in.Body.Username), Password: in.Body.Password, RememberMe: in.Body.RememberMe, Device: in.Device})
	if err != nil {
		return nil, err
	}
	return l.Response(ctx), nil
}

func (s *Service) sessionRoutes(e *web.Edge) {
	web.Handle(e, web.Route{
		ID: "login", Method: http.MethodPost, Path: "/api/login", Tag: tagAccount, Summary: "Open a session",
		Errors: apperr.Codes{apperr.InactiveUser, apperr.RequestLimit, password.ErrQueueFull, apperr.WrongCredential},
	}, s.login)
	web.Handle(e, web.Route{ID: "logout", Method: http.MethodPost, Path: "/api/logout", Tag: tagAccount, Auth: web.SignedIn, Summary: "End this session"},
		func(ctx context.Context, _ *struct{}) (*web.OK, error) {
			deleteProofCookie(ctx)
			return &web.OK{}, s.Logout(ctx)
		})

	type sessions struct {
		Body struct {
			Sessions []Session `json:"sessions"`
		}
	}
	web.Handle(e, web.Route{
		ID: "listSessions", Method: http.MethodGet, Path: "/api/account/sessions", Tag: tagAccount, Auth: web.SignedIn,
		Summary: "The member's open sessions",
	},
		func(ctx context.Context, _ *struct{}) (*sessions, error) {
			var out sessions
			var err error
			out.Body.Sessions, err = s.Sessions(ctx)
			return &out, err
		})
	type ending struct {
		ID   string `path:"id"`
		Body *struct {
			Password string `json:"password,omitempty" doc:"The member's password; required for any session but the caller's own."`
			Proof    string `json:"proof,omitempty" doc:"The proof of confirmByPasskey; replaces the password."`
		}
	}
	web.Handle(e, web.Route{
		ID: "endSession", Method: http.MethodDelete, Path: "/api/account/sessions/{id}", Tag: tagAccount, Auth: web.SignedIn,
		Summary: "End one of the member's sessions", Errors: TypedErrors.And(apperr.NoData, apperr.PasskeyInvalid),
	},
		func(ctx context.Context, in *ending) (*web.OK, error) {
			pass, proof := "", ""
			if in.Body != nil {
				pass, proof = in.Body.Password, in.Body.Proof
			}
			return &web.OK{}, s.EndSession(ctx, in.ID, pass, proof)
		})
}

func (s *Service) otpRoutes(e *web.Edge) {
	type send struct {
		Browser
		Body struct {
			PhoneNumber string `json:"phoneNumber"`
			Purpose     string `json:"purpose,omitempty" doc:"register (the default) or reset"`
		}
	}
	type ticket struct{ Body Ticket }
	web.Handle(e, web.Route{
		ID: "sendOtp", Method: http.MethodPost, Path: "/api/otp/send", Tag: tagOTP, Summary: "Send a one-time code by SMS",
		Errors: apperr.Codes{apperr.OTPSendFail, apperr.Phone10Digit, apperr.RequestLimit, apperr.RequestLimit1Min},
	},
		func(ctx context.Context, in *send) (*ticket, error) {
			purpose := in.Body.Purpose
			if purpose == "" {
				purpose = PurposeRegister
			}
			if purpose != PurposeRegister && purpose != PurposeReset {
				return nil, apperr.Field(apperr.InvalidUserInfo, "purpose")
			}
			t, err := s.SendOTP(ctx, s.normalisePhone(in.Body.PhoneNumber), purpose, in.Browser)
			return &ticket{t}, err
		})
	type verify struct {
		Body struct {
			OTPToken string `json:"otpToken"`
			OTPCode  string `json:"otpCode"`
		}
	}
	type verified struct {
		Body struct {
			Code string `json:"code" enum:"OTP_CODE_VALID"`
		}
	}
	web.Handle(e, web.Route{
		ID: "verifyOtp", Method: http.MethodPost, Path: "/api/otp/verify", Tag: tagOTP, Summary: "Check a one-time code",
		Errors: apperr.Codes{apperr.OTPBlock, apperr.OTPCodeInvalid, apperr.OTPExpired, apperr.OTPTokenInvalid, apperr.OTPVerifyFail},
	},
		func(ctx context.Context, in *verify) (*verified, error) {
			if err := s.VerifyOTP(ctx, in.Body.OTPToken, in.Body.OTPCode); err != nil {
				return nil, err
			}
			web.HostCookie(ctx, proofCookie, in.Body.OTPToken, phoneProofLifetime)
			var out verified
			out.Body.Code = string(apperr.OTPCodeValid)
			return &out, nil
		})
}
