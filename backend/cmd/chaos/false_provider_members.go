package main

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/google/uuid"

	"krapao/backend/cmd/internal/environment"
	"krapao/backend/platform/money"
)

// randomTens returns a random amount from low to high times ten baht, which every provider's unit can
// represent.
func (p *member) randomTens(low, high int) money.Satang {
	return money.Baht(int64(10 * (low + p.random.IntN(high-low+1))))
}

// attackOnce makes a random transfer out of the lying slot, and withdraws the money.
func (d *falseProviderRun) attackOnce(a *attacker) {
	p, after := a.member, cashResponse{}
	if a.left >= money.Baht(10) {
		amount := min(a.left, p.randomTens(10, 60))
		a.left -= amount
		after = d.moveOut(p, amount)
		d.countAndWithdraw(p, "/api/wallet/withdraw", after.Wallet.Amount)
		return
	}
	switch p.random.IntN(13) {
	case 0, 1, 2, 3: // any amount
		after = d.moveOut(p, p.randomTens(10, 4000))
	case 4, 5: // just below a member's bound, which is 1,000 baht
		after = d.moveOut(p, p.randomTens(85, 99))
	case 6: // about a member's bound in small amounts
		for range 4 {
			after = d.moveOut(p, p.randomTens(10, 30))
		}
	case 7, 8:
		after = d.moveThrough(p)
	case 9: // moves money back into the game, and more out again
		p.transferMoney("WALLET", d.slot, p.randomTens(10, 20))
		after = d.moveOut(p, p.randomTens(50, 500))
	case 10:
		d.playLittle(p)
		p.site.Call(p.token, "", "GET", "/api/wallet/refresh/slot", nil)
		after = d.moveOut(p, p.randomTens(10, 100))
	case 11:
		after = d.moveAndWithdrawAtOnce(p)
	default: // makes the server move out the whole balance that the provider reports
		d.tries.gathered.Add(1)
		after = d.countAndWithdraw(p, "/api/wallet/withdrawAll", p.randomTens(10, 4000))
	}
	d.withdrawSome(p, after.Wallet.Amount)
}

// moveOut moves an amount from the lying slot to the wallet, and counts the try.
func (d *falseProviderRun) moveOut(p *member, amount money.Satang) cashResponse {
	d.tries.out.Add(1)
	return p.transferMoney(d.slot, "WALLET", amount)
}

// moveThrough moves money out of the lying slot through another game.
func (d *falseProviderRun) moveThrough(p *member) cashResponse {
	other := ""
	for _, s := range p.slots {
		if s != d.slot {
			other = s
		}
	}
	if other == "" {
		return d.moveOut(p, p.randomTens(10, 4000))
	}
	d.tries.between.Add(1)
	amount := p.randomTens(10, 4000)
	p.transferMoney(d.slot, other, amount)
	amount = d.betOnce(p, other, amount)
	return p.transferMoney(other, "WALLET", amount)
}

// betOnce bets the money that arrived in another game, at most amount, at double or nothing. The house edge is a tenth.
// It returns what is left after the bet. If there was no bet, it returns the lower of amount and the balance.
func (d *falseProviderRun) betOnce(p *member, slot string, amount money.Satang) money.Satang {
	seen, err := d.site.ReadPlayer(slot, p.readUsername(slot))
	if amount = min(amount, seen.Balance*environment.UnitOf(slot)); err != nil || amount < money.Baht(10) {
		return amount // the transfer was refused, so there is nothing to bet
	}
	payout := money.Satang(0)
	if p.random.IntN(20) < 9 {
		payout = 2 * amount
	}
	if !d.settlePlay(p, slot, amount, payout) {
		return amount
	}
	time.Sleep(time.Second) // the provider pushes the play
	return payout
}

// moveAndWithdrawAtOnce makes three calls of one member at the same time: a transfer out of the lying
// slot and two withdrawals.
func (d *falseProviderRun) moveAndWithdrawAtOnce(p *member) (after cashResponse) {
	moved, first, second := p.randomTens(50, 4000), p.randomTens(10, 99), p.randomTens(10, 99)
	var calls sync.WaitGroup
	calls.Go(func() { after = d.moveOut(p, moved) })
	calls.Go(func() { d.countAndWithdraw(p, "/api/wallet/withdraw", first) })
	calls.Go(func() { d.countAndWithdraw(p, "/api/wallet/withdraw", second) })
	calls.Wait()
	return after
}

// withdrawSome makes up to three withdrawals: of the whole wallet, of a part, or of a member's bound. It may cancel a
// withdrawal that waits.
func (d *falseProviderRun) withdrawSome(p *member, has money.Satang) {
	has -= has % 100
	for range 3 {
		amount := has
		switch p.random.IntN(4) {
		case 0:
			amount = min(has, memberBound)
		case 1:
			amount = min(has, p.randomTens(10, 60))
		case 2:
			amount = has / 2
		}
		if amount < money.Baht(100) || d.over.Load() {
			return
		}
		c := d.countAndWithdraw(p, "/api/wallet/withdraw", amount)
		if c.Statement.CanCancel && p.random.IntN(2) == 0 {
			d.tries.cancelled.Add(1)
			_ = p.site.Call(p.token, uuid.NewString(), "POST", "/api/wallet/withdraw/"+c.Statement.ID+"/cancel", nil).Into(&c)
		}
		has = c.Wallet.Amount
	}
}

// countAndWithdraw requests a withdrawal for an attacker, and counts the try.
func (d *falseProviderRun) countAndWithdraw(p *member, path string, amount money.Satang) cashResponse {
	d.tries.withdrawn.Add(1)
	return p.withdrawAmount(path, amount)
}

// withdrawAmount requests a withdrawal, and repeats it under one key until the response is final.
func (p *member) withdrawAmount(path string, amount money.Satang) cashResponse {
	key := uuid.NewString()
	_, c := p.sendCommand(func() callResponse { return p.site.Call(p.token, key, "POST", path, map[string]any{"amount": amount}) })
	return c
}

// playLittle settles a play with a bet of at most 20 baht in the lying slot.
func (d *falseProviderRun) playLittle(p *member) {
	d.settlePlay(p, d.slot, money.Baht(int64(1+p.random.IntN(20))), money.Baht(int64(p.random.IntN(40))))
}

// settlePlay settles a play at a provider. bet and payout are in satang. It returns false if the provider
// refuses, for example a bet above the player's balance.
func (d *falseProviderRun) settlePlay(p *member, slot string, bet, payout money.Satang) bool {
	username := p.readUsername(slot)
	unit := environment.UnitOf(slot)
	ok := username != "" && p.site.Control("POST", "/games/"+slot+"/play", map[string]any{"username": username, "bet": bet / unit, "payout": payout / unit}, nil) == nil
	if ok {
		p.site.count.plays.Add(1)
	}
	return ok
}

// pushFaultMu is locked while a fault for a push is set and its play is settled, so that the fault hits no other play.
var pushFaultMu sync.Mutex

// settleHonest settles a play of an honest member, and returns whether it did. If byFeed is true, the play's push is
// lost, so that only the feed reports the play.
func (d *falseProviderRun) settleHonest(h *honestMember, bet, payout money.Satang, byFeed bool) bool {
	pushFaultMu.Lock()
	defer pushFaultMu.Unlock()
	if byFeed {
		lost := map[string]any{"target": "game:" + h.slot + ":push", "mode": "http500", "count": 1}
		if d.site.Control("POST", "/faults", lost, nil) != nil {
			return false
		}
	}
	return d.settlePlay(h.member, h.slot, bet, payout)
}

// waitForPushes waits until the server has counted this many plays of a member, for at most ten seconds.
// On a busy machine a push may arrive only after the member's next call.
func (d *falseProviderRun) waitForPushes(ctx context.Context, h *honestMember, plays int) {
	for until := time.Now().Add(10 * time.Second); time.Now().Before(until) && ctx.Err() == nil; time.Sleep(watchInterval) {
		counted, err := d.site.queryText(fmt.Sprintf(`select (count(*) >= %d)::text from game_play_key k join member m on m.id = k.member_id where m.phone = '%s'`, plays, h.phone))
		if err != nil || counted == "true" {
			return
		}
	}
}

// leavingDelay is the minimum time between a member's last play and the transfer out of the game.
const leavingDelay = 3 * time.Second

// playHonestDay makes an honest member play, move the balance out, and withdraw it. If the wins that only the
// feed reports exceed the member's bound, the member waits until the feed was read. A hasty member does
// not wait.
func (d *falseProviderRun) playHonestDay(ctx context.Context, h *honestMember) {
	byFeed, pushed := money.Satang(0), 0
	for range 1 + h.random.IntN(3) {
		bet, payout := h.randomTens(1, 3), money.Satang(0)
		switch h.random.IntN(6) {
		case 0, 1:
			payout = h.randomTens(1, 30)
		case 2:
			payout = h.randomTens(100, 2000)
		}
		pushLost := h.random.IntN(2) == 0
		switch settled := d.settleHonest(h, bet, payout, pushLost); {
		case settled && pushLost:
			byFeed += payout
		case settled:
			pushed++
		}
	}
	if h.hasty {
		d.settleHonest(h, h.randomTens(1, 1), h.randomTens(500, 1000), true)
	}
	if h.credit != "" {
		kind := "/games/" + h.slot + "/credit"
		_ = d.site.Control("POST", kind, map[string]any{"username": h.readUsername(h.slot), "amount": h.randomTens(30, 500), "kind": "jackpot", "told": h.credit == "told"}, nil)
	}
	if byFeed > memberBound && !h.hasty {
		d.watch.waitForFeed(ctx, h.slot, time.Now().Add(time.Second))
	}
	time.Sleep(leavingDelay)
	d.waitForPushes(ctx, h, pushed)
	seen, err := d.site.ReadPlayer(h.slot, h.readUsername(h.slot))
	if err != nil || seen.Balance < money.Baht(1) {
		return
	}
	if amount := h.transferMoney(h.slot, "WALLET", seen.Balance).Wallet.Amount; amount >= money.Baht(100) {
		h.withdrawAmount("/api/wallet/withdraw", amount)
	}
}
