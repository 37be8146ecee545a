package spin

import (
	"context"
	"net/http"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/web"
)

const tag = "Spin wheel"

type setupResponse struct {
	Body struct {
		Result Setup `json:"result"`
	}
}

type spinInput struct{ Body *SpinRequest }

type couponsResponse struct {
	Body struct {
		Coupons []CouponGroup `json:"coupons"`
	}
}

type claimInput struct {
	Body struct {
		Coupon string `json:"coupon" maxLength:"100" doc:"The prize's code."`
	}
}

type activeResponse struct {
	Body struct {
		IsActive bool `json:"isActive"`
	}
}

type historyInput struct {
	Page  int `query:"page" minimum:"1" maximum:"100000" default:"1"`
	Limit int `query:"limit" minimum:"1" maximum:"100" default:"10"`
}

type historyResponse struct {
	Body struct {
		Seeds []SeedHistory `json:"seeds"`
		Total int64         `json:"total"`
	}
}

type rotateResponse struct {
	Body struct {
		Success  bool      `json:"success"`
		Fairness *Fairness `json:"fairness,omitempty"`
	}
}

// Routes registers the domain's routes.
func (s *Service) Routes(e *web.Edge) {
	web.Handle(e, web.Route{
		ID: "spinwheelSetup", Method: http.MethodGet, Path: "/api/spinwheel/setup", Tag: tag, Auth: web.SignedIn,
		Summary: "The wheel in force, the member's coins, and what their next spin is drawn by",
	}, func(ctx context.Context, _ *struct{}) (*setupResponse, error) {
		out := &setupResponse{}
		var err error
		out.Body.Result, err = s.Setup(ctx)
		return out, err
	})
	web.Handle(e, web.Route{
		ID: "spinwheelActive", Method: http.MethodGet, Path: "/api/spinwheel/active", Tag: tag, Auth: web.SignedIn,
		Summary: "Whether there is a wheel for the member",
	}, func(ctx context.Context, _ *struct{}) (*activeResponse, error) {
		out := &activeResponse{}
		var err error
		out.Body.IsActive, err = s.Active(ctx)
		return out, err
	})
	web.Handle(e, web.Route{
		ID: "spin", Method: http.MethodPost, Path: "/api/spinwheel/spin", Tag: tag, Auth: web.SignedIn,
		Summary: "Turn the wheel for a coin; a repeat with the key answers the same slice",
		Errors:  refusalCodes(apperr.NoData, apperr.SeedChanged),
	}, func(ctx context.Context, in *spinInput) (*web.Response[SpinResponse], error) {
		if in.Body == nil {
			in.Body = &SpinRequest{}
		}
		return s.Spin(ctx, *in.Body)
	})
	s.couponRoutes(e)
	s.seedRoutes(e)
}

func (s *Service) couponRoutes(e *web.Edge) {
	web.Handle(e, web.Route{
		ID: "spinwheelCoupons", Method: http.MethodGet, Path: "/api/spinwheel/coupon", Tag: tag, Auth: web.SignedIn,
		Summary: "The member's coupons that can be claimed, by prize",
	}, func(ctx context.Context, _ *struct{}) (*couponsResponse, error) {
		out := &couponsResponse{}
		var err error
		out.Body.Coupons, err = s.Coupons(ctx)
		return out, err
	})
	web.Handle(e, web.Route{
		ID: "claimCoupon", Method: http.MethodPost, Path: "/api/spinwheel/coupon/claim", Tag: tag, Auth: web.SignedIn, Money: true,
		Summary: "Move one coupon of a prize into the wallet",
		Errors: refusalCodes(apperr.BonusRemaining, apperr.CouponExpired, apperr.InvalidCode, apperr.InvalidCouponType, apperr.InvalidPrizeCode,
			apperr.NoClaimableCoupon),
	}, func(ctx context.Context, in *claimInput) (*web.Response[ClaimedCoupon], error) {
		return s.Claim(ctx, in.Body.Coupon)
	})
}

func (s *Service) seedRoutes(e *web.Edge) {
	web.Handle(e, web.Route{
		ID: "spinwheelHistory", Method: http.MethodGet, Path: "/api/spinwheel/history", Tag: tag, Auth: web.SignedIn,
		Summary: "The seeds by which the member's spins were drawn, newest first; those that are over are told",
	}, func(ctx context.Context, in *historyInput) (*historyResponse, error) {
		out := &historyResponse{}
		var err error
		out.Body.Seeds, out.Body.Total, err = s.History(ctx, in.Page, in.Limit)
		return out, err
	})
	web.Handle(e, web.Route{
		ID: "spinwheelRotate", Method: http.MethodPost, Path: "/api/spinwheel/rotate", Tag: tag, Auth: web.SignedIn,
		Summary: "Tell the seed by which spins are drawn, so that they can be checked, and begin another",
		Errors:  apperr.Codes{apperr.RequestLimit},
	}, func(ctx context.Context, _ *struct{}) (*rotateResponse, error) {
		out := &rotateResponse{}
		out.Body.Success = true
		var err error
		out.Body.Fairness, err = s.Rotate(ctx)
		return out, err
	})
}
