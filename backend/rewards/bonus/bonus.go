package bonus

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/care"
	"krapao/backend/content"
	"krapao/backend/games/play"
	"krapao/backend/identity"
	"krapao/backend/ledger"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/clock"
	"krapao/backend/platform/limit"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
	"krapao/backend/push"
	"krapao/backend/rewards/bonus/internal/db"
	"krapao/backend/rewards/turnover"
	"krapao/backend/staff"
	"krapao/backend/statement"
	"krapao/backend/wallet"
)

// Service is the domain's service. All exported fields are needed.
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
	Push      *push.Service
	Staff     *staff.Service
	Plays     *play.Service
	Turnover  *turnover.Service
}

func (s *Service) q() *db.Queries { return db.New(s.Pool) }

// Kind says whether a member took a bonus or a promotion.
type Kind string

// The kinds.
const (
	Bonus     Kind = "bonus"
	Promotion Kind = "promotion"
)

// houseAccount returns the house account that pays a bonus of this kind.
func (k Kind) houseAccount() ledger.HouseAccount {
	if k == Promotion {
		return ledger.Promotions
	}
	return ledger.Bonuses
}

// statementLinks returns the links of a statement line for a reward.
func (k Kind) statementLinks(name string) statement.Links {
	if k == Promotion {
		return statement.Links{Promotion: &statement.Link{Description: name}}
	}
	return statement.Links{Bonus: &statement.Link{Description: name}}
}

// The ways in which a bonus ends; see the package comment.
const (
	endByTurnover  = "TURNOVER"
	endByFail      = "FAIL"
	endByClear     = "CLEAR"
	endByExclusion = "EXCLUSION"
	endByOperator  = "PERSON"
)

// The durations of the package's rules.
const (
	depositMaxAge     = 24 * time.Hour   // a deposit may back a bonus for this long after its credit
	checkInterval     = 10 * time.Second // between two checks for changes
	firstRetry        = time.Minute      // after a void check: the first pause
	maxRetry          = 15 * time.Minute // after a void check: the longest pause
	exclusionPatience = 30 * time.Minute // for games that do not return an excluded member's money
	doubtAfter        = 24 * time.Hour   // after this time an open bet needs a cashier
	fullCheckInterval = 24 * time.Hour   // between two checks of all bonuses
)

// NoActiveBonusGuard returns the guard of commands that an active bonus forbids: BONUS_REMAINING, unless the
// member is excluded.
func (s *Service) NoActiveBonusGuard(member int64) pg.Guard {
	excluded := s.Care.NoBreakGuard(member)
	return pg.Guard{Query: db.GuardNoActiveBonus, Args: []any{string(apperr.BonusRemaining), member}, Unless: &excluded}
}

// ErrNotEnded is the Stale error of BonusEndedGuard: an exclusion still has to end the bonus.
var ErrNotEnded = errors.New("bonus: an exclusion has yet to end it")

// BonusEndedGuard returns the guard, after NoActiveBonusGuard, of money that leaves for good. It returns ErrNotEnded
// while the bonus of an excluded member has not ended. EndForExclusion ends it.
func (s *Service) BonusEndedGuard(member int64) pg.Guard {
	return pg.Guard{Query: db.GuardNoActiveBonus, Args: []any{string(apperr.BonusRemaining), member}, Stale: ErrNotEnded}
}

// activeBonus returns a member's active bonus or promotion, or nil.
func activeBonus(ctx context.Context, q pg.DB, member int64) (*db.BonusTaken, error) {
	row, err := db.New(q).GetActiveBonus(ctx, member)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	return &row, err
}

// lockActiveTx locks a member's wallet, then their active bonus. The row is nil if there is no active bonus.
func (s *Service) lockActiveTx(ctx context.Context, tx pgx.Tx, member int64) (*db.BonusTaken, ledger.Wallet, error) {
	w, err := s.Ledger.LockTx(ctx, tx, member)
	if err != nil {
		return nil, w, err
	}
	row, err := db.New(tx).LockActiveBonus(ctx, member)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, w, nil
	}
	return &row, w, err
}

var keySpace = uuid.MustParse("0f9a6b1e-6a55-4f0e-8e0c-2f9d13b7c5a1")

func ledgerKey(id uuid.UUID, leg string) uuid.UUID {
	return uuid.NewSHA1(keySpace, append(id[:], leg...))
}

// Verify counts the bonuses that differ from the ledger or from their statement lines.
func (s *Service) Verify(ctx context.Context, q pg.DB) (ledger.Finding, error) {
	n, err := db.New(q).Verify(ctx)
	return ledger.Finding{Invariant: "bonuses that differ from the ledger or from their lines", Broken: int64(n)}, err
}
