package bank

import (
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/cashier"
	"krapao/backend/cashier/bank/internal/db"
	"krapao/backend/cashier/slipread"
	"krapao/backend/content"
	"krapao/backend/identity"
	"krapao/backend/platform/clock"
	"krapao/backend/platform/intake"
	"krapao/backend/platform/jobs"
	"krapao/backend/platform/limit"
	"krapao/backend/platform/web"
	"krapao/backend/provider/bankfeed"
	"krapao/backend/provider/slip"
	"krapao/backend/push"
	"krapao/backend/staff"
	"krapao/backend/statement"
	"krapao/backend/wallet"
)

// Service credits bank transfers to members. All fields are required.
type Service struct {
	Pool      *pgxpool.Pool
	Clock     clock.Clock
	Log       *slog.Logger
	Keyed     web.Keyed
	Wallet    *wallet.Service
	Cashier   *cashier.Service
	Identity  *identity.Service
	Statement *statement.Service
	Content   *content.Service
	Pictures  intake.Receiver
	Reader    *slipread.Reader
	Verifier  slip.Verifier
	Queue     *jobs.Queue
	Limits    limit.Counter
	Push      *push.Service
	Staff     *staff.Service
	Signer    web.Signer
	// FeedKey is shared with the banks that report transfers.
	FeedKey string
	// BankLists lists the transfers into our accounts, if there is a provider for it.
	BankLists *bankfeed.Client
}

func (s *Service) q() *db.Queries { return db.New(s.Pool) }

// uploadLimit limits a member's uploads to protect the verifier's quota. The limit is more than a member's real
// transfers.
var uploadLimit = limit.Rule{Max: 100, Window: time.Hour}

// The durations of the package's rules.
const (
	clockSkew          = 5 * time.Minute  // tolerated difference between the bank's clock and ours
	lateUpload         = 24 * time.Hour   // how late a slip that was picked in time may arrive
	unknownFor         = 10 * time.Minute // how long the bank may not know a transfer yet
	retryDelay         = 30 * time.Second
	verifierDownLimit  = 30 * time.Minute // after this the slip waits for a cashier
	pictureDownLimit   = 30 * time.Minute // after this the slip waits for a cashier, without its picture
	stalledAfter       = time.Hour        // longer than one step of a check may take
	feedStalledAfter   = 10 * time.Minute // longer than finding a payer may take
	pictureURLLifetime = 10 * time.Minute // lifetime of a picture's signed URL
)
