package spin

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/games"
	"krapao/backend/ledger"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/rewards/spin/internal/db"
	"krapao/backend/staff"
)

// StoredWheel is a wheel as operators see it.
type StoredWheel struct {
	ID int64
	Definition
	CreatedAt time.Time
	EndedAt   *time.Time
}

// Wheels returns all wheels, including past ones, newest first.
func (s *Service) Wheels(ctx context.Context) ([]StoredWheel, error) {
	rows, err := s.q().ListWheels(ctx)
	out := make([]StoredWheel, 0, len(rows))
	for _, r := range rows {
		w, err := s.toWheel(r)
		if err != nil {
			return nil, err
		}
		out = append(out, StoredWheel{ID: r.ID, Definition: w.Definition, CreatedAt: r.CreatedAt, EndedAt: r.EndedAt})
	}
	return out, err
}

// Costs compares the mean prize of a spin with the games' edge on the turnover that a coin needs.
type Costs struct {
	Mean    money.Satang `json:"mean"` // mean prize of a spin, in satang
	CoinPer money.Satang `json:"per"`  // turnover for a coin, in satang
	// BreakEven is the percentage of a stake that wheel, refunds and invite bonuses give back together. A
	// game with a lower edge is worth playing for the rewards alone.
	BreakEven float64     `json:"breakEven"`
	Games     games.Edges `json:"games"`
}

// Lowest returns a text with the lowest edge of the open games, and the games whose edge is unknown.
func (c Costs) Lowest() string {
	text := "unknown"
	if c.Games.Slot != "" {
		text = fmt.Sprintf("%.2f %% (%s)", c.Games.Lowest, c.Games.Slot)
	}
	if len(c.Games.Unknown) > 0 {
		text += "; unknown: " + strings.Join(c.Games.Unknown, ", ")
	}
	return text
}

func (s *Service) costsTx(ctx context.Context, tx pgx.Tx, d *Definition) (*Costs, error) {
	settings, err := s.Content.Settings(ctx, tx)
	if err != nil {
		return nil, err
	}
	out := &Costs{Mean: d.Mean(), CoinPer: settings.For(string(d.Currency)).CoinPer}
	out.BreakEven = 100*float64(out.Mean)/float64(out.CoinPer) + settings.PercentGivenBack()
	out.Games, err = s.Games.Edges(ctx, tx, string(d.Currency))
	return out, err
}

// Documents returns the kind of the documents that define wheels, one per currency. Two admins have to agree on a
// change. Any change ends all seeds of the wheel before.
func (s *Service) Documents() []staff.Document {
	return []staff.Document{{
		Kind: "wheel", ProposalKind: "WHEEL",
		Keys: func(ctx context.Context, q pg.DB) (currencies []string, err error) {
			for _, currency := range []string{string(ledger.BAHT), string(ledger.LAK)} {
				body, err := s.definitionInForce(ctx, q, currency)
				if err != nil {
					return nil, err
				}
				if body != nil {
					currencies = append(currencies, currency)
				}
			}
			return currencies, nil
		},
		Body:  s.definitionInForce,
		Check: s.checkWheel,
		Put:   s.replaceWheelTx,
		Facts: func(ctx context.Context, tx pgx.Tx, c staff.Change) ([]staff.Fact, error) {
			if c.New == nil {
				return nil, nil
			}
			d, err := parseDefinition(c.New)
			if err != nil {
				return nil, err
			}
			costs, err := s.costsTx(ctx, tx, d)
			if err != nil {
				return nil, err
			}
			return []staff.Fact{
				{Code: "mean", Type: staff.Text, Value: costs.Mean.String()},
				{Code: "lowestEdge", Type: staff.Text, Value: costs.Lowest()},
				{Code: "breakEven", Type: staff.Text, Value: fmt.Sprintf("%.2f %%", costs.BreakEven)},
			}, nil
		},
		Show: showWheel,
	}}
}

// definitionInForce returns the wheel in force of a currency, or nil.
func (s *Service) definitionInForce(ctx context.Context, q pg.DB, currency string) (json.RawMessage, error) {
	row, err := db.New(q).GetOpenWheel(ctx, currency)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	return row.Definition, err
}

func parseDefinition(body json.RawMessage) (*Definition, error) {
	d := new(Definition)
	return d, json.Unmarshal(body, d)
}

// checkWheel returns an error if a wheel is outside its bounds. It also returns an error if an earlier prize
// with the same code had another value: a code has one value forever.
func (s *Service) checkWheel(ctx context.Context, q pg.DB, currency string, body json.RawMessage) (json.RawMessage, error) {
	if currency != string(ledger.BAHT) && currency != string(ledger.LAK) {
		return nil, staff.BadField("wheel", "key", "it is a currency: BAHT or LAK")
	}
	if body == nil {
		return nil, nil
	}
	d := Definition{Currency: ledger.Currency(currency)}
	if err := staff.ReadBody("wheel", body, &d); err != nil {
		return nil, err
	}
	if string(d.Currency) != currency {
		return nil, staff.BadField("wheel", "currency", "it is the key")
	}
	settings, err := s.Content.Settings(ctx, q)
	if err != nil {
		return nil, err
	}
	if err := d.Check(settings.For(currency).CoinPer); err != nil {
		return nil, staff.BadField("wheel", "slices", err.Error())
	}
	for _, slice := range d.Slices {
		earlier, err := db.New(q).GetPrize(ctx, db.GetPrizeParams{Currency: currency, Code: slice.Prize.Code})
		if errors.Is(err, pgx.ErrNoRows) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if old := (Prize{Kind: Kind(earlier.Kind), Amount: earlier.Amount, Turnover: int(earlier.Times)}); !old.isSameValue(slice.Prize) {
			return nil, staff.BadField("wheel", "prize", fmt.Sprintf("the prize %s was %s %s before: another value takes another code", slice.Prize.Code, old.Kind, old.Amount))
		}
	}
	return staff.EncodeBody(d), nil
}

func showWheel(c staff.Change) staff.ProposalView {
	if c.New == nil {
		return staff.ProposalView{Facts: []staff.Fact{{Code: "wheel", Type: staff.Translated, Value: "none"}}}
	}
	d, err := parseDefinition(c.New)
	if err != nil { // Check has stored this text itself
		return staff.ProposalView{}
	}
	facts := []staff.Fact{{Code: "wheel", Type: staff.Text, Value: d.Name.EN}}
	all := d.Weight()
	for _, slice := range d.Slices {
		odds := strconv.FormatFloat(100*float64(slice.Weight)/float64(all), 'f', 4, 64) + " %"
		facts = append(facts, staff.Fact{Code: "slice", Type: staff.Text, Value: fmt.Sprintf("%s: %s %s, %s", slice.Code, slice.Prize.Kind, slice.Prize.Amount, odds)})
	}
	return staff.ProposalView{Facts: facts}
}

// replaceWheelTx replaces the wheel in force. From then on no spin is drawn with seeds that committed to the
// old wheel.
func (s *Service) replaceWheelTx(ctx context.Context, tx pgx.Tx, currency string, body json.RawMessage) error {
	q, now := db.New(tx), s.Clock()
	if err := q.EndWheel(ctx, db.EndWheelParams{Currency: currency, Now: now}); err != nil || body == nil {
		return err
	}
	d, err := parseDefinition(body)
	if err != nil {
		return err
	}
	for _, slice := range d.Slices {
		p := slice.Prize
		err := q.InsertPrize(ctx, db.InsertPrizeParams{Currency: currency, Code: p.Code, Kind: string(p.Kind), Amount: p.Amount, Times: int32(p.Turnover)})
		if err != nil {
			return err
		}
	}
	return q.InsertWheel(ctx, db.InsertWheelParams{Currency: currency, Definition: body, CreatedAt: now})
}
