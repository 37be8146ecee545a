package spin

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/games"
	"krapao/backend/ledger"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
	"krapao/backend/rewards/spin/internal/db"
	"krapao/backend/staff"
)

const pairWheel = "WHEEL"

// admins may change the wheel.
var admins = []string{staff.Admin}

// Known is a wheel as those see it who run the house.
type Known struct {
	ID int64
	Definition
	CreatedAt time.Time
	EndedAt   *time.Time
}

// Wheels answers the wheels that there were, newest first.
func (s *Service) Wheels(ctx context.Context) ([]Known, error) {
	rows, err := s.q().Wheels(ctx)
	out := make([]Known, 0, len(rows))
	for _, r := range rows {
		w, err := s.wheelOf(r)
		if err != nil {
			return nil, err
		}
		out = append(out, Known{ID: r.ID, Definition: w.Definition, CreatedAt: r.CreatedAt, EndedAt: r.EndedAt})
	}
	return out, err
}

// change is what two people agree on: a wheel, or none, in the place of the one that
// both saw.
type change struct {
	Currency ledger.Currency `json:"currency"`
	Was      int64           `json:"was"` // the wheel's id; 0 for none
	Wheel    *Definition     `json:"wheel"`
	Costs    *Costs          `json:"costs,omitempty"` // as they were when it was proposed
}

// Costs compares what a wheel gives back with what the games keep of the turnover that a
// coin takes.
type Costs struct {
	Mean money.Satang `json:"mean"` // of a spin
	Per  money.Satang `json:"per"`  // of turnover, for a coin
	// BreakEven is the percentage of a stake that wheel, refunds and invite bonuses give back
	// together. A game with a lower edge is worth playing for the rewards alone.
	BreakEven float64     `json:"breakEven"`
	Games     games.Edges `json:"games"`
}

// Lowest formats the lowest edge of the open games, and the games whose edge is unknown.
func (c Costs) Lowest() string {
	known := "unknown"
	if c.Games.Slot != "" {
		known = fmt.Sprintf("%.2f %% (%s)", c.Games.Lowest, c.Games.Slot)
	}
	if len(c.Games.Unknown) > 0 {
		known += "; unknown: " + strings.Join(c.Games.Unknown, ", ")
	}
	return known
}

func (s *Service) costsTx(ctx context.Context, tx pgx.Tx, d *Definition) (*Costs, error) {
	settings, err := s.Content.Settings(ctx, tx)
	if err != nil {
		return nil, err
	}
	out := &Costs{Mean: d.Mean(), Per: settings.In(string(d.Currency)).CoinPer}
	out.BreakEven = 100*float64(out.Mean)/float64(out.Per) + settings.GivenBack()
	out.Games, err = s.Games.Edges(ctx, tx, string(d.Currency))
	return out, err
}

// Propose proposes another wheel (JSON), or "none" of a currency, for an operator whose
// code the console has seen. It returns the proposal's id, and the wheel's costs (nil
// for none). All seeds of the old wheel end with it.
func (s *Service) Propose(ctx context.Context, by web.Operator, text []byte, why string) (id string, costs *Costs, err error) {
	if !slices.Contains(admins, by.Role) {
		return "", nil, errors.New("spin: that is an admin's to propose")
	}
	c, err := read(text)
	if err != nil {
		return "", nil, wrong(err)
	}
	if err := staff.CheckWhy(&why); err != nil {
		return "", nil, err
	}
	err = pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		if err := s.checkTx(ctx, tx, c); err != nil {
			return err
		}
		if c.Wheel != nil {
			if c.Costs, err = s.costsTx(ctx, tx, c.Wheel); err != nil {
				return err
			}
		}
		if c.Was, err = wasTx(ctx, tx, c.Currency); err != nil {
			return err
		}
		if id, err = s.Staff.ProposeTx(ctx, tx, staff.Wish{Pair: pairWheel, What: c, Why: why, By: by.ID}); err != nil {
			return err
		}
		return s.Staff.AuditBy(ctx, tx, by.Username, "wheel.propose", string(c.Currency), map[string]any{"wheel": c.Wheel, "was": c.Was, "why": why, "proposal": id})
	})
	return id, c.Costs, err
}

// read takes a definition, or {"currency": "BAHT", "none": true}.
func read(text []byte) (*change, error) {
	var asked struct {
		Definition
		None bool `json:"none"`
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&asked); err != nil {
		return nil, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("more than one wheel")
	}
	c := &change{Currency: asked.Currency}
	if !asked.None {
		c.Wheel = &asked.Definition
	}
	if c.Currency != ledger.BAHT && c.Currency != ledger.LAK {
		return nil, errors.New("its currency is BAHT or LAK")
	}
	return c, nil
}

// checkTx holds a wheel against its bounds, and its prizes against those that there
// were: a code stands for one value, for ever.
func (s *Service) checkTx(ctx context.Context, tx pgx.Tx, c *change) error {
	if c.Wheel == nil {
		return nil
	}
	settings, err := s.Content.Settings(ctx, tx)
	if err != nil {
		return err
	}
	if err := c.Wheel.Check(settings.In(string(c.Currency)).CoinPer); err != nil {
		return wrong(err)
	}
	for _, one := range c.Wheel.Slices {
		known, err := db.New(tx).PrizeOf(ctx, db.PrizeOfParams{Currency: string(c.Currency), Code: one.Prize.Code})
		if errors.Is(err, pgx.ErrNoRows) {
			continue
		}
		if err != nil {
			return err
		}
		if old := (Prize{Kind: Kind(known.Kind), Amount: known.Amount, Turnover: int(known.Times)}); !old.same(one.Prize) {
			return wrong(fmt.Errorf("the prize %s was %s %s before: another value takes another code", one.Prize.Code, old.Kind, old.Amount))
		}
	}
	return nil
}

func wrong(cause error) error {
	return apperr.Wrap(apperr.InvalidUserInfo, fmt.Errorf("wheel: %w", cause)).WithField("wheel", apperr.InvalidUserInfo)
}

// wasTx answers the wheel in force, locked; 0 for none.
func wasTx(ctx context.Context, tx pgx.Tx, c ledger.Currency) (int64, error) {
	id, err := db.New(tx).WheelLock(ctx, string(c))
	return id, pg.MayBeNone(err)
}

// Pairs are the acts here that take two people.
func (s *Service) Pairs() []staff.Pair {
	return []staff.Pair{{
		Name: pairWheel, Roles: admins, Show: showChange,
		CarryOut: func(ctx context.Context, tx pgx.Tx, p staff.Proposed) error {
			var c change
			if err := json.Unmarshal(p.What, &c); err != nil {
				return err
			}
			// Both people saw the wheel that it replaces.
			was, err := wasTx(ctx, tx, c.Currency)
			if err != nil {
				return err
			}
			if was != c.Was {
				return apperr.New(apperr.NoData).WithStatus(http.StatusConflict)
			}
			if err := s.checkTx(ctx, tx, &c); err != nil {
				return err
			}
			return s.putTx(ctx, tx, &c)
		},
	}}
}

func showChange(what json.RawMessage, _ *staff.Member) (staff.Shown, error) {
	var c change
	if err := json.Unmarshal(what, &c); err != nil {
		return staff.Shown{}, err
	}
	out := staff.Shown{Reference: string(c.Currency)}
	if c.Wheel == nil {
		out.Facts = staff.Known(out.Facts, "wheel", staff.Word, "none")
		return out, nil
	}
	out.Facts = staff.Known(out.Facts, "wheel", staff.Text, c.Wheel.Name.EN)
	out.Facts = staff.Known(out.Facts, "mean", staff.Text, c.Wheel.Mean().String())
	if c.Costs != nil { // a proposal from before there was any
		out.Facts = staff.Known(out.Facts, "lowestEdge", staff.Text, c.Costs.Lowest())
		out.Facts = staff.Known(out.Facts, "breakEven", staff.Text, fmt.Sprintf("%.2f %%", c.Costs.BreakEven))
	}
	all := c.Wheel.Weight()
	for _, one := range c.Wheel.Slices {
		odds := strconv.FormatFloat(100*float64(one.Weight)/float64(all), 'f', 4, 64) + " %"
		out.Facts = staff.Known(out.Facts, "slice", staff.Text, fmt.Sprintf("%s: %s %s, %s", one.Code, one.Prize.Kind, one.Prize.Amount, odds))
	}
	return out, nil
}

// putTx ends the wheel in force and puts another in its place. Seeds that committed to
// the old one draw nothing from here on.
func (s *Service) putTx(ctx context.Context, tx pgx.Tx, c *change) error {
	q, now := db.New(tx), s.Clock()
	if err := q.WheelEnd(ctx, db.WheelEndParams{Currency: string(c.Currency), Now: now}); err != nil || c.Wheel == nil {
		return err
	}
	for _, one := range c.Wheel.Slices {
		p := one.Prize
		err := q.PrizeAdd(ctx, db.PrizeAddParams{Currency: string(c.Currency), Code: p.Code, Kind: string(p.Kind), Amount: p.Amount, Times: int32(p.Turnover)})
		if err != nil {
			return err
		}
	}
	text, err := json.Marshal(c.Wheel)
	if err != nil {
		return err
	}
	return q.WheelAdd(ctx, db.WheelAddParams{Currency: string(c.Currency), Definition: text, CreatedAt: now})
}
