package environment

import (
	"crypto/sha256"
	"encoding/base32"
	"strings"

	"krapao/backend/platform/money"
)

// UnitOf returns how many baht one unit of a slot's provider is worth.
func UnitOf(slot string) money.Satang {
	if slot == "imi" {
		return 1000
	}
	return 1
}

// Player is a player as the provider sees it, in the provider's unit.
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
	err := s.Ask("GET", "/games/"+slot+"/accounts/"+username, nil, &p)
	return &p, err
}

// Net returns what was moved into the game minus what was moved out of it.
func (p *Player) Net() (sum money.Satang) {
	for _, t := range p.Transfers {
		if t.Direction == "IN" {
			sum += t.Amount
		} else {
			sum -= t.Amount
		}
	}
	return sum
}

// Won returns the payouts of plays minus their bets.
func (p *Player) Won() (sum money.Satang) {
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

// Unplayed returns what the provider gave without a play: credits, and what its lies moved out that the
// player did not have.
func (p *Player) Unplayed() (sum money.Satang) {
	for _, c := range p.Credits {
		sum += c.Amount
	}
	for _, t := range p.Transfers {
		sum += t.Unbacked
	}
	return sum
}

// Named returns how often the provider has moved money under a reference of ours, and the amount. open
// reports whether a transfer of that reference is still pending.
func (p *Player) Named(reference string) (moved int, amount money.Satang, open bool) {
	sum := sha256.Sum256([]byte(reference))
	short := strings.ToLower(base32.StdEncoding.EncodeToString(sum[:]))[:20] // the aggregator's form of it
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

// Like counts the transfers of a direction and an amount. A provider that keeps no references shows
// nothing more.
func (p *Player) Like(direction string, amount money.Satang) (n int) {
	for _, t := range p.Transfers {
		if t.Direction == direction && t.Amount == amount {
			n++
		}
	}
	return n
}
