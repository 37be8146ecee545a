package withdrawal

import (
	"context"
	"net/http"

	"github.com/google/uuid"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/platform/web"
)

const tag = "Withdraw"

// withdrawErrors are the error codes of the two calls that request a withdrawal.
var withdrawErrors = apperr.Codes{
	apperr.BonusRemaining.With(apperr.Left, apperr.Bonus, apperr.BonusName), apperr.InactiveUser, apperr.MoneyNotEnough, apperr.NoBank, apperr.WithdrawPaused,
}

// Routes registers the HTTP routes of the package.
func (s *Service) Routes(e *web.Edge) {
	type asked struct {
		Body struct {
			Amount money.Satang `json:"amount"`
		}
	}
	web.Handle(e, web.Route{
		ID: "withdraw", Method: http.MethodPost, Path: "/api/wallet/withdraw", Tag: tag, Auth: web.SignedIn, Money: true,
		Summary: "Pay an amount out to the member's own account; 202 while the outcome is not known", Statuses: []int{http.StatusAccepted}, Errors: withdrawErrors,
	},
		func(ctx context.Context, in *asked) (withdrawalResponse, error) {
			return s.Withdraw(ctx, in.Body.Amount)
		})
	web.Handle(e, web.Route{
		ID: "withdrawAll", Method: http.MethodPost, Path: "/api/wallet/withdrawAll", Tag: tag, Auth: web.SignedIn, Money: true,
		Summary: "Bring all money back from the games, then pay an amount out", Statuses: []int{http.StatusAccepted}, Errors: withdrawErrors,
	},
		func(ctx context.Context, in *asked) (withdrawalResponse, error) {
			return s.WithdrawAll(ctx, in.Body.Amount)
		})
	type named struct {
		ID string `path:"id" format:"uuid"`
	}
	web.Handle(e, web.Route{
		ID: "cancelWithdrawal", Method: http.MethodPost, Path: "/api/wallet/withdraw/{id}/cancel", Tag: tag, Auth: web.SignedIn,
		Summary: "Cancel a withdrawal that was not sent yet, by the id of its line. 202 while the provider is asked first", Statuses: []int{http.StatusAccepted},
		Errors: apperr.Codes{apperr.NoData, apperr.NoData.At(http.StatusConflict)},
	},
		func(ctx context.Context, in *named) (withdrawalResponse, error) {
			id, err := uuid.Parse(in.ID)
			if err != nil {
				return nil, apperr.New(apperr.NoData)
			}
			return s.Cancel(ctx, id)
		})
}
