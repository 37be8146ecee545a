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

// Seeds is the purpose of the vault that holds the server seeds.
const Seeds = "krapao wheel seeds"

// The lifetimes of a seed and of a coupon.
const (
	seedLife   = 30 * 24 * time.Hour
	couponLife = 30 * 24 * time.Hour
)

// Service is the service of the wheel. All exported fields are needed.
type Service struct {
	Pool      *pgxpool.Pool
	Clock     clock.Clock
	Log       *slog.Logger
	Keyed     web.Keyed
	Limits    limit.Counter
	Ledger    *ledger.Service
	Statement *statement.Service
	Wallet    *wallet.Service
	Identity  *identity.Service
	Care      *care.Service
	Content   *content.Service
	Staff     *staff.Service
	Turnover  *turnover.Service
	Vault     *vault.Vault
	Bonus     *bonus.Service
	Games     *games.Service
	Plays     *play.Service

	wheels sync.Map // by id: a wheel never changes
}

func (s *Service) q() *db.Queries { return db.New(s.Pool) }

// Jobs registers the domain's periodic jobs.
func (s *Service) Jobs(q *jobs.Queue) {
	q.Every("spin.coins", 3*time.Second, s.mintDue)
	q.Every("spin.seeds", time.Minute, s.endSeeds)
}

// refusalError returns a refusal with the extra fields that spins and claims have on the wire.
func refusalError(code apperr.Code) error {
	return apperr.New(code).WithStatus(http.StatusConflict).WithExtra(apperr.Succeeded, false).WithExtra(apperr.ErrorCode, string(code))
}

// refusalCodes returns the error codes for the API contract, in the form that refusalError sends, with the
// guards' codes.
func refusalCodes(codes ...apperr.Code) (all apperr.Codes) {
	for _, code := range append(codes, apperr.InactiveUser, apperr.PlayInReview, apperr.SelfExcluded) {
		all = append(all, code.At(http.StatusConflict).With(apperr.Succeeded, apperr.ErrorCode))
	}
	return all
}

// guards returns the guards that may forbid a spin or a claim.
func (s *Service) guards(member int64) []pg.Guard {
	return []pg.Guard{s.Identity.MayMoveGuard(member), s.Care.MayPlayGuard(member)}
}

// wheel is a stored wheel: the one in force, or an earlier one.
type wheel struct {
	id int64
	Definition
}

// wheelInForce returns the wheel in force for a currency, or nil.
func (s *Service) wheelInForce(ctx context.Context, q pg.DB, currency ledger.Currency) (*wheel, error) {
	row, err := db.New(q).GetOpenWheel(ctx, string(currency))
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return s.toWheel(row)
}

func (s *Service) toWheel(row db.Wheel) (*wheel, error) {
	if cached, ok := s.wheels.Load(row.ID); ok {
		return cached.(*wheel), nil
	}
	w := &wheel{id: row.ID}
	if err := json.Unmarshal(row.Definition, &w.Definition); err != nil {
		return nil, err
	}
	s.wheels.Store(row.ID, w)
	return w, nil
}

func (w *wheel) sliceByCode(code string) Slice {
	for _, slice := range w.Slices {
		if slice.Code == code {
			return slice
		}
	}
	return Slice{Code: code}
}

// keySpace is the namespace of the ledger keys that are not made from a request.
var keySpace = uuid.MustParse("3f0a6c57-7d84-4b0e-9a55-6f2c1f1f7e21")
