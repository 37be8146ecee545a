package cashier

import (
	"context"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/cashier/internal/db"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/platform/web"
)

const tagLimits = "Responsible deposits"

// cashRoutes registers what is about a member's deposits as a whole.
func (s *Service) cashRoutes(e *web.Edge) {
	type announce struct {
		Body struct {
			Amount money.Satang `json:"amount"`
		}
	}
	web.Handle(e, web.Route{
		ID: "announceDeposit", Method: http.MethodPost, Path: "/api/wallet/add", Tag: tagDeposit, Auth: web.SignedIn, Money: true,
		Summary: "Announce a bank transfer that is about to be made",
	},
		func(ctx context.Context, in *announce) (*web.Answer[Announcement], error) {
			if in.Body.Amount <= 0 {
				return nil, apperr.Field(apperr.InvalidUserInfo, "amount")
			}
			return web.Once(ctx, s.Keyed, "", in.Body, func(tx pgx.Tx) (int, Announcement, error) {
				return s.AnnounceTx(ctx, tx, web.Member(ctx), in.Body.Amount)
			})
		})

	type limits struct{ Body Limits }
	web.Handle(e, web.Route{ID: "depositLimits", Method: http.MethodGet, Path: "/api/limits", Tag: tagLimits, Auth: web.SignedIn, Summary: "The member's own deposit limits"},
		func(ctx context.Context, _ *struct{}) (*limits, error) {
			out, err := s.LimitsOf(ctx, s.Pool, web.Member(ctx))
			return &limits{out}, err
		})
	type wishes struct{ Body limitWishes }
	web.Handle(e, web.Route{
		ID: "setDepositLimits", Method: http.MethodPut, Path: "/api/limits", Tag: tagLimits, Auth: web.SignedIn,
		Summary: "Set limits: a lower one holds at once, a higher one or none (null) waits a day and a second yes",
	},
		func(ctx context.Context, in *wishes) (*web.Answer[Limits], error) {
			list, err := in.Body.list()
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
		Summary: "The second yes to a higher limit, a day after the first",
	},
		func(ctx context.Context, in *confirm) (*web.Answer[Limits], error) {
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
		Summary: "What the member deposited and withdrew, by day and in all",
	},
		func(ctx context.Context, in *span) (*activity, error) {
			out, err := s.Activity(ctx, web.Member(ctx), in.Days)
			return &activity{out}, err
		})
	e.App.Post(feedPath, s.feed)
}

// limitWishes tells a period that is not named (it stays) from one that is
// null (the limit goes).
type limitWishes struct {
	Day   web.Optional[money.Satang] `json:"day,omitzero" required:"false"`
	Week  web.Optional[money.Satang] `json:"week,omitzero" required:"false"`
	Month web.Optional[money.Satang] `json:"month,omitzero" required:"false"`
}

func (w limitWishes) list() ([]Wish, error) {
	var out []Wish
	for _, f := range []struct {
		period Period
		field  web.Optional[money.Satang]
	}{{Day, w.Day}, {Week, w.Week}, {Month, w.Month}} {
		if f.field.Sent {
			out = append(out, Wish{Period: f.period, Most: f.field.Value})
		}
	}
	if len(out) == 0 {
		return nil, apperr.Field(apperr.InvalidUserInfo, "day")
	}
	return out, nil
}

// Activity is what a member moved in and out of the house.
type Activity struct {
	Days      []ActiveDay  `json:"days" doc:"Oldest first; days without any are left out."`
	Deposited money.Satang `json:"deposited" doc:"Ever."`
	Withdrawn money.Satang `json:"withdrawn" doc:"Ever."`
	Net       money.Signed `json:"net" doc:"Deposited less withdrawn; may be negative."`
}

// ActiveDay is one day of Bangkok.
type ActiveDay struct {
	Day       string       `json:"day" example:"2026-11-21"`
	Deposited money.Satang `json:"deposited"`
	Withdrawn money.Satang `json:"withdrawn"`
}

// Activity answers the last days of a member, and the sums of all time.
func (s *Service) Activity(ctx context.Context, member int64, days int) (Activity, error) {
	out := Activity{Days: []ActiveDay{}}
	q := s.q()
	rows, err := q.DaysSince(ctx, db.DaysSinceParams{MemberID: member, Day: DayOf(s.Clock()).AddDate(0, 0, 1-days)})
	if err != nil {
		return out, err
	}
	for _, r := range rows {
		out.Days = append(out.Days, ActiveDay{Day: r.Day.Format(time.DateOnly), Deposited: money.Satang(r.Deposited), Withdrawn: money.Satang(r.Withdrawn)})
	}
	all, err := q.MoneyInAndOut(ctx, member)
	out.Deposited, out.Withdrawn, out.Net = money.Satang(all.Deposited), money.Satang(all.Withdrawn), money.Signed(all.Deposited-all.Withdrawn)
	return out, err
}
