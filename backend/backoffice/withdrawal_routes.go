package backoffice

import (
	"context"
	"net/http"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier/withdrawal"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/web"
)

func (s *Service) withdrawalRoutes(e *web.Edge) {
	type named struct {
		ID string `path:"id" format:"uuid"`
	}
	type noted struct {
		ID   string `path:"id" format:"uuid"`
		Body struct {
			Note string `json:"note" doc:"Why not, for the log; the member is told WITHDRAW_REFUSED."`
		}
	}
	for _, act := range []struct {
		id, path, summary string
		act               withdrawal.Act
	}{
		{"approveWithdrawal", "/api/operator/withdrawals/{id}/approve", "Let a withdrawal above the auto-limit be paid out", withdrawal.Approve},
		{"settlePayout", "/api/operator/payouts/{id}/settle", "End a payout in doubt: it was paid", withdrawal.Settle},
		{"failPayout", "/api/operator/payouts/{id}/fail", "End a payout in doubt: it was not paid; the money goes back to the wallet", withdrawal.Fail},
	} {
		web.Handle(e, web.Route{
			ID: act.id, Method: http.MethodPost, Path: act.path, Tag: tag, Auth: web.Staff, Roles: []string{Cashier, Admin}, Summary: act.summary,
		},
			func(ctx context.Context, in *named) (*web.Answer[withdrawal.Ordered], error) {
				return s.decideWithdrawal(ctx, in.ID, withdrawal.Verdict{Act: act.act})
			})
	}
	web.Handle(e, web.Route{
		ID: "rejectWithdrawal", Method: http.MethodPost, Path: "/api/operator/withdrawals/{id}/reject", Tag: tag, Auth: web.Staff,
		Roles: []string{Cashier, Admin}, Summary: "Refuse a withdrawal above the auto-limit; the money goes back to the wallet",
	},
		func(ctx context.Context, in *noted) (*web.Answer[withdrawal.Ordered], error) {
			return s.decideWithdrawal(ctx, in.ID, withdrawal.Verdict{Act: withdrawal.Reject, Note: in.Body.Note})
		})
}

// decideWithdrawal does an act and writes it down, in one transaction.
func (s *Service) decideWithdrawal(ctx context.Context, id string, v withdrawal.Verdict) (*web.Answer[withdrawal.Ordered], error) {
	var err error
	if v.ID, err = uuid.Parse(id); err != nil {
		return nil, apperr.New(apperr.NoData)
	}
	v.Cashier = web.From(ctx).Caller.Operator.ID
	fields := map[string]any{"withdrawal": v.ID, "act": v.Act, "note": v.Note}
	return web.Once(ctx, s.Keyed, "", fields, func(tx pgx.Tx) (int, withdrawal.Ordered, error) {
		out, err := s.Withdrawal.DecideTx(ctx, tx, v)
		if err != nil {
			return 0, out, err
		}
		details := map[string]any{"amount": out.Amount, "currency": out.Currency, "note": v.Note}
		return http.StatusOK, out, s.audit(ctx, tx, "withdrawal."+string(v.Act), id, details)
	})
}
