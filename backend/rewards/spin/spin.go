package spin

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/care"
	"krapao/backend/content"
	"krapao/backend/games"
	"krapao/backend/games/play"
	"krapao/backend/identity"
	"krapao/backend/ledger"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/clock"
	"krapao/backend/platform/jobs"
	"krapao/backend/platform/limit"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/vault"
	"krapao/backend/platform/web"
	"krapao/backend/rewards/bonus"
	"krapao/backend/rewards/spin/internal/db"
	"krapao/backend/rewards/turnover"
	"krapao/backend/staff"
	"krapao/backend/statement"
	"krapao/backend/wallet"
)

// Seeds is the purpose of the vault of server seeds.
const Seeds = "krapao wheel seeds"

// The lives of things.
const (
	seedLife   = 30 * 24 * time.Hour
	couponLife = 30 * 24 * time.Hour
)

// Service is the wheel. All fields are needed.
type Service struct {
	Pool      *pgxpool.Pool
	Clock     clock.Clock
	Log       *slog.Logger
	Keyed     web.Keyed
	Limits    limit.Counter
	Book      *ledger.Book
	Statement *statement.Book
	Wallet    *wallet.Service
	Identity  *identity.Service
	Care      *care.Service
	Content   *content.Library
	Staff     *staff.Service
	Turnover  *turnover.Service
	Vault     *vault.Vault
	Bonus     *bonus.Service
	Games     *games.Service
	Plays     *play.Service

	wheels sync.Map // by their id: a wheel never changes
}

func (s *Service) q() *db.Queries { return db.New(s.Pool) }

// Jobs registers the domain's chores.
func (s *Service) Jobs(q *jobs.Queue) {
	q.Every("spin.coins", 3*time.Second, s.mintDue)
	q.Every("spin.seeds", time.Minute, s.endSeeds)
}

// refused answers a refusal as spins and claims tell it.
func refused(code apperr.Code) error {
	return apperr.New(code).WithStatus(http.StatusConflict).WithExtra(apperr.Succeeded, false).WithExtra(apperr.ErrorCode, string(code))
}

// refusals declares codes as refused sends them, those of the guards among them.
func refusals(codes ...apperr.Code) (all apperr.Codes) {
	for _, code := range append(codes, apperr.InactiveUser, apperr.PlayInReview, apperr.SelfExcluded) {
		all = append(all, code.At(http.StatusConflict).With(apperr.Succeeded, apperr.ErrorCode))
	}
	return all
}

// guards are what may forbid a spin or a claim.
func (s *Service) guards(member int64) []pg.Guard {
	return []pg.Guard{s.Identity.MayMove(member), s.Care.MayPlay(member)}
}

// wheel is one in force, or one that was.
type wheel struct {
	id int64
	Definition
}

// wheelFor answers the wheel in force for a currency; nil where there is none.
func (s *Service) wheelFor(ctx context.Context, q pg.DB, currency ledger.Currency) (*wheel, error) {
	row, err := db.New(q).WheelOpen(ctx, string(currency))
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return s.wheelOf(row)
}

func (s *Service) wheelOf(row db.Wheel) (*wheel, error) {
	if known, ok := s.wheels.Load(row.ID); ok {
		return known.(*wheel), nil
	}
	w := &wheel{id: row.ID}
	if err := json.Unmarshal(row.Definition, &w.Definition); err != nil {
		return nil, err
	}
	s.wheels.Store(row.ID, w)
	return w, nil
}

func (w *wheel) slice(code string) Slice {
	for _, one := range w.Slices {
		if one.Code == code {
			return one
		}
	}
	return Slice{Code: code}
}

// keySpace names the ledger keys of what no call has asked for.
var keySpace = uuid.MustParse("3f0a6c57-7d84-4b0e-9a55-6f2c1f1f7e21")
