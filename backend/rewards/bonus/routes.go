package bonus

import (
	"context"
	"net/http"

	"krapao/backend/identity"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/platform/web"
)

const tag = "Bonus"

type codePath struct {
	Code string `path:"code" maxLength:"20"`
}

type localeInput struct {
	Locale string `query:"locale" doc:"th, lo or en; else the cookie locale, else Thai."`
}

func localeOf(ctx context.Context, requested string) string {
	if requested != "" {
		return requested
	}
	return web.From(ctx).Locale
}

// activationErrors are the error codes of taking a bonus or a promotion.
var activationErrors = apperr.Codes{apperr.BonusActive, apperr.BonusFull, apperr.InactiveUser, apperr.NoData, apperr.PlayInReview, apperr.SelfExcluded}

// Routes registers the domain's routes. If the spec has a GET that changes data, there is also a POST, which
// the app uses.
func (s *Service) Routes(e *web.Edge) {
	type cards struct{ Body []Card }
	web.Handle(e, web.Route{ID: "listBonuses", Method: http.MethodGet, Path: "/api/bonus", Tag: tag, Auth: web.SignedIn, Summary: "The bonuses, and how each stands for the member"},
		func(ctx context.Context, in *localeInput) (*cards, error) {
			out, err := s.Cards(ctx, s.Pool, identity.Caller(ctx), localeOf(ctx, in.Locale))
			return &cards{out}, err
		})
	s.commandRoutes(e)
	s.checkRoutes(e)
	type found struct{ Body FoundPromotion }
	type search struct {
		Code   string `path:"code" maxLength:"20"`
		Locale string `query:"locale" doc:"th, lo or en; else the cookie locale, else Thai."`
	}
	web.Handle(e, web.Route{
		ID: "findPromotion", Method: http.MethodGet, Path: "/api/promotion/find/{code}", Tag: tag, Auth: web.SignedIn,
		Summary: "A promotion by its code", Errors: apperr.Codes{apperr.NoPromotion, apperr.RequestLimit},
	},
		func(ctx context.Context, in *search) (*found, error) {
			out, err := s.FindPromotion(ctx, in.Code, localeOf(ctx, in.Locale))
			return &found{out}, err
		})
	type running struct{ Body web.OrNull[ActiveBonus] }
	web.Handle(e, web.Route{ID: "currentPromotion", Method: http.MethodGet, Path: "/api/promotion/current", Tag: tag, Auth: web.SignedIn, Summary: "The member's active promotion, or null"},
		func(ctx context.Context, _ *struct{}) (*running, error) {
			out, err := s.CurrentPromotion(ctx, s.Pool, web.Member(ctx))
			return &running{web.OrNull[ActiveBonus]{Value: out}}, err
		})
}

func (s *Service) commandRoutes(e *web.Edge) {
	for _, variant := range []struct{ id, method string }{{"", http.MethodGet}, {"ByPost", http.MethodPost}} {
		web.Handle(e, web.Route{
			ID: "activateBonus" + variant.id, Method: variant.method, Path: "/api/bonus/activate/{code}", Tag: tag, Auth: web.SignedIn, Money: true,
			Summary: "Take a bonus for a deposit of the last 24 hours", Errors: activationErrors.And(apperr.BonusCondition, apperr.BonusMaxClaimed),
		},
			func(ctx context.Context, in *codePath) (*web.Response[ActivatedBonus], error) {
				return s.Activate(ctx, in.Code)
			})
		web.Handle(e, web.Route{
			ID: "activatePromotion" + variant.id, Method: variant.method, Path: "/api/promotion/activate/{code}", Tag: tag, Auth: web.SignedIn, Money: true,
			Summary: "Take a promotion by its code",
			Errors:  activationErrors.And(apperr.NoPromotion, apperr.PromotionReceived, apperr.RequestLimit),
		},
			func(ctx context.Context, in *codePath) (*web.Response[ActivatedBonus], error) {
				return s.ActivatePromotion(ctx, in.Code)
			})
		web.Handle(e, web.Route{
			ID: "clearBonus" + variant.id, Method: variant.method, Path: "/api/bonus/clear", Tag: tag, Auth: web.SignedIn, Money: true,
			Summary: "Give the active bonus or promotion up",
			Errors:  apperr.Codes{apperr.BonusCondition, apperr.InactiveUser, apperr.NoData, apperr.SelfExcluded},
		},
			func(ctx context.Context, _ *struct{}) (*web.Response[ClearedBonus], error) { return s.Clear(ctx) })
	}
}

func (s *Service) checkRoutes(e *web.Edge) {
	type checked struct {
		Body struct {
			Status bool   `json:"status"`
			Type   string `json:"type" enum:"bonus,promotion," doc:"Empty if none is active."`
			Name   string `json:"name"`
		}
	}
	web.Handle(e, web.Route{ID: "checkActiveBonus", Method: http.MethodGet, Path: "/api/bonus/check/active", Tag: tag, Auth: web.SignedIn, Summary: "Whether a bonus or promotion is active"},
		func(ctx context.Context, _ *struct{}) (*checked, error) {
			out := &checked{}
			a, err := s.Active(ctx, s.Pool, web.Member(ctx))
			if a != nil {
				out.Body.Status, out.Body.Type, out.Body.Name = true, string(a.Kind), a.Name
			}
			return out, err
		})
	type least struct {
		Body struct {
			Minimum money.Satang `json:"minimum" doc:"0 if no bonus can be taken."`
		}
	}
	web.Handle(e, web.Route{ID: "checkMinimumBonus", Method: http.MethodGet, Path: "/api/bonus/check/minimum", Tag: tag, Auth: web.SignedIn, Summary: "The least deposit that a bonus can be taken after"},
		func(ctx context.Context, _ *struct{}) (*least, error) {
			out := &least{}
			var err error
			out.Body.Minimum, err = s.Minimum(ctx, identity.Caller(ctx))
			return out, err
		})
}
