package chat

import (
	"context"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/chat/internal/db"
	"krapao/backend/platform/bus"
	"krapao/backend/platform/clock"
	"krapao/backend/platform/confine"
	"krapao/backend/platform/intake"
	"krapao/backend/platform/jobs"
	"krapao/backend/platform/limit"
	"krapao/backend/platform/web"
	"krapao/backend/push"
	"krapao/backend/staff"
)

// Prefix of a customer's room: the rest is the member's or guest's own id.
const Prefix = "support-"

// Who sent a message.
const (
	customer = "customer"
	support  = "support"
)

const (
	statusOpen   = "OPEN"
	statusClosed = "CLOSED"
)

const (
	addressLife = time.Hour // of a signed media address
	nudgeAfter  = 2 * time.Second
	onlineFor   = 90 * time.Second // after a socket was last seen open
)

// newGuests is a ceiling for one address; a person has one conversation.
var newGuests = limit.Rule{Max: 300, Window: time.Hour}

// Service is the chat domain. All fields are needed.
type Service struct {
	Pool   *pgxpool.Pool
	Clock  clock.Clock
	Log    *slog.Logger
	Keyed  web.Keyed
	Limits limit.Counter
	Media  intake.Desk
	Thumbs *confine.Pool
	Signer web.Signer
	Queue  *jobs.Queue
	Push   *push.Service
	Bus    *bus.Bus
	Staff  *staff.Service

	// Member answers who holds a token; a socket presents it in its first frame.
	Member func(ctx context.Context, token string) (web.Caller, error)
	// OpenSessions answers which of the members' sessions are open still.
	OpenSessions func(ctx context.Context, ids []int64) ([]int64, error)
	// SiteClosed tells whether customers are to be sent away.
	SiteClosed func(ctx context.Context) bool
	// Cursor answers where a sync would bring the member now. A line that opens tells it,
	// so that an app which is there already need not ask.
	Cursor func(ctx context.Context, member int64) (string, error)

	hub   *hub
	relay *relay
	inbox inboxChanges
}

func (s *Service) q() *db.Queries { return db.New(s.Pool) }

// Sockets is how many are open on this instance.
func (s *Service) Sockets() int { return s.hub.size() }
