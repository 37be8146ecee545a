package games

import (
	"krapao/backend/games/internal/db"
	"krapao/backend/ledger"
	"krapao/backend/platform/money"
)

// unitsOf answers an amount of ours in a company's units; ok is false where that is
// no whole number of them, or, into the game, no whole number of its steps.
func unitsOf(s db.Slot, amount money.Satang, into bool) (units int64, ok bool) {
	total := int64(amount) * int64(s.UnitsOf)
	if total%int64(s.UnitsFor) != 0 {
		return 0, false
	}
	units = total / int64(s.UnitsFor)
	return units, units > 0 && (!into || units%s.Step == 0)
}

// AmountOf answers a company's units in our hundredths, what is less than one left out.
func AmountOf(s db.Slot, units int64) money.Satang {
	return money.Satang(units * int64(s.UnitsFor) / int64(s.UnitsOf))
}

// whole answers as much of an amount as may move into a game.
func whole(s db.Slot, amount money.Satang) money.Satang {
	step := amountOfStep(s)
	return amount - amount%step
}

// wholeOut answers as much of a balance as may move out of a game: whole hundredths of
// ours that are whole units of the company's.
func wholeOut(s db.Slot, units int64) money.Satang { return even(s, AmountOf(s, units)) }

// even answers as much of an amount as is whole units of the company's.
func even(s db.Slot, amount money.Satang) money.Satang {
	return amount - amount%money.Satang(int64(s.UnitsFor)/gcd(int64(s.UnitsFor), int64(s.UnitsOf)))
}

// amountOfStep is the least amount of ours that makes whole steps of the company's.
func amountOfStep(s db.Slot) money.Satang {
	over, under := s.Step*int64(s.UnitsFor), int64(s.UnitsOf)
	return money.Satang(over / gcd(over, under))
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// provider is the account of what lies with a slot's company, inFlight of what is on
// its way into it.
func provider(s db.Slot) ledger.AccountID {
	return ledger.House(s.House).In(ledger.Currency(s.Currency))
}

func inFlight(s db.Slot) ledger.AccountID {
	return ledger.House(s.House + 1).In(ledger.Currency(s.Currency))
}
