package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"krapao/backend/cmd/internal/environment"
	"krapao/backend/platform/money"
)

// pendingTime is how long payouts stay pending at the provider: longer than a run.
const pendingTime = 4 * time.Hour

// runPendingThenFailed loses withdrawals that are pending at the provider. Their members move their
// whole balance into a game, so the comparison must lend them the amounts. They repay half of that by a
// deposit. Then the provider fails all payouts.
func runPendingThenFailed(ctx context.Context, s *site, o options) error {
	if err := s.enterGame(); err != nil {
		return err
	}
	lost, err := s.loseWithdrawals(ctx, func() ([]*command, error) { return s.withdrawPending(ctx, o.lost) })
	if err != nil {
		return err
	}
	s.moveAllIntoGame()
	s.lostChanges = true
	if err := s.awaitComparison(ctx, o, func() {}); err != nil {
		return err
	}
	lent, err := s.readLentAmounts()
	if err != nil {
		return err
	}
	if err := s.repayHalf(ctx, lent); err != nil {
		return err
	}
	if err := s.failPending(); err != nil {
		return err
	}
	s.report.played = fmt.Sprintf("%d pending withdrawals lost, their money moved into a game; %s lent, half of it repaid, and then all failed", len(lost), sumAmounts(lent))
	if err := s.settle(ctx); err != nil {
		return err
	}
	return s.checkNothingLent()
}

// withdrawPending makes n withdrawals. Each stays pending at the provider.
func (s *site) withdrawPending(ctx context.Context, n int) ([]*command, error) {
	err := s.Control("POST", "/faults", map[string]any{"target": "payout:create", "mode": "pending", "count": n, "delayMs": pendingTime.Milliseconds()}, nil)
	if err != nil {
		return nil, err
	}
	all := make([]*command, n)
	for i := range all {
		all[i] = s.members[i%len(s.members)].newWithdrawal("/api/wallet/withdraw", amountOfLost(i))
	}
	sendInParallel(all)
	for _, c := range all {
		if len(c.lines) != 1 {
			return nil, errors.New("a withdrawal was not acknowledged")
		}
	}
	return all, s.waitUntil(ctx, time.Minute, fmt.Sprintf("(select count(*) from withdrawal where state = 'SENDING') = %d", n))
}

// moveAllIntoGame moves each member's whole balance into the game.
func (s *site) moveAllIntoGame() {
	for _, m := range s.members {
		m.newCommand("/api/wallet/transferAll", map[string]any{"to": s.game}).send()
	}
}

// readLentAmounts returns what is lent to each member now, by phone.
func (s *site) readLentAmounts() (map[string]money.Satang, error) {
	return environment.AmountsByPhone(s.Address(), environment.LentQuery)
}

func sumAmounts(amounts map[string]money.Satang) (sum money.Satang) {
	for _, a := range amounts {
		sum += a
	}
	return sum
}

// repayHalf deposits half of each member's loan, and waits until the deposits have repaid that half. It returns an
// error for a member without a loan.
func (s *site) repayHalf(ctx context.Context, lent map[string]money.Satang) error {
	var half, left money.Satang
	for _, m := range s.members {
		if lent[m.Phone] == 0 {
			return fmt.Errorf("nothing is lent to %s", m.Phone)
		}
		half = lent[m.Phone] / 2
		left += lent[m.Phone] - half
		if _, err := s.Pay(m.AccountNo, m.Holder, half, true, 6); err != nil {
			return err
		}
	}
	return s.waitUntil(ctx, 2*time.Minute, fmt.Sprintf("(select coalesce(sum(left_over), 0) from advance) = %d", int64(left)))
}

// failPending makes the provider fail all payouts. It returns an error for a payout that is not pending.
func (s *site) failPending() error {
	records, err := s.ReadRecords()
	if err != nil {
		return err
	}
	for reference, p := range records.Payouts {
		if p.Status != "PENDING" {
			return fmt.Errorf("the payout %s is %s", reference, p.Status)
		}
		if err := s.Control("POST", "/bank/payouts/"+reference, map[string]any{"status": "FAILED"}, nil); err != nil {
			return err
		}
	}
	return nil
}

// checkNothingLent checks that no loan and no open advance is left.
func (s *site) checkNothingLent() error {
	lent, err := s.readLentAmounts()
	if err != nil {
		return err
	}
	for phone, amount := range lent {
		if amount != 0 {
			s.report.fail("%s is still lent %s", phone, amount)
		}
	}
	left, err := s.queryNumber("select count(*) from advance where done_at is null")
	if left > 0 {
		s.report.fail("%d advances have not ended", left)
	}
	return err
}

// sendInParallel sends the commands, in parallel for different members.
func sendInParallel(commands []*command) {
	byMember := map[*member][]*command{}
	for _, c := range commands {
		byMember[c.member] = append(byMember[c.member], c)
	}
	var ended sync.WaitGroup
	for _, own := range byMember {
		ended.Go(func() { sendAll(own) })
	}
	ended.Wait()
}
