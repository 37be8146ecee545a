package server

import (
	"context"
	"errors"
	"net"
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"krapao/backend/platform/metrics"
	"krapao/backend/platform/pg"
)

// scrapeTimeout limits how long one scrape may take.
const scrapeTimeout = 10 * time.Second

var (
	waitingItems     = prometheus.NewDesc("krapao_cashier_waiting", "Items that wait for a cashier.", []string{"kind"}, nil)
	oldestItem       = prometheus.NewDesc("krapao_cashier_oldest_seconds", "Age of the oldest item that waits for a cashier.", []string{"kind"}, nil)
	unfolded         = prometheus.NewDesc("krapao_ledger_unfolded_transfers", "Transfers that are not in the house balances yet.", nil, nil)
	foldAge          = prometheus.NewDesc("krapao_ledger_fold_lag_seconds", "Age of the oldest transfer that is not in the house balances. If it grows, a transaction stays open.", nil, nil)
	sockets          = prometheus.NewDesc("krapao_sockets", "Open sockets of this server.", nil, nil)
	queuedJobs       = prometheus.NewDesc("krapao_jobs_queued", "Jobs in the queue.", []string{"kind", "state"}, nil)
	queueAge         = prometheus.NewDesc("krapao_jobs_oldest_seconds", "How long the oldest job that could run waits.", []string{"queue"}, nil)
	dbConns          = prometheus.NewDesc("krapao_database_connections", "Connections of this server's pool.", []string{"state"}, nil)
	payoutsWait      = prometheus.NewDesc("krapao_payouts_wait_seconds", "How long payouts have been paused until a complete comparison; 0 if they are not paused.", nil, nil)
	comparedAge      = prometheus.NewDesc("krapao_books_compared_seconds", "Age of the start of the last complete comparison with the providers' records; 0 before the first.", nil, nil)
	payoutsOpen      = prometheus.NewDesc("krapao_payouts_under_way", "Withdrawals that are queued, or sent without an outcome.", nil, nil)
	gamesOpen        = prometheus.NewDesc("krapao_game_transfers_under_way", "Game transfers without an outcome.", []string{"slot"}, nil)
	gamesUnexplained = prometheus.NewDesc("krapao_game_unexplained", "Amount that no play explains, of all members of a slot. Each member counts with at most the member's bound.", []string{"slot", "currency"}, nil)
	gamesAge         = prometheus.NewDesc("krapao_game_transfers_oldest_seconds", "Age of the oldest game transfer without an outcome.", []string{"slot"}, nil)
	playsBehind      = prometheus.NewDesc("krapao_plays_behind_seconds", "Age of the position up to which a slot's feed was read.", []string{"slot"}, nil)
	playsStopped     = prometheus.NewDesc("krapao_plays_stopped_seconds", "How long a slot's feed has been stopped at an unreadable play; 0 if it is not stopped.", []string{"slot"}, nil)
	playsUncounted   = prometheus.NewDesc("krapao_plays_aside", "Plays that are stored but not counted.", []string{"why"}, nil)
	accrued          = prometheus.NewDesc("krapao_rewards_accrued", "Rewards that members have accrued and not taken into their wallets, in the main unit.", []string{"kind", "currency"}, nil)
	replicated       = prometheus.NewDesc("krapao_replication_synchronous", "1 when each commit is on a synchronous standby before it is acknowledged, 0 if not, or if the server cannot read the state; absent with REPLICATION=managed or none.", nil, nil)
	dbClock          = prometheus.NewDesc("krapao_database_clock_seconds", "The database's clock less this server's.", nil, nil)
	scrapeDown       = prometheus.NewDesc("krapao_scrape_failed", "1 if reading a metric failed.", nil, nil)
)

// scrapeCollector is the collector that reads metrics from the database and the server at each scrape.
type scrapeCollector struct{ s *Server }

// Describe sends nothing, because the set of metrics is not constant.
func (scrapeCollector) Describe(chan<- *prometheus.Desc) {}

// Collect reads all metrics.
func (c scrapeCollector) Collect(out chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), scrapeTimeout)
	defer cancel()
	failed := 0.0
	if err := errors.Join(c.sendCashierMetrics(ctx, out), c.sendLedgerMetrics(ctx, out), c.sendJobMetrics(ctx, out), c.sendPayoutMetrics(ctx, out), c.sendGameMetrics(ctx, out), c.sendFeedMetrics(ctx, out), c.sendAccrualMetrics(ctx, out), c.sendReplicationMetric(ctx, out), c.sendClockMetric(ctx, out)); err != nil {
		c.s.log.Error("metrics: read failed", "cause", err)
		failed = 1
	}
	sendGauge(out, scrapeDown, failed)
	sendGauge(out, sockets, float64(c.s.Chat.Sockets()))
	stat := c.s.Pool.Stat()
	sendGauge(out, dbConns, float64(stat.AcquiredConns()), "used")
	sendGauge(out, dbConns, float64(stat.IdleConns()), "idle")
}

func sendGauge(out chan<- prometheus.Metric, d *prometheus.Desc, value float64, labels ...string) {
	out <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, value, labels...)
}

func (c scrapeCollector) sendCashierMetrics(ctx context.Context, out chan<- prometheus.Metric) error {
	kinds, err := c.s.Desk.CountWaiting(ctx)
	for kind, w := range kinds { // a kind without items has the value 0, so that it is not absent
		age := 0.0
		if w.Count > 0 {
			age = max(time.Since(w.Oldest).Seconds(), 0)
		}
		sendGauge(out, waitingItems, float64(w.Count), kind)
		sendGauge(out, oldestItem, age, kind)
	}
	return err
}

func (c scrapeCollector) sendPayoutMetrics(ctx context.Context, out chan<- prometheus.Metric) error {
	wait, err := c.s.Wallet.ReadPause(ctx, c.s.Pool)
	since := 0.0
	if wait != nil {
		since = max(time.Since(wait.Since).Seconds(), 1)
	}
	sendGauge(out, payoutsWait, since)
	began, compared, compareErr := c.s.Wallet.LastCompleteComparison(ctx)
	age := 0.0
	if compared {
		age = max(time.Since(began).Seconds(), 0)
	}
	sendGauge(out, comparedAge, age)
	open, countErr := c.s.Withdrawal.CountInProgress(ctx)
	sendGauge(out, payoutsOpen, float64(open))
	return errors.Join(err, compareErr, countErr)
}

func (c scrapeCollector) sendGameMetrics(ctx context.Context, out chan<- prometheus.Metric) error {
	open, err := c.s.Games.CountInProgress(ctx)
	for slot, w := range open { // a slot without transfers has the value 0, so that it is not absent
		age := 0.0
		if w.Count > 0 {
			age = max(time.Since(w.Oldest).Seconds(), 0)
		}
		sendGauge(out, gamesOpen, float64(w.Count), slot)
		sendGauge(out, gamesAge, age, slot)
	}
	sums, sumErr := c.s.Games.UnexplainedSums(ctx)
	for _, u := range sums {
		sendGauge(out, gamesUnexplained, float64(u.Amount)/100, u.Slot, u.Currency)
	}
	return errors.Join(err, sumErr)
}

func (c scrapeCollector) sendFeedMetrics(ctx context.Context, out chan<- prometheus.Metric) error {
	feeds, uncounted, err := c.s.Plays.ListFeedProgress(ctx)
	for _, f := range feeds {
		stopped := 0.0
		if f.Stopped != nil {
			stopped = max(time.Since(*f.Stopped).Seconds(), 1)
		}
		sendGauge(out, playsBehind, max(time.Since(f.ReadAt).Seconds(), 0), f.Slot)
		sendGauge(out, playsStopped, stopped, f.Slot)
	}
	for why, n := range uncounted {
		sendGauge(out, playsUncounted, float64(n), why)
	}
	return err
}

func (c scrapeCollector) sendAccrualMetrics(ctx context.Context, out chan<- prometheus.Metric) error {
	all, err := c.s.Accrual.Owed(ctx)
	for _, o := range all {
		sendGauge(out, accrued, float64(o.Amount)/100, o.Kind, o.Currency)
	}
	return err
}

// sendReplicationMetric sends nothing if REPLICATION is set: then the server does not check replication, and a 0 would
// raise an alarm.
func (c scrapeCollector) sendReplicationMetric(ctx context.Context, out chan<- prometheus.Metric) error {
	if c.s.cfg.Replication != "" {
		return nil
	}
	now, err := pg.ReadReplication(ctx, c.s.Pool)
	value := 0.0
	if now == pg.Synchronous {
		value = 1
	}
	sendGauge(out, replicated, value)
	return err
}

// sendClockMetric sends the difference between the database's clock and the server's. After a failover the database
// is a standby with another clock.
func (c scrapeCollector) sendClockMetric(ctx context.Context, out chan<- prometheus.Metric) error {
	now, err := pg.Now(ctx, c.s.Pool)
	if err == nil {
		sendGauge(out, dbClock, now.Sub(c.s.Wallet.Clock()).Seconds())
	}
	return err
}

func (c scrapeCollector) sendLedgerMetrics(ctx context.Context, out chan<- prometheus.Metric) error {
	n, age, err := c.s.Ledger.HouseBalancesLag(ctx)
	sendGauge(out, unfolded, float64(n))
	sendGauge(out, foldAge, age.Seconds())
	return err
}

func (c scrapeCollector) sendJobMetrics(ctx context.Context, out chan<- prometheus.Metric) error {
	counts, age, err := c.s.Queue.CountJobs(ctx, c.s.Pool)
	for _, d := range counts {
		sendGauge(out, queuedJobs, float64(d.Count), d.Kind, d.State)
	}
	for queue, seconds := range age {
		sendGauge(out, queueAge, seconds, queue)
	}
	return err
}

// ServeMetrics serves the metrics on their own port until ctx ends. It does nothing if the port is 0.
func (s *Server) ServeMetrics(ctx context.Context) error {
	if s.cfg.MetricsPort == 0 {
		return nil
	}
	l, err := net.Listen("tcp", net.JoinHostPort(s.cfg.MetricsHost, strconv.Itoa(s.cfg.MetricsPort)))
	if err != nil {
		return err
	}
	server := &http.Server{Handler: metrics.Handler(scrapeCollector{s}), ReadHeaderTimeout: 5 * time.Second}
	go func() {
		<-ctx.Done()
		_ = server.Close()
	}()
	go func() {
		if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			s.log.Error("metrics: serve failed", "cause", err)
		}
	}()
	return nil
}
