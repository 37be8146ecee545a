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

// maxSlots is in how many games a member has an account at most.
const maxSlots = 3

// actInGame makes one random action of a player.
func (p *member) actInGame() {
	if len(p.slots) == 0 || (len(p.slots) < maxSlots && p.random.IntN(4) == 0) {
		p.activate()
		return
	}
	slot := p.slots[p.random.IntN(len(p.slots))]
	switch p.random.IntN(10) {
	case 0:
		p.t.Call(p.token, "", "GET", "/api/wallet/refresh/slot", nil)
	case 1, 2:
		p.play(slot)
	case 3:
		p.moveAll(slot)
	case 4, 5, 6: // coins are earned by money that is played with
		p.move("WALLET", slot)
		for range 1 + p.random.IntN(3) {
			p.play(slot)
		}
	case 7, 8:
		p.move(slot, "WALLET")
	default:
		p.move(slot, p.slots[p.random.IntN(len(p.slots))])
	}
}

// activate opens an account in a random game.
func (p *member) activate() {
	p.activateIn(playedSlots[p.random.IntN(len(playedSlots))])
}

// activateIn opens an account in a game, and retries like a phone.
func (p *member) activateIn(slot string) {
	a := environment.Retry(time.Now().Add(retryTime/4), func() callResponse { return p.t.Call(p.token, "", "POST", "/api/wallet/activate/"+slot, nil) })
	var opened struct{ Slot struct{ IsActive bool } }
	if a.Into(&opened) == nil && opened.Slot.IsActive {
		p.slots = append(p.slots, slot)
	}
}

// move moves a multiple of ten baht, which every provider's unit can represent.
func (p *member) move(from, to string) {
	if from == to {
		return
	}
	p.transfer(from, to, money.Baht(int64(10*(1+p.random.IntN(30)))))
}

// transfer moves an amount between the wallet and a game, or between two games.
func (p *member) transfer(from, to string, amount money.Satang) cashResponse {
	p.t.count.moves.Add(1)
	key := uuid.NewString()
	_, c := p.command(func() callResponse {
		return p.t.Call(p.token, key, "POST", "/api/wallet/transfer", map[string]any{"from": from, "to": to, "amount": amount})
	})
	return c
}

func (p *member) moveAll(to string) {
	p.t.count.moves.Add(1)
	key := uuid.NewString()
	p.command(func() callResponse {
		return p.t.Call(p.token, key, "POST", "/api/wallet/transferAll", map[string]any{"to": to})
	})
}

// play settles a play at the provider, with a bet of at most the player's balance there.
func (p *member) play(slot string) {
	username := p.username(slot)
	if username == "" {
		return
	}
	seen, err := p.t.ReadPlayer(slot, username)
	if err != nil || seen.Balance == 0 {
		return
	}
	bet := money.Satang(1 + p.random.Int64N(int64(seen.Balance)))
	payout := money.Satang(0)
	if p.random.IntN(2) == 0 {
		payout = money.Satang(p.random.Int64N(int64(2*bet) + 1))
	}
	if p.t.Control("POST", "/games/"+slot+"/play", map[string]any{"username": username, "bet": bet, "payout": payout}, nil) == nil {
		p.t.count.plays.Add(1)
	}
}

// username returns the member's username at the provider.
func (p *member) username(slot string) string {
	if p.names[slot] == "" {
		var known struct{ Username string }
		if p.t.Call(p.token, "", "GET", "/api/wallet/account/"+slot, nil).Into(&known) == nil {
			p.names[slot] = known.Username
		}
	}
	return p.names[slot]
}

// gameCalls are the calls that can fail at a game provider, with transfers most often. gameModes are the
// ways in which they fail.
var (
	gameCalls = []string{":transfer", ":transfer", ":transfer", ":query", ":balance", ":create", ":password", ""}
	gameModes = append([]string{"pending"}, callModes...)
)

// gameFault returns a random fault of a game provider.
func gameFault(random *rand.Rand) map[string]any {
	f := map[string]any{
		"target": "game:" + playedSlots[random.IntN(len(playedSlots))] + gameCalls[random.IntN(len(gameCalls))],
		"mode":   gameModes[random.IntN(len(gameModes))],
	}
	if f["mode"] == "pending" && random.IntN(3) == 0 {
		f["code"] = "FAILED"
	}
	return f
}
