package care

import (
	"context"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/web"
)

const tagCare = "Taking a break"

type careResponse struct{ Body Care }

// registerCareRoutes registers the routes of breaks, of the return from an exclusion, and of reminders.
func (s *Service) registerCareRoutes(e *web.Edge) {
	web.Handle(e, web.Route{ID: "care", Method: http.MethodGet, Path: "/api/care", Tag: tagCare, Auth: web.SignedIn, Summary: "Whether play is closed for the member, and the member's reminders"},
		func(ctx context.Context, _ *struct{}) (*careResponse, error) {
			out, err := s.CareOf(ctx, s.Pool, web.Member(ctx))
			return &careResponse{out}, err
		})
	type hours struct {
		Body struct {
			Hours int `json:"hours" minimum:"24" maximum:"1008" doc:"A day to six weeks."`
		}
	}
	web.Handle(e, web.Route{
		ID: "coolOff", Method: http.MethodPost, Path: "/api/care/cooloff", Tag: tagCare, Auth: web.SignedIn,
		Summary: "Close play for some hours, at once; nobody can open it earlier", Errors: apperr.Codes{apperr.RequestLimit},
	},
		func(ctx context.Context, in *hours) (*web.Response[Care], error) {
			return s.runOnce(ctx, in.Body, func(tx pgx.Tx) (Care, error) { return s.CoolOffTx(ctx, tx, web.Member(ctx), in.Body.Hours) })
		})
	type months struct {
		Body struct {
			Months *int `json:"months" nullable:"true" minimum:"6" maximum:"60" doc:"Six to sixty; null: for ever."`
		}
	}
	web.Handle(e, web.Route{ID: "excludeSelf", Method: http.MethodPost, Path: "/api/care/exclude", Tag: tagCare, Auth: web.SignedIn, Summary: "Close play for months or for ever, at once; nobody can open it earlier"},
		func(ctx context.Context, in *months) (*web.Response[Care], error) {
			return s.runOnce(ctx, in.Body, func(tx pgx.Tx) (Care, error) { return s.ExcludeTx(ctx, tx, web.Member(ctx), in.Body.Months) })
		})
	s.registerReturnRoutes(e)
	s.registerReminderRoutes(e)
}

// registerReturnRoutes registers the routes of the two steps that end an exclusion.
func (s *Service) registerReturnRoutes(e *web.Edge) {
	for _, step := range []struct {
		id, path, summary string
		do                func(context.Context, pgx.Tx, int64) (Care, error)
	}{
		{"askBack", "/api/care/return", "Ask to play again after an exclusion", s.RequestReturnTx},
		{"comeBack", "/api/care/return/confirm", "Confirm the wish to play again, a day after the request", s.ConfirmReturnTx},
	} {
		web.Handle(e, web.Route{
			ID: step.id, Method: http.MethodPost, Path: step.path, Tag: tagCare, Auth: web.SignedIn, Summary: step.summary,
			Errors: apperr.Codes{apperr.NoData.At(http.StatusConflict)},
		},
			func(ctx context.Context, _ *struct{}) (*web.Response[Care], error) {
				return s.runOnce(ctx, nil, func(tx pgx.Tx) (Care, error) { return step.do(ctx, tx, web.Member(ctx)) })
			})
	}
}

// registerReminderRoutes registers the routes of the reality check and the review of limits.
func (s *Service) registerReminderRoutes(e *web.Edge) {
	type minutes struct {
		Body struct {
			Minutes *int `json:"minutes" nullable:"true" minimum:"5" maximum:"720" doc:"Minutes of use between two reality checks; null: none."`
		}
	}
	web.Handle(e, web.Route{ID: "setReality", Method: http.MethodPut, Path: "/api/care/reality", Tag: tagCare, Auth: web.SignedIn, Summary: "Set how often the app shows the time of use and how the money moved"},
		func(ctx context.Context, in *minutes) (*web.Response[Care], error) {
			return s.runOnce(ctx, in.Body, func(tx pgx.Tx) (Care, error) { return s.SetRealityTx(ctx, tx, web.Member(ctx), in.Body.Minutes) })
		})
	type since struct {
		Since string `query:"since" required:"true" format:"date-time" doc:"A week ago at most."`
	}
	type reality struct{ Body MoneyMovement }
	web.Handle(e, web.Route{ID: "reality", Method: http.MethodGet, Path: "/api/care/reality", Tag: tagCare, Auth: web.SignedIn, Summary: "How the member's money moved since a time"},
		func(ctx context.Context, in *since) (*reality, error) {
			at, err := time.Parse(time.RFC3339, in.Since)
			if err != nil {
				return nil, apperr.Field(apperr.InvalidUserInfo, "since")
			}
			out, err := s.MoneyMovedSince(ctx, web.Member(ctx), at)
			return &reality{out}, err
		})
	web.Handle(e, web.Route{ID: "limitsReviewed", Method: http.MethodPost, Path: "/api/limits/reviewed", Tag: tagLimits, Auth: web.SignedIn, Summary: "Store that the member has reviewed the limits"},
		func(ctx context.Context, _ *struct{}) (*web.Response[Care], error) {
			return s.runOnce(ctx, nil, func(tx pgx.Tx) (Care, error) { return s.MarkReviewedTx(ctx, tx, web.Member(ctx)) })
		})
}

// runOnce runs do, which changes the caller's care, at most once per Idempotency-Key.
func (s *Service) runOnce(ctx context.Context, fields any, do func(pgx.Tx) (Care, error)) (*web.Response[Care], error) {
	return web.Once(ctx, s.Keyed, "", fields, func(tx pgx.Tx) (int, Care, error) {
		out, err := do(tx)
		return http.StatusOK, out, err
	})
}
