package accrual

import (
	"krapao/backend/ledger"
	"krapao/backend/platform/money"
)

// runningSum adds up a subject's wins (above zero) and losses, in satang. low and high are its extremes at a
// day's end. earned is the amount that the subject has earned for the member.
type runningSum struct {
	net, low, high money.Satang
	leftOut        money.Satang
	earned         money.Satang
	barred         bool
}

// terms are the percentages and the caps of one kind, for one day.
type terms struct {
	success, fail int64        // hundredths of a percent
	cap, capKip   money.Satang // the daily cap of a member
}

// capOf returns the maximum that a day pays a member with the given currency, in satang.
func (t terms) capOf(currency string) money.Satang {
	if currency == string(ledger.LAK) {
		return t.capKip
	}
	return t.cap
}

// move adds a day's sum to the running sum, and returns the amount that this earns, in satang. It is a part of
// the amount by which the running sum is now below its lowest value so far, or above its highest. So a win is set
// against losses before it, and a loss against wins. If a play that is settled again raises the running sum, the
// same amount has to be lost again before anything earns.
func (m *runningSum) move(net money.Satang, t terms) (earned money.Satang) {
	m.net += net
	if m.net < m.low {
		earned = partOf(m.low-m.net, t.fail)
		m.low = m.net
	}
	if m.net > m.high {
		earned = partOf(m.net-m.high, t.success)
		m.high = m.net
	}
	return earned
}

// hundredPercent is 100 %, in hundredths of a percent.
const hundredPercent = 10_000

// partOf returns the given hundredths of a percent of an amount, rounded down. It avoids an overflow for large
// amounts.
func partOf(amount money.Satang, hundredths int64) money.Satang {
	n := int64(amount)
	return money.Satang(n/hundredPercent*hundredths + n%hundredPercent*hundredths/hundredPercent)
}
