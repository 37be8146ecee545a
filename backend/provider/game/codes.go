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
	opAsk
	opOpen
	opPlays
	opTransfer = opIn | opOut
	// opDoing are the calls for which a refusal means that nothing was done. A refused status query says
	// nothing about its transfer.
	opDoing = opCreate | opPassword | opBalance | opTransfer | opOpen | opPlays
)

// way returns opIn or opOut for a transfer.
func way(t Transfer) op {
	if t.In {
		return opIn
	}
	return opOut
}

// said is the meaning of a provider's code in some calls.
type said struct {
	on      op
	outcome Outcome
	reason  Reason
}

// codes maps a provider's codes to their meanings. A code that it lacks is Unknown.
type codes map[string][]said

// noPlayer is the meaning of a code for an unknown username, in the calls in on. A transfer is Refused. For
// a status query the code has no meaning.
func noPlayer(on op) []said {
	return []said{{on & opTransfer, Refused, NoPlayer}, {on & (opPassword | opBalance | opOpen), NotKnown, NoPlayer}}
}

// refusedAs is the meaning of a code that definitely refuses the calls in on.
func refusedAs(reason Reason, on op) []said { return []said{{on, Refused, reason}} }

// refusedAll is the meaning of a code that definitely refuses every call in opDoing.
func refusedAll() []said { return refusedAs("", opDoing) }

// read returns the meaning of a code in a call.
func (c codes) read(on op, code string) Answer {
	for _, s := range c[code] {
		if s.on&on != 0 {
			return Answer{Outcome: s.outcome, Reason: s.reason, Code: word(code)}
		}
	}
	return unknown(code)
}

// unknown returns an Unknown response with the provider's code.
func unknown(code string) Answer { return Answer{Outcome: Unknown, Code: word(code)} }

// done returns a Done response without amount and balance.
func done(code string) Answer { return Answer{Outcome: Done, Code: word(code)} }

// doneIf returns Done if the response is about the right player, else Unknown.
func doneIf(right bool, code string) Answer {
	if right {
		return done(code)
	}
	return unknown(code)
}

// balanced returns Done with the balance, or Unknown if the response is about another player.
func balanced(right bool, balance signedAmount, code string) Answer {
	if !right || !balance.told {
		return unknown(code)
	}
	return Answer{Outcome: Done, Code: word(code), Balance: &balance.Units}
}

// word makes a provider's code safe for a log entry and a column: at most 64 visible ASCII characters.
func word(code string) string {
	code = strings.Map(func(c rune) rune {
		if c <= ' ' || c > '~' {
			return '_'
		}
		return c
	}, code)
	return code[:min(len(code), 64)]
}

// visible returns whether a text is 1 to 64 visible ASCII characters.
func visible(s string) bool {
	return s != "" && len(s) <= 64 && word(s) == s
}

// address reports whether s is a URL to which a browser may be sent.
func address(s string) bool {
	u, err := url.Parse(s)
	return err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != "" && u.User == nil && len(s) <= 4096
}

// linked returns the result of Open for a link, or Unknown for a wrong player or link.
func linked(right bool, link, code string) (Opening, Answer) {
	if !right || !address(link) {
		return Opening{}, unknown(code)
	}
	return Opening{Link: link}, done(code)
}

// ended returns the outcome for the state of a transfer in a provider's response. moved and balance are nil
// if the response lacks them.
func ended(states map[string]Outcome, state string, moved, balance *Units) Answer {
	outcome, known := states[state]
	if !known {
		return unknown(state)
	}
	a := Answer{Outcome: outcome, Code: word(state)}
	if outcome == Done {
		a.Amount, a.Balance = moved, balance
	}
	return a
}

// statusCode returns an HTTP status as a code, for the log.
func statusCode(status int) string {
	if status == 0 || status == http.StatusOK {
		return ""
	}
	return fmt.Sprintf("HTTP_%d", status)
}

// ok200 returns whether a status is 200, the only one that most formats use.
func ok200(status int) bool { return status == http.StatusOK }
