package bonus

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/content"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/rewards/bonus/internal/db"
	"krapao/backend/staff"
)

// Terms are the terms of an offer, a bonus or a promotion, as operators edit them.
type Terms struct {
	Code        string       `json:"code"`
	Position    int32        `json:"position,omitempty"`
	Listed      bool         `json:"listed"`
	Currency    string       `json:"currency"`
	Amount      money.Satang `json:"amount"` // fixed; for a bonus 0 if percent is set
	Turnover    float64      `json:"turnover"`
	PercentFail int32        `json:"percentFail"`
	Quantity    *int32       `json:"quantity"` // how many can be taken, by all members together; nil for no limit
	Name        content.Text `json:"name"`

	// The following fields are for a bonus only.
	Type        string       `json:"type,omitempty"` // the period over which receipts count: limit, day, week
	MaxReceived int32        `json:"maxReceived,omitempty"`
	Percent     float64      `json:"percent,omitempty"` // percentage of one deposit
	Most        money.Satang `json:"most,omitempty"`    // the cap for a percentage; 0 means none
	Minimum     money.Satang `json:"minimum,omitempty"` // the smallest deposit
	Banners     []Picture    `json:"banners,omitempty"`

	// The following fields are for a promotion only.
	Until       *time.Time    `json:"until,omitempty"`
	Description *content.Text `json:"description,omitempty"`
}

// Picture is one of a bonus's banners.
type Picture struct {
	Image string       `json:"image"`
	HTML  content.Text `json:"html"`
}

// toHundredths converts n to hundredths. ok is false if n has more than two decimals, is negative, or is too
// large.
func toHundredths(n float64) (hundredths int32, ok bool) {
	out := math.Round(n * 100)
	return int32(out), n >= 0 && out <= math.MaxInt32/2 && math.Abs(n*100-out) < 1e-6
}

// amountFor returns the bonus in satang that a deposit brings, or 0 for none.
func (t Terms) amountFor(deposit money.Satang) money.Satang {
	if deposit < t.Minimum {
		return 0
	}
	if t.Amount > 0 {
		return t.Amount
	}
	percent, _ := toHundredths(t.Percent)
	sum := money.Satang(int64(deposit) * int64(percent) / 10_000)
	if t.Most > 0 {
		sum = min(sum, t.Most)
	}
	return sum
}

// check returns an error if a term is outside its bounds, and cleans the texts.
func (t *Terms) check(kind Kind) error {
	_, times := toHundredths(t.Turnover)
	switch {
	case !isValidCode(t.Code):
		return badField(kind, "code", "2 to 20 capitals and digits")
	case t.Currency != "BAHT" && t.Currency != "LAK":
		return badField(kind, "currency", "BAHT or LAK")
	case t.Amount < 0 || t.Amount > money.Max:
		return badField(kind, "amount", "an amount, or 0")
	case !times || t.Turnover > 1000:
		return badField(kind, "turnover", "0 to 1,000 times, two decimals at most")
	case t.Quantity != nil && *t.Quantity < 1:
		return badField(kind, "quantity", "1 or more, or null")
	case !t.Name.IsShort(60):
		return badField(kind, "name", "1 to 60 characters in three languages")
	}
	if kind == Promotion {
		return t.checkPromotion()
	}
	return t.checkBonus()
}

// checkBonus checks the fields of a bonus. percentFail may leave at most a fifth of the deposit. The check
// uses the smallest deposit, for which the bonus is the largest share.
func (t *Terms) checkBonus() error {
	percent, percentOK := toHundredths(t.Percent)
	switch {
	case t.Until != nil:
		return badField(Bonus, "until", "a promotion has that")
	case t.Description != nil:
		return badField(Bonus, "description", "a promotion has that")
	case t.Type != "limit" && t.Type != "day" && t.Type != "week":
		return badField(Bonus, "type", "limit, day or week")
	case t.MaxReceived < 1 || t.MaxReceived > 10_000:
		return badField(Bonus, "maxReceived", "1 to 10,000")
	case !percentOK || percent > 100_000 || (percent > 0) == (t.Amount > 0):
		return badField(Bonus, "percent", "a percentage up to 1,000, or a fixed amount")
	case t.Most < 0 || t.Most > money.Max:
		return badField(Bonus, "most", "an amount, or 0")
	case t.Minimum < money.Baht(1) || t.Minimum > money.Max:
		return badField(Bonus, "minimum", "1 baht or more")
	case t.PercentFail < 0 || 5*int64(t.PercentFail)*int64(t.Minimum+t.amountFor(t.Minimum)) > 100*int64(t.Minimum):
		return badField(Bonus, "percentFail", "it leaves more than a fifth of the deposit")
	case len(t.Banners) > 6:
		return badField(Bonus, "banners", "6 at most")
	}
	for i := range t.Banners {
		b := &t.Banners[i]
		if !isValidPicture(b.Image) {
			return badField(Bonus, "banners", "a picture is /… of ours, or an https address")
		}
		b.HTML = cleanText(b.HTML)
	}
	return nil
}

func (t *Terms) checkPromotion() error {
	bonusOnly := Terms{Type: t.Type, MaxReceived: t.MaxReceived, Percent: t.Percent, Most: t.Most, Minimum: t.Minimum, Banners: t.Banners}
	switch {
	case !reflect.DeepEqual(bonusOnly, Terms{}):
		return badField(Promotion, "type", "a promotion has no type, maxReceived, percent, most, minimum or banners")
	case t.Amount < money.Baht(1):
		return badField(Promotion, "amount", "1 baht or more")
	case t.PercentFail < 0 || t.PercentFail > 20:
		return badField(Promotion, "percentFail", "it leaves more than a fifth")
	case t.Description == nil:
		return badField(Promotion, "description", "in three languages")
	}
	*t.Description = cleanText(*t.Description)
	if t.Description.TH == "" || t.Description.LO == "" || t.Description.EN == "" {
		return badField(Promotion, "description", "in three languages")
	}
	return nil
}

func badField(kind Kind, field, why string) error { return staff.BadField(string(kind), field, why) }

func isValidCode(code string) bool {
	return len(code) >= 2 && len(code) <= 20 && strings.Trim(code, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") == ""
}

func isValidPicture(address string) bool {
	own := strings.HasPrefix(address, "/") && !strings.HasPrefix(address, "//")
	return len(address) <= 300 && (own || strings.HasPrefix(address, "https://"))
}

func cleanText(t content.Text) content.Text {
	return content.Text{TH: content.Clean(t.TH), LO: content.Clean(t.LO), EN: content.Clean(t.EN)}
}

// toTerms converts a stored offer to its terms.
func toTerms(o db.Offer) (t Terms, err error) {
	t = Terms{
		Code: o.Code, Position: o.Position, Listed: o.Listed, Currency: o.Currency, Amount: o.Amount, Turnover: float64(o.Times) / 100, PercentFail: o.PercentFail, Quantity: o.Quantity,
	}
	if Kind(o.Kind) == Promotion {
		t.Until, t.Description = o.Until, new(content.Text)
		return t, errors.Join(json.Unmarshal(o.Name, &t.Name), json.Unmarshal(o.Description, t.Description))
	}
	t.Type, t.MaxReceived, t.Percent, t.Most, t.Minimum = o.Type, o.MaxReceived, float64(o.Percent)/100, money.Satang(o.Most), money.Satang(o.Minimum)
	return t, errors.Join(json.Unmarshal(o.Name, &t.Name), json.Unmarshal(o.Banners, &t.Banners))
}

// findOffer returns an offer with its edition; found is false if there is none.
func findOffer(ctx context.Context, q pg.DB, kind Kind, code string) (t Terms, edition int64, found bool, err error) {
	row, err := db.New(q).GetOffer(ctx, db.GetOfferParams{Kind: string(kind), Code: code})
	if errors.Is(err, pgx.ErrNoRows) {
		return t, 0, false, nil
	}
	if err == nil {
		t, err = toTerms(row)
	}
	return t, row.Edition, err == nil, err
}

// Documents returns the kinds of the documents that define offers. Two admins have to agree on each change.
func (s *Service) Documents() []staff.Document {
	return []staff.Document{documentOf(Bonus, "BONUS"), documentOf(Promotion, "PROMOTION")}
}

func documentOf(kind Kind, proposalKind string) staff.Document {
	return staff.Document{
		Kind: string(kind), ProposalKind: proposalKind,
		Keys: func(ctx context.Context, q pg.DB) ([]string, error) {
			return db.New(q).ListOfferCodes(ctx, string(kind))
		},
		Body: func(ctx context.Context, q pg.DB, code string) (json.RawMessage, error) {
			t, _, found, err := findOffer(ctx, q, kind, code)
			if err != nil || !found {
				return nil, err
			}
			return staff.EncodeBody(t), nil
		},
		Check: func(ctx context.Context, q pg.DB, code string, body json.RawMessage) (json.RawMessage, error) {
			if body == nil {
				return nil, badField(kind, "listed", "an offer is not removed: close it with listed false")
			}
			t := Terms{Code: code}
			if err := staff.ReadBody(string(kind), body, &t); err != nil {
				return nil, err
			}
			if t.Code != code {
				return nil, badField(kind, "code", "it is the key")
			}
			if err := t.check(kind); err != nil {
				return nil, err
			}
			before, _, found, err := findOffer(ctx, q, kind, code)
			if err == nil && found && before.Currency != t.Currency {
				err = badField(kind, "currency", "another currency is another code")
			}
			return staff.EncodeBody(t), err
		},
		Put: func(ctx context.Context, tx pgx.Tx, _ string, body json.RawMessage) error {
			return storeTerms(ctx, tx, kind, body)
		},
	}
}

func storeTerms(ctx context.Context, tx pgx.Tx, kind Kind, body json.RawMessage) error {
	var t Terms
	if err := json.Unmarshal(body, &t); err != nil {
		return fmt.Errorf("bonus: %w", err)
	}
	if kind == Promotion { // a promotion is taken once per person
		t.Type, t.MaxReceived = "limit", 1
	} else {
		t.Description = new(content.Text)
	}
	percent, _ := toHundredths(t.Percent)
	times, _ := toHundredths(t.Turnover)
	return db.New(tx).UpsertOffer(ctx, db.UpsertOfferParams{
		Kind: string(kind), Code: t.Code, Position: t.Position, Listed: t.Listed, Currency: t.Currency, Type: t.Type, MaxReceived: t.MaxReceived, Percent: percent, Amount: t.Amount,
		Most: int64(t.Most), Minimum: int64(t.Minimum), Times: times, PercentFail: t.PercentFail, Quantity: t.Quantity, Until: t.Until,
		Name: staff.EncodeBody(t.Name), Description: staff.EncodeBody(t.Description), Banners: staff.EncodeBody(append([]Picture{}, t.Banners...)),
	})
}
