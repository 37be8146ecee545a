package giftlink

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/limit"
	"krapao/backend/platform/web"
	"krapao/backend/wallet"
)

// Routes registers the HTTP route of the package.
func (s *Service) Routes(e *web.Edge) {
	type in struct {
		Body struct {
			Link string `json:"link" maxLength:"2048" doc:"The gift link, plain or sealed by the app, then '::' and the wallet's name."`
		}
	}
	web.Handle(e, web.Route{
		ID: "depositByGiftLink", Method: http.MethodPost, Path: "/api/wallet/truelink", Tag: "Deposit", Auth: web.SignedIn, Money: true,
		Summary:  "Deposit by a gift link of a digital wallet: 200 if its outcome is known, otherwise 202",
		Statuses: []int{http.StatusAccepted},
		Errors:   cashier.DepositErrors.And(apperr.NoWallet, apperr.RequestLimit, apperr.TruelinkDuplicate, apperr.TruelinkInvalid, apperr.TruelinkInvalid.At(http.StatusServiceUnavailable)),
	},
		func(ctx context.Context, in *in) (*web.Response[wallet.CommandStatus], error) {
			return s.depositGift(ctx, in.Body.Link)
		})
}

func (s *Service) depositGift(ctx context.Context, link string) (*web.Response[wallet.CommandStatus], error) {
	voucher, verifyErr := s.verifyWithinLimits(ctx, link)
	// A repeat must return the first response, although the used voucher is not valid any more. So the key is
	// checked before verifyErr.
	response, err := web.Once(ctx, s.Keyed, "", map[string]string{"link": link}, func(tx pgx.Tx) (int, wallet.CommandStatus, error) {
		if verifyErr != nil {
			return 0, wallet.CommandStatus{}, verifyErr
		}
		out, err := s.storeGiftTx(ctx, tx, voucher)
		return http.StatusAccepted, out, err
	})
	if err != nil || response.Status != http.StatusAccepted {
		return response, err
	}
	return s.Wallet.Await(ctx, response, s.Patience, s.readProgress)
}

func (s *Service) readProgress(ctx context.Context, id uuid.UUID) (wallet.Progress, error) {
	g, err := s.q().GetGift(ctx, id)
	switch {
	case err != nil:
		return 0, err
	case g.State == stateDone, g.State == stateFailed:
		return wallet.Ended, nil
	case g.State == stateReview:
		return wallet.WaitsForOperators, nil
	default:
		return wallet.InProgress, nil
	}
}

func (s *Service) verifyWithinLimits(ctx context.Context, link string) (verifiedVoucher, error) {
	if err := limit.Refusal(s.Limits.Hit(ctx, "gift:"+strconv.FormatInt(web.Member(ctx), 10), linkLimit)); err != nil {
		return verifiedVoucher{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	return s.verifyLink(ctx, link)
}
