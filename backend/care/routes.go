package care

import (
	"context"
	"net/http"

	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/platform/web"
)

const tagLimits = "Responsible deposits"

// Routes registers the domain's routes.
func (s *Service) Routes(e *web.Edge) {
	s.registerCareRoutes(e)
	type limits struct{ Body Limits }
	web.Handle(e, web.Route{ID: "depositLimits", Method: http.MethodGet, Path: "/api/limits", Tag: tagLimits, Auth: web.SignedIn, Summary: "The member's own deposit limits"},
		func(ctx context.Context, _ *struct{}) (*limits, error) {
			out, err := s.LimitsOf(ctx, s.Pool, web.Member(ctx))
			return &limits{out}, err
		})
	type changes struct{ Body limitChanges }
	web.Handle(e, web.Route{
		ID: "setDepositLimits", Method: http.MethodPut, Path: "/api/limits", Tag: tagLimits, Auth: web.SignedIn,
		Summary: "Set limits: a lower limit applies at once; a higher limit, or none (null), waits for a day and a confirmation",
	},
		func(ctx context.Context, in *changes) (*web.Response[Limits], error) {
			list, err := in.Body.toChanges()
			if err != nil {
				return nil, err
			}
			return web.Once(ctx, s.Keyed, "", in.Body, func(tx pgx.Tx) (int, Limits, error) {
				out, err := s.SetLimitsTx(ctx, tx, web.Member(ctx), list)
				return http.StatusOK, out, err
			})
		})
	type confirm struct {
		Body struct {
			Period Period `json:"period" enum:"day,week,month"`
		}
	}
	web.Handle(e, web.Route{
		ID: "confirmDepositLimit", Method: http.MethodPost, Path: "/api/limits/confirm", Tag: tagLimits, Auth: web.SignedIn,
		Summary: "Confirm a higher limit, a day after it was set", Errors: apperr.Codes{apperr.NoData.At(http.StatusConflict)},
	},
		func(ctx context.Context, in *confirm) (*web.Response[Limits], error) {
			return web.Once(ctx, s.Keyed, "", in.Body, func(tx pgx.Tx) (int, Limits, error) {
				out, err := s.ConfirmLimitTx(ctx, tx, web.Member(ctx), in.Body.Period)
				return http.StatusOK, out, err
			})
		})

	type span struct {
		Days int `query:"days" default:"90" minimum:"1" maximum:"366"`
	}
	type activity struct{ Body Activity }
	web.Handle(e, web.Route{
		ID: "activity", Method: http.MethodGet, Path: "/api/activity", Tag: tagLimits, Auth: web.SignedIn,
		Summary: "The member's deposits and withdrawals, by day and in total",
	},
		func(ctx context.Context, in *span) (*activity, error) {
			out, err := s.Activity(ctx, web.Member(ctx), in.Days)
			return &activity{out}, err
		})
}

// limitChanges has the limits to set. It distinguishes a missing period (no change) from null (remove the
// limit).
type limitChanges struct {
	Day   web.Optional[money.Satang] `json:"day,omitzero" required:"false"`
	Week  web.Optional[money.Satang] `json:"week,omitzero" required:"false"`
	Month web.Optional[money.Satang] `json:"month,omitzero" required:"false"`
}

func (w limitChanges) toChanges() ([]LimitChange, error) {
	var out []LimitChange
	for _, f := range []struct {
		period Period
		field  web.Optional[money.Satang]
	}{{Day, w.Day}, {Week, w.Week}, {Month, w.Month}} {
		if f.field.IsSet {
			out = append(out, LimitChange{Period: f.period, Limit: f.field.Value})
		}
	}
	if len(out) == 0 {
		return nil, apperr.Field(apperr.InvalidUserInfo, "day")
	}
	return out, nil
}
