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

// Service makes and credits QR deposits. All fields but Min, Max and PublicURL are required.
type Service struct {
	Pool     *pgxpool.Pool
	Clock    clock.Clock
	Log      *slog.Logger
	Keyed    web.Keyed
	Queue    *jobs.Queue
	Limits   limit.Counter
	Cashier  *cashier.Service
	Identity *identity.Service
	Content  *content.Service
	// Clients are the clients of the configured gateways. A gateway without a client is closed.
	Clients map[string]gateway.Gateway
	// Min overrides a gateway's minimum. Max is a gateway's maximum, if it has one.
	Min, Max map[string]money.Satang
	// PublicURL is our own URL, for gateways that need a webhook URL.
	PublicURL string

	restCache atomic.Pointer[restEnds]
}

// The gateways' names on the wire.
const (
	KBank   = "KBANK"
	WW      = "WW"
	Paytimz = "PAYTIMZ"
	PayoneX = "PAYONEX"
	ZPay    = "ZPAY"
)

// Gateway is a gateway as members see it. Presets are suggested amounts.
type Gateway struct {
	Provider   string
	MinDeposit money.Satang
	// MaxDeposit is 0 if the gateway has no maximum.
	MaxDeposit money.Satang
	Presets    []money.Satang
	// Resting means that the gateway failed several members recently, and is listed behind the others.
	Resting bool

	houseAccount ledger.HouseAccount
	client       gateway.Gateway
}

var gateways = []Gateway{
	{Provider: KBank, MinDeposit: money.Baht(1), Presets: baht(10, 20, 50, 100, 500, 1000), houseAccount: ledger.QRKBank},
	{Provider: WW, MinDeposit: money.Baht(100), Presets: baht(100, 200, 300, 500, 1000), houseAccount: ledger.QRWW},
	{Provider: Paytimz, MinDeposit: money.Baht(10), Presets: baht(10, 50, 100, 500, 1000), houseAccount: ledger.QRPaytimz},
	{Provider: PayoneX, MinDeposit: money.Baht(100), Presets: baht(100, 200, 300, 500, 1000), houseAccount: ledger.QRPayoneX},
	{Provider: ZPay, MinDeposit: money.Baht(10), Presets: baht(10, 50, 100, 500, 1000), houseAccount: ledger.QRZPay},
}

func baht(amounts ...int64) []money.Satang {
	out := make([]money.Satang, 0, len(amounts))
	for _, n := range amounts {
		out = append(out, money.Baht(n))
	}
	return out
}

// States of an order; see the package comment.
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

// The durations and limits of the package's rules.
const (
	codeLife        = 10 * time.Minute // how long a code is shown
	createTimeout   = 15 * time.Second // timeout of a request for a code
	queryTimeout    = 10 * time.Second // timeout of a request for the state of an order
	lostAfter       = 30 * time.Second // after this time no caller waits for the response any more
	repeatPatience  = 10 * time.Second // how long a repeat waits while the first call is running
	askPause        = 15 * time.Second // while a code is shown
	noResponsePause = time.Minute      // after a request without a response
	doubtPause      = 30 * time.Minute // while a cashier has to decide
	overdueAfter    = 3 * time.Minute  // a request this late means that its job is lost
	creationsHour   = 30               // codes a member may make in an hour
)

// askAfter has the times after the end of a code at which its gateway is asked.
var askAfter = []time.Duration{time.Minute, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 24 * time.Hour}

func (s *Service) q() *db.Queries { return db.New(s.Pool) }

// OpenGateways returns the gateways that members can use now, in the order in which the app tries them, and
// the names of the paused ones. q is a pool or a transaction.
func (s *Service) OpenGateways(ctx context.Context, q pg.DB) (open []Gateway, paused []string) {
	settings, err := s.Content.RecentSettingsTx(ctx, q)
	if err != nil { // show all gateways: CreateCode checks the pause again
		s.Log.WarnContext(ctx, "qr: read the paused gateways", "cause", err)
	}
	for _, g := range gateways {
		g, _ = s.findGateway(g.Provider)
		switch {
		case g.client == nil:
		case settings.IsPaused(g.Provider):
			paused = append(paused, g.Provider)
		default:
			open = append(open, g)
		}
	}
	return s.sortByRest(ctx, q, open), paused
}

// findGateway returns the gateway with a name; known is false if there is none. Its client is nil if it is not
// configured.
func (s *Service) findGateway(name string) (g Gateway, known bool) {
	i := slices.IndexFunc(gateways, func(g Gateway) bool { return g.Provider == name })
	if i < 0 {
		return Gateway{}, false
	}
	g = gateways[i]
	g.client, g.MaxDeposit = s.Clients[name], s.Max[name]
	if minimum := s.Min[name]; minimum > 0 {
		// The minimum replaces the first preset.
		rest := slices.DeleteFunc(slices.Clone(g.Presets[1:]), func(a money.Satang) bool { return a <= minimum })
		g.MinDeposit, g.Presets = minimum, append([]money.Satang{minimum}, rest...)
	}
	if g.MaxDeposit > 0 {
		g.Presets = slices.DeleteFunc(slices.Clone(g.Presets), func(a money.Satang) bool { return a > g.MaxDeposit })
	}
	return g, true
}

// Verify counts orders that differ from the ledger.
func (s *Service) Verify(ctx context.Context, q pg.DB) (ledger.Finding, error) {
	n, err := db.New(q).VerifyOrders(ctx)
	return ledger.Finding{Invariant: "QR payments that differ from the ledger", Broken: int64(n)}, err
}
