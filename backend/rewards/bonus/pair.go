package bonus

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
	"krapao/backend/rewards/bonus/internal/db"
	"krapao/backend/staff"
)

// The acts of two people here.
const (
	pairBonus     = "BONUS"
	pairPromotion = "PROMOTION"
)

var admins = []string{staff.Admin}

// change is what two people say of a bonus or a promotion, and the edition that they saw.
type change struct {
	Code    string          `json:"code"`
	Edition int64           `json:"edition"`
	Old     json.RawMessage `json:"old"`
	New     json.RawMessage `json:"new"`
}

// Shown answers all bonuses, or all promotions, as operators write them.
func (s *Service) Shown(ctx context.Context, kind Kind) (out []any, err error) {
	if kind == Promotion {
		rows, err := s.q().PromotionsAll(ctx)
		for _, r := range rows {
			t, bad := promotionOf(r)
			out, err = append(out, t), errors.Join(err, bad)
		}
		return out, err
	}
	rows, err := s.q().BonusesAll(ctx)
	for _, r := range rows {
		t, bad := termsOf(r)
		out, err = append(out, t), errors.Join(err, bad)
	}
	return out, err
}

// read holds terms against their bounds, and answers them cleaned, beside what they
// replace. The currency of one that is there stays.
func read(ctx context.Context, q pg.DB, kind Kind, terms json.RawMessage) (c change, err error) {
	decoder := json.NewDecoder(bytes.NewReader(terms))
	decoder.DisallowUnknownFields()
	var old any
	var was, is string
	var found bool
	if kind == Promotion {
		var t PromotionTerms
		if err = decoder.Decode(&t); err == nil {
			err = t.check()
		}
		if err != nil {
			return c, unreadable(err)
		}
		var before PromotionTerms
		before, c.Edition, found, err = promotionNamed(ctx, q, t.Code)
		old, was, is, c.Code, c.New = before, before.Currency, t.Currency, t.Code, textOf(t)
	} else {
		var t Terms
		if err = decoder.Decode(&t); err == nil {
			err = t.check()
		}
		if err != nil {
			return c, unreadable(err)
		}
		var before Terms
		before, c.Edition, found, err = bonusNamed(ctx, q, t.Code)
		old, was, is, c.Code, c.New = before, before.Currency, t.Currency, t.Code, textOf(t)
	}
	if err != nil || !found {
		return c, err
	}
	if c.Old = textOf(old); was != is {
		err = wrong("currency", "another currency is another code")
	}
	return c, err
}

func unreadable(err error) error {
	if _, ours := errors.AsType[*apperr.Error](err); ours {
		return err
	}
	return wrong("terms", err.Error())
}

// Propose proposes the terms of a bonus or a promotion, for an operator whose code the
// console has seen. It returns the proposal's id.
func (s *Service) Propose(ctx context.Context, by web.Operator, kind Kind, terms json.RawMessage, why string) (id string, err error) {
	if !slices.Contains(admins, by.Role) {
		return "", errors.New("bonus: that is an admin's to propose")
	}
	if err := staff.CheckWhy(&why); err != nil {
		return "", err
	}
	pair := pairBonus
	if kind == Promotion {
		pair = pairPromotion
	}
	err = pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		c, err := read(ctx, tx, kind, terms)
		if err != nil {
			return err
		}
		if id, err = s.Staff.ProposeTx(ctx, tx, staff.Wish{Pair: pair, What: c, Why: why, By: by.ID}); err != nil {
			return err
		}
		return s.Staff.AuditBy(ctx, tx, by.Username, string(kind)+".propose", c.Code, map[string]any{"old": c.Old, "new": c.New, "why": why, "proposal": id})
	})
	return id, err
}

// Pairs are the acts here that take two people.
func (s *Service) Pairs() []staff.Pair {
	return []staff.Pair{s.pair(pairBonus, Bonus), s.pair(pairPromotion, Promotion)}
}

func (s *Service) pair(name string, kind Kind) staff.Pair {
	return staff.Pair{
		Name: name, Roles: admins,
		Show: func(what json.RawMessage, _ *staff.Member) (staff.Shown, error) {
			var c change
			err := json.Unmarshal(what, &c)
			return staff.Shown{Reference: c.Code, Facts: []staff.Fact{
				{Code: "bonus", Value: c.Code, Type: staff.Text}, {Code: "old", Value: string(c.Old), Type: staff.Text}, {Code: "new", Value: string(c.New), Type: staff.Text},
			}}, err
		},
		CarryOut: func(ctx context.Context, tx pgx.Tx, p staff.Proposed) error {
			var c change
			if err := json.Unmarshal(p.What, &c); err != nil {
				return err
			}
			if _, err := read(ctx, tx, kind, c.New); err != nil { // the bounds of today
				return err
			}
			put := putBonus
			if kind == Promotion {
				put = putPromotion
			}
			n, err := put(ctx, tx, c)
			if err == nil && n == 0 { // both people saw other terms
				err = apperr.New(apperr.NoData).WithStatus(http.StatusConflict)
			}
			return err
		},
	}
}

func putBonus(ctx context.Context, tx pgx.Tx, c change) (int64, error) {
	var t Terms
	if err := json.Unmarshal(c.New, &t); err != nil {
		return 0, fmt.Errorf("bonus: %w", err)
	}
	percent, _ := hundredths(t.Percent)
	times, _ := hundredths(t.Turnover)
	return db.New(tx).BonusPut(ctx, db.BonusPutParams{
		Code: t.Code, Position: t.Position, Listed: t.Listed, Currency: t.Currency, Column5: t.Type, MaxReceived: t.MaxReceived, Percent: percent, Amount: t.Amount,
		Most: int64(t.Most), Minimum: int64(t.Minimum), Times: times, PercentFail: t.PercentFail, Quantity: t.Quantity,
		Name: textOf(t.Name), Banners: textOf(t.Banners), Edition: c.Edition,
	})
}

func putPromotion(ctx context.Context, tx pgx.Tx, c change) (int64, error) {
	var t PromotionTerms
	if err := json.Unmarshal(c.New, &t); err != nil {
		return 0, fmt.Errorf("bonus: %w", err)
	}
	times, _ := hundredths(t.Turnover)
	return db.New(tx).PromotionPut(ctx, db.PromotionPutParams{
		Code: t.Code, Listed: t.Listed, Currency: t.Currency, Amount: t.Amount, Times: times, PercentFail: t.PercentFail, Quantity: t.Quantity,
		Until: t.Until, Name: textOf(t.Name), Description: textOf(t.Description), Edition: c.Edition,
	})
}
