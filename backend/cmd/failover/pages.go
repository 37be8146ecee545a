package main

import (
	"context"
	"fmt"

	"krapao/backend/platform/money"
)

// runThreePages makes the provider list the lost payouts on three pages; each page has one payout of
// each member. Members repeat the payout of the last page by its key, and move the rest of their money
// into a game. So the money for the hold of the first payout is missing. The comparison must not cancel the
// repeated payout to get that money, because the provider has paid the repeated payout, too.
func runThreePages(ctx context.Context, s *site, o options) error {
	if err := s.enterGame(); err != nil {
		return err
	}
	page := len(s.members)
	if err := s.Control("POST", "/lists", map[string]any{"most": page}, nil); err != nil {
		return err
	}
	lost, err := s.loseWithdrawals(ctx, func() ([]*command, error) {
		return s.withdrawMany(3*page, func(n int) money.Satang { return money.Baht(900) + money.Satang(n) })
	})
	if err != nil {
		return err
	}
	s.report.played = fmt.Sprintf("%d paid withdrawals lost, on three pages of the provider's list; those of the last page repeated before the comparison, the others never", len(lost))
	return s.continueRun(ctx, o, lost, func(s *site, lost []*command) {
		sendAll(lost[2*page:])
		s.moveAllIntoGame()
	}, nil, nil)
}
