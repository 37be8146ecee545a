package main

import (
	"context"
	"fmt"
	"time"
)

// shortDelay and longDelay are the delays until the provider lists the first and the second half of the lost
// payouts.
const (
	shortDelay = 2 * time.Minute
	longDelay  = 2 * time.Hour
)

// runLateLists makes the provider list the lost payouts only after the pause of payouts has ended. Of
// each half, a third is repeated by its key before the comparison, and a third after it was listed. Half
// of the members withdraw their whole balance as soon as payouts resume.
func runLateLists(ctx context.Context, s *site, o options) error {
	lost, err := s.loseWithdrawals(ctx, func() ([]*command, error) {
		lost, err := s.withdrawMany(o.lost, nil)
		if err != nil {
			return nil, err
		}
		return lost, s.setListed(lost, false)
	})
	if err != nil {
		return err
	}
	made := time.Now()
	s.report.played = fmt.Sprintf("%d paid withdrawals lost, half of them listed %.0f minutes late and half %.0f hours; half of the members withdraw all in the meantime", len(lost), shortDelay.Minutes(), longDelay.Hours())
	soon, late := lost[:len(lost)/2], lost[len(lost)/2:]
	s.lostChanges = true
	sendAll(soon[:len(soon)/3])
	sendAll(late[:len(late)/3])
	if err := s.awaitComparison(ctx, o, func() {}); err != nil {
		return err
	}
	for _, m := range s.members[:len(s.members)/2] {
		m.withdrawAll()
	}
	time.Sleep(time.Until(made.Add(shortDelay)))
	if err := s.listLate(ctx, soon, 10*time.Minute, 1); err != nil {
		return err
	}
	sendAll(soon[len(soon)/3 : 2*len(soon)/3])
	if err := s.listLate(ctx, nil, time.Hour-10*time.Minute, 2); err != nil { // for the comparison an hour after the pause
		return err
	}
	if err := s.listLate(ctx, late, longDelay-time.Hour, 2); err != nil {
		return err
	}
	if out, err := s.runWallet("reconcile", "-days", "2"); err != nil { // as the nightly comparison does
		fmt.Printf("  wallet reconcile: %s\n", lastLines(out))
	}
	sendAll(late[len(late)/3 : 2*len(late)/3])
	return s.settle(ctx)
}

// listLate makes the provider list withdrawals, advances the clock by later, and waits until that many
// comparisons of late lists have ended in total.
func (s *site) listLate(ctx context.Context, lost []*command, later time.Duration, comparisons int) error {
	if err := s.setListed(lost, true); err != nil {
		return err
	}
	if err := s.restart(later); err != nil {
		return err
	}
	return s.waitUntil(ctx, 2*time.Minute, fmt.Sprintf("(select count(*) from walk where why = 'LATE' and ended_at is not null) = %d", comparisons))
}

// setListed sets whether the provider lists withdrawals.
func (s *site) setListed(withdrawals []*command, listed bool) error {
	for _, c := range withdrawals {
		if err := s.Control("POST", "/bank/payouts/"+c.lines[0]+"/listed", map[string]any{"listed": listed}, nil); err != nil {
			return err
		}
	}
	return nil
}
