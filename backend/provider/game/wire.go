package game

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"krapao/backend/platform/money"
	"krapao/backend/provider"
)

// caller is what all formats share: the account, a clock and random GUIDs.
type caller struct {
	cfg  Config
	now  func() time.Time
	guid func() string
}

func newCaller(cfg Config) caller { return caller{cfg: cfg, now: time.Now, guid: newGUID} }

// newGUID is a random GUID (version 4).
func newGUID() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

// formType is the Content-Type of a form.
var formType = http.Header{"Content-Type": {"application/x-www-form-urlencoded"}}

// send makes one call and answers its status and JSON as they came. Status 0 says
// that there was no answer, or none in JSON; err is a cancelled context only.
func (c caller) send(ctx context.Context, method, path string, header http.Header, body []byte) (status int, raw json.RawMessage, err error) {
	status, err = provider.Send(provider.For(ctx, "game:"+c.cfg.Slot), method, c.cfg.URL+path, header, body, &raw)
	if err != nil {
		return 0, nil, ctx.Err()
	}
	return status, raw, nil
}

// postForm is send for a form.
func (c caller) postForm(ctx context.Context, path string, header http.Header, fields url.Values) (status int, raw json.RawMessage, err error) {
	all := formType.Clone()
	for name, values := range header {
		all[name] = values
	}
	return c.send(ctx, http.MethodPost, path, all, []byte(fields.Encode()))
}

// decode reads a whole answer; ok is false where it has another shape, or one name
// twice anywhere in it.
func decode[T any](raw json.RawMessage) (out T, ok bool) {
	ok = single(raw, true) && json.Unmarshal(raw, &out) == nil
	return out, ok
}

// decodePage is decode for an answer with a list of plays, whose entries are looked
// at one by one later.
func decodePage[T any](raw json.RawMessage) (out T, ok bool) {
	ok = single(raw, false) && json.Unmarshal(raw, &out) == nil
	return out, ok
}

// single says that no object of a JSON text has the same name twice, as
// encoding/json compares names. Without lists, what stands in a list is not
// looked at.
func single(raw []byte, lists bool) bool {
	type level struct {
		object, value bool            // value: a name was read, its value is next
		seen          map[string]bool // nil where nobody looks
	}
	var open []level
	for d := json.NewDecoder(bytes.NewReader(raw)); ; {
		token, err := d.Token()
		if err != nil {
			return errors.Is(err, io.EOF) && len(open) == 0
		}
		var top *level
		if len(open) > 0 {
			top = &open[len(open)-1]
		}
		if name, text := token.(string); text && top != nil && top.object && !top.value {
			if top.seen != nil {
				name = strings.ToLower(strings.ToUpper(name))
				if top.seen[name] {
					return false
				}
				top.seen[name] = true
			}
			top.value = true
			continue
		}
		if top != nil {
			top.value = false
		}
		switch token {
		case json.Delim('{'):
			inner := level{object: true}
			if top == nil || top.seen != nil {
				inner.seen = map[string]bool{}
			}
			open = append(open, inner)
		case json.Delim('['):
			inner := level{}
			if lists && (top == nil || top.seen != nil) {
				inner.seen = map[string]bool{}
			}
			open = append(open, inner)
		case json.Delim('}'), json.Delim(']'):
			open = open[:len(open)-1]
		}
	}
}

// String is an amount with two decimals: "-100.00".
func (u Units) String() string { return money.Satang(u).String() }

// number is an amount as JSON.
func (u Units) number() json.Number { return json.Number(u.String()) }

// signedAmount reads a JSON number, or the same digits in quotes, exactly.
type signedAmount struct {
	Units
	told bool
}

// errAmount says that something is not an amount of two decimals at most.
var errAmount = errors.New("game: not an amount")

func (a *signedAmount) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		return nil
	}
	text := string(b)
	if text[0] == '"' {
		if err := json.Unmarshal(b, &text); err != nil {
			return err
		}
	}
	digits, below := strings.CutPrefix(text, "-")
	n, err := money.Parse(digits)
	if err != nil {
		return errAmount
	}
	if below {
		n = -n
	}
	a.Units, a.told = Units(n), true
	return nil
}

// amount is a signedAmount that is never below zero.
type amount struct{ signedAmount }

func (a *amount) UnmarshalJSON(b []byte) error {
	if err := a.signedAmount.UnmarshalJSON(b); err != nil {
		return err
	}
	if a.Units < 0 {
		return errAmount
	}
	return nil
}

// or is what was told, or nil.
func (a signedAmount) or() *Units {
	if !a.told {
		return nil
	}
	return &a.Units
}

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
