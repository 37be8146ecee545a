package spin

import (
	"context"
	"encoding/hex"
	"errors"
	"math"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/content"
	"krapao/backend/identity"
	"krapao/backend/ledger"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
	"krapao/backend/rewards/spin/internal/db"
)

// Setup is the wheel with the caller's coins and seed, as the app receives it.
type Setup struct {
	Active   *ShownWheel `json:"activeSpinwheel,omitempty" doc:"Absent while no wheel is in force."`
	UserCoin UserCoin    `json:"userCoin"`
	// CoinPer is the amount that a member has to deposit and to play for one coin.
	CoinPer  money.Satang `json:"coinPer" doc:"A member earns one coin for each full such amount that was both deposited and played."`
	Fairness *Fairness    `json:"fairness,omitempty"`
}

// UserCoin is the member's balance of coins.
type UserCoin struct {
	Coin int64 `json:"coin"`
}

// ShownWheel is a wheel on the wire. Its texts are in the caller's language, and also in all languages, since a
// phone may change its language while it is offline.
type ShownWheel struct {
	ID     int64        `json:"_id"`
	Name   string       `json:"name"`
	Names  content.Text `json:"names"`
	Slices []ShownSlice `json:"slices"`
	Weight int64        `json:"weight" doc:"The sum of the weights of all slices."`
}

// ShownSlice is a slice on the wire.
type ShownSlice struct {
	Code            string       `json:"code"`
	Label           string       `json:"label"`
	Labels          content.Text `json:"labels"`
	BgColor         string       `json:"bgColor"`
	TextColor       string       `json:"textColor"`
	HTMLDescription string       `json:"htmlDescription"`
	Descriptions    content.Text `json:"descriptions"`
	Weight          int64        `json:"weight"`
	Odds            float64      `json:"odds" doc:"Percent, to four decimals."`
	Prize           ShownPrize   `json:"prize"`
}

// ShownPrize is a prize on the wire.
type ShownPrize struct {
	Code     string       `json:"code"`
	Name     string       `json:"name"`
	Names    content.Text `json:"names"`
	Slice    string       `json:"slice" doc:"The slice that wins the prize."`
	Kind     Kind         `json:"kind" enum:"NOTHING,CREDIT,TURNOVER"`
	Amount   money.Satang `json:"amount"`
	Turnover int          `json:"turnover" doc:"How often the amount has to be played before money can be withdrawn; 0 for never."`
}

// Fairness is the seed with which the next spin is drawn; see docs/fair-wheel.md.
type Fairness struct {
	SeedID         string    `json:"seedId"`
	Commitment     string    `json:"commitment" doc:"SHA-256, in hex, of the text in promise."`
	ServerSeedHash string    `json:"serverSeedHash"`
	Promise        string    `json:"promise"`
	ClientSeed     *string   `json:"clientSeed" nullable:"true" doc:"null until the first spin fixes the client seed."`
	Nonce          int32     `json:"nonce" doc:"The nonce of the next spin."`
	EndsAt         time.Time `json:"endsAt" doc:"When the seed is revealed and replaced."`
}

// Setup returns the wheel in force, the caller's coins, and the seed of their next spin.
func (s *Service) Setup(ctx context.Context) (Setup, error) {
	m := identity.Caller(ctx)
	var out Setup
	var w *wheel
	var seed db.SpinSeed
	stale := false
	per, err := s.coinPer(ctx, m.Currency)
	if err != nil {
		return out, err
	}
	out.CoinPer = per
	err = pg.Snapshot(ctx, s.Pool, func(tx pgx.Tx) (err error) {
		coins, err := s.Ledger.PointsBalance(ctx, tx, m.ID, identity.CoinKind, ledger.COIN)
		if err != nil {
			return err
		}
		out.UserCoin.Coin = int64(coins)
		if w, err = s.wheelInForce(ctx, tx, m.Currency); err != nil || w == nil {
			return err
		}
		seed, err = db.New(tx).SeedLive(ctx, m.ID)
		stale = errors.Is(err, pgx.ErrNoRows) || err == nil && s.isOver(seed, w)
		if stale {
			err = nil
		}
		return err
	})
	if err != nil || w == nil {
		return out, err
	}
	if stale {
		if w, seed, err = s.newSeed(ctx, m); err != nil || w == nil {
			return out, err
		}
	}
	out.Active, out.Fairness = shownWheel(w, web.From(ctx).Locale), toFairness(seed, w)
	return out, nil
}

// newSeed makes the seed that the caller does not have yet, under their wallet's lock.
func (s *Service) newSeed(ctx context.Context, m identity.Member) (w *wheel, seed db.SpinSeed, err error) {
	err = pg.InTx(ctx, s.Pool, func(tx pgx.Tx) error {
		if _, err := s.Ledger.LockTx(ctx, tx, m.ID); err != nil {
			return err
		}
		if w, err = s.wheelInForce(ctx, tx, m.Currency); err != nil || w == nil {
			return err
		}
		seed, err = s.seedTx(ctx, tx, m.ID, w)
		return err
	})
	return w, seed, err
}

// Active returns whether a wheel is in force for the caller's currency.
func (s *Service) Active(ctx context.Context) (bool, error) {
	w, err := s.wheelInForce(ctx, s.Pool, identity.Caller(ctx).Currency)
	return w != nil, err
}

func shownWheel(w *wheel, locale string) *ShownWheel {
	out := &ShownWheel{ID: w.id, Name: w.Name.In(locale), Names: w.Name, Weight: w.Weight()}
	for _, slice := range w.Slices {
		out.Slices = append(out.Slices, ShownSlice{
			Code: slice.Code, Label: slice.Label.In(locale), Labels: slice.Label, BgColor: slice.BgColor, TextColor: slice.TextColor,
			HTMLDescription: slice.Description.In(locale), Descriptions: slice.Description, Weight: slice.Weight,
			Odds: math.Round(1e6*float64(slice.Weight)/float64(out.Weight)) / 1e4, Prize: slice.shownPrize(locale),
		})
	}
	return out
}

func (s Slice) shownPrize(locale string) ShownPrize {
	p := s.Prize
	return ShownPrize{Code: p.Code, Name: p.Name.In(locale), Names: p.Name, Slice: s.Code, Kind: p.Kind, Amount: p.Amount, Turnover: p.Turnover}
}

func toFairness(seed db.SpinSeed, w *wheel) *Fairness {
	return &Fairness{
		SeedID: seed.ID.String(), Commitment: hex.EncodeToString(seed.Commitment), ServerSeedHash: hex.EncodeToString(seed.Hash), Promise: w.Promise(seed.Hash),
		ClientSeed: seed.ClientSeed, Nonce: seed.Spins, EndsAt: seed.CreatedAt.Add(seedLife).UTC(),
	}
}
