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

// The kinds of accruals, and what can make an entry of one.
const (
	kindInvite = "INVITE"
	kindRefund = "REFUND"

	whyDay    = "DAY"
	whyBarred = "BARRED"
)

// The steps by which what has accrued reaches a wallet.
const (
	stepCollect = "COLLECT" // an invite bonus into the wallet
	stepReceive = "RECEIVE" // a refund to those that wait
	stepAdd     = "ADD"     // and from there into the wallet
)

// pointsKind names the ledger's accounts of refunds that were received.
const pointsKind = "refund"

// Service is the domain. All fields are needed.
type Service struct {
	Pool      *pgxpool.Pool
	Clock     clock.Clock
	Log       *slog.Logger
	Keyed     web.Keyed
	Book      *ledger.Book
	Statement *statement.Book
	Content   *content.Library
	Identity  *identity.Service
	Care      *care.Service
	Wallet    *wallet.Service
	Plays     *play.Service
	Bonus     *bonus.Service
}

func (s *Service) q() *db.Queries { return db.New(s.Pool) }

// closeEach is how often the house looks whether a day can be closed.
const closeEach = 20 * time.Second

// Jobs registers the domain's work.
func (s *Service) Jobs(q *jobs.Queue) { q.Every("accrual.days", closeEach, s.CloseDays) }
