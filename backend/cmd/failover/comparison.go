package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/cmd/internal/environment"
)

// restoredQuery is a query for the number of lost withdrawals that a comparison has held again.
const restoredQuery = "select count(*) from withdrawal where restored_at is not null"

// runComparisonKilled kills the server after its comparison has held some of the lost withdrawals, and starts
// it again.
func runComparisonKilled(ctx context.Context, s *site, o options) error {
	lost, err := s.loseWithdrawals(ctx, func() ([]*command, error) { return s.withdrawMany(o.lost, nil) })
	if err != nil {
		return err
	}
	held, err := s.interruptComparison(ctx, lost, func() error { environment.KillProgram(s.server); return nil })
	if err != nil {
		return err
	}
	if err := s.startServer(); err != nil {
		return err
	}
	s.report.played = fmt.Sprintf("%d paid withdrawals lost; the server killed when its comparison had held %d of them; half repeated after that, half never", len(lost), held)
	err = s.continueRun(ctx, o, lost, nil, func(_ *site, lost []*command) { sendAll(lost[:len(lost)/2]) }, nil)
	return errors.Join(err, s.checkHeldOnce(lost))
}

// interruptComparison lets a comparison hold some of the lost withdrawals, and then calls stop. It returns
// how many were held. A comparison holds withdrawals in the order of their creation. So interruptComparison blocks it
// by a lock on the wallet of the next withdrawal's member.
func (s *site) interruptComparison(ctx context.Context, lost []*command, stop func() error) (held int, err error) {
	wanted := 1 + s.random.IntN(min(len(s.members), len(lost))-1)
	unlock, err := s.lockWallet(ctx, lost[wanted].member)
	if err != nil {
		return 0, err
	}
	defer unlock()
	if err := s.waitUntil(ctx, 3*time.Minute, fmt.Sprintf("(%s) = %d", restoredQuery, wanted)); err != nil {
		return 0, err
	}
	held, err = s.queryNumber(restoredQuery)
	return held, errors.Join(err, stop())
}

// lockWallet locks a member's wallet, so that its money cannot move until unlock is called.
func (s *site) lockWallet(ctx context.Context, m *member) (unlock func(), err error) {
	conn, err := pgx.Connect(ctx, s.Primary.URL)
	if err != nil {
		return nil, err
	}
	unlock = func() { _ = conn.Close(context.WithoutCancel(ctx)) }
	_, err = conn.Exec(ctx, "begin")
	if err == nil {
		_, err = conn.Exec(ctx, "select from account a join member m on m.id = a.owner where a.role = 'wallet' and m.phone = $1 for no key update of a", m.Phone)
	}
	if err != nil {
		unlock()
	}
	return unlock, err
}

// checkHeldOnce checks that each lost withdrawal has one row and one hold.
func (s *site) checkHeldOnce(lost []*command) error {
	rows, err := s.queryNumber("select count(*) from withdrawal")
	if err != nil {
		return err
	}
	holds, err := s.queryNumber("select count(*) from transfer t join account a on a.id = t.debit_id where a.role = 'wallet' and t.kind = 'hold'")
	if rows != len(lost) || holds != len(lost) {
		s.report.fail("of %d lost withdrawals there are %d rows and %d holds", len(lost), rows, holds)
	}
	return err
}

// secondFailover returns a run with a second failover, to a standby that lacks everything that the first comparison
// has held. If during is true, the second failover happens in the middle of that comparison, else right after it.
func secondFailover(during bool) func(ctx context.Context, s *site, o options) error {
	return func(ctx context.Context, s *site, o options) error {
		lost, err := s.loseWithdrawals(ctx, func() ([]*command, error) { return s.withdrawMany(o.lost, nil) })
		if err != nil {
			return err
		}
		first, err := s.addSecondStandby(ctx)
		if err != nil {
			return err
		}
		s.lostChanges = true
		third := len(lost) / 3
		sendAll(lost[2*third:]) // the rows of these repeats are lost again
		var held int
		if during {
			held, err = s.interruptComparison(ctx, lost, func() error { return s.promoteStandby(ctx) })
		} else {
			held, err = s.awaitHeldAndPromote(ctx, o)
		}
		if err != nil {
			return err
		}
		sendAll(lost[third : 2*third])
		if err := s.waitUntil(ctx, time.Minute, "exists (select from payout_wait where since > '"+first+"')"); err != nil {
			return err
		}
		s.report.played = fmt.Sprintf("%d paid withdrawals lost, a third of them repeated; %d held by a comparison and lost again by a second failover; then another third repeated", len(lost), held)
		return s.continueRun(ctx, o, lost, nil, nil, nil)
	}
}

// addSecondStandby gives the promoted primary a standby that has the pause of payouts, but nothing later.
// It returns when the pause began, as text for SQL.
func (s *site) addSecondStandby(ctx context.Context) (since string, err error) {
	if err := s.waitUntil(ctx, time.Minute, "exists (select from payout_wait where since is not null)"); err != nil {
		return "", err
	}
	if err := s.AddStandby(ctx); err != nil {
		return "", err
	}
	if err := s.stopStreaming(ctx); err != nil {
		return "", err
	}
	return s.queryText("select since::text from payout_wait")
}

// awaitHeldAndPromote waits until the comparison has ended, and promotes the standby. It returns how many lost
// withdrawals the comparison had held.
func (s *site) awaitHeldAndPromote(ctx context.Context, o options) (held int, err error) {
	if err := s.awaitComparison(ctx, o, func() {}); err != nil {
		return 0, err
	}
	if held, err = s.queryNumber(restoredQuery); err != nil {
		return 0, err
	}
	return held, s.promoteStandby(ctx)
}
