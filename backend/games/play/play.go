package play

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/games"
	"krapao/backend/games/internal/db"
	"krapao/backend/ledger"
	"krapao/backend/platform/clock"
	"krapao/backend/platform/jobs"
	"krapao/backend/platform/limit"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
)

// Service is the domain's service. All exported fields are needed.
type Service struct {
	Pool   *pgxpool.Pool
	Clock  clock.Clock
	Log    *slog.Logger
	Limits limit.Counter
	Games  *games.Service
	// Months is the number of whole months before the current one whose raw plays are stored.
	Months int

	// writing lets this server write only one batch at a time. A burst of plays therefore uses one database
	// connection. The other connections serve members' calls.
	writing sync.Mutex
}

func (s *Service) q() *db.Queries { return db.New(s.Pool) }

// The durations of the package's rules; see the package comment.
const (
	feedInterval    = 20 * time.Second
	rereadInterval  = 3 * time.Minute  // between two readings of the last minutes of a feed
	feedLead        = 10 * time.Minute // a feed begins this long before the slot's first account
	maxReading      = 40 * time.Second // limit of one reading of a feed
	readerLease     = time.Minute      // how long no other server reads the feed after a reader was killed
	dayClosesAfter  = 15 * time.Minute // a day may close this long after its end
	dayClosesLatest = 24 * time.Hour   // a day closes in any case this long after its end
)

// Jobs registers the domain's periodic jobs.
func (s *Service) Jobs(q *jobs.Queue) {
	q.Every("game.plays", feedInterval, s.readFeeds)
	q.Every("game.plays.aside", time.Minute, s.recountAside)
	q.Every("game.plays.months", time.Hour, s.keepMonths)
	q.Every("game.days", time.Minute, s.closeDays)
}

// Routes registers the providers' webhook.
func (s *Service) Routes(e *web.Edge) { e.App.Post(pushPath+":slot", s.handlePush) }

// VerifyWhole counts the members whose days differ from the counted plays.
func (s *Service) VerifyWhole(ctx context.Context, q pg.DB) (ledger.Finding, error) {
	n, err := db.New(q).VerifyPlays(ctx)
	return ledger.Finding{Invariant: "members whose days in a game differ from the plays counted", Broken: n}, err
}
