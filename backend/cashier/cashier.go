package cashier

import (
	"context"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/cashier/internal/db"
	"krapao/backend/cashier/reconcile"
	"krapao/backend/cashier/slipread"
	"krapao/backend/content"
	"krapao/backend/ledger"
	"krapao/backend/platform/clock"
	"krapao/backend/platform/intake"
	"krapao/backend/platform/jobs"
	"krapao/backend/platform/limit"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
	"krapao/backend/provider/bankfeed"
	"krapao/backend/provider/slip"
	"krapao/backend/push"
	"krapao/backend/staff"
	"krapao/backend/statement"
)

// Service is the cashier domain. All fields are needed.
type Service struct {
	Pool      *pgxpool.Pool
	Clock     clock.Clock
	Log       *slog.Logger
	Keyed     web.Keyed
	Book      *ledger.Book
	Statement *statement.Book
	Content   *content.Library
	Pictures  intake.Desk
	Reader    *slipread.Reader
	Verifier  slip.Verifier
	Queue     *jobs.Queue
	Limits    limit.Counter
	Push      *push.Service
	Signer    web.Signer
	Staff     *staff.Service
	// FeedKey is shared with the banks that tell of transfers.
	FeedKey string
	// Differences are kept where our book and a company's differ.
	Differences *reconcile.Service
	// Listed lists what came into our accounts, where somebody does.
	Listed *bankfeed.Client
	// MemberOf tells whose account a deposit must come from; identity knows.
	MemberOf func(ctx context.Context, q pg.DB, member int64) (Member, error)
	// MemberNamed finds a member by their _id, or is NO_DATA.
	MemberNamed func(ctx context.Context, q pg.DB, publicID string) (Member, error)
	// HoldersOf finds members by a bank's number, a pattern (SQL's like) of the
	// account and a part, in capitals, of its name: most of them at most.
	HoldersOf func(ctx context.Context, q pg.DB, bank, pattern, part string, most int) ([]Holder, error)
	// checking counts the checks of each member's slips that run here.
	checking atOnce
}

// Member is what the cashier needs to know of a member.
type Member struct {
	ID          int64
	PublicID    string
	Active      bool
	Currency    ledger.Currency
	BankCode    string
	BankNumber  string // three digits
	AccountNo   string
	AccountName string
}

func (s *Service) q() *db.Queries { return db.New(s.Pool) }

// uploads guards the verifier's quota: no person makes as many transfers.
var uploads = limit.Rule{Max: 100, Window: time.Hour}

// The times of the rules.
const (
	clockSkew    = 5 * time.Minute  // between the bank's clock and ours
	lateUpload   = 24 * time.Hour   // how late a slip picked in time may arrive
	unsureFor    = 10 * time.Minute // how long a bank may not know a transfer yet
	unsurePause  = 30 * time.Second
	verifierDown = 30 * time.Minute // then a cashier looks
	stalled      = time.Hour        // longer than a check may take for one step
	feedStalled  = 10 * time.Minute // longer than finding a payer may take
	pictureLife  = 10 * time.Minute // of a signed address
)
