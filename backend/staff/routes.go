package staff

import (
	"context"
	"net/http"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/password"
	"krapao/backend/platform/web"
)

const tag = "Operators"

// proofErrors are the error codes of a call with an operator's password and code.
var proofErrors = apperr.Codes{apperr.CodeUsed, apperr.RequestLimit, password.ErrQueueFull, apperr.WrongCredential}

// Routes registers the operators' own routes and the log's.
func (s *Service) Routes(e *web.Edge) {
	s.loginRoutes(e)
	s.selfRoutes(e)

	type log struct {
		Body struct {
			Entries  []Entry `json:"entries"`
			HasOlder bool    `json:"hasOlder"`
		}
	}
	type paged struct {
		Before int64 `query:"before" default:"0" minimum:"0" doc:"Only entries older than the entry with this id; 0 for the newest."`
		Limit  int   `query:"limit" default:"10" minimum:"1" maximum:"100"`
	}
	web.Handle(e, web.Route{ID: "auditLog", Method: http.MethodGet, Path: "/api/operator/audit", Tag: tag, Auth: web.Staff, Roles: []string{Admin}, Summary: "The audit log, newest first"},
		func(ctx context.Context, in *paged) (*log, error) {
			var out log
			var err error
			out.Body.Entries, out.Body.HasOlder, err = s.Log(ctx, in.Before, in.Limit)
			return &out, err
		})
}

func (s *Service) loginRoutes(e *web.Edge) {
	type login struct {
		Device string `cookie:"__Host-krapao_desk"`
		Body   struct {
			Username string `json:"username"`
			Password string `json:"password"`
			Code     string `json:"code" doc:"The current one-time code (TOTP)."`
		}
	}
	type session struct{ Body OperatorSession }
	web.Handle(e, web.Route{
		ID: "operatorLogin", Method: http.MethodPost, Path: "/api/operator/login", Tag: tag, Auth: web.StaffLogin,
		Summary: "Open an operator's session", Errors: proofErrors,
	},
		func(ctx context.Context, in *login) (*session, error) {
			b := in.Body
			out, device, err := s.Login(ctx, Credentials{Username: b.Username, Password: b.Password, Code: b.Code, Device: in.Device})
			if err == nil {
				web.HostCookie(ctx, deviceCookie, device, deviceLifetime)
			}
			return &session{out}, err
		})
	web.Handle(e, web.Route{ID: "operatorLogout", Method: http.MethodPost, Path: "/api/operator/logout", Tag: tag, Auth: web.Staff, Summary: "End this session"},
		func(ctx context.Context, _ *struct{}) (*web.OK, error) { return &web.OK{}, s.Logout(ctx) })
}
