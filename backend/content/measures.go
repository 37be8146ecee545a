package content

import (
	"krapao/backend/platform/money"
)

// Measures are the settings that are amounts of money, in one currency.
type Measures struct {
	WithdrawMin, WithdrawMax, WithdrawAuto  money.Satang
	BonusEnd, InviteCap, RefundCap, CoinPer money.Satang
	UnexplainedMember, UnexplainedSlot      money.Satang
}

// The currencies of members' money, as the ledger names them.
const (
	baht = "BAHT"
	kip  = "LAK"
)

// In answers the amounts for members whose money is of a currency.
func (s Settings) In(currency string) Measures {
	if currency == kip {
		return Measures{
			WithdrawMin: s.WithdrawMinKip, WithdrawMax: s.WithdrawMaxKip, WithdrawAuto: s.WithdrawAutoKip,
			BonusEnd: s.BonusEndKip, InviteCap: s.InviteCapKip, RefundCap: s.RefundCapKip, CoinPer: s.CoinPerKip,
			UnexplainedMember: s.UnexplainedMemberKip, UnexplainedSlot: s.UnexplainedSlotKip,
		}
	}
	return Measures{
		WithdrawMin: s.WithdrawMin, WithdrawMax: s.WithdrawMax, WithdrawAuto: s.WithdrawAuto,
		BonusEnd: s.BonusEnd, InviteCap: s.InviteCap, RefundCap: s.RefundCap, CoinPer: s.CoinPer,
		UnexplainedMember: s.UnexplainedMember, UnexplainedSlot: s.UnexplainedSlot,
	}
}

// limitsFit holds the limits of withdrawing against each other.
func (m Measures) limitsFit() bool {
	return m.WithdrawMin > 0 && m.WithdrawMin <= m.WithdrawMax && m.WithdrawMax <= money.Max && m.WithdrawAuto >= 0 && m.WithdrawAuto <= m.WithdrawMax
}

// fitIn is a bound of the amounts in a currency.
func fitIn(currency string, fits func(Measures) bool) func(Settings) bool {
	return func(s Settings) bool { return fits(s.In(currency)) }
}

// boundsFit requires a slot's bound to be at least a member's.
func boundsFit(m Measures) bool {
	return m.UnexplainedMember >= 0 && m.UnexplainedMember <= m.UnexplainedSlot && m.UnexplainedSlot <= money.Max
}

func endFits(m Measures) bool { return m.BonusEnd >= 0 && m.BonusEnd <= money.Max }

// mostCap is of a day, in baht and in kip.
var mostCap = map[string]money.Satang{baht: money.Baht(1_000_000), kip: money.Baht(1_000_000_000)}

func isCap(currency string, cap func(Measures) money.Satang) func(Settings) bool {
	return func(s Settings) bool { most := cap(s.In(currency)); return most > 0 && most <= mostCap[currency] }
}

func inviteCap(m Measures) money.Satang { return m.InviteCap }

func refundCap(m Measures) money.Satang { return m.RefundCap }
