package passkey

import (
	"context"
	"net/http"

	"krapao/backend/identity"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/web"
)

const tag = "Passkeys"

// proofErrors are the error codes of a call with a passkey's signature.
var proofErrors = apperr.Codes{apperr.PasskeyInvalid, apperr.PasskeyStopped, apperr.PasskeyUnknown}

// Routes registers the domain's routes.
func (s *Service) Routes(e *web.Edge) {
	s.loginRoutes(e)
	s.confirmRoutes(e)
	s.listRoutes(e)
}

type requestResponse struct{ Body RequestOptions }

func (s *Service) loginRoutes(e *web.Edge) {
	web.Handle(e, web.Route{
		ID: "beginPasskeyLogin", Method: http.MethodPost, Path: "/api/login/passkey/begin", Tag: tag,
		Summary: "What a browser signs to log in by a passkey",
	},
		func(context.Context, *struct{}) (*requestResponse, error) {
			return &requestResponse{s.LoginOptions()}, nil
		})
	type login struct {
		identity.Browser
		Body struct {
			Credential Assertion `json:"credential"`
			RememberMe bool      `json:"rememberMe,omitempty"`
		}
	}
	web.Handle(e, web.Route{
		ID: "loginByPasskey", Method: http.MethodPost, Path: "/api/login/passkey", Tag: tag, Summary: "Open a session by a passkey",
		Errors: proofErrors.And(apperr.InactiveUser, apperr.RequestLimit, apperr.WrongCredential),
	},
		func(ctx context.Context, in *login) (*identity.LoginResponse, error) {
			l, err := s.Login(ctx, in.Body.Credential, in.Body.RememberMe, in.Device)
			if err != nil {
				return nil, err
			}
			return l.Response(ctx), nil
		})
}

func (s *Service) confirmRoutes(e *web.Edge) {
	web.Handle(e, web.Route{
		ID: "beginPasskeyConfirm", Method: http.MethodPost, Path: "/api/account/confirm/passkey/begin", Tag: tag, Auth: web.SignedIn,
		Summary: "What a browser signs to confirm by one of the member's passkeys", Errors: apperr.Codes{apperr.NoData},
	},
		func(ctx context.Context, _ *struct{}) (*requestResponse, error) {
			options, err := s.ConfirmOptions(ctx)
			return &requestResponse{options}, err
		})
	type confirm struct {
		Body struct {
			Credential Assertion `json:"credential"`
		}
	}
	type proof struct{ Body identity.Confirmation }
	web.Handle(e, web.Route{
		ID: "confirmByPasskey", Method: http.MethodPost, Path: "/api/account/confirm/passkey", Tag: tag, Auth: web.SignedIn,
		Summary: "Confirm by a passkey after a pause, so that money can move", Errors: proofErrors,
	},
		func(ctx context.Context, in *confirm) (*proof, error) {
			p, err := s.Confirm(ctx, in.Body.Credential)
			return &proof{p}, err
		})
}

type passwordInput struct {
	Body struct {
		Password string `json:"password"`
	}
}

func (s *Service) listRoutes(e *web.Edge) {
	type list struct {
		Body struct {
			Passkeys []Passkey `json:"passkeys"`
			Most     int       `json:"most" doc:"The maximum number of a member's passkeys."`
		}
	}
	web.Handle(e, web.Route{ID: "listPasskeys", Method: http.MethodGet, Path: "/api/account/passkeys", Tag: tag, Auth: web.SignedIn, Summary: "The member's passkeys"},
		func(ctx context.Context, _ *struct{}) (*list, error) {
			var out list
			var err error
			out.Body.Most = maxPasskeys
			out.Body.Passkeys, err = s.List(ctx)
			return &out, err
		})
	type creation struct{ Body CreationOptions }
	web.Handle(e, web.Route{
		ID: "beginPasskey", Method: http.MethodPost, Path: "/api/account/passkeys/begin", Tag: tag, Auth: web.SignedIn,
		Summary: "How a browser is to make a passkey; wants the password", Errors: identity.TypedErrors.And(apperr.PasskeyLimit),
	},
		func(ctx context.Context, in *passwordInput) (*creation, error) {
			options, err := s.Begin(ctx, in.Body.Password)
			return &creation{options}, err
		})
	type addition struct {
		Body struct {
			Credential Attestation `json:"credential"`
			Name       string      `json:"name,omitempty" doc:"If empty, the passkey is named after its password manager or the device."`
		}
	}
	web.Handle(e, web.Route{
		ID: "addPasskey", Method: http.MethodPost, Path: "/api/account/passkeys", Tag: tag, Auth: web.SignedIn, Status: http.StatusCreated,
		Summary: "Keep a passkey that was just made", Errors: apperr.Codes{apperr.PasskeyInvalid, apperr.PasskeyLimit},
	},
		func(ctx context.Context, in *addition) (*web.Response[Passkey], error) {
			return s.Add(ctx, in.Body.Credential, in.Body.Name)
		})
	s.changeRoutes(e)
}

func (s *Service) changeRoutes(e *web.Edge) {
	type rename struct {
		ID   string `path:"id"`
		Body struct {
			Name string `json:"name"`
		}
	}
	web.Handle(e, web.Route{
		ID: "renamePasskey", Method: http.MethodPut, Path: "/api/account/passkeys/{id}", Tag: tag, Auth: web.SignedIn,
		Summary: "Name a passkey", Errors: apperr.Codes{apperr.NoData},
	},
		func(ctx context.Context, in *rename) (*web.Response[Passkey], error) {
			return s.Rename(ctx, in.ID, in.Body.Name)
		})
	type removal struct {
		ID string `path:"id"`
		passwordInput
	}
	web.Handle(e, web.Route{
		ID: "removePasskey", Method: http.MethodDelete, Path: "/api/account/passkeys/{id}", Tag: tag, Auth: web.SignedIn,
		Summary: "End a passkey; wants the password", Errors: identity.TypedErrors.And(apperr.NoData),
	},
		func(ctx context.Context, in *removal) (*web.Response[identity.Done], error) {
			return s.Remove(ctx, in.ID, in.Body.Password)
		})
}
