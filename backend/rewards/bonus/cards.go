package bonus

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"krapao/backend/identity"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
	"krapao/backend/rewards/bonus/internal/db"
	"krapao/backend/rewards/turnover"
)

// State is the state of a card; the package comment has the table.
type State string

// The states, in the order in which they are checked.
const (
	stateCurrent  State = "current"
	stateReceived State = "received"
	stateFull     State = "full"
	stateBusy     State = "busy"
	stateUnfit    State = "unfit"
	stateOpen     State = "open"
)

// Receipt is when a bonus was taken.
type Receipt struct {
	UpdatedAt time.Time `json:"updatedAt"`
}

// UserBonus is the receipts of one bonus by a member. ID is the id of the last receipt.
type UserBonus struct {
	ID       uuid.UUID `json:"_id"`
	IsActive bool      `json:"isActive"`
	Received []Receipt `json:"received" nullable:"false" doc:"The receipts that count now: all, today's or this week's, by the type."`
}

// CardBanner is a picture with a text.
type CardBanner struct {
	Image string `json:"image"`
	HTML  string `json:"html"`
}

// Card is a bonus as a member sees it.
type Card struct {
	Code        string                `json:"code"`
	Name        string                `json:"name"`
	Type        string                `json:"type" enum:"limit,day,week"`
	MaxReceived int32                 `json:"maxReceived"`
	PercentFail int32                 `json:"percentFail"`
	Percent     float64               `json:"percent" doc:"Percentage of one deposit; 0 if the amount is fixed."`
	Amount      money.Satang          `json:"amount" doc:"The amount, if it is fixed."`
	Most        money.Satang          `json:"most" doc:"The cap of a percentage; 0 for no cap."`
	Minimum     money.Satang          `json:"minimum" doc:"The smallest deposit."`
	Turnover    float64               `json:"turnover" doc:"How often deposit and bonus have to be played."`
	Brings      money.Satang          `json:"brings" doc:"The amount that the member would get now; 0 if no deposit fits."`
	Needed      money.Satang          `json:"needed" doc:"The turnover that the bonus would need now; 0 if no deposit fits."`
	Banners     []CardBanner          `json:"banners" nullable:"false"`
	State       State                 `json:"state" enum:"current,received,full,busy,unfit,open" doc:"busy: another is active; unfit: no deposit fits."`
	Again       *time.Time            `json:"again" doc:"When a received bonus is available again; null for never."`
	UserBonus   web.OrNull[UserBonus] `json:"userBonus"`
}

// ActiveBonus is a member's active bonus or promotion.
type ActiveBonus struct {
	ID          uuid.UUID    `json:"_id"`
	Kind        Kind         `json:"type" enum:"bonus,promotion"`
	Code        string       `json:"code"`
	Name        string       `json:"name"`
	Amount      money.Satang `json:"amount"`
	Needed      money.Satang `json:"needed" doc:"The turnover that the bonus needs, from its activation on."`
	Played      money.Satang `json:"played"`
	Left        money.Satang `json:"left"`
	PercentFail int32        `json:"percentFail"`
	FailAt      money.Satang `json:"failAt" doc:"The bonus also ends once the member's total is this amount or less."`
	CreatedAt   time.Time    `json:"createdAt"`
}

// Active returns a member's active bonus or promotion, or nil; q is a pool or a transaction.
func (s *Service) Active(ctx context.Context, q pg.DB, member int64) (*ActiveBonus, error) {
	row, err := activeBonus(ctx, q, member)
	if err != nil || row == nil {
		return nil, err
	}
	return &ActiveBonus{
		ID: row.ID, Kind: Kind(row.Kind), Code: row.Code, Name: row.Name, Amount: row.Amount, Needed: money.Satang(row.Needed), Played: money.Satang(row.Played),
		Left: money.Satang(row.Needed - row.Played), PercentFail: row.PercentFail, FailAt: money.Satang(row.FailAt), CreatedAt: row.CreatedAt.UTC(),
	}, nil
}

// ChangedSince returns whether a bonus of a member changed after a sync version.
func (s *Service) ChangedSince(ctx context.Context, q pg.DB, member, version int64) (bool, error) {
	return db.New(q).HasChangedSince(ctx, db.HasChangedSinceParams{MemberID: member, After: version})
}

// Cards returns the cards of a member's currency. q is a pool or a transaction.
func (s *Service) Cards(ctx context.Context, q pg.DB, m identity.Member, locale string) ([]Card, error) {
	now := s.Clock()
	rows, err := db.New(q).ListListedBonuses(ctx, string(m.Currency))
	if err != nil {
		return nil, err
	}
	taken, err := db.New(q).ListTakenBonuses(ctx, m.ID)
	if err != nil {
		return nil, err
	}
	others, err := takenByOthers(ctx, q, m.ID)
	if err != nil {
		return nil, err
	}
	deposits, err := db.New(q).ListDeposits(ctx, db.ListDepositsParams{MemberID: m.ID, Since: now.Add(-depositMaxAge)})
	if err != nil {
		return nil, err
	}
	var largest money.Satang
	if len(deposits) > 0 {
		largest = deposits[0].Amount
	}
	out := make([]Card, 0, len(rows))
	for _, r := range rows {
		card, err := toCard(r, taken, others[r.Code], largest, now, locale)
		if err != nil {
			return nil, err
		}
		out = append(out, card)
	}
	return out, nil
}

// takenByOthers returns, by code, how often other accounts of the member's person took a bonus with a
// lifetime limit. Taking a bonus counts these receipts, too.
func takenByOthers(ctx context.Context, q pg.DB, member int64) (map[string]int, error) {
	rows, err := db.New(q).CountTakenByOthers(ctx, member)
	out := make(map[string]int, len(rows))
	for _, r := range rows {
		out[r.Code] = int(r.Taken)
	}
	return out, err
}

func toCard(b db.Offer, taken []db.BonusTaken, byOthers int, deposit money.Satang, now time.Time, locale string) (Card, error) {
	t, err := toTerms(b)
	c := Card{
		Code: t.Code, Name: t.Name.In(locale), Type: t.Type, MaxReceived: t.MaxReceived, PercentFail: t.PercentFail, Percent: t.Percent, Amount: t.Amount,
		Most: t.Most, Minimum: t.Minimum, Turnover: t.Turnover, Brings: t.amountFor(deposit), Banners: make([]CardBanner, 0, len(t.Banners)),
	}
	if c.Brings > 0 {
		c.Needed = turnover.MultiplyUp(t.Turnover, deposit+c.Brings)
	}
	for _, p := range t.Banners {
		c.Banners = append(c.Banners, CardBanner{Image: p.Image, HTML: p.HTML.In(locale)})
	}
	since, again := countingPeriod(t.Type, now)
	count := byOthers
	for _, row := range taken {
		if Kind(row.Kind) != Bonus || row.Code != t.Code {
			continue
		}
		if c.UserBonus.Value == nil {
			c.UserBonus.Value = &UserBonus{Received: []Receipt{}}
		}
		c.UserBonus.Value.ID, c.UserBonus.Value.IsActive = row.ID, row.EndedAt == nil
		if !row.CreatedAt.Before(since) {
			count++
			c.UserBonus.Value.Received = append(c.UserBonus.Value.Received, Receipt{row.CreatedAt.UTC()})
		}
	}
	another := slices.ContainsFunc(taken, func(row db.BonusTaken) bool { return row.EndedAt == nil })
	c.State = stateOf(c.UserBonus.Value != nil && c.UserBonus.Value.IsActive, count >= int(t.MaxReceived), t.Quantity != nil && b.Taken >= *t.Quantity, another, c.Brings > 0)
	if c.State == stateReceived && !again.IsZero() {
		c.Again = &again
	}
	return c, err
}

// stateOf returns a card's state: the first column of the package comment's table that applies.
func stateOf(isCurrent, usedUp, nothingLeft, another, fits bool) State {
	switch {
	case isCurrent:
		return stateCurrent
	case usedUp:
		return stateReceived
	case nothingLeft:
		return stateFull
	case another:
		return stateBusy
	case !fits:
		return stateUnfit
	}
	return stateOpen
}

// countingPeriod returns the time since when receipts count for a type of bonus, and the time when the count
// begins again. Both are zero for the type limit.
func countingPeriod(bonusType string, now time.Time) (since, again time.Time) {
	switch bonusType {
	case "day":
		return startOfDay(now), startOfDay(now).AddDate(0, 0, 1).UTC()
	case "week":
		return startOfWeek(now), startOfWeek(now).AddDate(0, 0, 7).UTC()
	}
	return time.Time{}, time.Time{}
}

// Minimum returns the smallest deposit, in satang, with which the member can take one of the bonuses. It
// returns 0 if there is no bonus to take.
func (s *Service) Minimum(ctx context.Context, m identity.Member) (minimum money.Satang, err error) {
	cards, err := s.Cards(ctx, s.Pool, m, "")
	for _, c := range cards {
		if c.State != stateReceived && c.State != stateFull && (minimum == 0 || c.Minimum < minimum) {
			minimum = c.Minimum
		}
	}
	return minimum, err
}
