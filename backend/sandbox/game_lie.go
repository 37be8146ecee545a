package sandbox

import (
	"context"
	"slices"
	"strings"

	"krapao/backend/platform/money"
)

// The fault mode "lie" is a hostile game provider: its responses have the right form and false content.
// The provider's own balances stay true.
//
//	transfer  out of the game, of more than the player has: done. The missing part is
//	          kept as the transfer's Unbacked
//	balance   inflated
//	plays     each row has an inflated bet and an inflated valid stake. Pushes of plays
//	          have the same inflated amounts, and use up no count of the fault
//
// With the target game:SLOT the balances in responses to transfers are inflated, too.
const (
	lieBalanceTimes = 10
	lieBetTimes     = 1000
	lieValidTimes   = 100
)

var lieBalanceMore = money.Baht(10_000) // in the provider's own unit

var lieActions = []string{actTransfer, actBalance, actPlays}

// mayLie reports whether a target or an action of a target has the mode "lie".
func mayLie(target string) bool {
	parts := strings.Split(target, ":")
	return parts[0] == "game" && (len(parts) == 2 || slices.Contains(lieActions, parts[2]))
}

// lie names the false parts of a response.
type lie struct{ funds, balance, plays bool }

// lieKey carries a fault of the mode "lie" to its call.
type lieKey struct{}

// lieFrom returns the false parts of the response to an action.
func lieFrom(ctx context.Context, action string) lie {
	f, ok := ctx.Value(lieKey{}).(fault)
	if !ok {
		return lie{}
	}
	allAnswers := strings.Count(f.Target, ":") == 1
	return lie{funds: action == actTransfer, balance: action == actBalance || allAnswers, plays: action == actPlays}
}

// hasLie reports whether a fault of the mode "lie" is set for an action. It uses up no count.
func (fs *faults) hasLie(action string) bool {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	return slices.ContainsFunc(fs.list, func(f *fault) bool {
		return f.Mode == faultLie && strings.HasPrefix(action+":", f.Target+":")
	})
}

// stateBalance returns a balance as the response has it.
func (c *gameCall) stateBalance(balance money.Satang) money.Satang {
	if !c.lie.balance {
		return balance
	}
	return min(balance*lieBalanceTimes+lieBalanceMore, money.Max)
}

// feedRows returns entries of the feed as the response has them, in the provider's format.
func (c *gameCall) feedRows(plays []*gamePlay, word func(*gamePlay) map[string]any) []map[string]any {
	out := []map[string]any{}
	for _, p := range plays {
		if c.lie.plays {
			p = p.inflate()
		}
		out = append(out, word(p))
	}
	return out
}

// inflate returns a copy of an entry with a false bet and a false valid stake.
func (p *gamePlay) inflate() *gamePlay {
	out, valid := *p, p.Bet
	if p.Valid != nil {
		valid = *p.Valid
	}
	valid = min(valid*lieValidTimes, money.Max)
	out.Bet, out.Valid = min(p.Bet*lieBetTimes, money.Max), &valid
	return &out
}
