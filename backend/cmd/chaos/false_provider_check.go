package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"krapao/backend/cmd/internal/environment"
	"krapao/backend/platform/money"
)

// waitingWithdrawal is a withdrawal that waited with the reason UNEXPLAINED_WIN. It was seen waiting from first to last.
// open is true while it waits.
type waitingWithdrawal struct {
	phone       string
	first, last time.Time
	amount      money.Satang
	open        bool
}

// watcher polls which withdrawals wait, when each feed was read last, and which slots are held.
type watcher struct {
	site  *site
	mu    sync.Mutex
	waits map[string]*waitingWithdrawal // by the withdrawal's id
	read  map[string]time.Time          // when each slot's feed was read last
	held  map[string]bool               // slots from which money was not allowed to leave at some time
	err   error
}

func newWatcher(s *site) *watcher {
	return &watcher{site: s, waits: map[string]*waitingWithdrawal{}, read: map[string]time.Time{}, held: map[string]bool{}}
}

const watchInterval = 300 * time.Millisecond

// pollUntilDone polls until ctx ends.
func (w *watcher) pollUntilDone(ctx context.Context) {
	for ctx.Err() == nil {
		if err := w.pollOnce(); err != nil {
			w.mu.Lock()
			w.err = err
			w.mu.Unlock()
			return
		}
		time.Sleep(watchInterval)
	}
}

// pollOnce reads the waiting withdrawals, the feeds and the held slots from the server's database.
func (w *watcher) pollOnce() error {
	text, err := w.site.queryText(`
		select coalesce(string_agg(line, E'\n'), '') from (
			select format('wait %s %s %s', w.id, m.phone, w.amount) as line from withdrawal w join member m on m.id = w.member_id
				where w.state = 'APPROVAL' and 'UNEXPLAINED_WIN' = any (w.reasons)
			union all select format('held %s - 0', code) from slot where held_out
			union all select format('read %s %s 0', slot_code, (extract(epoch from read_at) * 1000)::bigint) from game_feed where read_at is not null) as s`)
	if err != nil {
		return err
	}
	now := time.Now()
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, waiting := range w.waits {
		waiting.open = false
	}
	for _, line := range strings.Split(text, "\n") {
		var kind, name, detail string
		var amount int64
		if line == "" {
			continue
		}
		if _, err := fmt.Sscan(line, &kind, &name, &detail, &amount); err != nil {
			return err
		}
		switch kind {
		case "held":
			w.held[name] = true
		case "read":
			var ms int64
			if _, err := fmt.Sscan(detail, &ms); err != nil {
				return err
			}
			w.read[name] = time.UnixMilli(ms)
		default:
			if w.waits[name] == nil {
				w.waits[name] = &waitingWithdrawal{phone: detail, first: now, amount: money.Satang(amount)}
			}
			w.waits[name].last, w.waits[name].open = now, true
		}
	}
	return nil
}

// waitForFeed waits until a slot's feed was read after the time at. It waits for at most a minute.
func (w *watcher) waitForFeed(ctx context.Context, slot string, at time.Time) {
	for until := time.Now().Add(time.Minute); time.Now().Before(until) && ctx.Err() == nil; time.Sleep(watchInterval) {
		w.mu.Lock()
		read := w.read[slot].After(at)
		w.mu.Unlock()
		if read {
			return
		}
	}
}

// countOpen returns how many withdrawals of these phones wait.
func (w *watcher) countOpen(phones map[string]bool) (n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, waiting := range w.waits {
		if waiting.open && phones[waiting.phone] {
			n++
		}
	}
	return n
}

// findAll compares the amounts that left the server with the bounds, and our ledger with the providers' records. It
// returns a summary of the run and the findings as texts.
func (d *falseProviderRun) findAll() (figures string, findings []string, err error) {
	records, err := readProviderRecords(d.site)
	if err != nil {
		return "", nil, err
	}
	most, all, paid, findings, err := d.sumGains(records)
	if err != nil {
		return "", nil, err
	}
	waits, unjust := d.judgeWaits()
	differences, err := d.compareRecords(records)
	if err != nil {
		return "", nil, err
	}
	findings = append(append(findings, unjust...), differences...)
	pause := "not paused"
	if d.watch.held[d.slot] {
		pause = "paused"
	}
	state := "ledger and providers agree"
	if len(differences) > 0 {
		state = fmt.Sprintf("%d differences from the providers", len(differences))
	}
	return fmt.Sprintf("%d attackers: %d transfers out, %d through other games, %d gathered, %d withdrawals, %d cancelled; transfers out of the slot were %s; %s paid out, at most %s too much to one attacker (bound %s) and %s to all (bound %s); %s; %s",
		len(d.attackers), d.tries.out.Load(), d.tries.between.Load(), d.tries.gathered.Load(), d.tries.withdrawn.Load(), d.tries.cancelled.Load(),
		pause, paid, most, memberBound, all, slotBound, waits, state), findings, nil
}

// sumGains returns what attackers were paid beyond their deposits and their genuine wins: most is the largest amount of
// one attacker, and all is the sum. paid is the sum of all payouts to attackers.
func (d *falseProviderRun) sumGains(records *providerRecords) (most, all, paid money.Satang, findings []string, err error) {
	in, out := map[string]money.Satang{}, map[string]money.Satang{}
	for _, transfer := range records.Transfers {
		in[transfer.FromAccountNo] += transfer.Amount
	}
	for _, p := range records.Payouts {
		if p.Status == "SUCCESS" {
			out[p.ToAccountNo] += p.Amount
		}
	}
	beyond := 0
	for _, a := range d.attackers {
		p := a.member
		won, err := p.sumHighestWins([]string{d.slot})
		if err != nil {
			return 0, 0, 0, nil, err
		}
		// Attackers may bet the bound's amount in other games, at double or nothing. Wins in those games count as
		// genuine up to the bound.
		staked, err := p.sumHighestWins(slices.DeleteFunc(slices.Clone(p.slots), func(s string) bool { return s == d.slot }))
		if err != nil {
			return 0, 0, 0, nil, err
		}
		gain := out[p.account] - in[p.account] - won - min(staked, memberBound)
		paid += out[p.account]
		all += max(gain, 0)
		if most = max(most, gain); gain > memberBound {
			beyond++
		}
	}
	if beyond > 0 {
		findings = append(findings, fmt.Sprintf("%d attackers were paid more than %s too much, one of them %s", beyond, memberBound, most))
	}
	if all > slotBound {
		findings = append(findings, fmt.Sprintf("all attackers were paid %s too much; the slot's bound is %s", all, slotBound))
	}
	return most, all, paid, findings, nil
}

// sumHighestWins returns the highest amount that a member's plays had won at any time, summed over slots. A
// loss that was reported after a payout does not reduce it.
func (p *member) sumHighestWins(slots []string) (sum money.Satang, err error) {
	for _, slot := range slots {
		seen, err := p.site.ReadPlayer(slot, p.readUsername(slot))
		if err != nil {
			return 0, err
		}
		net, most := money.Satang(0), money.Satang(0)
		for _, play := range seen.Plays {
			net += (play.Payout - play.Bet) * environment.UnitOf(slot)
			most = max(most, net)
		}
		sum += most
	}
	return sum, nil
}

// judgeWaits checks the withdrawals that waited. Withdrawals of attackers may wait. Of the honest members whose wins
// are explained by plays, fewer than one in a hundred may wait, and none longer than the lag.
func (d *falseProviderRun) judgeWaits() (figures string, findings []string) {
	explained, waited := d.findExplainedPhones(), map[string]bool{}
	held, longest, attacks, credited := money.Satang(0), time.Duration(0), 0, map[string]bool{}
	attackers := map[string]bool{}
	for _, p := range d.attackers {
		attackers[p.phone] = true
	}
	for id, w := range d.watch.waits {
		switch {
		case attackers[w.phone]:
			if attacks++; w.open {
				held += w.amount
			}
		case !explained[w.phone]:
			credited[w.phone] = true
		default:
			waited[w.phone] = true
			longest = max(longest, w.last.Sub(w.first))
			if w.open {
				findings = append(findings, fmt.Sprintf("withdrawal %s of the honest %s still waits", id, w.phone))
			}
		}
	}
	if len(waited)*honestPerWaiting >= len(explained) && len(waited) > 0 {
		findings = append(findings, fmt.Sprintf("%d of %d honest members waited", len(waited), len(explained)))
	}
	if longest > slotLag {
		findings = append(findings, fmt.Sprintf("an honest withdrawal waited %s; the lag is %s", longest.Round(time.Second), slotLag))
	}
	return fmt.Sprintf("%d of their withdrawals waited, %s still wait; of %d honest members %d waited, %s at most (lag %s), and of %d with credits without a play %d",
		attacks, held, len(explained), len(waited), longest.Round(100*time.Millisecond), slotLag, len(d.honest)-len(explained), len(credited)), findings
}

// compareRecords compares our ledger with the providers' records, including the amounts of waiting
// withdrawals. For a member with a credit without a play, the server may show an older game balance.
func (d *falseProviderRun) compareRecords(records *providerRecords) ([]string, error) {
	text, err := d.site.queryText(`select coalesce(string_agg(m.phone || ' ' || w.amount, E'\n'), '') from withdrawal w join member m on m.id = w.member_id where w.done_at is null`)
	if err != nil {
		return nil, err
	}
	held := map[string]money.Satang{}
	for pair := range slices.Chunk(strings.Fields(text), 2) {
		var satang int64
		if _, err := fmt.Sscan(pair[1], &satang); err != nil {
			return nil, err
		}
		held[pair[0]] += money.Satang(satang)
	}
	var members, viewers []*member
	for _, a := range d.attackers {
		members, viewers = append(members, a.member), append(viewers, a.member)
	}
	for _, h := range d.honest {
		members = append(members, h.member)
		if h.credit == "" {
			viewers = append(viewers, h.member)
		}
	}
	return compareLedgerWith(d.site, records, members, viewers, held)
}
