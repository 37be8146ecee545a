package turnover

import (
	"context"
	"log/slog"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/care"
	"krapao/backend/games"
	"krapao/backend/games/play"
	"krapao/backend/ledger"
	"krapao/backend/platform/clock"
	"krapao/backend/platform/jobs"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/rewards/turnover/internal/db"
)

// Service is the domain's service. All exported fields are needed.
type Service struct {
	Pool   *pgxpool.Pool
	Clock  clock.Clock
	Log    *slog.Logger
	Ledger *ledger.Service
	Care   *care.Service
	Games  *games.Service
	Plays  *play.Service
}

func (s *Service) q() *db.Queries { return db.New(s.Pool) }

// Source is the reason for a requirement.
type Source string

// The sources.
const (
	Deposit Source = "deposit"
	Coupon  Source = "coupon"
)

// playableMinimum is the amount below which a member can play no more: a member who has less owes nothing any
// more.
var playableMinimum = money.Baht(1)

const (
	checkInterval = 10 * time.Second
	retryAfter    = 5 * time.Minute // after a void check
)

// Jobs registers the domain's periodic jobs.
func (s *Service) Jobs(q *jobs.Queue) {
	q.Every("turnover.follow", checkInterval, s.markChanged)
	q.Every("turnover.look", checkInterval, s.recountDue)
	q.Every("turnover.all", 24*time.Hour, func(ctx context.Context) error { return s.q().ScheduleAllCounts(ctx, s.Clock()) })
}

// MultiplyUp returns amount multiplied by multiple, in satang, rounded up. multiple has at most two decimals.
func MultiplyUp(multiple float64, amount money.Satang) money.Satang {
	hundredths := int64(multiple*100 + 0.5)
	return money.Satang((int64(amount)*hundredths + 99) / 100)
}

// RequireBatch queues a requirement: the member has to play an amount, in satang. It does nothing for 0. The
// caller holds the wallet's lock. ref names the reason; each reason is stored only once.
func (s *Service) RequireBatch(b *pgx.Batch, member int64, source Source, ref uuid.UUID, amount money.Satang) {
	if amount > 0 {
		b.Queue(db.InsertRequirement, member, string(source), [16]byte(ref), int64(amount), s.Clock())
	}
}

// RequireTx is RequireBatch in the caller's transaction.
func (s *Service) RequireTx(ctx context.Context, tx pgx.Tx, member int64, source Source, ref uuid.UUID, amount money.Satang) error {
	if amount <= 0 {
		return nil
	}
	return db.New(tx).InsertRequirement(ctx, db.InsertRequirementParams{MemberID: member, Source: string(source), Ref: ref, Needed: int64(amount), Now: s.Clock()})
}

// RequirementMetGuard returns the guard of a withdrawal: BONUS_REMAINING while something is left to play, unless
// the member is excluded.
func (s *Service) RequirementMetGuard(member int64) pg.Guard {
	excluded := s.Care.NoBreakGuard(member)
	return pg.Guard{Query: db.GuardMet, Args: []any{member}, Unless: &excluded}
}

// RemainingTurnover returns how much a member still has to play, in satang. q is a pool or a transaction.
func (s *Service) RemainingTurnover(ctx context.Context, q pg.DB, member int64) (money.Satang, error) {
	left, err := db.New(q).SumRemaining(ctx, member)
	return money.Satang(left), err
}

// BlockingTurnover returns how much a member still has to play, for deposits and coupons, before they can
// withdraw, in satang. It is RemainingTurnover, or 0 while play is closed for the member. q is a pool or a
// transaction.
func (s *Service) BlockingTurnover(ctx context.Context, q pg.DB, member int64) (money.Satang, error) {
	left, err := s.RemainingTurnover(ctx, q, member)
	if err != nil || left == 0 {
		return 0, err
	}
	closed, err := s.Care.CurrentBreak(ctx, q, member)
	if closed != nil {
		left = 0
	}
	return left, err
}

// Verify counts requirements whose columns contradict each other.
func (s *Service) Verify(ctx context.Context, q pg.DB) (ledger.Finding, error) {
	n, err := db.New(q).Verify(ctx)
	return ledger.Finding{Invariant: "turnover requirements that contradict themselves", Broken: n}, err
}
