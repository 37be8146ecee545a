package bank

import (
	"context"
	"net/http"

	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/platform/web"
)

// cashRoutes registers the deposit routes that do not handle slips.
func (s *Service) cashRoutes(e *web.Edge) {
	type announce struct {
		Body struct {
			Amount money.Satang `json:"amount"`
		}
	}
	web.Handle(e, web.Route{
		ID: "announceDeposit", Method: http.MethodPost, Path: "/api/wallet/add", Tag: tagDeposit, Auth: web.SignedIn, Money: true,
		Summary: "Announce a bank transfer that is about to be made", Errors: cashier.DepositErrors.And(apperr.RequestLimit),
	},
		func(ctx context.Context, in *announce) (*web.Response[Announcement], error) {
			if in.Body.Amount <= 0 {
				return nil, apperr.Field(apperr.InvalidUserInfo, "amount")
			}
			return web.Once(ctx, s.Keyed, "", in.Body, func(tx pgx.Tx) (int, Announcement, error) {
				return s.AnnounceTx(ctx, tx, web.Member(ctx), in.Body.Amount)
			})
		})

	e.App.Post(feedPath, s.handleFeed)
}
