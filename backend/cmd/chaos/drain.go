package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// drainMembers ends the faults, and advances the clock by hours until nothing is in progress. Members submit the slips
// of transfers that were not credited, and open refused game accounts again. The cashier decides unknown outcomes.
func drainMembers(ctx context.Context, s *site, members []*member) error {
	if err := s.Control("DELETE", "/faults", nil, nil); err != nil {
		return err
	}
	cashier := &console{site: s, random: members[0].random}
	var left string
	var last error
	for round := range 90 {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		// The clock advances between rounds. The first step is longer than the half hour after which unknown
		// outcomes become items. The next is longer than the expiry of announcements and unpaid QR codes. The
		// third is longer than a day.
		if later, due := map[int]time.Duration{5: 40 * time.Minute, 8: 3 * time.Hour, 12: 26 * time.Hour, 24: time.Hour, 36: time.Hour}[round]; due {
			s.waitUntilChecked(ctx)
			if err := s.advanceClock(later); err != nil {
				return err
			}
		}
		if round < 12 {
			if err := errors.Join(submitRemainingSlips(s, members), openRemainingAccounts(s, members)); err != nil {
				last = err
			}
		}
		if round >= 3 {
			if err := excludeBonusHolders(s, members); err != nil {
				last = err
			}
		}
		if err := s.runDelayedJobs(); err != nil {
			return err
		}
		time.Sleep(2 * time.Second)
		waiting, err := cashier.decideAll()
		last = err
		if left, err = s.queryText(openQuery); err != nil {
			return err
		}
		if waiting == 0 && left == "" && last == nil && round >= 2 {
			return nil
		}
	}
	return errors.Join(fmt.Errorf("still in progress after all rounds: %s", left), last)
}

// waitUntilChecked waits for slip checks that a kill interrupted, which the queue runs again after some minutes. If the
// clock advanced before, the slips would be too old. The cashier, who decides by references only, would then reject
// slips that were never read.
func (s *site) waitUntilChecked(ctx context.Context) {
	for range 90 {
		left, err := s.queryText("select count(*)::text from slip where state = 'CHECKING'")
		if (err == nil && left == "0") || ctx.Err() != nil {
			return
		}
		_ = s.runDelayedJobs() // the next iteration tries again
		time.Sleep(2 * time.Second)
	}
}

// openQuery is a query that counts what is in progress, by kind.
const openQuery = `
	select coalesce(string_agg(what || ' ' || n, ', '), '') from (
		select 'lines' as what, count(*) as n from statement_line where status = 'PENDING'
		union all select 'slips', count(*) from slip where state <> 'DONE'
		union all select 'reported transfers', count(*) from bank_feed where state <> 'DONE'
		union all select 'withdrawals', count(*) from withdrawal where done_at is null
		union all select 'gifts', count(*) from gift where done_at is null
		union all select 'QR codes', count(*) from qr_order where state in ('CREATING', 'LIVE', 'REVIEW') or doubt <> ''
		union all select 'returns', count(*) from money_return where done_at is null
		union all select 'game transfers', count(*) from game_transfer where done_at is null
		union all select 'late successes', count(*) from game_late where done_at is null
		union all select 'game accounts', count(*) from game_account where state <> 'ACTIVE'
		union all select 'bonuses', count(*) from bonus_taken where ended_at is null
		union all select 'differences', count(*) from difference where done_at is null
		union all select 'balances in games', count(*) from game_account where uncompared(member_id, slot_code, now()) is not null
		union all select 'balances that differed', count(*) from game_compared where looked_at is null
		union all select 'waits of payouts', count(*) from payout_wait where since is not null
	) as open where n > 0`

// openRemainingAccounts opens each game account again that a provider has refused or our database has lost.
func openRemainingAccounts(s *site, members []*member) error {
	text, err := s.queryText(`select coalesce(string_agg(m.phone || ' ' || g.slot_code || ' ' || g.state, ' '), '') from game_account g join member m on m.id = g.member_id`)
	state := map[string]string{}
	for account := range slices.Chunk(strings.Fields(text), 3) {
		state[account[0]+" "+account[1]] = account[2]
	}
	for _, p := range members {
		for _, slot := range playedSlots {
			current, known := state[p.phone+" "+slot]
			if (known && current != "ACTIVE") || (err == nil && !known && slices.Contains(p.slots, slot)) {
				p.activateIn(slot)
			}
		}
	}
	return err
}

// submitRemainingSlips makes members submit a slip for each of their transfers that is neither credited nor has an open
// slip. The bank's report of such a transfer was lost, or a faulty verifier refused the first slip.
func submitRemainingSlips(s *site, members []*member) error {
	claimed, err := s.queryText("select coalesce(string_agg(trans_ref, ' '), '') from deposit_claim")
	if err != nil {
		return err
	}
	open, err := s.queryText("select coalesce(string_agg(trans_ref, ' '), '') from slip where state <> 'DONE'")
	if err != nil {
		return err
	}
	known := map[string]bool{}
	for _, ref := range strings.Fields(claimed + " " + open) {
		known[ref] = true
	}
	records, err := readProviderRecords(s)
	if err != nil {
		return err
	}
	byAccount := map[string]*member{}
	for _, p := range members {
		byAccount[p.account] = p
	}
	for ref, paid := range records.Transfers {
		if p := byAccount[paid.FromAccountNo]; p != nil && !known[ref] {
			p.uploadSlip("/bank/slips/"+ref+".png", paid.At.Add(time.Second))
		}
	}
	return nil
}
