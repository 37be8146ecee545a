// Package server assembles the server. It creates every domain, passes to each the domains below it, and
// registers their routes and jobs. cmd/wallet runs the server. Tests run it as well and call it over HTTP.
package server

import (
	"context"
	"fmt"
	"io/fs"
	"log/slog"
	"path/filepath"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/care"
	"krapao/backend/cashier"
	"krapao/backend/cashier/bank"
	"krapao/backend/cashier/giftlink"
	"krapao/backend/cashier/qr"
	"krapao/backend/cashier/withdrawal"
	"krapao/backend/chat"
	"krapao/backend/content"
	"krapao/backend/desk"
	"krapao/backend/games"
	"krapao/backend/games/play"
	"krapao/backend/home"
	"krapao/backend/identity"
	"krapao/backend/identity/passkey"
	"krapao/backend/ledger"
	"krapao/backend/platform/bus"
	"krapao/backend/platform/clock"
	"krapao/backend/platform/config"
	"krapao/backend/platform/jobs"
	"krapao/backend/platform/limit"
	"krapao/backend/platform/pg"
	"krapao/backend/platform/web"
	"krapao/backend/provider/sms"
	"krapao/backend/push"
	"krapao/backend/rewards/accrual"
	"krapao/backend/rewards/bonus"
	"krapao/backend/rewards/spin"
	"krapao/backend/rewards/turnover"
	"krapao/backend/staff"
	"krapao/backend/statement"
	"krapao/backend/wallet"
	"krapao/backend/wallet/reconcile"
)

// Server is the whole server on one database.
type Server struct {
	Edge        *web.Edge
	Pool        *pgxpool.Pool
	Queue       *jobs.Queue
	Ledger      *ledger.Service
	Statement   *statement.Service
	Content     *content.Service
	Identity    *identity.Service
	Passkeys    *passkey.Service
	Care        *care.Service
	Wallet      *wallet.Service
	Cashier     *cashier.Service
	Bank        *bank.Service
	Differences *reconcile.Service
	QR          *qr.Service
	Withdrawal  *withdrawal.Service
	Gifts       *giftlink.Service
	Games       *games.Service
	Plays       *play.Service
	Spin        *spin.Service
	Accrual     *accrual.Service
	Turnover    *turnover.Service
	Bonus       *bonus.Service
	Home        *home.Service
	Operators   *staff.Service
	Desk        *desk.Service
	Push        *push.Service
	Chat        *chat.Service

	modules []any // see addModules
	bus     *bus.Bus
	release func() // releases the right to be the only server
	// replication is the status that was logged last; nil before the first check.
	replication atomic.Pointer[pg.Replication]
	cfg         config.Config
	log         *slog.Logger
	noNightly   bool
	probes      probes
}

// Options are the settings of a server that have no environment variable.
type Options struct {
	Clock clock.Clock
	Log   *slog.Logger
	// App is the built PWA; nil serves the API only.
	App fs.FS
	// PollOnly makes the job queue poll, without a LISTEN connection.
	PollOnly bool
	// NoPeriodicJobs and NoNightlyComparison are for tests. Without the first, a job of the server may come
	// between two steps of a test; without the second, the hour at which a test runs decides what it sees.
	NoPeriodicJobs, NoNightlyComparison bool
}

const version = "1.1.14"

// New builds the server on a migrated database. All calls are cancelled when ctx ends.
func New(ctx context.Context, cfg config.Config, pool *pgxpool.Pool, o Options) (*Server, error) {
	secret, err := cfg.Secret()
	if err != nil {
		return nil, err
	}
	trusted, err := cfg.TrustedNetworks()
	if err != nil {
		return nil, err
	}
	consoleHost, err := cfg.ConsoleHost()
	if err != nil {
		return nil, err
	}
	s := &Server{Pool: pool, Queue: jobs.New(), cfg: cfg, log: o.Log, noNightly: o.NoNightlyComparison}
	s.Edge = web.New(ctx, web.Config{Log: o.Log, Version: version, Trusted: trusted, HTTPS: cfg.Production(), ConsoleHost: consoleHost, Locale: cfg.Locale()})
	keyed := web.Keyed{Pool: pool, Secret: secret}
	limits := limit.Counter{Pool: pool, Clock: o.Clock}

	s.Ledger = ledger.New(pool)
	s.Statement = statement.New(pool, o.Clock)
	s.Operators = &staff.Service{Pool: pool, Clock: o.Clock, Limits: limits, Keyed: keyed, Secret: secret}
	s.Content = content.New(pool, o.Clock, o.Log)
	s.Content.Laos = cfg.Laos
	if s.Push, err = s.newPush(limits, o.Clock); err != nil {
		return nil, err
	}
	texts, err := sms.New(sms.Config{Provider: cfg.SMSProvider, BaseURL: cfg.SMSURL, Key: cfg.SMSKey, Secret: cfg.SMSSecret, Project: cfg.SMSProject})
	if err != nil {
		return nil, err
	}
	s.Identity = &identity.Service{
		Pool: pool, Clock: o.Clock, Log: o.Log, Keyed: keyed, Limits: limits, Ledger: s.Ledger, Content: s.Content,
		SMS: texts, Secret: secret, Laos: cfg.Laos, Push: s.Push,
	}
	if err := s.createPasskeys(keyed, limits, secret); err != nil {
		return nil, err
	}
	s.Wallet = &wallet.Service{Pool: pool, Clock: limits.Clock, Keyed: keyed, Ledger: s.Ledger, Statement: s.Statement, Queue: s.Queue}
	s.Care = &care.Service{Pool: pool, Clock: o.Clock, Keyed: keyed, Ledger: s.Ledger}
	if err := s.addGameModules(keyed, limits); err != nil {
		return nil, err
	}
	s.addBonus(keyed, limits)
	if err := s.addSpin(keyed, limits); err != nil {
		return nil, err
	}
	s.addAccrual(keyed, limits)
	if err := s.addPaymentModules(keyed, limits, secret); err != nil {
		return nil, err
	}
	if s.Chat, err = s.newChat(keyed, limits, secret, o.Clock); err != nil {
		return nil, err
	}
	s.addTopModules(keyed, limits)
	s.addModules(s.Content, s.Identity, s.Passkeys, s.Statement, s.Operators, s.Push, s.Chat)
	s.connectDomains()
	s.healthRoutes()
	if o.App != nil {
		if err := s.serveApp(o.App); err != nil {
			return nil, err
		}
	}
	s.jobs(limits, keyed)
	return s, s.Queue.Open(pool, jobs.Options{Log: o.Log, Workers: 8, PollOnly: o.PollOnly, NoPeriodic: o.NoPeriodicJobs})
}

// connectDomains sets the callbacks between domains, and gives the edge its authentication and all routes.
func (s *Server) connectDomains() {
	s.Push.SessionRevoked = s.Identity.IsRevoked
	s.Identity.SessionsEnded, s.Identity.CountPasskeys = s.Chat.CheckMember, s.Passkeys.Count
	s.Chat.Cursor = s.Home.CurrentCursor
	s.Edge.Authenticate, s.Edge.AuthenticateStaff = s.Identity.Authenticate, s.Operators.Authenticate
	s.Edge.SiteClosed = s.Content.SiteClosed
	s.Statement.LineOwners = modulesOf[statementModule](s)
	for _, module := range modulesOf[routeModule](s) {
		module.Routes(s.Edge)
	}
}

func (s *Server) createPasskeys(keyed web.Keyed, limits limit.Counter, secret []byte) error {
	host, origin, err := s.cfg.RelyingParty()
	if err != nil {
		return err
	}
	s.Passkeys, err = passkey.New(passkey.Service{
		Pool: s.Pool, Clock: limits.Clock, Log: s.log, Keyed: keyed, Limits: limits, Identity: s.Identity, Content: s.Content, Push: s.Push, Secret: secret,
	}, host, origin)
	return err
}

// addTopModules creates the modules above all domains: home and the queue of the console.
func (s *Server) addTopModules(keyed web.Keyed, limits limit.Counter) {
	s.Home = &home.Service{
		Pool: s.Pool, Clock: limits.Clock, Wallet: s.Wallet, Identity: s.Identity, Content: s.Content, Statement: s.Statement, Bank: s.Bank,
		Games: s.Games, Spin: s.Spin, Accrual: s.Accrual, Bonus: s.Bonus, Turnover: s.Turnover, Chat: s.Chat, FollowPromotion: s.FollowDatabase,
	}
	s.addModules(s.Home)
	s.addConsole(keyed, limits)
}

func (s *Server) serveApp(files fs.FS) error {
	assets, err := web.NewAssets(files, filepath.Join(s.cfg.DataDir, "app-history"))
	if err != nil {
		return fmt.Errorf("server: read the built app: %w", err)
	}
	s.Edge.AddDocsRoutes(assets)
	s.Edge.App.Use(assets.Handler)
	return nil
}

func (s *Server) jobs(limits limit.Counter, keyed web.Keyed) {
	for _, module := range modulesOf[jobModule](s) {
		module.Jobs(s.Queue)
	}
	s.Queue.Every("ledger.fold", 5*time.Second, func(ctx context.Context) error {
		_, err := s.Ledger.UpdateHouseBalances(ctx)
		return err
	})
	s.Queue.Every("database.follow", 5*time.Second, s.FollowDatabase)
	s.Queue.EveryLong("books.walk", time.Minute, comparisonTimeout, s.compareIfDue)
	s.Queue.Every("wallet.repay", time.Minute, s.Wallet.RepayAllAdvances)
	s.Queue.Every("identity.sweep", time.Hour, s.Identity.Sweep)
	s.Queue.Every("limits.sweep", 10*time.Minute, limits.Sweep)
	s.Queue.Every("answers.sweep", 24*time.Hour, keyed.SweepResponses)
}
