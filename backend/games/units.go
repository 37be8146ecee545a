package games

import (
	"krapao/backend/games/internal/db"
	"krapao/backend/ledger"
	"krapao/backend/platform/money"
)

// unitsOf returns an amount of ours in the provider's units. ok is false if the amount is no whole number of
// units. Into the game it must also be a whole number of steps.
func unitsOf(s db.Slot, amount money.Satang, into bool) (units int64, ok bool) {
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

// whole returns the largest part of an amount that can move into a game: whole steps.
func whole(s db.Slot, amount money.Satang) money.Satang {
	step := amountOfStep(s)
	return amount - amount%step
}

// wholeOut returns the largest part of a balance that can move out of a game, in satang: whole satang that
// are also whole units of the provider.
func wholeOut(s db.Slot, units int64) money.Satang { return even(s, AmountOf(s, units)) }

// even returns the largest part of an amount that is a whole number of the provider's units.
func even(s db.Slot, amount money.Satang) money.Satang {
	return amount - amount%money.Satang(int64(s.UnitsFor)/gcd(int64(s.UnitsFor), int64(s.UnitsOf)))
}

// amountOfStep returns the smallest amount of ours, in satang, that is a whole number of the provider's steps.
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

// provider returns the house account for the money at a slot's provider. inFlight returns the one for the
// money that is on its way into the game.
func provider(s db.Slot) ledger.AccountID {
	return ledger.HouseAccount(s.House).In(ledger.Currency(s.Currency))
}

func inFlight(s db.Slot) ledger.AccountID {
	return ledger.HouseAccount(s.House + 1).In(ledger.Currency(s.Currency))
}
