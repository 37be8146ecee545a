package main

import (
	"fmt"
	"strings"

	"krapao/backend/cmd/internal/environment"
	"krapao/backend/platform/money"
)

// decideGame decides a game transfer with an unknown outcome by the provider's record of the player.
func (c *console) decideGame(i item) error {
	slot, sign := parseMove(i)
	direction := "OUT"
	if sign > 0 {
		direction = "IN"
	}
	seen, err := c.site.ReadPlayer(slot, i.findFact("gameName"))
	if err != nil {
		return err
	}
	moved, _, open := seen.FindByReference(i.findFact("reference"))
	if open {
		return nil // a later round decides the item
	}
	if slot == "askmebet" {
		// The format has no transfer ids. But a member has at most one call with an unknown outcome in a game.
		// So if the provider has one transfer more than our ledger, that transfer is the call.
		text, err := c.site.queryText(fmt.Sprintf(`select count(*)::text from game_leg where slot_code = '%s' and username = '%s' and into_game = %t and units = %d and ended = 'DONE'`,
			slot, seen.Username, direction == "IN", *i.Amount))
		if err != nil {
			return err
		}
		var known int
		if _, err := fmt.Sscan(text, &known); err != nil {
			return err
		}
		moved = seen.CountTransfers(direction, *i.Amount) - known
	}
	action := "not-moved"
	if moved > 0 {
		action = "moved"
	}
	return c.runAction("GAME_TRANSFER/"+i.ID+"/"+action, map[string]any{"note": "by their support"})
}

// parseMove returns the slot of an item's transfer, and the sign: 1 for into the game, -1 for out of it.
func parseMove(i item) (slot string, sign money.Satang) {
	from, to, _ := strings.Cut(i.findFact("move"), " -> ")
	if from == "WALLET" {
		return to, 1
	}
	return from, -1
}

// gameAccount is a member's account in a game, with the amounts that our ledger has moved.
type gameAccount struct {
	phone, slot, username string
	net                   money.Satang // in minus out, by our calls with the outcome DONE
	late                  money.Satang // in minus out, by late successes (after a refusal)
}

// readAccounts returns all active game accounts.
func readAccounts(s *site) (all []gameAccount, err error) {
	text, err := s.queryText(`
		select coalesce(string_agg(format('%s %s %s %s %s', m.phone, a.slot_code, a.username, coalesce(s.net, 0), coalesce(s.late, 0)), E'\n'), '')
		from game_account a join member m on m.id = a.member_id
		left join lateral (
			select sum(case when l.into_game then t.amount else -t.amount end) filter (where l.ended = 'DONE') as net,
			       sum(case when l.into_game then t.amount else -t.amount end) filter (where e.leg_id is not null) as late
			from game_transfer t join game_leg l on l.transfer_id = t.id left join game_late e on e.leg_id = l.id
			where t.member_id = a.member_id and l.slot_code = a.slot_code) as s on true
		where a.state = 'ACTIVE'`)
	if err != nil || text == "" {
		return nil, err
	}
	for _, line := range strings.Split(text, "\n") {
		var a gameAccount
		var net, late int64
		if _, err := fmt.Sscan(line, &a.phone, &a.slot, &a.username, &net, &late); err != nil {
			return nil, err
		}
		a.net, a.late = money.Satang(net), money.Satang(late)
		all = append(all, a)
	}
	return all, nil
}

// compareGames compares our ledger with each game account, each call and the sums of each provider. It returns the
// differences as texts.
// inGames is, per phone, what moved from the wallet into games minus what moved back, by the providers'
// records.
func compareGames(s *site, members []*member) (wrong []string, inGames map[string]money.Satang, err error) {
	accounts, err := readAccounts(s)
	if err != nil {
		return nil, nil, err
	}
	inGames = map[string]money.Satang{}
	seen := map[string]*environment.Player{}
	for _, a := range accounts {
		p, err := s.ReadPlayer(a.slot, a.username)
		if err != nil {
			return nil, nil, err
		}
		seen[a.phone+" "+a.slot] = p
		net := p.SumTransfers() * environment.UnitOf(a.slot)
		inGames[a.phone] += net - a.late
		if p.Balance != p.SumTransfers()+p.SumWins()+p.SumUnplayed() {
			wrong = append(wrong, fmt.Sprintf("%s: %s has %s; moved %s, won %s, given %s", a.slot, a.username, p.Balance, p.SumTransfers(), p.SumWins(), p.SumUnplayed()))
		}
		if net != a.net+a.late {
			wrong = append(wrong, fmt.Sprintf("%s of %s: the provider received %s, our ledger has %s and late %s", a.slot, a.phone, net, a.net, a.late))
		}
	}
	legs, err := compareLegs(s, seen)
	if err != nil {
		return nil, nil, err
	}
	sums, err := s.CompareGames(s.Address())
	return append(append(append(wrong, legs...), sums...), checkShownBalances(s, members, seen)...), inGames, err
}

// compareLegs checks that the provider has each successful call exactly once, and none of the refused calls. It returns
// the differences as texts.
func compareLegs(s *site, seen map[string]*environment.Player) (wrong []string, err error) {
	text, err := s.queryText(`
		select coalesce(string_agg(format('%s %s %s %s %s %s', m.phone, l.slot_code, replace(l.id::text, '-', ''), l.ended, l.units, (e.leg_id is not null)::int), E'\n'), '')
		from game_leg l join game_transfer t on t.id = l.transfer_id join member m on m.id = t.member_id left join game_late e on e.leg_id = l.id
		where l.ended is not null and l.slot_code <> 'askmebet' and t.found_at is null`)
	if err != nil || text == "" {
		return nil, err
	}
	for _, line := range strings.Split(text, "\n") {
		var phone, slot, name, ended string
		var units, late, want int
		if _, err := fmt.Sscan(line, &phone, &slot, &name, &ended, &units, &late); err != nil {
			return nil, err
		}
		if ended == "DONE" || late == 1 {
			want = 1
		}
		n, amount, open := seen[phone+" "+slot].FindByReference(name)
		if n != want || open || (n == 1 && amount != money.Satang(units)) {
			wrong = append(wrong, fmt.Sprintf("%s of %s: call %s of %d is %s in our ledger, and the provider has %d of %s", slot, phone, name, units, ended, n, amount))
		}
	}
	return wrong, nil
}

// checkShownBalances compares the game balances that each member is shown with the providers' balances.
func checkShownBalances(s *site, members []*member, seen map[string]*environment.Player) (wrong []string) {
	for _, p := range members {
		if len(p.slots) == 0 {
			continue
		}
		var shown struct {
			Slots []struct {
				Code            string
				IsActive, Stale bool
				Moving          bool
				Amount          money.Satang
			}
		}
		if err := s.Call(p.token, "", "GET", "/api/wallet/refresh/slot", nil).Into(&shown); err != nil {
			wrong = append(wrong, fmt.Sprintf("%s cannot read the game balances: %v", p.phone, err))
			continue
		}
		for _, game := range shown.Slots {
			account := seen[p.phone+" "+game.Code]
			if game.IsActive != (account != nil) || (game.IsActive && (game.Stale || game.Moving || game.Amount != account.Balance*environment.UnitOf(game.Code))) {
				wrong = append(wrong, fmt.Sprintf("%s is shown %+v, and the provider has %+v", p.phone, game, account))
			}
		}
	}
	return wrong
}
