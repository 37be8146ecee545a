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

// playUnassigned loses payouts into an account that no member in the database has, because the standby lacks
// the change of the account. Another payout was made by hand at the provider's portal. It belongs to no
// member either, and must not keep payouts paused.
func playUnassigned(ctx context.Context, s *site, o options) error {
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
	nobodys := 0
	for i, c := range lost {
		switch {
		case c.member == changed:
			nobodys++
		case i < len(lost)/3:
			c.send()
		}
	}
	s.report.played = fmt.Sprintf("%d paid withdrawals lost, %d of them into an account of nobody's, and one payout made by hand", len(lost), nobodys)
	if err := s.decideUnassigned(ctx, nobodys); err != nil {
		return err
	}
	if err := s.awaitComparison(ctx, o, func() {}); err != nil {
		return err
	}
	if waits, err := s.count("select count(*) from difference where done_at is null"); err != nil || waits != len(s.byHand) {
		return errors.Join(fmt.Errorf("%d differences are open, not the payout by hand alone", waits), err)
	}
	return s.settle(ctx)
}

// setAccount changes the member's account in the database.
func (m *member) setAccount(no string) error {
	_, err := m.site.sql("update member set bank_account_no = '" + no + "' where phone = '" + m.Phone + "' returning phone")
	return err
}

// payByHand makes a payout as someone at the provider's portal would. Its reference has another form than
// ours.
func (s *site) payByHand(ctx context.Context, reference string, amount money.Satang) error {
	portal := payout.New(payout.Config{BaseURL: s.Sandbox.URL + "/payout", Key: "sandbox-key"})
	made, err := portal.Create(ctx, payout.Order{Reference: reference, Bank: "006", AccountNo: "9000000025", Name: "OFFICE RENT", Amount: amount, Currency: "THB"})
	if err != nil || made.Outcome != payout.Paid {
		return errors.Join(fmt.Errorf("by hand: %+v", made), err)
	}
	s.byHand[reference] = amount
	return nil
}

// decideUnassigned waits for a comparison that finds payouts without a member. Then two operators decide to
// whom each belongs.
func (s *site) decideUnassigned(ctx context.Context, want int) error {
	if err := s.waitUntil(ctx, 3*time.Minute, "exists (select from walk where ended_at is not null and waits <> '')"); err != nil {
		return err
	}
	items, err := s.console.items()
	if err != nil {
		return err
	}
	records, err := s.ReadRecords()
	if err != nil {
		return err
	}
	answered := 0
	for _, i := range items {
		if _, byHand := s.byHand[i.Reference]; byHand || i.Kind != "DIFFERENCE" {
			continue
		}
		if waits, err := s.count(pausedQuery); err != nil || waits != 1 {
			return errors.Join(errors.New("payouts go on before people have answered"), err)
		}
		if err := s.console.attribute(i, records); err != nil {
			return err
		}
		answered++
	}
	if answered != want {
		return fmt.Errorf("%d payouts fit nobody, not %d", answered, want)
	}
	return nil
}
