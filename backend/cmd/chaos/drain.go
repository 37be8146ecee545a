package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// drainMembers waits until nothing is in progress. It ends the faults and lets hours pass. Members submit the
// slips of transfers that were not credited, and open game accounts again that were refused. The cashier
// decides unknown outcomes.
func drainMembers(ctx context.Context, t *site, members []*member) error {
	if err := t.Control("DELETE", "/faults", nil, nil); err != nil {
		return err
	}
	d := &console{t: t}
	d.random = members[0].random
	var left string
	var last error
	for round := range 90 {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		// The clock advances between attempts: first by more than the half hour after which unknown
		// outcomes become items, then beyond the expiry of announcements and unpaid QR codes, then beyond a
		// day.
		if hours, due := map[int]time.Duration{5: 40 * time.Minute, 8: 3 * time.Hour, 12: 26 * time.Hour, 24: time.Hour, 36: time.Hour}[round]; due {
			t.waitUntilChecked(ctx)
			if err := t.advanceClock(hours); err != nil {
				return err
			}
		}
		if round < 12 {
			if err := errors.Join(submitRemainingSlips(t, members), openRemainingAccounts(t, members)); err != nil {
				last = err
			}
		}
		if round >= 3 {
			if err := excludeAll(t, members); err != nil {
				last = err
			}
		}
		if err := t.runDelayedJobs(); err != nil {
			return err
		}
		time.Sleep(2 * time.Second)
		waiting, err := d.decideAll()
		last = err
		if left, err = t.sql(stillOpen); err != nil {
			return err
		}
		if waiting == 0 && left == "" && last == nil && round >= 2 {
			return nil
		}
	}
	return errors.Join(fmt.Errorf("after all, this is still in progress: %s", left), last)
}

// waitUntilChecked waits for slip checks that a kill interrupted, which the queue runs again after some
// minutes. If hours passed before that, the slips would be too old. The cashier, who decides by
// references only, would then reject slips that were never read.
func (t *site) waitUntilChecked(ctx context.Context) {
	for range 90 {
		left, err := t.sql("select count(*)::text from slip where state = 'CHECKING'")
		if (err == nil && left == "0") || ctx.Err() != nil {
			return
		}
		_ = t.runDelayedJobs() // the next round tries again
		time.Sleep(2 * time.Second)
	}
}

// stillOpen is a query that counts what is in progress, by kind.
const stillOpen = `
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

// openRemainingAccounts opens each game account again that a provider refused, or that our database has lost.
func openRemainingAccounts(t *site, members []*member) error {
	text, err := t.sql(`select coalesce(string_agg(m.phone || ' ' || g.slot_code || ' ' || g.state, ' '), '') from game_account g join member m on m.id = g.member_id`)
	state := map[string]string{}
	for account := range slices.Chunk(strings.Fields(text), 3) {
		state[account[0]+" "+account[1]] = account[2]
	}
	for _, p := range members {
		for _, slot := range playedSlots {
			s, known := state[p.phone+" "+slot]
			if (known && s != "ACTIVE") || (err == nil && !known && slices.Contains(p.slots, slot)) {
				p.activateIn(slot)
			}
		}
	}
	return err
}

// submitRemainingSlips makes members submit a slip for each of their transfers that is neither credited nor in
// review. The bank's report was lost, or a faulty verifier refused the first slip.
func submitRemainingSlips(t *site, members []*member) error {
	claimed, err := t.sql("select coalesce(string_agg(trans_ref, ' '), '') from deposit_claim")
	if err != nil {
		return err
	}
	open, err := t.sql("select coalesce(string_agg(trans_ref, ' '), '') from slip where state <> 'DONE'")
	if err != nil {
		return err
	}
	known := map[string]bool{}
	for _, ref := range strings.Fields(claimed + " " + open) {
		known[ref] = true
	}
	o, err := readProviderRecords(t)
	if err != nil {
		return err
	}
	byAccount := map[string]*member{}
	for _, p := range members {
		byAccount[p.account] = p
	}
	for ref, paid := range o.Transfers {
		if p := byAccount[paid.FromAccountNo]; p != nil && !known[ref] {
			p.uploadSlip("/bank/slips/"+ref+".png", paid.At.Add(time.Second))
		}
	}
	return nil
}
