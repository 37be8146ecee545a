package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"krapao/backend/cmd/internal/environment"
	"krapao/backend/platform/money"
)

// listHonestSlots returns the slots in which honest members play: all playedSlots with a unit of one baht, except the
// lying slot.
func (d *falseProviderRun) listHonestSlots() []string {
	return slices.DeleteFunc(slices.Clone(playedSlots), func(s string) bool { return s == d.slot || environment.UnitOf(s) != 1 })
}

// prepare inserts settings and members by SQL, because registrations would take most of the time.
// Deposits, game accounts and transfers are made through the API.
func (d *falseProviderRun) prepare(ctx context.Context) error {
	if err := d.applySettings(); err != nil {
		return err
	}
	all, attackerOf := make([]*member, d.o.members+countHonest(d.o.members)), map[*member]*attacker{}
	for i := range all {
		all[i] = newMember(d.site, i, d.o.seed)
	}
	if err := insertMembers(d.site, all); err != nil {
		return err
	}
	for i, p := range all[:d.o.members] {
		d.attackers = append(d.attackers, &attacker{member: p, careful: i%5 < 2, early: i%5 < 2 || i%50 == 29})
		attackerOf[p] = d.attackers[i]
	}
	d.honest = d.assignHabits(all[d.o.members:])
	if err := d.depositAll(ctx, all); err != nil {
		return err
	}
	slotOf := map[*member]string{}
	for _, h := range d.honest {
		slotOf[h.member] = h.slot
	}
	return forEachMember(ctx, all, func(p *member) error {
		if slot, is := slotOf[p]; is {
			return p.enterGame(slot)
		}
		return d.enterAttacker(attackerOf[p])
	})
}

// applySettings allows withdrawals of every amount without a cashier, and sets the lag of each slot.
func (d *falseProviderRun) applySettings() error {
	_, err := d.site.queryText(`insert into setting (name, value) values ('withdrawAuto', '{"BAHT":1000000000}'), ('withdrawMin', '{"BAHT":100}')
		on conflict (name) do update set value = excluded.value returning name`)
	if err != nil {
		return err
	}
	_, err = d.site.queryText(`update slot set lag = ` + formatSeconds(slotLag) + ` returning code`)
	return err
}

// insertMembers inserts members with a wallet and a session each.
func insertMembers(s *site, people []*member) error {
	members := make([]*environment.Member, len(people))
	for i, p := range people {
		members[i] = &environment.Member{Phone: p.phone, AccountNo: p.account, Holder: p.holder}
	}
	err := environment.InsertMembers(s.Address(), members)
	for i, p := range people {
		p.token = members[i].Token
	}
	return err
}

// depositAll makes a small transfer for each member, which the bank's feed reports, and waits until all
// are credited.
func (d *falseProviderRun) depositAll(ctx context.Context, all []*member) error {
	err := forEachMember(ctx, all, func(p *member) error {
		_, err := p.payIn(money.Baht(int64(100+10*p.random.IntN(41))), true, 6)
		return err
	})
	if err != nil {
		return err
	}
	want, got := fmt.Sprint(len(all)), ""
	for range 600 {
		if got, err = d.site.queryText("select count(*)::text from statement_line where type = 'deposit' and status = 'SUCCESS'"); err != nil || got == want {
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		time.Sleep(200 * time.Millisecond)
	}
	return fmt.Errorf("%s of %s deposits were credited", got, want)
}

// enterGame opens an account in a game and moves the whole wallet into the game.
func (p *member) enterGame(slot string) error {
	p.activateIn(slot)
	if !slices.Contains(p.slots, slot) {
		return errors.New("no account in " + slot)
	}
	p.moveAll(slot)
	return nil
}

// attacker is a member with an account in the lying slot. A careful attacker first moves out their own money and almost
// a member's bound, in small amounts; left is the rest of that sum. Careful attackers and a few others are early: they
// start first.
type attacker struct {
	*member
	careful bool
	early   bool
	left    money.Satang
}

// enterAttacker prepares an attacker. A third of the attackers also get an account in another game. A quarter plays
// before the lies begin.
func (d *falseProviderRun) enterAttacker(a *attacker) error {
	p := a.member
	if p.random.IntN(3) == 0 {
		slots := d.listHonestSlots()
		p.activateIn(slots[p.random.IntN(len(slots))])
	}
	if err := p.enterGame(d.slot); err != nil {
		return err
	}
	if p.random.IntN(4) == 0 {
		d.playLittle(p)
	}
	if !a.careful {
		return nil
	}
	seen, err := d.site.ReadPlayer(d.slot, p.readUsername(d.slot))
	if err == nil {
		balance := seen.Balance * environment.UnitOf(d.slot)
		a.left = balance - balance%money.Baht(10) + memberBound - money.Baht(10)
	}
	return err
}

// honestMember is a member who plays in a slot whose provider does not lie.
type honestMember struct {
	*member
	slot   string
	credit string // a credit without a play: "inFeed", "notInFeed", or "" for none
	hasty  bool   // moves out a large win before the feed has reported the win
}

// assignHabits gives each honest member a slot and a habit. One in fifty gets a credit that the feed
// reports, unless joker2 is the lying slot. One in fifty gets a credit that the feed does not report. One
// in two hundred is hasty.
func (d *falseProviderRun) assignHabits(members []*member) []*honestMember {
	slots := d.listHonestSlots()
	out := make([]*honestMember, len(members))
	for i, p := range members {
		h := &honestMember{member: p, slot: slots[i%len(slots)]}
		switch i % 50 {
		case 7:
			h.credit = "notInFeed"
		case 31:
			if slices.Contains(slots, "joker2") {
				h.credit, h.slot = "inFeed", "joker2"
			}
		}
		h.hasty = i%200 == 100
		out[i] = h
	}
	return out
}
