package content

import (
	"krapao/backend/platform/money"
)

// Measures are the settings that are amounts of money, in one currency, in hundredths.
type Measures struct {
	WithdrawMin, WithdrawMax, WithdrawAuto  money.Satang
	BonusEnd, InviteCap, RefundCap, CoinPer money.Satang
	UnexplainedMember, UnexplainedSlot      money.Satang
}

// The currencies of members' money, with the ledger's names.
const (
	baht = "BAHT"
	kip  = "LAK"
)

// Amounts is a setting that has one amount for each currency, in hundredths.
type Amounts struct {
	Baht money.Satang `json:"BAHT"`
	Kip  money.Satang `json:"LAK"`
}

// amounts returns Amounts of whole baht and kip.
func amounts(inBaht, inKip int64) Amounts { return Amounts{money.Baht(inBaht), money.Baht(inKip)} }

// In returns the amount in a currency.
func (a Amounts) In(currency string) money.Satang {
	if currency == kip {
		return a.Kip
	}
	return a.Baht
}

// In returns the amounts for members who have this currency.
func (s Settings) In(currency string) Measures {
	return Measures{
		WithdrawMin: s.WithdrawMin.In(currency), WithdrawMax: s.WithdrawMax.In(currency), WithdrawAuto: s.WithdrawAuto.In(currency),
		BonusEnd: s.BonusEnd.In(currency), InviteCap: s.InviteCap.In(currency), RefundCap: s.RefundCap.In(currency), CoinPer: s.CoinPer.In(currency),
		UnexplainedMember: s.UnexplainedMember.In(currency), UnexplainedSlot: s.UnexplainedSlot.In(currency),
	}
}

// limitsFit returns whether the limits of withdrawals are consistent with each other.
func (m Measures) limitsFit() bool {
	return m.WithdrawMin > 0 && m.WithdrawMin <= m.WithdrawMax && m.WithdrawMax <= money.Max && m.WithdrawAuto >= 0 && m.WithdrawAuto <= m.WithdrawMax
}

// inEach returns a check that applies fits to the Measures of each currency.
func inEach(fits func(Measures) bool) func(Settings) bool {
	return func(s Settings) bool { return fits(s.In(baht)) && fits(s.In(kip)) }
}

// boundsFit returns whether the bound of a slot is at least the bound of a member.
func boundsFit(m Measures) bool {
	return m.UnexplainedMember >= 0 && m.UnexplainedMember <= m.UnexplainedSlot && m.UnexplainedSlot <= money.Max
}

func endFits(m Measures) bool { return m.BonusEnd >= 0 && m.BonusEnd <= money.Max }

// isCap returns a check that a daily cap is above zero and at most a million baht or a billion kip.
func isCap(cap func(Settings) Amounts) func(Settings) bool {
	most := amounts(1_000_000, 1_000_000_000)
	return func(s Settings) bool {
		c := cap(s)
		return c.Baht > 0 && c.Baht <= most.Baht && c.Kip > 0 && c.Kip <= most.Kip
	}
}
