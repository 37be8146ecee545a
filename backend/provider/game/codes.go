package game

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
)

// op is a call, for the tables of codes: a code means something in its calls only.
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
	// opDoing are the calls whose refusal is about what they should have done. A
	// refused question says nothing of the transfer that it asks about.
	opDoing = opCreate | opPassword | opBalance | opTransfer | opOpen | opPlays
)

// way is the op of a transfer.
func way(t Transfer) op {
	if t.In {
		return opIn
	}
	return opOut
}

// said is what a company's code means in some calls.
type said struct {
	on      op
	outcome Outcome
	reason  Reason
}

// codes of a company that mean something; every other is unknown.
type codes map[string][]said

// noPlayer is what an unknown username means in the calls that on holds: a transfer
// was not done; of an asked one it tells nothing.
func noPlayer(on op) []said {
	return []said{{on & opTransfer, Refused, NoPlayer}, {on & (opPassword | opBalance | opOpen), NotKnown, NoPlayer}}
}

// refusedAs is a definite no to the calls that on holds.
func refusedAs(reason Reason, on op) []said { return []said{{on, Refused, reason}} }

// refusedAll is a definite no to whatever was to be done.
func refusedAll() []said { return refusedAs("", opDoing) }

// read answers what a code means in a call.
func (c codes) read(on op, code string) Answer {
	for _, s := range c[code] {
		if s.on&on != 0 {
			return Answer{Outcome: s.outcome, Reason: s.reason, Code: word(code)}
		}
	}
	return unknown(code)
}

// unknown is an answer that ends nothing.
func unknown(code string) Answer { return Answer{Outcome: Unknown, Code: word(code)} }

// done is a yes without figures.
func done(code string) Answer { return Answer{Outcome: Done, Code: word(code)} }

// doneIf is a yes where the answer named the right player, else unknown.
func doneIf(right bool, code string) Answer {
	if right {
		return done(code)
	}
	return unknown(code)
}

// balanced is the answer to Balance where the right player was named.
func balanced(right bool, balance signedAmount, code string) Answer {
	if !right || !balance.told {
		return unknown(code)
	}
	return Answer{Outcome: Done, Code: word(code), Balance: &balance.Units}
}

// word cuts a company's code to what a log line and a column take.
func word(code string) string {
	code = strings.Map(func(c rune) rune {
		if c <= ' ' || c > '~' {
			return '_'
		}
		return c
	}, code)
	return code[:min(len(code), 64)]
}

// visible says that a text is 1 to 64 visible ASCII.
func visible(s string) bool {
	return s != "" && len(s) <= 64 && word(s) == s
}

// address says that a browser may be sent there.
func address(s string) bool {
	u, err := url.Parse(s)
	return err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != "" && u.User == nil && len(s) <= 4096
}

// linked is the answer to Open of a link.
func linked(right bool, link, code string) (Opening, Answer) {
	if !right || !address(link) {
		return Opening{}, unknown(code)
	}
	return Opening{Link: link}, done(code)
}

// ended reads the state of a transfer that the company answered about.
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

// statusCode is an HTTP status as a code, for the log.
func statusCode(status int) string {
	if status == 0 || status == http.StatusOK {
		return ""
	}
	return fmt.Sprintf("HTTP_%d", status)
}

// ok200 says that a status is the one of formats that answer with no other.
func ok200(status int) bool { return status == http.StatusOK }
