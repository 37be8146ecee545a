package accrual

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"krapao/backend/platform/money"
	"krapao/backend/platform/pg"
	"krapao/backend/rewards/accrual/internal/db"
)

// pair is a member who earns, and the subject by whose play the member earns.
type pair struct {
	kind            string
	member, subject int64
}

// accountKey identifies the account of a member for a kind.
type accountKey struct {
	kind   string
	member int64
}

type account struct {
	currency string
	balance  money.Satang
	sum      money.Satang // accrued on the day that is being closed
	changed  bool
}

// entry is one accrual: an amount that a pair earns, or, below zero, an amount that is taken back.
type entry struct {
	pair
	reason string
	amount money.Satang
}

// batch closes a day for some players. It reads all rows first, computes, and writes all at once.
type batch struct {
	day         time.Time
	now         time.Time
	terms       map[string]terms
	runningSums map[pair]*runningSum
	accounts    map[accountKey]*account
	entries     []entry
}

// load locks the accounts' rows before it reads the running sums, in the same order as a claim.
func (b *batch) load(ctx context.Context, tx pgx.Tx, players []db.ListPlayersRow) error {
	members, subjects := make([]int64, 0, 2*len(players)), make([]int64, 0, len(players))
	for _, p := range players {
		subjects, members = append(subjects, p.ID), append(members, p.ID)
		if p.Inviter != nil {
			members = append(members, *p.Inviter)
		}
	}
	q := db.New(tx)
	accounts, err := q.LockAccounts(ctx, members)
	if err != nil {
		return err
	}
	for _, a := range accounts {
		stored := &account{currency: a.Currency, balance: a.Balance}
		if a.Day.Equal(b.day) {
			stored.sum = money.Satang(a.DaySum)
		}
		b.accounts[accountKey{a.Kind, a.MemberID}] = stored
	}
	runningSums, err := q.ListMarks(ctx, subjects)
	for _, m := range runningSums {
		b.runningSums[pair{m.Kind, m.MemberID, m.SubjectID}] = &runningSum{
			net: money.Satang(m.Net), low: money.Satang(m.Low), high: money.Satang(m.High),
			leftOut: money.Satang(m.LeftOut), earned: money.Satang(m.Earned), barred: m.BarredAt != nil,
		}
	}
	return err
}

// countPlayer adds a player's day to the player's own running sum, and to the inviter's one for this player.
func (b *batch) countPlayer(p db.ListPlayersRow, leftOut money.Satang) {
	net := money.Satang(p.Net)
	own := pair{kindRefund, p.ID, p.ID}
	b.runningSumOf(own).leftOut += leftOut
	b.earn(own, p.Currency, net-leftOut, false)
	if p.Inviter == nil {
		return
	}
	invite := pair{kindInvite, *p.Inviter, p.ID}
	if p.Unexplained {
		// Games have paid this member more than their plays explain. A loss of that money earns no bonus for
		// anyone. The low and high values of the running sum stay, so the first day after the money is explained
		// earns from those values.
		b.runningSumOf(invite).net += net
		return
	}
	b.earn(invite, p.Currency, net, p.Barred)
}

func (b *batch) runningSumOf(key pair) *runningSum {
	if b.runningSums[key] == nil {
		b.runningSums[key] = &runningSum{}
	}
	return b.runningSums[key]
}

// earn moves a running sum by a day's sum and accrues the amount that the move earns, up to the day's cap. If the
// subject is barred, nothing accrues, and the amount that the running sum has earned so far is taken back.
func (b *batch) earn(earner pair, currency string, net money.Satang, barred bool) {
	m, t := b.runningSumOf(earner), b.terms[earner.kind]
	earned := m.move(net, t)
	if m.barred = m.barred || barred; m.barred {
		b.addEntry(earner, currency, reasonBarred, -m.earned)
		m.earned = 0
		return
	}
	dayCap := t.capOf(currency)
	if a := b.accounts[accountKey{earner.kind, earner.member}]; a != nil {
		earned = min(earned, dayCap-a.sum)
	}
	if earned = min(earned, dayCap); earned > 0 {
		m.earned += earned
		b.addEntry(earner, currency, reasonDay, earned)
		b.accounts[accountKey{earner.kind, earner.member}].sum += earned
	}
}

func (b *batch) addEntry(earner pair, currency, reason string, amount money.Satang) {
	if amount == 0 {
		return
	}
	key := accountKey{earner.kind, earner.member}
	if b.accounts[key] == nil {
		b.accounts[key] = &account{currency: currency}
	}
	b.accounts[key].balance += amount
	b.accounts[key].changed = true
	b.entries = append(b.entries, entry{earner, reason, amount})
}

// write writes all changes. The members' sync versions come last.
func (b *batch) write(ctx context.Context, tx pgx.Tx) error {
	q := db.New(tx)
	runningSums := db.UpsertMarksParams{Day: b.day, Now: b.now}
	for key, m := range b.runningSums {
		runningSums.Kinds, runningSums.Members, runningSums.Subjects = append(runningSums.Kinds, key.kind), append(runningSums.Members, key.member), append(runningSums.Subjects, key.subject)
		runningSums.Nets, runningSums.Lefts = append(runningSums.Nets, int64(m.net)), append(runningSums.Lefts, int64(m.leftOut))
		runningSums.Lows, runningSums.Highs = append(runningSums.Lows, int64(m.low)), append(runningSums.Highs, int64(m.high))
		runningSums.Earneds, runningSums.Barreds = append(runningSums.Earneds, int64(m.earned)), append(runningSums.Barreds, m.barred)
	}
	if err := q.UpsertMarks(ctx, runningSums); err != nil || len(b.entries) == 0 {
		return err
	}
	accounts := db.UpsertAccountsParams{Day: b.day}
	for key, a := range b.accounts {
		if a.changed {
			accounts.Kinds, accounts.Members, accounts.Currencies = append(accounts.Kinds, key.kind), append(accounts.Members, key.member), append(accounts.Currencies, a.currency)
			accounts.Balances, accounts.Sums = append(accounts.Balances, int64(a.balance)), append(accounts.Sums, int64(a.sum))
		}
	}
	if err := q.UpsertAccounts(ctx, accounts); err != nil {
		return err
	}
	entries := db.InsertAccrualsParams{Day: b.day, Now: b.now}
	for _, e := range b.entries {
		pg.MarkChanged(tx, e.member)
		entries.Kinds, entries.Members, entries.Subjects = append(entries.Kinds, e.kind), append(entries.Members, e.member), append(entries.Subjects, e.subject)
		entries.Whys, entries.Amounts = append(entries.Whys, e.reason), append(entries.Amounts, int64(e.amount))
	}
	return q.InsertAccruals(ctx, entries)
}
