package backoffice

import (
	"context"
	"net/http"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier/bank"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/platform/web"
)

const tag = "Operators"

// Routes registers the back office's calls.
func (s *Service) Routes(e *web.Edge) {
	s.loginRoutes(e)
	s.selfRoutes(e)

	type log struct {
		Body struct {
			Total   int64   `json:"total"`
			Entries []Entry `json:"entries"`
		}
	}
	type paged struct {
		Page  int `query:"page" default:"1" minimum:"1" maximum:"1000000"`
		Limit int `query:"limit" default:"10" minimum:"1" maximum:"100"`
	}
	web.Handle(e, web.Route{ID: "auditLog", Method: http.MethodGet, Path: "/api/operator/audit", Tag: tag, Auth: web.Staff, Roles: []string{Admin}, Summary: "What operators did, newest first"},
		func(ctx context.Context, in *paged) (*log, error) {
			var out log
			var err error
			out.Body.Entries, out.Body.Total, err = s.Log(ctx, in.Page, in.Limit)
			return &out, err
		})
	s.slipRoutes(e)
	s.withdrawalRoutes(e)
	s.cashRoutes(e)
}

func (s *Service) loginRoutes(e *web.Edge) {
	type login struct {
		Device string `cookie:"__Host-krapao_desk"`
		Body   struct {
			Username string `json:"username"`
			Password string `json:"password"`
			Code     string `json:"code" doc:"The one-time code of the moment (TOTP)."`
		}
	}
	type session struct{ Body OperatorSession }
	web.Handle(e, web.Route{ID: "operatorLogin", Method: http.MethodPost, Path: "/api/operator/login", Tag: tag, Auth: web.StaffDoor, Summary: "Open an operator's session"},
		func(ctx context.Context, in *login) (*session, error) {
			b := in.Body
			out, device, err := s.Login(ctx, Credentials{Username: b.Username, Password: b.Password, Code: b.Code, Device: in.Device})
			if err == nil {
				web.HostCookie(ctx, deviceCookie, device, deviceLife)
			}
			return &session{out}, err
		})
	web.Handle(e, web.Route{ID: "operatorLogout", Method: http.MethodPost, Path: "/api/operator/logout", Tag: tag, Auth: web.Staff, Summary: "End this session"},
		func(ctx context.Context, _ *struct{}) (*web.OK, error) { return &web.OK{}, s.Logout(ctx) })
}

func (s *Service) slipRoutes(e *web.Edge) {
	type queue struct {
		Body struct {
			Slips []bank.ReviewSlip `json:"slips"`
		}
	}
	web.Handle(e, web.Route{
		ID: "slipsInReview", Method: http.MethodGet, Path: "/api/operator/slips", Tag: tag, Auth: web.Staff, Roles: cashiers,
		Summary: "Slips that wait for a cashier, longest wait first",
	},
		func(ctx context.Context, _ *struct{}) (*queue, error) {
			var out queue
			var err error
			out.Body.Slips, err = s.Bank.InReview(ctx)
			return &out, err
		})
	type settle struct {
		ID   string `path:"id" format:"uuid"`
		Body struct {
			Amount *money.Satang `json:"amount,omitempty" doc:"Needed where no verifier told the amount, refused where it differs."`
		}
	}
	web.Handle(e, web.Route{
		ID: "settleSlip", Method: http.MethodPost, Path: "/api/operator/slips/{id}/settle", Tag: tag, Auth: web.Staff, Roles: cashiers,
		Summary: "Credit a slip",
	},
		func(ctx context.Context, in *settle) (*web.Answer[bank.Slip], error) {
			return s.decide(ctx, "slip.settle", in.ID, bank.Verdict{Credit: true, Amount: in.Body.Amount})
		})
	type reject struct {
		ID   string `path:"id" format:"uuid"`
		Body struct {
			Note apperr.Code `json:"note" doc:"One of the slip rejection notes."`
		}
	}
	web.Handle(e, web.Route{
		ID: "rejectSlip", Method: http.MethodPost, Path: "/api/operator/slips/{id}/reject", Tag: tag, Auth: web.Staff, Roles: cashiers,
		Summary: "Refuse a slip with its note",
	},
		func(ctx context.Context, in *reject) (*web.Answer[bank.Slip], error) {
			return s.decide(ctx, "slip.reject", in.ID, bank.Verdict{Note: in.Body.Note})
		})
}

// decide ends a slip and writes the act down, in one transaction.
func (s *Service) decide(ctx context.Context, action, id string, v bank.Verdict) (*web.Answer[bank.Slip], error) {
	var err error
	if v.Slip, err = uuid.Parse(id); err != nil {
		return nil, apperr.New(apperr.NoData)
	}
	v.Cashier = web.From(ctx).Caller.Operator.ID
	fields := map[string]any{"slip": v.Slip, "credit": v.Credit, "note": v.Note, "amount": v.Amount}
	return web.Once(ctx, s.Keyed, "", fields, func(tx pgx.Tx) (int, bank.Slip, error) {
		slip, err := s.Bank.DecideTx(ctx, tx, v)
		if err != nil {
			return 0, bank.Slip{}, err
		}
		details := map[string]any{"note": v.Note, "amount": slip.Amount}
		return http.StatusOK, slip, s.audit(ctx, tx, action, id, details)
	})
}
