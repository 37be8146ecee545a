package sandbox

import (
	"bytes"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"krapao/backend/platform/money"
)

// gameFormat is the implementation of a format: its calls, authentication, responses and refusals.
type gameFormat struct {
	// calls are the actions by "METHOD /path" below the slot's address.
	calls map[string]gameAction
	// actionOf returns the action of a call. It is set if all calls have the same path.
	actionOf func(*gameCall) gameAction
	json     bool // bodies are JSON, else forms
	// authenticate checks the caller's credentials.
	authenticate func(*gameCall) error
	sendSuccess  func(*gameCall, any)
	sendRefusal  func(*gameCall, string)
	// codes are the format's codes for the reasons of a refusal.
	codes map[gameRefusal]string
	// faultCode is the code for a fault that has none.
	faultCode string
	// hasPending is true if the format has a status "in progress".
	hasPending bool
}

// gameAction is one call of a format: its name in faults, and its function, which runs with the lock held.
type gameAction struct {
	name string
	do   func(*gameCall) (any, error)
}

// gameCall is one call while it is handled.
type gameCall struct {
	rw      http.ResponseWriter
	r       *http.Request
	body    []byte
	fields  map[string]any // strings; from JSON also json.Number and other types
	json    bool
	pending pendingFault
	falsify falseParts
}

func (provider *gameProvider) registerCalls(mux *http.ServeMux, f gameFormat) {
	base := "/games/" + provider.slot.Code
	if f.actionOf != nil {
		mux.HandleFunc("POST "+base, provider.callHandler(f, f.actionOf))
	}
	for pattern, action := range f.calls {
		method, path, _ := strings.Cut(pattern, " ")
		mux.HandleFunc(method+" "+base+path, provider.callHandler(f, func(*gameCall) gameAction { return action }))
	}
}

// callHandler returns a handler that parses a call, and runs it or applies the next fault.
func (provider *gameProvider) callHandler(f gameFormat, choose func(*gameCall) gameAction) http.HandlerFunc {
	return func(rw http.ResponseWriter, r *http.Request) {
		c := &gameCall{rw: rw, r: r, json: f.json}
		var err error
		if c.body, err = io.ReadAll(io.LimitReader(r.Body, maxBody)); err == nil {
			err = c.parse()
		}
		action := choose(c)
		refuse := func(rw http.ResponseWriter, code string) {
			c.rw = rw
			f.sendRefusal(c, textOr(code, f.faultCode))
		}
		provider.sandbox.withFaultsOf("game:"+provider.slot.Code+":"+action.name, refuse, func(rw http.ResponseWriter, r *http.Request) {
			c.rw, c.r = rw, r
			c.falsify = falsePartsOf(r.Context(), action.name)
			if f.hasPending {
				c.pending = pendingFault{pendingDelay(r.Context()), pendingFails(r.Context())}
			}
			provider.runCall(f, action, c, err)
		})(rw, r)
	}
}

// runCall settles due transfers, runs a call and sends the response, with the lock held.
func (provider *gameProvider) runCall(f gameFormat, action gameAction, c *gameCall, parseErr error) {
	provider.sandbox.mu.Lock()
	defer provider.sandbox.mu.Unlock()
	err := provider.settleDue()
	if err == nil {
		err = f.authenticate(c)
	}
	if err == nil && (parseErr != nil || action.do == nil) {
		err = refuseMalformed
	}
	var data any
	if err == nil {
		data, err = action.do(c)
	}
	var refusal gameRefusal
	switch {
	case err == nil:
		f.sendSuccess(c, data)
	case errors.As(err, &refusal):
		f.sendRefusal(c, textOr(f.codes[refusal], string(refusal))) // a format may have codes of its own
	default:
		provider.sandbox.log.Error("game", "slot", provider.slot.Code, "cause", err)
		http.Error(c.rw, "Internal Server Error", http.StatusInternalServerError)
	}
}

// parse parses the fields of a body. It returns refuseMalformed for a form with a repeated field.
func (c *gameCall) parse() error {
	c.fields = map[string]any{}
	if c.json {
		if len(c.body) == 0 {
			return nil
		}
		d := json.NewDecoder(bytes.NewReader(c.body))
		d.UseNumber()
		return d.Decode(&c.fields)
	}
	form, err := url.ParseQuery(string(c.body))
	if c.r.Method == http.MethodGet {
		form, err = url.ParseQuery(c.r.URL.RawQuery)
	}
	if err != nil {
		return err
	}
	for name, values := range form {
		if len(values) != 1 {
			return refuseMalformed
		}
		c.fields[name] = values[0]
	}
	return nil
}

func (c *gameCall) text(name string) string {
	text, _ := c.fields[name].(string)
	return text
}

// amount parses an amount with at most two decimals. It returns refuseMalformed for any other text.
func (c *gameCall) amount(name string) (money.Satang, error) {
	text := c.text(name)
	if c.json {
		number, _ := c.fields[name].(json.Number)
		text = number.String()
	}
	digits, negative := strings.CutPrefix(text, "-")
	a, err := money.Parse(digits)
	if err != nil {
		return 0, refuseMalformed
	}
	if negative {
		a = -a
	}
	return a, nil
}

// integer parses an integer, with or without quotes. It returns 0 for any other value.
func (c *gameCall) integer(name string) int64 {
	text := c.text(name)
	if number, ok := c.fields[name].(json.Number); ok {
		text = number.String()
	}
	n, _ := strconv.ParseInt(text, 10, 64)
	return n
}

// parseTime parses an RFC 3339 time. It returns refuseMalformed for any other text.
func parseTime(text string) (time.Time, error) {
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return at, refuseMalformed
	}
	return at, nil
}

// equalSecrets compares secrets in constant time.
func equalSecrets(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// withAmount returns t with an amount and a direction. A negative amount moves out of the game.
func withAmount(t gameTransfer, amount money.Satang) gameTransfer {
	t.Amount, t.In = amount, amount >= 0
	if !t.In {
		t.Amount = -amount
	}
	return t
}

// codeNumber returns a provider's code as a number, or otherwise if code is not a number.
func codeNumber(code string, otherwise int) int {
	if n, err := strconv.Atoi(code); err == nil && n != 0 {
		return n
	}
	return otherwise
}
