package withdrawal

import (
	"context"
	"log/slog"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/care"
	"krapao/backend/cashier"
	"krapao/backend/cashier/withdrawal/internal/db"
	"krapao/backend/content"
	"krapao/backend/games"
	"krapao/backend/identity"
	"krapao/backend/ledger"
	"krapao/backend/platform/clock"
	"krapao/backend/platform/jobs"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
	"krapao/backend/provider/payout"
	"krapao/backend/push"
	"krapao/backend/rewards/bonus"
	"krapao/backend/rewards/turnover"
	"krapao/backend/statement"
	"krapao/backend/wallet"
)

// Service pays withdrawals out. All fields are required.
type Service struct {
	Pool      *pgxpool.Pool
	Clock     clock.Clock
	Log       *slog.Logger
	Keyed     web.Keyed
	Ledger    *ledger.Service
	Statement *statement.Service
	Content   *content.Service
	Queue     *jobs.Queue
	Push      *push.Service
	Cashier   *cashier.Service
	Care      *care.Service
	Wallet    *wallet.Service
	Identity  *identity.Service
	Games     *games.Service
	Provider  *payout.Client
	Bonus     *bonus.Service
	Turnover  *turnover.Service
	// Patience is how long a call waits for the outcome before it returns 202.
	Patience time.Duration
}

func (s *Service) q() *db.Queries { return db.New(s.Pool) }

// States of a withdrawal; see the package comment.
const (
	stateApproval = "APPROVAL"
	stateQueued   = "QUEUED"
	stateSending  = "SENDING"
	statePaid     = "PAID"
	stateFailed   = "FAILED"
)

// The durations of the package's rules.
const (
	resetReviewPeriod = 24 * time.Hour   // for this long after a password reset, the first withdrawal waits for a cashier
	notKnownGap       = 10 * time.Second // between two responses "not known" that count
	overdueAfter      = 30 * time.Minute // without a response for this long, a cashier may decide
	transitTime       = 30 * time.Second // longer than a call can be in transit
	stalledAfter      = 2 * time.Minute  // without a step for this long, the rescue checks for a job
	minQueryPause     = 2 * time.Second  // before the first query, and between two queries at least
	maxQueryPause     = 2 * time.Minute  // between two queries at most
	releasePause      = 10 * time.Second // between two runs of releaseExplained; the feed delivers plays every 20 seconds
)

// keySpace is the namespace of the ledger keys of transfers that end a hold. There is one key per withdrawal
// and purpose.
var keySpace = uuid.MustParse("b3f6c0d2-52cf-4d3e-8a8c-7f0b8a7d5f21")

func keyOf(id uuid.UUID, purpose string) uuid.UUID {
	return uuid.NewSHA1(keySpace, append(id[:], purpose...))
}

// Verify counts the withdrawals that differ from the ledger or from their line.
func (s *Service) Verify(ctx context.Context, q pg.DB) (ledger.Finding, error) {
	n, err := db.New(q).VerifyWithdrawals(ctx)
	return ledger.Finding{Invariant: "withdrawals that differ from the ledger or from their lines", Broken: int64(n)}, err
}
