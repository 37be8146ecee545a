package environment

import (
	"crypto/sha256"
	"encoding/base32"
	"strings"

	"krapao/backend/platform/money"
)

// UnitOf returns how many baht one unit of a slot's provider is worth, as a factor for amounts.
func UnitOf(slot string) money.Satang {
	if slot == "imi" {
		return 1000
	}
	return 1
}

// Player is the provider's data about a player. Amounts are in hundredths of the provider's unit.
type Player struct {
	Username  string
	Balance   money.Satang
	Transfers []struct {
		ID, Direction    string
		Amount, Unbacked money.Satang
	}
	NotMoved []struct{ ID, Status string }
	Plays    []struct {
		Bet, Payout money.Satang
		Void, Free  bool
	}
	Credits []struct{ Amount money.Satang }
}

// ReadPlayer reads a player from its provider.
func (s Sandbox) ReadPlayer(slot, username string) (*Player, error) {
	var p Player
	err := s.Control("GET", "/games/"+slot+"/accounts/"+username, nil, &p)
	return &p, err
}

// SumTransfers returns what was moved into the game minus what was moved out, in the provider's unit.
func (p *Player) SumTransfers() (sum money.Satang) {
	for _, t := range p.Transfers {
		if t.Direction == "IN" {
			sum += t.Amount
		} else {
			sum -= t.Amount
		}
	}
	return sum
}

// SumWins returns the payouts of plays minus their bets, in the provider's unit.
func (p *Player) SumWins() (sum money.Satang) {
	for _, play := range p.Plays {
		if play.Free {
			play.Bet = 0
		}
		if !play.Void {
			sum += play.Payout - play.Bet
		}
	}
	return sum
}

// SumUnplayed returns what the player received without a play: credits, and amounts that a false response of the
// provider moved out although the player did not have them.
func (p *Player) SumUnplayed() (sum money.Satang) {
	for _, c := range p.Credits {
		sum += c.Amount
	}
	for _, t := range p.Transfers {
		sum += t.Unbacked
	}
	return sum
}

// FindByReference returns how often the provider has moved money under our reference, and the amount of the last
// transfer. open is true if a transfer with the reference is still pending.
func (p *Player) FindByReference(reference string) (moved int, amount money.Satang, open bool) {
	sum := sha256.Sum256([]byte(reference))
	short := strings.ToLower(base32.StdEncoding.EncodeToString(sum[:]))[:20] // the aggregator's form of the reference
	for _, t := range p.Transfers {
		if t.ID == reference || t.ID == short {
			moved, amount = moved+1, t.Amount
		}
	}
	for _, t := range p.NotMoved {
		open = open || ((t.ID == reference || t.ID == short) && t.Status == "PENDING")
	}
	return moved, amount, open
}

// CountTransfers returns the number of transfers with a direction and an amount. It is for providers that store no
// references.
func (p *Player) CountTransfers(direction string, amount money.Satang) (n int) {
	for _, t := range p.Transfers {
		if t.Direction == direction && t.Amount == amount {
			n++
		}
	}
	return n
}
