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

// Prefix starts the name of a customer's room. The rest is the id of the member or guest.
const Prefix = "support-"

// The senders of messages.
const (
	customer = "customer"
	support  = "support"
)

const (
	statusOpen   = "OPEN"
	statusClosed = "CLOSED"
)

const (
	addressLifetime = time.Hour // how long a signed media address is valid
	replyPushDelay  = 2 * time.Second
	onlinePeriod    = 90 * time.Second // how long a customer counts as online after their socket was last seen open
)

// newGuestLimit limits the new guest conversations from one address. A guest needs only one conversation.
var newGuestLimit = limit.Rule{Max: 300, Window: time.Hour}

// Service is the chat domain. All exported fields are required.
type Service struct {
	Pool   *pgxpool.Pool
	Clock  clock.Clock
	Log    *slog.Logger
	Keyed  web.Keyed
	Limits limit.Counter
	Media  intake.Receiver
	Thumbs *confine.Pool
	Signer web.Signer
	Queue  *jobs.Queue
	Push   *push.Service
	Bus    *bus.Bus
	Staff  *staff.Service

	// Member returns the caller for a token. A socket sends the token in its first frame.
	Member func(ctx context.Context, token string) (web.Caller, error)
	// FilterOpenSessions returns the elements of ids whose sessions are still open.
	FilterOpenSessions func(ctx context.Context, ids []int64) ([]int64, error)
	// SiteClosed reports whether the site is closed, and customers must be rejected.
	SiteClosed func(ctx context.Context) bool
	// Cursor returns the member's current sync cursor. The server sends it when a socket joins. An app
	// with the same cursor is up to date and need not sync.
	Cursor func(ctx context.Context, member int64) (string, error)

	hub   *hub
	relay *relay
	inbox inboxChanges
}

func (s *Service) q() *db.Queries { return db.New(s.Pool) }

// Sockets returns how many sockets are open on this server.
func (s *Service) Sockets() int { return s.hub.size() }
