package bonus

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/content"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/rewards/bonus/internal/db"
)

// Terms are a bonus as operators write it.
type Terms struct {
	Code        string       `json:"code"`
	Position    int32        `json:"position"`
	Listed      bool         `json:"listed"`
	Currency    string       `json:"currency"`
	Type        string       `json:"type"` // what received ones are counted over: limit, day, week
	MaxReceived int32        `json:"maxReceived"`
	Percent     float64      `json:"percent"` // of one deposit, or
	Amount      money.Satang `json:"amount"`  // fixed
	Most        money.Satang `json:"most"`    // of a percentage; 0 is no cap
	Minimum     money.Satang `json:"minimum"` // of the deposit
	Turnover    float64      `json:"turnover"`
	PercentFail int32        `json:"percentFail"`
	Quantity    *int32       `json:"quantity"` // for all members
	Name        content.Text `json:"name"`
	Banners     []Picture    `json:"banners"`
}

// Picture is one of a bonus's banners.
type Picture struct {
	Image string       `json:"image"`
	HTML  content.Text `json:"html"`
}

// PromotionTerms are a promotion as operators write it.
type PromotionTerms struct {
	Code        string       `json:"code"`
	Listed      bool         `json:"listed"`
	Currency    string       `json:"currency"`
	Amount      money.Satang `json:"amount"`
	Turnover    float64      `json:"turnover"`
	PercentFail int32        `json:"percentFail"`
	Quantity    *int32       `json:"quantity"`
	Until       *time.Time   `json:"until"`
	Name        content.Text `json:"name"`
	Description content.Text `json:"description"`
}

// hundredths answers a figure with at most two decimals; ok is false for any other.
func hundredths(n float64) (whole int32, ok bool) {
	out := math.Round(n * 100)
	return int32(out), n >= 0 && out <= math.MaxInt32/2 && math.Abs(n*100-out) < 1e-6
}

// worth answers what a deposit brings; 0 where it brings nothing.
func (t Terms) worth(deposit money.Satang) money.Satang {
	if deposit < t.Minimum {
		return 0
	}
	if t.Amount > 0 {
		return t.Amount
	}
	percent, _ := hundredths(t.Percent)
	sum := money.Satang(int64(deposit) * int64(percent) / 10_000)
	if t.Most > 0 {
		sum = min(sum, t.Most)
	}
	return sum
}

// check holds terms against their bounds. percentFail may leave at most a fifth of the
// deposit, which is where the smallest deposit brings the largest share.
func (t *Terms) check() error {
	percent, whole := hundredths(t.Percent)
	_, times := hundredths(t.Turnover)
	switch {
	case !codeFits(t.Code):
		return wrong("code", "2 to 20 capitals and digits")
	case t.Currency != "BAHT" && t.Currency != "LAK":
		return wrong("currency", "BAHT or LAK")
	case t.Type != "limit" && t.Type != "day" && t.Type != "week":
		return wrong("type", "limit, day or week")
	case t.MaxReceived < 1 || t.MaxReceived > 10_000:
		return wrong("maxReceived", "1 to 10,000")
	case !whole || percent > 100_000 || t.Amount < 0 || t.Amount > money.Max || (percent > 0) == (t.Amount > 0):
		return wrong("percent", "a percentage up to 1,000, or a fixed amount")
	case t.Most < 0 || t.Most > money.Max:
		return wrong("most", "an amount, or 0")
	case t.Minimum < money.Baht(1) || t.Minimum > money.Max:
		return wrong("minimum", "1 baht or more")
	case !times || t.Turnover > 1000:
		return wrong("turnover", "0 to 1,000 times, two decimals at most")
	case t.PercentFail < 0 || 5*int64(t.PercentFail)*int64(t.Minimum+t.worth(t.Minimum)) > 100*int64(t.Minimum):
		return wrong("percentFail", "it leaves more than a fifth of the deposit")
	case t.Quantity != nil && *t.Quantity < 1:
		return wrong("quantity", "1 or more, or null")
	case len(t.Banners) > 6:
		return wrong("banners", "6 at most")
	}
	for i := range t.Banners {
		b := &t.Banners[i]
		if !pictureFits(b.Image) {
			return wrong("banners", "a picture is /… of ours, or an https address")
		}
		b.HTML = cleaned(b.HTML)
	}
	return nameFits(t.Name)
}

func (t *PromotionTerms) check() error {
	_, times := hundredths(t.Turnover)
	switch {
	case !codeFits(t.Code):
		return wrong("code", "2 to 20 capitals and digits")
	case t.Currency != "BAHT" && t.Currency != "LAK":
		return wrong("currency", "BAHT or LAK")
	case t.Amount < money.Baht(1) || t.Amount > money.Max:
		return wrong("amount", "1 baht or more")
	case !times || t.Turnover > 1000:
		return wrong("turnover", "0 to 1,000 times, two decimals at most")
	case t.PercentFail < 0 || t.PercentFail > 20:
		return wrong("percentFail", "it leaves more than a fifth")
	case t.Quantity != nil && *t.Quantity < 1:
		return wrong("quantity", "1 or more, or null")
	}
	t.Description = cleaned(t.Description)
	if t.Description.TH == "" || t.Description.LO == "" || t.Description.EN == "" {
		return wrong("description", "in three languages")
	}
	return nameFits(t.Name)
}

func wrong(field, why string) error {
	return apperr.Wrap(apperr.InvalidUserInfo, fmt.Errorf("bonus: %s: %s", field, why)).WithField(field, apperr.InvalidUserInfo)
}

func codeFits(code string) bool {
	return len(code) >= 2 && len(code) <= 20 && strings.Trim(code, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") == ""
}

func pictureFits(address string) bool {
	own := strings.HasPrefix(address, "/") && !strings.HasPrefix(address, "//")
	return len(address) <= 300 && (own || strings.HasPrefix(address, "https://"))
}

func cleaned(t content.Text) content.Text {
	return content.Text{TH: content.Clean(t.TH), LO: content.Clean(t.LO), EN: content.Clean(t.EN)}
}

func nameFits(t content.Text) error {
	if !t.Fits(60) {
		return wrong("name", "1 to 60 characters in three languages")
	}
	return nil
}

// termsOf answers what is stored of a bonus.
func termsOf(b db.Bonus) (t Terms, err error) {
	t = Terms{
		Code: b.Code, Position: b.Position, Listed: b.Listed, Currency: b.Currency, Type: b.Type, MaxReceived: b.MaxReceived, Percent: float64(b.Percent) / 100,
		Amount: b.Amount, Most: money.Satang(b.Most), Minimum: money.Satang(b.Minimum), Turnover: float64(b.Times) / 100, PercentFail: b.PercentFail, Quantity: b.Quantity,
	}
	return t, errors.Join(json.Unmarshal(b.Name, &t.Name), json.Unmarshal(b.Banners, &t.Banners))
}

func promotionOf(p db.Promotion) (t PromotionTerms, err error) {
	t = PromotionTerms{
		Code: p.Code, Listed: p.Listed, Currency: p.Currency, Amount: p.Amount, Turnover: float64(p.Times) / 100, PercentFail: p.PercentFail,
		Quantity: p.Quantity, Until: p.Until,
	}
	return t, errors.Join(json.Unmarshal(p.Name, &t.Name), json.Unmarshal(p.Description, &t.Description))
}

// bonusNamed answers a bonus with its edition; found is false where there is none.
func bonusNamed(ctx context.Context, q pg.DB, code string) (t Terms, edition int64, found bool, err error) {
	row, err := db.New(q).BonusByCode(ctx, code)
	if errors.Is(err, pgx.ErrNoRows) {
		return t, 0, false, nil
	}
	if err == nil {
		t, err = termsOf(row)
	}
	return t, row.Edition, err == nil, err
}

func promotionNamed(ctx context.Context, q pg.DB, code string) (t PromotionTerms, edition int64, found bool, err error) {
	row, err := db.New(q).PromotionByCode(ctx, code)
	if errors.Is(err, pgx.ErrNoRows) {
		return t, 0, false, nil
	}
	if err == nil {
		t, err = promotionOf(row)
	}
	return t, row.Edition, err == nil, err
}
