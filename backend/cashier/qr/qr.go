package qr

import (
	"context"
	"log/slog"
	"slices"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/cashier"
	"krapao/backend/cashier/qr/internal/db"
	"krapao/backend/content"
	"krapao/backend/identity"
	"krapao/backend/ledger"
	"krapao/backend/platform/clock"
	"krapao/backend/platform/jobs"
	"krapao/backend/platform/limit"
	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
	gateway "krapao/backend/provider/qr"
)

// Service is the QR deposits. All fields are needed but Min and PublicURL.
type Service struct {
	Pool     *pgxpool.Pool
	Clock    clock.Clock
	Log      *slog.Logger
	Keyed    web.Keyed
	Queue    *jobs.Queue
	Limits   limit.Counter
	Cashier  *cashier.Service
	Identity *identity.Service
	Content  *content.Library
	// Clients are the configured gateways; one that is missing is closed.
	Clients map[string]gateway.Gateway
	// Min overrides what a gateway takes at least; Max is what it takes at most, where
	// it told.
	Min, Max map[string]money.Satang
	// PublicURL is our address, for gateways that are told where to send webhooks.
	PublicURL string

	rests atomic.Pointer[rests]
}

// The gateways, by their names on the wire.
const (
	KBank   = "KBANK"
	WW      = "WW"
	Paytimz = "PAYTIMZ"
	PayoneX = "PAYONEX"
	ZPay    = "ZPAY"
)

// Gateway is a gateway as members see it. Presets are the amounts to choose from.
type Gateway struct {
	Provider   string
	MinDeposit money.Satang
	// MaxDeposit is 0 where the gateway told none.
	MaxDeposit money.Satang
	Presets    []money.Satang
	// Resting says that it failed members lately, and is listed behind the others.
	Resting bool

	house  ledger.House
	client gateway.Gateway
}

var gateways = []Gateway{
	{Provider: KBank, MinDeposit: money.Baht(1), Presets: baht(10, 20, 50, 100, 500, 1000), house: ledger.QRKBank},
	{Provider: WW, MinDeposit: money.Baht(100), Presets: baht(100, 200, 300, 500, 1000), house: ledger.QRWW},
	{Provider: Paytimz, MinDeposit: money.Baht(10), Presets: baht(10, 50, 100, 500, 1000), house: ledger.QRPaytimz},
	{Provider: PayoneX, MinDeposit: money.Baht(100), Presets: baht(100, 200, 300, 500, 1000), house: ledger.QRPayoneX},
	{Provider: ZPay, MinDeposit: money.Baht(10), Presets: baht(10, 50, 100, 500, 1000), house: ledger.QRZPay},
}

func baht(amounts ...int64) []money.Satang {
	out := make([]money.Satang, 0, len(amounts))
	for _, n := range amounts {
		out = append(out, money.Baht(n))
	}
	return out
}

// States of an order; see the package's text.
const (
	stateCreating  = "CREATING"
	stateLive      = "LIVE"
	stateRefused   = "REFUSED"
	stateLost      = "LOST"
	stateCancelled = "CANCELLED"
	stateExpired   = "EXPIRED"
	stateReview    = "REVIEW"
	stateDropped   = "DROPPED"
	statePaid      = "PAID"
)

// The times of the rules.
const (
	life          = 10 * time.Minute // of a code
	createTime    = 15 * time.Second // for a gateway to make one
	askTime       = 10 * time.Second // for a gateway to answer a question
	lostAfter     = 30 * time.Second // when nobody can be waiting for an answer any more
	patience      = 10 * time.Second // of a repeat whose first is under way
	askPause      = 15 * time.Second // while a code is shown
	silentPause   = time.Minute      // after a question without an answer
	doubtPause    = 30 * time.Minute // while a cashier has it
	overdue       = 3 * time.Minute  // then the job that should have asked is gone
	creationsHour = 30               // codes a member may make in an hour
)

// askAfter are the times of asking after a code has ended.
var askAfter = []time.Duration{time.Minute, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 24 * time.Hour}

func (s *Service) q() *db.Queries { return db.New(s.Pool) }

// Open returns the gateways that members can use now, in the order in which the app tries
// them, and those that are paused. q is a pool or a transaction.
func (s *Service) Open(ctx context.Context, q pg.DB) (open []Gateway, paused []string) {
	settings, err := s.Content.RecentTx(ctx, q)
	if err != nil { // better one too many: its call asks again
		s.Log.WarnContext(ctx, "qr: read what is paused", "cause", err)
	}
	for _, g := range gateways {
		g, _ = s.gateway(g.Provider)
		switch {
		case g.client == nil:
		case settings.IsPaused(g.Provider):
			paused = append(paused, g.Provider)
		default:
			open = append(open, g)
		}
	}
	return s.inOrder(ctx, q, open), paused
}

// gateway answers the gateway of a name; known is false if there is none. Its
// client is nil where it is not configured.
func (s *Service) gateway(name string) (g Gateway, known bool) {
	i := slices.IndexFunc(gateways, func(g Gateway) bool { return g.Provider == name })
	if i < 0 {
		return Gateway{}, false
	}
	g = gateways[i]
	g.client, g.MaxDeposit = s.Clients[name], s.Max[name]
	if least := s.Min[name]; least > 0 {
		// The minimum takes the first preset's place.
		rest := slices.DeleteFunc(slices.Clone(g.Presets[1:]), func(a money.Satang) bool { return a <= least })
		g.MinDeposit, g.Presets = least, append([]money.Satang{least}, rest...)
	}
	if g.MaxDeposit > 0 {
		g.Presets = slices.DeleteFunc(slices.Clone(g.Presets), func(a money.Satang) bool { return a > g.MaxDeposit })
	}
	return g, true
}

// Verify counts orders that do not agree with the ledger.
func (s *Service) Verify(ctx context.Context, q pg.DB) (ledger.Finding, error) {
	n, err := db.New(q).VerifyOrders(ctx)
	return ledger.Finding{Invariant: "QR payments that differ from the ledger", Broken: int64(n)}, err
}
