package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"krapao/backend/platform/money"

	"krapao/backend/cmd/internal/environment"
)

// compareLedger compares our ledger with the providers' records, and returns the differences as texts.
func compareLedger(s *site, members []*member) ([]string, error) {
	records, err := readProviderRecords(s)
	if err != nil {
		return nil, err
	}
	return compareLedgerWith(s, records, members, members, nil)
}

// compareLedgerWith is compareLedger with further inputs. viewers are the members whose shown balances are compared.
// held has the amounts of waiting withdrawals, by phone.
func compareLedgerWith(s *site, records *providerRecords, members, viewers []*member, held map[string]money.Satang) ([]string, error) {
	wrong, inGames, err := compareGames(s, viewers)
	if err != nil {
		return nil, err
	}
	byReward, err := sumGivenRewards(s)
	if err != nil {
		return nil, err
	}
	lent, err := s.readLentAmounts()
	if err != nil {
		return nil, err
	}
	for _, p := range members {
		finding, err := p.compareWallet(records, inGames[p.phone]+held[p.phone], byReward[p.phone], lent[p.phone])
		if err != nil {
			return nil, err
		}
		if finding != "" {
			wrong = append(wrong, finding)
		}
	}
	payouts, err := records.ComparePayouts(s.Address())
	if err != nil {
		return nil, err
	}
	wrong = append(wrong, payouts...)
	lost, err := findLost(s, members)
	if err != nil {
		return nil, err
	}
	wrong = append(wrong, lost...)
	rewards, err := checkBonusEnds(s)
	if err != nil {
		return nil, err
	}
	wrong = append(wrong, rewards...)
	for _, args := range [][]string{{"verify-ledger", "-changed"}, {"verify-ledger"}} {
		if out, err := s.newWalletCommand(args...).CombinedOutput(); err != nil {
			wrong = append(wrong, strings.Join(args, " ")+": "+string(out))
		}
	}
	if out, err := s.newWalletCommand("reconcile", "-days", "9").CombinedOutput(); err != nil {
		wrong = append(wrong, "reconcile: "+string(out))
	}
	return wrong, nil
}

// compareWallet compares a member's wallet with the payments in and out by the providers' records. inGames is the
// amount that moved from the wallet into games, plus the amount held for waiting withdrawals. lent is what the member
// owes for payments that our ledger had lost. compareWallet returns the difference as text, or "".
func (p *member) compareWallet(records *providerRecords, inGames, byReward, lent money.Satang) (string, error) {
	var home struct{ Wallet struct{ Amount money.Satang } }
	if err := p.site.Call(p.token, "", "GET", "/api/wallet", nil).Into(&home); err != nil {
		return "", err
	}
	var in, back, out money.Satang
	for _, transfer := range records.Transfers {
		switch p.account {
		case transfer.FromAccountNo:
			in += transfer.Amount
		case transfer.ToAccountNo:
			back += transfer.Amount
		}
	}
	for id := range p.codes {
		if c := records.QROrders[id]; c != nil && c.Status == "PAID" {
			in += c.Paid
		}
	}
	for hash := range p.hashes {
		if v := records.Vouchers[hash]; v != nil {
			in += v.Ticket * money.Satang(len(v.TakenBy))
		}
	}
	for _, paid := range records.Payouts {
		if paid.ToAccountNo == p.account && paid.Status == "SUCCESS" {
			out += paid.Amount
		}
	}
	if want := in - back - out - inGames + byReward + lent; home.Wallet.Amount != want {
		return fmt.Sprintf("%s (%s) has %s; the providers have %s: in %s, given back %s, paid out %s, in games %s, by rewards %s, lent %s", p.phone, p.account, home.Wallet.Amount, want, in, back, out, inGames, byReward, lent), nil
	}
	return "", nil
}

// findLost returns a text for each acknowledged id that is missing, except ids that a promoted standby may lack.
func findLost(s *site, members []*member) (lost []string, err error) {
	acknowledgedTo, at := map[string]string{}, map[string]period{}
	for _, p := range members {
		for id, call := range p.acknowledgedIDs {
			if !s.mayBeLost(call) {
				acknowledgedTo[id], at[id] = p.phone, call
			}
		}
	}
	missing, err := missingRows(s, at)
	for _, id := range missing {
		lost = append(lost, fmt.Sprintf("%s received a response about %s, and the ledger does not have it", acknowledgedTo[id], id))
	}
	return lost, err
}

// missingRows returns the acknowledged ids that the database lacks.
func missingRows(s *site, acknowledged map[string]period) ([]string, error) {
	return environment.MissingRows(s.Address(), slices.Collect(maps.Keys(acknowledged)))
}
