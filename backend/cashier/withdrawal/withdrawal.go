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

// Service is the domain. All fields are needed but where one says otherwise.
type Service struct {
	Pool      *pgxpool.Pool
	Clock     clock.Clock
	Log       *slog.Logger
	Keyed     web.Keyed
	Book      *ledger.Book
	Statement *statement.Book
	Content   *content.Library
	Queue     *jobs.Queue
	Push      *push.Service
	Cashier   *cashier.Service
	Care      *care.Service
	Wallet    *wallet.Service
	Identity  *identity.Service
	Games     *games.Service
	Company   *payout.Client
	Bonus     *bonus.Service
	Turnover  *turnover.Service
	// Patience is how long a call waits for the outcome before it answers that
	// the withdrawal is under way.
	Patience time.Duration
}

func (s *Service) q() *db.Queries { return db.New(s.Pool) }

// States of a withdrawal; see the package's text.
const (
	stateApproval = "APPROVAL"
	stateQueued   = "QUEUED"
	stateSending  = "SENDING"
	statePaid     = "PAID"
	stateFailed   = "FAILED"
)

// The times of the rules.
const (
	afterReset = 24 * time.Hour   // of the password: a cashier looks at the first
	missingFor = 10 * time.Second // between two "not known" that are believed
	inDoubt    = 30 * time.Minute // without a word of the company's: a cashier looks
	landing    = 30 * time.Second // longer than a call can be on its way
	stalled    = 2 * time.Minute  // without a step: is there a job at all?
	firstPause = 2 * time.Second  // before the first question
	lastPause  = 2 * time.Minute  // between two questions, at most
	// Plays arrive by feed every 20 seconds.
	releasePause = 10 * time.Second
)

// keySpace names the ledger keys of what ends a hold: one each for a withdrawal.
var keySpace = uuid.MustParse("b3f6c0d2-52cf-4d3e-8a8c-7f0b8a7d5f21")

func keyOf(id uuid.UUID, leg string) uuid.UUID {
	return uuid.NewSHA1(keySpace, append(id[:], leg...))
}

// Verify counts the withdrawals that differ from the ledger or from their line.
func (s *Service) Verify(ctx context.Context, q pg.DB) (ledger.Finding, error) {
	n, err := db.New(q).VerifyWithdrawals(ctx)
	return ledger.Finding{Invariant: "withdrawals that differ from the ledger or from their lines", Broken: int64(n)}, err
}
