package main

import (
	"math/rand/v2"
	"time"

	"github.com/google/uuid"

	"krapao/backend/cmd/internal/environment"
	"krapao/backend/platform/money"
)

// playedSlots are the slots in which members play. They cover each format and each unit.
var playedSlots = []string{"joker2", "pg", "askmebet", "betflix", "imi", "usun", "areaslot", "circus", "ufabet", "lottoth"}

// maxSlots is the maximum number of games in which a member has an account.
const maxSlots = 3

// runGameAction makes one random action of a player.
func (p *member) runGameAction() {
	if len(p.slots) == 0 || (len(p.slots) < maxSlots && p.random.IntN(4) == 0) {
		p.activateRandom()
		return
	}
	slot := p.slots[p.random.IntN(len(p.slots))]
	switch p.random.IntN(10) {
	case 0:
		p.site.Call(p.token, "", "GET", "/api/wallet/refresh/slot", nil)
	case 1, 2:
		p.settleRandomPlay(slot)
	case 3:
		p.moveAll(slot)
	case 4, 5, 6: // members earn coins by playing
		p.moveRandom("WALLET", slot)
		for range 1 + p.random.IntN(3) {
			p.settleRandomPlay(slot)
		}
	case 7, 8:
		p.moveRandom(slot, "WALLET")
	default:
		p.moveRandom(slot, p.slots[p.random.IntN(len(p.slots))])
	}
}

// activateRandom opens an account in a random game.
func (p *member) activateRandom() {
	p.activateIn(playedSlots[p.random.IntN(len(playedSlots))])
}

// activateIn opens an account in a game, with retries. If the account is active, it is added to the member's slots.
func (p *member) activateIn(slot string) {
	a := environment.Retry(time.Now().Add(retryTime/4), func() callResponse { return p.site.Call(p.token, "", "POST", "/api/wallet/activate/"+slot, nil) })
	var opened struct{ Slot struct{ IsActive bool } }
	if a.Into(&opened) == nil && opened.Slot.IsActive {
		p.slots = append(p.slots, slot)
	}
}

// moveRandom moves a random multiple of ten baht, which every provider's unit can represent.
func (p *member) moveRandom(from, to string) {
	if from == to {
		return
	}
	p.transferMoney(from, to, money.Baht(int64(10*(1+p.random.IntN(30)))))
}

// transferMoney moves an amount between the wallet and a game, or between two games.
func (p *member) transferMoney(from, to string, amount money.Satang) cashResponse {
	p.site.count.moves.Add(1)
	key := uuid.NewString()
	_, c := p.sendCommand(func() callResponse {
		return p.site.Call(p.token, key, "POST", "/api/wallet/transfer", map[string]any{"from": from, "to": to, "amount": amount})
	})
	return c
}

// moveAll moves the whole wallet into a game.
func (p *member) moveAll(to string) {
	p.site.count.moves.Add(1)
	key := uuid.NewString()
	p.sendCommand(func() callResponse {
		return p.site.Call(p.token, key, "POST", "/api/wallet/transferAll", map[string]any{"to": to})
	})
}

// settleRandomPlay settles a play at the provider, with a bet of at most the player's balance in the game.
func (p *member) settleRandomPlay(slot string) {
	username := p.readUsername(slot)
	if username == "" {
		return
	}
	seen, err := p.site.ReadPlayer(slot, username)
	if err != nil || seen.Balance == 0 {
		return
	}
	bet := money.Satang(1 + p.random.Int64N(int64(seen.Balance)))
	payout := money.Satang(0)
	if p.random.IntN(2) == 0 {
		payout = money.Satang(p.random.Int64N(int64(2*bet) + 1))
	}
	if p.site.Control("POST", "/games/"+slot+"/play", map[string]any{"username": username, "bet": bet, "payout": payout}, nil) == nil {
		p.site.count.plays.Add(1)
	}
}

// readUsername returns the member's username at the provider, or "" if there is none.
func (p *member) readUsername(slot string) string {
	if p.names[slot] == "" {
		var known struct{ Username string }
		if p.site.Call(p.token, "", "GET", "/api/wallet/account/"+slot, nil).Into(&known) == nil {
			p.names[slot] = known.Username
		}
	}
	return p.names[slot]
}

// gameCalls are the calls that can fail at a game provider; transfers fail most often. gameModes are the kinds of
// failure.
var (
	gameCalls = []string{":transfer", ":transfer", ":transfer", ":query", ":balance", ":create", ":password", ""}
	gameModes = append([]string{"pending"}, callModes...)
)

// newGameFault returns a random fault of a game provider.
func newGameFault(random *rand.Rand) map[string]any {
	f := map[string]any{
		"target": "game:" + playedSlots[random.IntN(len(playedSlots))] + gameCalls[random.IntN(len(gameCalls))],
		"mode":   gameModes[random.IntN(len(gameModes))],
	}
	if f["mode"] == "pending" && random.IntN(3) == 0 {
		f["code"] = "FAILED"
	}
	return f
}
