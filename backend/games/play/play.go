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
	// Months is how many whole months before this one raw plays are kept.
	Months int

	// writing allows one batch of this server at a time, so that many plays at once take one connection
	// only from members' calls.
	writing sync.Mutex
}

func (s *Service) q() *db.Queries { return db.New(s.Pool) }

// The times of the rules; see the package's text.
const (
	every    = 20 * time.Second
	overlap  = 3 * time.Minute  // between two readings of what was read before
	before   = 10 * time.Minute // a feed begins this long before the first account in the slot
	longest  = 40 * time.Second // one reading of a feed
	alone    = time.Minute      // how long a killed reader keeps others out
	settling = 15 * time.Minute // after its end a day may close
	closing  = 24 * time.Hour   // after its end a day closes in any case
)

// Jobs registers the domain's periodic jobs.
func (s *Service) Jobs(q *jobs.Queue) {
	q.Every("game.plays", every, s.read)
	q.Every("game.plays.aside", time.Minute, s.tryAside)
	q.Every("game.plays.months", time.Hour, s.keepMonths)
	q.Every("game.days", time.Minute, s.closeDays)
}

// Routes registers the providers' webhook.
func (s *Service) Routes(e *web.Edge) { e.App.Post(pushPath+":slot", s.pushed) }

// Verify counts the members whose days differ from the plays counted.
func (s *Service) Verify(ctx context.Context, q pg.DB) (ledger.Finding, error) {
	n, err := db.New(q).VerifyPlays(ctx)
	return ledger.Finding{Invariant: "members whose days in a game differ from the plays counted", Broken: n}, err
}
