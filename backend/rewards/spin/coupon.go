package spin

import (
	"context"
	"encoding/json"
	"time"

	"github.com/google/uuid"

	"krapao/backend/content"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
	"krapao/backend/rewards/spin/internal/db"
)

// CouponGroup is a member's claimable coupons of one prize.
type CouponGroup struct {
	Prize     ShownPrize   `json:"prize"`
	Amount    money.Satang `json:"amount" doc:"The amount of one coupon."`
	Currency  string       `json:"currency"`
	Count     int          `json:"count"`
	ExpiresAt time.Time    `json:"expiresAt" doc:"When the coupon that is claimed next expires."`
}

// Coupon is one coupon, as the app stores it.
type Coupon struct {
	ID        uuid.UUID    `json:"_id"`
	Prize     ShownPrize   `json:"prize"`
	Amount    money.Satang `json:"amount"`
	Currency  string       `json:"currency"`
	CreatedAt time.Time    `json:"createdAt"`
	ExpiresAt time.Time    `json:"expiresAt"`
	ClaimedAt *time.Time   `json:"claimedAt" nullable:"true"`
	Version   int64        `json:"version"`
}

// Coupons returns the coupons that the caller can claim, grouped by prize. The prize whose coupon expires
// first comes first.
func (s *Service) Coupons(ctx context.Context) ([]CouponGroup, error) {
	out := []CouponGroup{}
	rows, err := s.q().ListClaimableCoupons(ctx, db.ListClaimableCouponsParams{MemberID: web.Member(ctx), Now: s.Clock()})
	if err != nil {
		return out, err
	}
	place := map[string]int{}
	for _, r := range rows {
		if at, exists := place[r.Prize]; exists {
			out[at].Count++
			continue
		}
		c, err := toCoupon(r, web.From(ctx).Locale)
		if err != nil {
			return out, err
		}
		place[r.Prize] = len(out)
		out = append(out, CouponGroup{Prize: c.Prize, Amount: c.Amount, Currency: c.Currency, Count: 1, ExpiresAt: c.ExpiresAt})
	}
	return out, nil
}

// CouponsSince returns a member's coupons that changed after a sync version, at most limit of them.
func (s *Service) CouponsSince(ctx context.Context, q pg.DB, member, after int64, limit int) ([]Coupon, error) {
	rows, err := db.New(q).ListCouponsSince(ctx, db.ListCouponsSinceParams{MemberID: member, After: after, PageSize: int32(limit)})
	out := make([]Coupon, 0, len(rows))
	for _, r := range rows {
		c, err := toCoupon(r, web.From(ctx).Locale)
		if err != nil {
			return nil, err
		}
		out = append(out, c)
	}
	return out, err
}

func toCoupon(r db.Coupon, locale string) (Coupon, error) {
	var names content.Text
	err := json.Unmarshal(r.Name, &names)
	return Coupon{
		ID:     r.ID,
		Prize:  ShownPrize{Code: r.Prize, Name: names.In(locale), Names: names, Slice: r.Slice, Kind: Kind(r.Kind), Amount: r.Amount, Turnover: int(r.Times)},
		Amount: r.Amount, Currency: r.Currency, CreatedAt: r.WonAt.UTC(), ExpiresAt: r.ExpiresAt.UTC(), ClaimedAt: toUTC(r.ClaimedAt), Version: r.Version,
	}, err
}
