package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"krapao/backend/cmd/internal/environment"
	"krapao/backend/platform/money"
)

// acknowledgedPerKill is the minimum number of acknowledged withdrawals between two kills.
const acknowledgedPerKill = 60

// runSynchronous kills the primary repeatedly under load. Each time a synchronous standby is promoted,
// so no acknowledged statement line may be missing, and each payout must have its row.
func runSynchronous(ctx context.Context, s *site, o options) error {
	if err := s.RequireStandby(ctx); err != nil {
		return err
	}
	if err := s.awaitSynchronous(ctx); err != nil {
		return err
	}
	load := s.startLoad(ctx, o)
	var longestOutage time.Duration
	for range o.kills {
		if err := load.awaitMore(ctx, acknowledgedPerKill); err != nil {
			load.stop()
			return err
		}
		took, err := s.failOverSynchronously(ctx)
		if err != nil {
			load.stop()
			return err
		}
		longestOutage = max(longestOutage, took)
	}
	if err := load.awaitMore(ctx, acknowledgedPerKill); err != nil {
		load.stop()
		return err
	}
	load.stop()
	s.report.played = fmt.Sprintf("%d kills of the primary, %d commands; the server found the new one within %s",
		o.kills, load.sent.Load(), longestOutage.Round(10*time.Millisecond))
	return s.settle(ctx)
}

// failOverSynchronously kills the primary, promotes its standby, and checks that nothing is lost before a comparison
// can repair anything. Then it adds the next standby, without which no commit returns, and resumes payouts. It returns
// how long the server needed to find the new primary.
func (s *site) failOverSynchronously(ctx context.Context) (time.Duration, error) {
	acknowledged := s.listAcknowledged() // read before the kill: these statement lines must exist after it
	if _, err := s.FailOver(ctx); err != nil {
		return 0, err
	}
	began := time.Now()
	if err := environment.AwaitReady(s.API.URL + "/readyz"); err != nil {
		return 0, err
	}
	took := time.Since(began)
	if err := s.checkNothingLost(acknowledged); err != nil {
		return 0, err
	}
	if got := s.readSynchronousMetric(); got != "0" {
		s.report.fail("without a standby krapao_replication_synchronous is %q", got)
	}
	if err := s.AddStandby(ctx); err != nil {
		return 0, err
	}
	if err := s.awaitSynchronous(ctx); err != nil {
		return 0, err
	}
	return took, s.releasePayouts(ctx)
}

// awaitSynchronous waits until the standby is synchronous. It also checks the server's metric.
func (s *site) awaitSynchronous(ctx context.Context) error {
	if err := s.waitUntil(ctx, time.Minute, "exists (select from pg_stat_replication where sync_state = 'sync')"); err != nil {
		return err
	}
	if got := s.readSynchronousMetric(); got != "1" {
		s.report.fail("with a synchronous standby krapao_replication_synchronous is %q", got)
	}
	return nil
}

// checkNothingLost checks that the database has each acknowledged statement line, and a row for each payout of the
// provider.
func (s *site) checkNothingLost(acknowledged []string) error {
	missing, err := environment.MissingRows(s.Address(), acknowledged)
	if err != nil {
		return err
	}
	if more := s.report.recordMissing(missing); more > 0 {
		s.report.fail("LOST: %d more of %d acknowledged statement lines: %s", more, len(acknowledged), strings.Join(missing[:min(3, len(missing))], " "))
	}
	records, err := s.ReadRecords()
	if err != nil {
		return err
	}
	ids, err := s.queryText("select coalesce(string_agg(id::text, ' '), '') from withdrawal")
	if err != nil {
		return err
	}
	rows := strings.Fields(ids)
	for name := range records.Payouts {
		if !slices.Contains(rows, name) {
			s.report.fail("the provider has payout %s, and our ledger has no withdrawal for it", name)
		}
	}
	return nil
}

// maxDelay is the maximum delay between two commands of a member. Without it, the withdrawals that are held while
// payouts are paused would overload the machine.
const maxDelay = 100 * time.Millisecond

// load makes members deposit and withdraw in parallel, until end is called.
type load struct {
	sent, acknowledged atomic.Int64
	ctx                context.Context
	end                context.CancelFunc
	running            sync.WaitGroup
	reportRefusal      sync.Once
}

func (s *site) startLoad(ctx context.Context, o options) *load {
	ctx, end := context.WithCancel(ctx)
	l := &load{ctx: ctx, end: end}
	for i, m := range s.members {
		random := rand.New(rand.NewPCG(o.seed, uint64(i)+100))
		l.running.Go(func() {
			for ctx.Err() == nil {
				l.makeCommand(m, random)
				time.Sleep(time.Duration(random.Int64N(int64(maxDelay))))
			}
		})
	}
	return l
}

// makeCommand sends a random command. One call in ten deposits. The other nine withdraw, and one of these nine also
// cancels the withdrawal.
func (l *load) makeCommand(m *member, random *rand.Rand) {
	l.sent.Add(1)
	n := random.IntN(10)
	if n == 0 {
		_, _ = m.site.Pay(m.AccountNo, m.Holder, money.Satang(10_000+random.Int64N(90_000)), true, 6)
		return
	}
	c := m.newWithdrawal("/api/wallet/withdraw", money.Satang(100+random.Int64N(900)))
	switch a, _ := c.send(); {
	case a.Status == http.StatusOK || a.Status == http.StatusAccepted:
		l.acknowledged.Add(1)
	case a.Status != 0 && a.Status < 500:
		l.reportRefusal.Do(func() { m.site.report.fail("a withdrawal was refused: %d %.200s", a.Status, a.Body) })
		l.end() // because withdrawals of the other members would be refused, too
	}
	if n == 1 {
		c.cancel()
	}
}

// awaitMore waits until this many further withdrawals are acknowledged. It returns an error after three minutes, or if
// the load has ended.
func (l *load) awaitMore(ctx context.Context, more int64) error {
	want := l.acknowledged.Load() + more
	for until := time.Now().Add(3 * time.Minute); l.acknowledged.Load() < want; time.Sleep(10 * time.Millisecond) {
		if ctx.Err() != nil || l.ctx.Err() != nil || time.Now().After(until) {
			return fmt.Errorf("%d of %d withdrawals were acknowledged", l.acknowledged.Load(), want)
		}
	}
	return nil
}

// stop ends the load, and waits for the commands that are being sent.
func (l *load) stop() {
	l.end()
	l.running.Wait()
}
