package content

import (
	"krapao/backend/platform/money"
)

// CurrencySettings are the settings that are amounts of money, in one currency, in hundredths.
type CurrencySettings struct {
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

// wholeAmounts returns Amounts of whole baht and kip.
func wholeAmounts(inBaht, inKip int64) Amounts { return Amounts{money.Baht(inBaht), money.Baht(inKip)} }

// For returns the amount in a currency.
func (a Amounts) For(currency string) money.Satang {
	if currency == kip {
		return a.Kip
	}
	return a.Baht
}

// For returns the amounts for members who have this currency.
func (s Settings) For(currency string) CurrencySettings {
	return CurrencySettings{
		WithdrawMin: s.WithdrawMin.For(currency), WithdrawMax: s.WithdrawMax.For(currency), WithdrawAuto: s.WithdrawAuto.For(currency),
		BonusEnd: s.BonusEnd.For(currency), InviteCap: s.InviteCap.For(currency), RefundCap: s.RefundCap.For(currency), CoinPer: s.CoinPer.For(currency),
		UnexplainedMember: s.UnexplainedMember.For(currency), UnexplainedSlot: s.UnexplainedSlot.For(currency),
	}
}

// limitsAreConsistent returns whether the limits of withdrawals are consistent with each other.
func (s CurrencySettings) limitsAreConsistent() bool {
	return s.WithdrawMin > 0 && s.WithdrawMin <= s.WithdrawMax && s.WithdrawMax <= money.Max && s.WithdrawAuto >= 0 && s.WithdrawAuto <= s.WithdrawMax
}

// inEachCurrency returns a check that applies fits to the settings of each currency.
func inEachCurrency(fits func(CurrencySettings) bool) func(Settings) bool {
	return func(s Settings) bool { return fits(s.For(baht)) && fits(s.For(kip)) }
}

// boundsAreConsistent returns whether the bound of a slot is at least the bound of a member.
func boundsAreConsistent(s CurrencySettings) bool {
	return s.UnexplainedMember >= 0 && s.UnexplainedMember <= s.UnexplainedSlot && s.UnexplainedSlot <= money.Max
}

func isValidBonusEnd(s CurrencySettings) bool { return s.BonusEnd >= 0 && s.BonusEnd <= money.Max }

// capCheck returns a check that a daily cap is above zero and at most a million baht or a billion kip.
func capCheck(capOf func(Settings) Amounts) func(Settings) bool {
	limit := wholeAmounts(1_000_000, 1_000_000_000)
	return func(s Settings) bool {
		c := capOf(s)
		return c.Baht > 0 && c.Baht <= limit.Baht && c.Kip > 0 && c.Kip <= limit.Kip
	}
}
