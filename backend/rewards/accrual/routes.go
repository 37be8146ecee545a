package accrual

import (
	"cmp"
	"context"
	"net/http"

	"krapao/backend/content"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/web"
)

// The tags of the routes in the API document.
const (
	tagInvite = "Invite"
	tagRefund = "Refund"
)

// getAndPost has the two routes of a GET of the spec that changes data: the GET itself, and the POST that the
// app uses.
var getAndPost = []struct{ id, method string }{{"", http.MethodGet}, {"ByPost", http.MethodPost}}

// claimErrors are the error codes of every claim.
var claimErrors = apperr.Codes{apperr.InactiveUser, apperr.SelfExcluded}

// localeInput is the input of a route that returns operators' texts in a language.
type localeInput struct {
	Locale string `query:"locale" doc:"th, lo or en; else the cookie locale, else Thai."`
}

func (in localeInput) locale(ctx context.Context) string {
	return cmp.Or(in.Locale, web.From(ctx).Locale)
}

type bannersResponse struct {
	Body struct {
		Banners []content.Banner `json:"banners"`
	}
}

// Routes registers the domain's routes.
func (s *Service) Routes(e *web.Edge) {
	s.inviteRoutes(e)
	s.refundRoutes(e)
	for _, place := range []struct{ kind, tag string }{{"invite", tagInvite}, {"refund", tagRefund}} {
		web.Handle(e, web.Route{
			ID: place.kind + "Banners", Method: http.MethodGet, Path: "/api/" + place.kind + "/banners", Tag: place.tag, Auth: web.SignedIn,
			Summary: "What is shown before it: pictures and HTML",
		},
			func(ctx context.Context, in *localeInput) (*bannersResponse, error) {
				out := &bannersResponse{}
				var err error
				out.Body.Banners, err = s.Content.Banners(ctx, s.Pool, place.kind, in.locale(ctx))
				return out, err
			})
	}
}

func (s *Service) inviteRoutes(e *web.Edge) {
	type out struct {
		Body struct {
			Total   int64           `json:"total"`
			Invites []InviteEarning `json:"invites"`
		}
	}
	web.Handle(e, web.Route{
		ID: "listInvites", Method: http.MethodPost, Path: "/api/invite", Tag: tagInvite, Auth: web.SignedIn,
		Summary: "A page of what the member's friends have earned them, newest first",
	},
		func(ctx context.Context, in *struct{ Body web.Page }) (*out, error) {
			page, limit, err := in.Body.Bounds()
			if err != nil {
				return nil, err
			}
			var o out
			o.Body.Invites, o.Body.Total, err = s.Invites(ctx, web.Member(ctx), page, limit)
			return &o, err
		})
	for _, variant := range getAndPost {
		web.Handle(e, web.Route{
			ID: "collectInvite" + variant.id, Method: variant.method, Path: "/api/invite/bonus", Tag: tagInvite, Auth: web.SignedIn, Money: true,
			Summary: "Move the invite bonus into the wallet",
			Errors:  claimErrors.And(apperr.InviteBonusFail, apperr.InviteCollect, apperr.InviteInactive, apperr.NoInviteBonus, apperr.NoInviteePlayInfo),
		},
			func(ctx context.Context, _ *struct{}) (*web.Response[ClaimedReward], error) { return s.Collect(ctx) })
	}
}

func (s *Service) refundRoutes(e *web.Edge) {
	type out struct {
		Body struct {
			Total   int64    `json:"total"`
			Refunds []Refund `json:"refunds"`
		}
	}
	web.Handle(e, web.Route{
		ID: "listRefunds", Method: http.MethodPost, Path: "/api/refund", Tag: tagRefund, Auth: web.SignedIn,
		Summary: "A page of the refunds that the member received, newest first",
	},
		func(ctx context.Context, in *struct{ Body web.Page }) (*out, error) {
			page, limit, err := in.Body.Bounds()
			if err != nil {
				return nil, err
			}
			var o out
			o.Body.Refunds, o.Body.Total, err = s.Refunds(ctx, web.Member(ctx), page, limit)
			return &o, err
		})
	type check struct{ Body RefundCheck }
	web.Handle(e, web.Route{
		ID: "checkRefund", Method: http.MethodGet, Path: "/api/refund/check", Tag: tagRefund, Auth: web.SignedIn,
		Summary: "Whether there is a refund, and how it is reckoned",
	},
		func(ctx context.Context, in *localeInput) (*check, error) {
			c, err := s.Check(ctx, in.locale(ctx))
			return &check{c}, err
		})
	for _, variant := range getAndPost {
		web.Handle(e, web.Route{
			ID: "receiveRefund" + variant.id, Method: variant.method, Path: "/api/refund/receive", Tag: tagRefund, Auth: web.SignedIn, Money: true,
			Summary: "Move what has accrued to the refund balance",
			Errors:  claimErrors.And(apperr.NoRefund, apperr.RefundCondition, apperr.RefundInactive),
		},
			func(ctx context.Context, _ *struct{}) (*web.Response[ReceivedRefund], error) { return s.Receive(ctx) })
		web.Handle(e, web.Route{
			ID: "addRefund" + variant.id, Method: variant.method, Path: "/api/refund/addWallet", Tag: tagRefund, Auth: web.SignedIn, Money: true,
			Summary: "Move the refund balance into the wallet",
			Errors:  claimErrors.And(apperr.RefundInactive, apperr.RefundMinimum),
		},
			func(ctx context.Context, _ *struct{}) (*web.Response[ClaimedReward], error) { return s.AddWallet(ctx) })
	}
}
