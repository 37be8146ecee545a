package main

import (
	"context"
	"fmt"
	"sync"

	"krapao/backend/cmd/internal/environment"
	"krapao/backend/platform/money"
)

// runStandbyGone disconnects the synchronous standby while members withdraw, so that their commits wait.
// If a server stops waiting, the transaction is committed on the primary only, and visible there. A later
// call that reads it, such as a repeat with the same key, must not acknowledge it, because the standby is
// promoted without it.
func runStandbyGone(ctx context.Context, s *site, _ options) error {
	if err := s.RequireStandby(ctx); err != nil {
		return err
	}
	if err := s.awaitSynchronous(ctx); err != nil {
		return err
	}
	if err := s.stopStreaming(ctx); err != nil {
		return err
	}
	var ended sync.WaitGroup
	for i, m := range s.members {
		amount := money.Baht(100) + money.Satang(i)
		if i%2 == 1 { // without a ledger transfer yet, which is another code path (web.Once)
			c, err := m.newGiftCommand(amount)
			if err != nil {
				return err
			}
			ended.Go(func() { c.send() })
			continue
		}
		ended.Go(func() { m.newWithdrawal("/api/wallet/withdraw", amount).send() })
	}
	ended.Wait()
	acknowledged := s.listAcknowledged()
	s.report.played = fmt.Sprintf("the standby gone, %d withdrawals and gifts, %d acknowledged meanwhile; then it takes over", len(s.members), len(acknowledged))
	if _, err := s.FailOver(ctx); err != nil {
		return err
	}
	if err := environment.AwaitReady(s.API.URL + "/readyz"); err != nil {
		return err
	}
	if err := s.checkNothingLost(acknowledged); err != nil {
		return err
	}
	if err := s.AddStandby(ctx); err != nil {
		return err
	}
	if err := s.awaitSynchronous(ctx); err != nil {
		return err
	}
	if err := s.releasePayouts(ctx); err != nil {
		return err
	}
	return s.settle(ctx)
}
