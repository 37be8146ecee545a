package games

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/care"
	"krapao/backend/content"
	"krapao/backend/games/internal/db"
	"krapao/backend/identity"
	"krapao/backend/ledger"
	"krapao/backend/platform/clock"
	"krapao/backend/platform/jobs"
	"krapao/backend/platform/limit"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/vault"
	"krapao/backend/platform/web"
	outside "krapao/backend/provider"
	"krapao/backend/provider/game"
	"krapao/backend/staff"
	"krapao/backend/statement"
	"krapao/backend/wallet"
)

// Passwords is the purpose of the vault that holds the passwords of game accounts.
const Passwords = "krapao game passwords"

// Service is the domain's service. All exported fields are needed.
type Service struct {
	Pool       *pgxpool.Pool
	Clock      clock.Clock
	Log        *slog.Logger
	Keyed      web.Keyed
	Ledger     *ledger.Service
	Statement  *statement.Service
	Queue      *jobs.Queue
	Wallet     *wallet.Service
	Identity   *identity.Service
	Care       *care.Service
	Content    *content.Service
	Staff      *staff.Service
	Limits     limit.Counter
	Vault      *vault.Vault
	CallLimits CallLimits
	// ProviderConfig returns the address of a slot's provider, and our credentials there.
	ProviderConfig func(slot string) (url, id, secret string)
	// Home is the address of the app, to which a game's page links back.
	Home string
	// Simulated allows game addresses on this machine, where the sandbox simulates games.
	Simulated bool
	// Patience is how long a call waits for the outcome before it responds with 202.
	Patience time.Duration

	clients      sync.Map // game.Client by slot
	warnedSlots  sync.Map // slots without a provider's address
	refreshing   sync.Map // members whose balances are being fetched
	lastCompared sync.Map // by slot: the last account that was compared
	waiters      waiters
}

func (s *Service) q() *db.Queries { return db.New(s.Pool) }

// States of a transfer, and of an account; see the package comment.
const (
	stateAsked   = "ASKED"
	stateSent    = "SENT"
	stateUnknown = "UNKNOWN"
	stateReview  = "REVIEW"
	stateDone    = "DONE"
	stateRefused = "REFUSED"

	accountActive = "ACTIVE"
)

// The durations of the package's rules.
const (
	firstQueryPause = 2 * time.Second // before the first status query
	maxQueryPause   = 5 * time.Minute // between two status queries, at most
	busyRetry       = time.Second     // the pause while an earlier transfer of the member in the same game runs
	overdueAfter    = 30 * time.Minute
	stalledAfter    = 2 * time.Minute
	jobDelay        = 15 * time.Second                // the job starts this late, since the request handler sends at once
	senderTimeout   = outside.Timeout + 5*time.Second // after this time the sender has the response, or has given up
	firstRecheck    = time.Minute                     // after this time a refused call is checked again
	lastRecheck     = time.Hour
)

// Limits above any real use. Only few calls to a slot's provider run at once (wide), and one member must not
// occupy all of them.
var (
	callLimit = limit.Rule{Max: 60, Window: time.Minute} // of each kind of call to a provider, per member
	// launchPageLimit limits how often an address may request unknown launches. The limit is high, since one
	// window alone may make 200 requests: its app may store the launch a whole minute late.
	launchPageLimit  = limit.Rule{Max: 600, Window: time.Minute}
	maxOpenTransfers = 10 // transfers in progress, per member
)

// limitCalls counts a member's call of a kind. Above callLimit it returns REQUEST_LIMIT.
func (s *Service) limitCalls(ctx context.Context, kind string, member int64) error {
	return limit.Refusal(s.Limits.Hit(ctx, "game:"+kind+":"+strconv.FormatInt(member, 10), callLimit))
}

// keySpace is the namespace of the ledger keys of the transfers that follow after a game transfer's request.
var keySpace = uuid.MustParse("d1f7a0c8-33c2-4b36-9a3b-0a5e6f7d9b40")

func ledgerKey(id uuid.UUID, leg string) uuid.UUID {
	return uuid.NewSHA1(keySpace, append(id[:], leg...))
}

// Verify counts the transfers that differ from the ledger or from their statement line, and the providers
// whose sums differ from the ledger. It also counts the accounts whose explained sums differ from transfers
// and plays.
func (s *Service) Verify(ctx context.Context, q pg.DB) (ledger.Finding, error) {
	n, err := db.New(q).VerifyTransfers(ctx)
	if err != nil {
		return ledger.Finding{}, err
	}
	sums, err := db.New(q).VerifyProviders(ctx)
	if err != nil {
		return ledger.Finding{}, err
	}
	explained, err := db.New(q).VerifyExplained(ctx)
	n += int32(sums + explained)
	return ledger.Finding{Invariant: "game transfers that differ from the ledger or from their lines, and providers of which the ledger has another sum, and accounts whose explained sums differ from transfers and plays", Broken: int64(n)}, err
}

// hasProvider returns whether the environment has an address for a slot's provider. Without an address the
// slot is closed: no account is opened, and no money moves.
func (s *Service) hasProvider(code string) bool {
	url, _, _ := s.ProviderConfig(code)
	if url == "" {
		if _, warned := s.warnedSlots.LoadOrStore(code, true); !warned {
			s.Log.Warn("a game is closed: its provider has no address", "slot", code, "variable", urlVariable(code))
		}
	}
	return url != ""
}

func urlVariable(code string) string { return "GAME_" + strings.ToUpper(code) + "_URL" }

// ErrNoProvider is Client's error for a slot whose provider has no address in the environment.
var ErrNoProvider = errors.New("games: no address of the provider")

// Client returns the client for a slot's provider, or ErrNoProvider.
func (s *Service) Client(slot db.Slot) (game.Client, error) {
	if c, found := s.clients.Load(slot.Code); found {
		return c.(game.Client), nil
	}
	if !s.hasProvider(slot.Code) {
		return nil, fmt.Errorf("%w of %s (%s)", ErrNoProvider, slot.Code, urlVariable(slot.Code))
	}
	url, id, secret := s.ProviderConfig(slot.Code)
	currency := "THB"
	if slot.Currency == string(ledger.LAK) {
		currency = "LAK"
	}
	c, err := game.New(game.Config{
		Slot: slot.Code, Format: slot.Format, URL: url, ID: id, Secret: secret, Currency: currency, Thousands: slot.UnitsFor == 1000*slot.UnitsOf,
	})
	if err != nil {
		return nil, err
	}
	s.clients.Store(slot.Code, c)
	return c, nil
}
