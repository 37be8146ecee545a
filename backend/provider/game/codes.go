package game

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
)

// op is a call or a set of calls. The tables of codes use it, because a code has its meaning in certain
// calls only.
type op int

const (
	opCreate op = 1 << iota
	opPassword
	opBalance
	opIn
	opOut
	opQuery
	opOpen
	opPlays
	opTransfer = opIn | opOut
	// opDefinite are the calls for which a refusal means that nothing was done. A refused status query does
	// not decide its transfer's outcome.
	opDefinite = opCreate | opPassword | opBalance | opTransfer | opOpen | opPlays
)

// transferOp returns opIn or opOut for a transfer.
func transferOp(t Transfer) op {
	if t.In {
		return opIn
	}
	return opOut
}

// codeMeaning is the meaning of a provider's code in some calls.
type codeMeaning struct {
	on      op
	outcome Outcome
	reason  Reason
}

// codes maps a provider's codes to their meanings. A code that it lacks is Unknown.
type codes map[string][]codeMeaning

// noPlayerMeaning is the meaning of a code for an unknown username, in the calls in on. A transfer is
// Refused. For a status query the code has no meaning.
func noPlayerMeaning(on op) []codeMeaning {
	return []codeMeaning{{on & opTransfer, Refused, NoPlayer}, {on & (opPassword | opBalance | opOpen), NotKnown, NoPlayer}}
}

// refusedAs is the meaning of a code that definitely refuses the calls in on.
func refusedAs(reason Reason, on op) []codeMeaning { return []codeMeaning{{on, Refused, reason}} }

// refusedAll is the meaning of a code that definitely refuses every call in opDefinite.
func refusedAll() []codeMeaning { return refusedAs("", opDefinite) }

// response returns the meaning of a code in a call.
func (c codes) response(on op, code string) Response {
	for _, m := range c[code] {
		if m.on&on != 0 {
			return Response{Outcome: m.outcome, Reason: m.reason, Code: printableCode(code)}
		}
	}
	return unknownResponse(code)
}

// unknownResponse returns an Unknown response with the provider's code.
func unknownResponse(code string) Response {
	return Response{Outcome: Unknown, Code: printableCode(code)}
}

// doneResponse returns a Done response without amount and balance.
func doneResponse(code string) Response { return Response{Outcome: Done, Code: printableCode(code)} }

// doneIf returns Done if the response is about the right player, else Unknown.
func doneIf(right bool, code string) Response {
	if right {
		return doneResponse(code)
	}
	return unknownResponse(code)
}

// balanceResponse returns Done with the balance, or Unknown if the response is about another player.
func balanceResponse(right bool, balance signedAmount, code string) Response {
	if !right || !balance.isSet {
		return unknownResponse(code)
	}
	return Response{Outcome: Done, Code: printableCode(code), Balance: &balance.Units}
}

// printableCode makes a provider's code safe for a log entry and a column: at most 64 visible ASCII characters.
func printableCode(code string) string {
	code = strings.Map(func(c rune) rune {
		if c <= ' ' || c > '~' {
			return '_'
		}
		return c
	}, code)
	return code[:min(len(code), 64)]
}

// isVisibleASCII returns whether a text is 1 to 64 visible ASCII characters.
func isVisibleASCII(s string) bool {
	return s != "" && len(s) <= 64 && printableCode(s) == s
}

// isBrowserURL reports whether s is a URL to which a browser may be sent.
func isBrowserURL(s string) bool {
	u, err := url.Parse(s)
	return err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != "" && u.User == nil && len(s) <= 4096
}

// linkResponse returns the result of Open for a link, or Unknown for a wrong player or link.
func linkResponse(right bool, link, code string) (LaunchTarget, Response) {
	if !right || !isBrowserURL(link) {
		return LaunchTarget{}, unknownResponse(code)
	}
	return LaunchTarget{Link: link}, doneResponse(code)
}

// transferResponse returns the outcome for the state of a transfer in a provider's response. moved and
// balance are nil if the response lacks them.
func transferResponse(states map[string]Outcome, state string, moved, balance *Units) Response {
	outcome, found := states[state]
	if !found {
		return unknownResponse(state)
	}
	a := Response{Outcome: outcome, Code: printableCode(state)}
	if outcome == Done {
		a.Amount, a.Balance = moved, balance
	}
	return a
}

// statusAsCode returns an HTTP status as a code, for the log.
func statusAsCode(status int) string {
	if status == 0 || status == http.StatusOK {
		return ""
	}
	return fmt.Sprintf("HTTP_%d", status)
}

// isOK returns whether a status is 200, the only success status of most formats.
func isOK(status int) bool { return status == http.StatusOK }
