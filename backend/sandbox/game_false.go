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
//	          stored as the transfer's Unbacked
//	balance   inflated
//	plays     each row has an inflated bet and an inflated valid stake. Pushes of plays
//	          have the same inflated amounts, and use up no count of the fault
//
// With the target game:SLOT the balances in responses to transfers are inflated, too.
const (
	falseBalanceFactor = 10
	falseBetFactor     = 1000
	falseValidFactor   = 100
)

var falseBalanceAdded = money.Baht(10_000) // in the provider's own unit

var falseActions = []string{actionTransfer, actionBalance, actionPlays}

// supportsFalseResponse reports whether a target, or an action, supports the mode "lie".
func supportsFalseResponse(target string) bool {
	parts := strings.Split(target, ":")
	return parts[0] == "game" && (len(parts) == 2 || slices.Contains(falseActions, parts[2]))
}

// falseParts has the parts of a response that are false.
type falseParts struct{ funds, balance, plays bool }

// falseKey is the context key of a fault of the mode "lie".
type falseKey struct{}

// falsePartsOf returns which parts of the response to an action must be false.
func falsePartsOf(ctx context.Context, action string) falseParts {
	f, ok := ctx.Value(falseKey{}).(fault)
	if !ok {
		return falseParts{}
	}
	allCalls := strings.Count(f.Target, ":") == 1
	return falseParts{funds: action == actionTransfer, balance: action == actionBalance || allCalls, plays: action == actionPlays}
}

// hasFalseFault reports whether a fault of the mode "lie" is set for an action. It does not use up a count.
func (fs *faults) hasFalseFault(action string) bool {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	return slices.ContainsFunc(fs.list, func(f *fault) bool {
		return f.Mode == faultFalse && strings.HasPrefix(action+":", f.Target+":")
	})
}

// reportedBalance returns the balance to send in the response: the true one, or a false one.
func (c *gameCall) reportedBalance(balance money.Satang) money.Satang {
	if !c.falsify.balance {
		return balance
	}
	return min(balance*falseBalanceFactor+falseBalanceAdded, money.Max)
}

// feedRows returns the entries of the feed to send, in the provider's format, true or false.
func (c *gameCall) feedRows(plays []*gamePlay, format func(*gamePlay) map[string]any) []map[string]any {
	out := []map[string]any{}
	for _, p := range plays {
		if c.falsify.plays {
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
	valid = min(valid*falseValidFactor, money.Max)
	out.Bet, out.Valid = min(p.Bet*falseBetFactor, money.Max), &valid
	return &out
}
