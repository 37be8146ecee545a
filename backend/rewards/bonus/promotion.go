package bonus

import (
	"context"
	"strconv"
	"strings"
	"time"

	"krapao/backend/identity"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/limit"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
	"krapao/backend/rewards/turnover"
)

// codeLimit limits the codes that a member may try. The limit is above any real use.
var codeLimit = limit.Rule{Max: 20, Window: time.Minute}

// limitCodes counts a code that the caller tries. Above the limit it returns REQUEST_LIMIT.
func (s *Service) limitCodes(ctx context.Context) error {
	return limit.Refusal(s.Limits.Hit(ctx, "promotion:"+strconv.FormatInt(web.Member(ctx), 10), codeLimit))
}

// isOpen returns whether a member may take the promotion: it is listed, not over, and in the member's currency.
func (t Terms) isOpen(now time.Time, m identity.Member) bool {
	return t.Listed && t.Currency == string(m.Currency) && (t.Until == nil || now.Before(*t.Until))
}

// FoundPromotion is a promotion as a member sees it before they take it.
type FoundPromotion struct {
	Code        string       `json:"code"`
	Name        string       `json:"name"`
	Description string       `json:"description" doc:"HTML."`
	PercentFail int32        `json:"percentFail"`
	Amount      money.Satang `json:"amount"`
	Turnover    float64      `json:"turnover" doc:"How often the amount has to be played."`
	Needed      money.Satang `json:"needed" doc:"The turnover that the promotion needs."`
}

// FindPromotion returns a promotion by its code, or NO_PROMOTION if no open one has the code.
func (s *Service) FindPromotion(ctx context.Context, code, locale string) (FoundPromotion, error) {
	if err := s.limitCodes(ctx); err != nil {
		return FoundPromotion{}, err
	}
	t, _, found, err := findOffer(ctx, s.Pool, Promotion, strings.ToUpper(code))
	if err != nil {
		return FoundPromotion{}, err
	}
	if !found || !t.isOpen(s.Clock(), identity.Caller(ctx)) {
		return FoundPromotion{}, apperr.New(apperr.NoPromotion)
	}
	return FoundPromotion{
		Code: t.Code, Name: t.Name.In(locale), Description: t.Description.In(locale), PercentFail: t.PercentFail, Amount: t.Amount, Turnover: t.Turnover,
		Needed: turnover.MultiplyUp(t.Turnover, t.Amount),
	}, nil
}

// CurrentPromotion returns a member's active promotion, or nil.
func (s *Service) CurrentPromotion(ctx context.Context, q pg.DB, member int64) (*ActiveBonus, error) {
	a, err := s.Active(ctx, q, member)
	if a == nil || a.Kind != Promotion {
		return nil, err
	}
	return a, err
}
