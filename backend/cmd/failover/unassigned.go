package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"krapao/backend/platform/money"
	"krapao/backend/provider/payout"
)

// otherAccount is a member's old account, which the promoted standby still has.
const otherAccount = "9000000017"

// runUnassigned loses payouts into an account that no member in the database has, because the standby lacks
// the change of the account. Another payout was made by hand at the provider's portal. It belongs to no
// member either, and must not keep payouts paused.
func runUnassigned(ctx context.Context, s *site, o options) error {
	changed := s.members[s.random.IntN(len(s.members))]
	if err := changed.setAccount(otherAccount); err != nil {
		return err
	}
	lost, err := s.loseWithdrawals(ctx, func() ([]*command, error) {
		if err := changed.setAccount(changed.AccountNo); err != nil {
			return nil, err
		}
		return s.withdrawMany(o.lost, nil)
	})
	if err != nil {
		return err
	}
	if err := s.payByHand(ctx, "PORTAL-"+uuid.NewString()[:8], money.Baht(77)); err != nil {
		return err
	}
	s.lostChanges = true
	unassigned := 0
	for i, c := range lost {
		switch {
		case c.member == changed:
			unassigned++
		case i < len(lost)/3:
			c.send()
		}
	}
	s.report.played = fmt.Sprintf("%d paid withdrawals lost, %d of them into an account that no member has, and one payout made by hand", len(lost), unassigned)
	if err := s.decideUnassigned(ctx, unassigned); err != nil {
		return err
	}
	if err := s.awaitComparison(ctx, o, func() {}); err != nil {
		return err
	}
	if open, err := s.queryNumber("select count(*) from difference where done_at is null"); err != nil || open != len(s.byHand) {
		return errors.Join(fmt.Errorf("%d differences are open, not only the payout made by hand", open), err)
	}
	return s.settle(ctx)
}

// setAccount changes the member's account in the database.
func (m *member) setAccount(no string) error {
	_, err := m.site.queryText("update member set bank_account_no = '" + no + "' where phone = '" + m.Phone + "' returning phone")
	return err
}

// payByHand makes a payout as a person at the provider's portal would. Its reference has another form than the
// server's references.
func (s *site) payByHand(ctx context.Context, reference string, amount money.Satang) error {
	portal := payout.New(payout.Config{BaseURL: s.Sandbox.URL + "/payout", Key: "sandbox-key"})
	made, err := portal.Create(ctx, payout.Order{Reference: reference, Bank: "006", AccountNo: "9000000025", Name: "OFFICE RENT", Amount: amount, Currency: "THB"})
	if err != nil || made.Outcome != payout.Paid {
		return errors.Join(fmt.Errorf("payout by hand: %+v", made), err)
	}
	s.byHand[reference] = amount
	return nil
}

// decideUnassigned waits for a comparison that finds payouts without a member. Then two operators assign each of
// them to a member. It returns an error if there are not want such payouts.
func (s *site) decideUnassigned(ctx context.Context, want int) error {
	if err := s.waitUntil(ctx, 3*time.Minute, "exists (select from walk where ended_at is not null and waits <> '')"); err != nil {
		return err
	}
	items, err := s.console.listItems()
	if err != nil {
		return err
	}
	records, err := s.ReadRecords()
	if err != nil {
		return err
	}
	decided := 0
	for _, i := range items {
		if _, byHand := s.byHand[i.Reference]; byHand || i.Kind != "DIFFERENCE" {
			continue
		}
		if pauses, err := s.queryNumber(pausedQuery); err != nil || pauses != 1 {
			return errors.Join(errors.New("payouts resumed before the operators had decided"), err)
		}
		if err := s.console.attribute(i, records); err != nil {
			return err
		}
		decided++
	}
	if decided != want {
		return fmt.Errorf("%d payouts fit no member, not %d", decided, want)
	}
	return nil
}
