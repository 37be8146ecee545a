package accrual

import (
	"krapao/backend/ledger"
	"krapao/backend/platform/money"
)

// mark is the running sum of what a subject won (above zero) or lost. It has the lowest and highest sum at
// a day's end, and what the subject has earned.
type mark struct {
	net, low, high money.Satang
	leftOut        money.Satang
	earned         money.Satang
	barred         bool
}

// terms are what a day pays.
type terms struct {
	success, fail int64        // hundredths of a percent
	most, mostKip money.Satang // of a member
}

// capOf returns the most that a day pays a member with a currency, in satang.
func (t terms) capOf(currency string) money.Satang {
	if currency == string(ledger.LAK) {
		return t.mostKip
	}
	return t.most
}

// move adds a day's sum and returns what it earns: a part of what lies below the lowest value so far, or
// above the highest. So a win is set against losses before it, and a loss against wins. A play that is
// settled again may raise the sum: then as much has to be lost again before anything earns.
func (m *mark) move(net money.Satang, t terms) (earned money.Satang) {
	m.net += net
	if m.net < m.low {
		earned = part(m.low-m.net, t.fail)
		m.low = m.net
	}
	if m.net > m.high {
		earned = part(m.net-m.high, t.success)
		m.high = m.net
	}
	return earned
}

// whole is the number of hundredths of a percent in the whole.
const whole = 10_000

// part returns some hundredths of a percent of an amount, rounded down. It avoids overflow for large
// amounts.
func part(of money.Satang, hundredths int64) money.Satang {
	n := int64(of)
	return money.Satang(n/whole*hundredths + n%whole*hundredths/whole)
}
