package main

import (
	"fmt"
	"maps"
	"slices"

	"krapao/backend/platform/money"

	"krapao/backend/cmd/internal/environment"
)

// compare compares the wallet's ledger with the providers' records, and returns the differences.
func compare(t *site, members []*member) ([]string, error) {
	o, err := readProviderRecords(t)
	if err != nil {
		return nil, err
	}
	return compareWith(t, o, members, members, nil)
}

// compareWith is compare with further inputs. viewers are the members whose shown balances are compared.
// held is the amount of waiting withdrawals, by phone.
func compareWith(t *site, o *providerRecords, members, viewers []*member, held map[string]money.Satang) ([]string, error) {
	wrong, inGames, err := compareGames(t, viewers)
	if err != nil {
		return nil, err
	}
	byReward, err := givenRewards(t)
	if err != nil {
		return nil, err
	}
	lent, err := t.lentAmounts()
	if err != nil {
		return nil, err
	}
	for _, p := range members {
		finding, err := p.compare(o, inGames[p.phone]+held[p.phone], byReward[p.phone], lent[p.phone])
		if err != nil {
			return nil, err
		}
		if finding != "" {
			wrong = append(wrong, finding)
		}
	}
	payouts, err := o.ComparePayouts(t.Address())
	if err != nil {
		return nil, err
	}
	wrong = append(wrong, payouts...)
	lost, err := findLost(t, members)
	if err != nil {
		return nil, err
	}
	wrong = append(wrong, lost...)
	unended, err := compareRewards(t)
	if err != nil {
		return nil, err
	}
	wrong = append(wrong, unended...)
	if out, err := t.walletCommand("verify-ledger").CombinedOutput(); err != nil {
		wrong = append(wrong, "verify-ledger: "+string(out))
	}
	if out, err := t.walletCommand("reconcile", "-days", "9").CombinedOutput(); err != nil {
		wrong = append(wrong, "reconcile: "+string(out))
	}
	return wrong, nil
}

// compare compares a member's wallet with what came in and went out by the providers' records. inGames is
// the amount that games have of the wallet, plus the amount held for waiting withdrawals. lent is what
// the member owes for payments that our ledger had lost. It returns the difference as text, or "".
func (p *member) compare(o *providerRecords, inGames, byReward, lent money.Satang) (string, error) {
	var home struct{ Wallet struct{ Amount money.Satang } }
	if err := p.t.Call(p.token, "", "GET", "/api/wallet", nil).Into(&home); err != nil {
		return "", err
	}
	var in, back, out money.Satang
	for _, b := range o.Transfers {
		switch p.account {
		case b.FromAccountNo:
			in += b.Amount
		case b.ToAccountNo:
			back += b.Amount
		}
	}
	for id := range p.codes {
		if c := o.QROrders[id]; c != nil && c.Status == "PAID" {
			in += c.Paid
		}
	}
	for hash := range p.hashes {
		if v := o.Vouchers[hash]; v != nil {
			in += v.Ticket * money.Satang(len(v.TakenBy))
		}
	}
	for _, paid := range o.Payouts {
		if paid.ToAccountNo == p.account && paid.Status == "SUCCESS" {
			out += paid.Amount
		}
	}
	if want := in - back - out - inGames + byReward + lent; home.Wallet.Amount != want {
		return fmt.Sprintf("%s (%s) has %s; the providers have %s: in %s, given back %s, paid out %s, in games %s, by rewards %s, lent %s", p.phone, p.account, home.Wallet.Amount, want, in, back, out, inGames, byReward, lent), nil
	}
	return "", nil
}

// findLost returns the acknowledged ids that are missing, except those that a promoted standby may lack.
func findLost(t *site, members []*member) (lost []string, err error) {
	acknowledgedTo, at := map[string]string{}, map[string]period{}
	for _, p := range members {
		for id, call := range p.acknowledgedIDs {
			if !t.mayBeLost(call) {
				acknowledgedTo[id], at[id] = p.phone, call
			}
		}
	}
	missing, err := missingRows(t, at)
	for _, id := range missing {
		lost = append(lost, fmt.Sprintf("%s received a response about %s, and the ledger does not have it", acknowledgedTo[id], id))
	}
	return lost, err
}

// missingRows returns the acknowledged ids that the database lacks.
func missingRows(t *site, acknowledged map[string]period) ([]string, error) {
	return environment.MissingRows(t.Address(), slices.Collect(maps.Keys(acknowledged)))
}
