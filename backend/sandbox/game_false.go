package sandbox

import (
	"context"
	"slices"
	"strings"

	"krapao/backend/platform/money"
)

// The fault mode "lie" simulates a hostile game provider. Its responses have the right form, but false
// content. The balances that the provider stores stay true.
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

var lieBalanceAdded = money.Baht(10_000) // in the provider's own unit

var lieActions = []string{actionTransfer, actionBalance, actionPlays}

// canLie reports whether the mode "lie" is possible for a target.
func canLie(target string) bool {
	parts := strings.Split(target, ":")
	return parts[0] == "game" && (len(parts) == 2 || slices.Contains(lieActions, parts[2]))
}

// falseParts has the parts of a response that are false.
type falseParts struct{ funds, balance, plays bool }

// lieKey is the context key of a fault of the mode "lie".
type lieKey struct{}

// lieFrom returns which parts of the response to an action must be false.
func lieFrom(ctx context.Context, action string) falseParts {
	f, ok := ctx.Value(lieKey{}).(fault)
	if !ok {
		return falseParts{}
	}
	allCalls := strings.Count(f.Target, ":") == 1
	return falseParts{funds: action == actionTransfer, balance: action == actionBalance || allCalls, plays: action == actionPlays}
}

// hasLie reports whether a fault of the mode "lie" is set for an action. It does not use up a count.
func (fs *faults) hasLie(action string) bool {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	return slices.ContainsFunc(fs.list, func(f *fault) bool {
		return f.Mode == faultLie && strings.HasPrefix(action+":", f.Target+":")
	})
}

// stateBalance returns the balance to send in the response: the true one, or a false one.
func (c *gameCall) stateBalance(balance money.Satang) money.Satang {
	if !c.lie.balance {
		return balance
	}
	return min(balance*lieBalanceTimes+lieBalanceAdded, money.Max)
}

// feedRows returns the entries of the feed to send, in the provider's format, true or false.
func (c *gameCall) feedRows(plays []*gamePlay, format func(*gamePlay) map[string]any) []map[string]any {
	out := []map[string]any{}
	for _, p := range plays {
		if c.lie.plays {
			p = p.inflate()
		}
		out = append(out, format(p))
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
