package accrual

import (
	"krapao/backend/ledger"
	"krapao/backend/platform/money"
)

// mark is the running sum of what a subject won (above zero) or lost, with its lowest
// and highest stand at a day's end, and what it has earned.
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

// capOf is the most that a day pays a member whose money is of a currency.
func (t terms) capOf(currency string) money.Satang {
	if currency == string(ledger.LAK) {
		return t.mostKip
	}
	return t.most
}

// move adds a day's sum, and answers what it earns: a part of what lies below the
// lowest stand so far, or above the highest. So what is won is set against what was
// lost before, and a loss against what was won; a play that was settled anew lifts the
// sum, and as much is to be lost again before anything earns.
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

// whole is what hundredths of a percent are parts of.
const whole = 10_000

// part is some hundredths of a percent of an amount, without what is less than one
// hundredth. It takes care of amounts that would overflow.
func part(of money.Satang, hundredths int64) money.Satang {
	n := int64(of)
	return money.Satang(n/whole*hundredths + n%whole*hundredths/whole)
}
