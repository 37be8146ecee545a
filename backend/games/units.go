package games

import (
	"krapao/backend/games/internal/db"
	"krapao/backend/ledger"
	"krapao/backend/platform/money"
)

// toUnits returns an amount of ours in the provider's units. ok is false if the amount is no whole number of
// units. Into the game it must also be a whole number of steps.
func toUnits(s db.Slot, amount money.Satang, into bool) (units int64, ok bool) {
	total := int64(amount) * int64(s.UnitsOf)
	if total%int64(s.UnitsFor) != 0 {
		return 0, false
	}
	units = total / int64(s.UnitsFor)
	return units, units > 0 && (!into || units%s.Step == 0)
}

// AmountOf returns the provider's units in our satang, rounded down.
func AmountOf(s db.Slot, units int64) money.Satang {
	return money.Satang(units * int64(s.UnitsFor) / int64(s.UnitsOf))
}

// wholeSteps returns the largest part of an amount that can move into a game: whole steps.
func wholeSteps(s db.Slot, amount money.Satang) money.Satang {
	step := stepAmount(s)
	return amount - amount%step
}

// wholeUnitsOut returns the largest part of a balance that can move out of a game, in satang: whole satang that
// are also whole units of the provider.
func wholeUnitsOut(s db.Slot, units int64) money.Satang { return wholeUnits(s, AmountOf(s, units)) }

// wholeUnits returns the largest part of an amount that is a whole number of the provider's units.
func wholeUnits(s db.Slot, amount money.Satang) money.Satang {
	return amount - amount%money.Satang(int64(s.UnitsFor)/gcd(int64(s.UnitsFor), int64(s.UnitsOf)))
}

// stepAmount returns the smallest amount of ours, in satang, that is a whole number of the provider's steps.
func stepAmount(s db.Slot) money.Satang {
	numerator, denominator := s.Step*int64(s.UnitsFor), int64(s.UnitsOf)
	return money.Satang(numerator / gcd(numerator, denominator))
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// providerAccount returns the house account for the money at a slot's provider. inFlightAccount returns the
// house account for the money in transfers into the game.
func providerAccount(s db.Slot) ledger.AccountID {
	return ledger.HouseAccount(s.House).In(ledger.Currency(s.Currency))
}

func inFlightAccount(s db.Slot) ledger.AccountID {
	return ledger.HouseAccount(s.House + 1).In(ledger.Currency(s.Currency))
}
