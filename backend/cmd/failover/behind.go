package main

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"krapao/backend/cmd/internal/environment"
	"krapao/backend/platform/money"
)

// behindRun is a run with a failover to a standby that lacks paid withdrawals. Its functions are the actions
// of members; each may be nil.
type behindRun struct {
	name        string
	description string
	// prepare runs while the standby follows.
	prepare func(s *site) error
	// amount returns the amount of the n-th lost withdrawal. If it is nil, all amounts differ.
	amount func(n int) money.Satang
	// before, during and after are called before, during and after the comparison, with the lost
	// withdrawals.
	before, during, after func(s *site, lost []*command)
}

var behindRuns = []behindRun{
	{
		name: "repeat", description: "each third repeated by its key before, during and after the comparison",
		before: func(_ *site, lost []*command) { sendAll(lost[:len(lost)/3]) },
		during: func(_ *site, lost []*command) { sendAll(lost[len(lost)/3 : len(lost)*2/3]) },
		after:  func(_ *site, lost []*command) { sendAll(lost[len(lost)*2/3:]) },
	},
	{
		name: "withdraw-all", description: "members withdraw their whole shown balance before the comparison",
		before: func(s *site, _ []*command) {
			for _, m := range s.members {
				m.withdrawAll()
			}
		},
	},
	{
		name: "games", description: "members move their whole shown balance into a game before the comparison", prepare: (*site).enterGame,
		before: func(s *site, _ []*command) { s.moveAllIntoGame() },
	},
	{
		name: "equal", description: "a member's lost payouts are of equal amounts; one is repeated before the comparison, one after it",
		amount: func(int) money.Satang { return money.Baht(100) },
		before: func(s *site, lost []*command) { sendAll(lost[:len(s.members)]) },
		after:  func(s *site, lost []*command) { sendAll(lost[len(s.members):]) },
	},
	{
		name: "cancel", description: "members repeat all before the comparison, and cancel half of it during the wait and half after it",
		before: func(_ *site, lost []*command) { sendAll(lost); cancelAll(lost[:len(lost)/2]) },
		after:  func(_ *site, lost []*command) { cancelAll(lost[len(lost)/2:]) },
	},
}

// amountOfLost returns the amount of the n-th lost withdrawal, which differs for each n.
func amountOfLost(n int) money.Satang { return money.Baht(100) + money.Satang(n) }

func sendAll(commands []*command) {
	for _, c := range commands {
		c.send()
	}
}

// withdrawAll withdraws the whole balance that the member is shown.
func (m *member) withdrawAll() {
	if has, err := m.readBalance(); err == nil && has > 0 {
		m.newWithdrawal("/api/wallet/withdrawAll", has).send()
	}
}

func cancelAll(commands []*command) {
	for _, c := range commands {
		c.cancel()
	}
}

// enterGame opens an account in the game s.game for each member.
func (s *site) enterGame() error {
	for _, m := range s.members {
		a := environment.Retry(time.Now().Add(retryTime), func() environment.Response {
			return s.Call(m.Token, "", "POST", "/api/wallet/activate/"+s.game, nil)
		})
		if a.Status != http.StatusOK {
			return fmt.Errorf("activate %s: %d %s", s.game, a.Status, a.Body)
		}
	}
	return nil
}

// play loses paid withdrawals by a failover, and then runs the variant's actions.
func (b behindRun) run(ctx context.Context, s *site, o options) error {
	if b.prepare != nil {
		if err := b.prepare(s); err != nil {
			return err
		}
	}
	lost, err := s.loseWithdrawals(ctx, func() ([]*command, error) { return s.withdrawMany(o.lost, b.amount) })
	if err != nil {
		return err
	}
	s.report.played = fmt.Sprintf("%d paid withdrawals lost; %s", len(lost), b.description)
	return s.continueRun(ctx, o, lost, b.before, b.during, b.after)
}

// loseWithdrawals calls withdraw while the standby is behind, and then promotes the standby. The new primary lacks
// the withdrawals that withdraw has made. loseWithdrawals returns them.
func (s *site) loseWithdrawals(ctx context.Context, withdraw func() ([]*command, error)) ([]*command, error) {
	if err := s.stopStreaming(ctx); err != nil {
		return nil, err
	}
	lost, err := withdraw()
	if err != nil {
		return nil, err
	}
	return lost, s.promoteStandby(ctx)
}

// promoteStandby promotes the standby, and waits until the server uses it.
func (s *site) promoteStandby(ctx context.Context) error {
	if _, err := s.FailOver(ctx); err != nil {
		return err
	}
	if err := environment.AwaitReady(s.API.URL + "/readyz"); err != nil {
		return err
	}
	if n, err := s.queryNumber("select count(*) from withdrawal"); err != nil || n != 0 {
		return fmt.Errorf("the standby has %d of the withdrawals: it was not behind (%w)", n, err)
	}
	return nil
}

// continueRun continues a run after a failover or a restore. It runs the members' actions and the comparison, and
// then settles.
func (s *site) continueRun(ctx context.Context, o options, lost []*command, before, during, after func(*site, []*command)) error {
	s.lostChanges = true
	if before != nil {
		before(s, lost)
	}
	err := s.awaitComparison(ctx, o, func() {
		if during != nil {
			during(s, lost)
		}
	})
	if err != nil {
		return err
	}
	if after != nil {
		after(s, lost)
	}
	return s.settle(ctx)
}

// stopStreaming waits until the standby has everything, and then stops its streaming.
func (s *site) stopStreaming(ctx context.Context) error {
	const caughtUp = "exists (select from pg_stat_replication where replay_lsn = pg_current_wal_lsn())"
	if err := s.waitUntil(ctx, time.Minute, caughtUp); err != nil {
		return err
	}
	if err := s.DetachStandby(ctx); err != nil {
		return err
	}
	return s.waitUntil(ctx, time.Minute, "not exists (select from pg_stat_replication)")
}

// withdrawMany makes n withdrawals, by the members in turn, and returns their commands. It returns an
// error unless each was acknowledged as paid.
func (s *site) withdrawMany(n int, amount func(n int) money.Satang) (all []*command, err error) {
	if amount == nil {
		amount = amountOfLost
	}
	for i := range n {
		c := s.members[i%len(s.members)].newWithdrawal("/api/wallet/withdraw", amount(i))
		if a, got := c.send(); a.Status != http.StatusOK || got.Statement.Status != "SUCCESS" {
			return nil, fmt.Errorf("withdrawal %d: %d %.300s", i, a.Status, a.Body)
		}
		all = append(all, c)
	}
	return all, nil
}
