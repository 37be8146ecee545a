package accrual

import (
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/care"
	"krapao/backend/content"
	"krapao/backend/games/play"
	"krapao/backend/identity"
	"krapao/backend/ledger"
	"krapao/backend/platform/clock"
	"krapao/backend/platform/jobs"
	"krapao/backend/platform/web"
	"krapao/backend/rewards/accrual/internal/db"
	"krapao/backend/rewards/bonus"
	"krapao/backend/statement"
	"krapao/backend/wallet"
)

// The kinds of accruals, and the reasons of an entry.
const (
	kindInvite = "INVITE"
	kindRefund = "REFUND"

	reasonDay    = "DAY"
	reasonBarred = "BARRED"
)

// The steps from accrued money to the wallet.
const (
	stepCollect = "COLLECT" // an invite bonus into the wallet
	stepReceive = "RECEIVE" // a refund to the refund balance
	stepAdd     = "ADD"     // from the refund balance into the wallet
)

// pointsKind is the kind of the ledger accounts for received refunds.
const pointsKind = "refund"

// Service is the domain's service. All exported fields are needed.
type Service struct {
	Pool      *pgxpool.Pool
	Clock     clock.Clock
	Log       *slog.Logger
	Keyed     web.Keyed
	Ledger    *ledger.Service
	Statement *statement.Service
	Content   *content.Service
	Identity  *identity.Service
	Care      *care.Service
	Wallet    *wallet.Service
	Plays     *play.Service
	Bonus     *bonus.Service
}

func (s *Service) q() *db.Queries { return db.New(s.Pool) }

// closeInterval is how often a server checks whether a day can be closed.
const closeInterval = 20 * time.Second

// Jobs registers the domain's job.
func (s *Service) Jobs(q *jobs.Queue) { q.Every("accrual.days", closeInterval, s.CloseDays) }
