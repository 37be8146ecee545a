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

// gameForm is the implementation of a format: its calls, authentication, responses and refusals.
type gameForm struct {
	// calls are the actions by "METHOD /path" below the slot's address.
	calls map[string]gameAction
	// pick returns the action of a call. It is set if all calls have the same path.
	pick func(*gameCall) gameAction
	json bool // bodies are JSON, else forms
	// enter checks the caller's credentials.
	enter func(*gameCall) error
	yes   func(*gameCall, any)
	no    func(*gameCall, string)
	// codes are the format's codes for the reasons of a refusal.
	codes map[gameNo]string
	// refused is the code for a fault that has none.
	refused string
	// pends is true if the format has a status "in progress".
	pends bool
}

// gameAction is one call of a format: its name in faults, and its function, which runs with the lock held.
type gameAction struct {
	name string
	do   func(*gameCall) (any, error)
}

// gameCall is one call while it is handled.
type gameCall struct {
	rw     http.ResponseWriter
	r      *http.Request
	body   []byte
	fields map[string]any // text; of JSON also json.Number and others
	json   bool
	later  pending
	lie    lie
}

func (h *house) mount(mux *http.ServeMux, f gameForm) {
	base := "/games/" + h.slot.Code
	if f.pick != nil {
		mux.HandleFunc("POST "+base, h.handle(f, f.pick))
	}
	for pattern, action := range f.calls {
		method, path, _ := strings.Cut(pattern, " ")
		mux.HandleFunc(method+" "+base+path, h.handle(f, func(*gameCall) gameAction { return action }))
	}
}

// handle returns a handler that parses a call, and runs it or fails as the next fault says.
func (h *house) handle(f gameForm, pick func(*gameCall) gameAction) http.HandlerFunc {
	return func(rw http.ResponseWriter, r *http.Request) {
		c := &gameCall{rw: rw, r: r, json: f.json}
		var err error
		if c.body, err = io.ReadAll(io.LimitReader(r.Body, maxBody)); err == nil {
			err = c.parse()
		}
		action := pick(c)
		refuse := func(rw http.ResponseWriter, code string) {
			c.rw = rw
			f.no(c, or2(code, f.refused))
		}
		h.w.failing("game:"+h.slot.Code+":"+action.name, refuse, func(rw http.ResponseWriter, r *http.Request) {
			c.rw, c.r = rw, r
			c.lie = lieFrom(r.Context(), action.name)
			if f.pends {
				c.later = pending{pendingFrom(r.Context()), pendingFails(r.Context())}
			}
			h.answer(f, action, c, err)
		})(rw, r)
	}
}

// answer settles due transfers, runs a call and sends the response, with the lock held.
func (h *house) answer(f gameForm, action gameAction, c *gameCall, unread error) {
	h.w.mu.Lock()
	defer h.w.mu.Unlock()
	err := h.settle()
	if err == nil {
		err = f.enter(c)
	}
	if err == nil && (unread != nil || action.do == nil) {
		err = noMalformed
	}
	var data any
	if err == nil {
		data, err = action.do(c)
	}
	var no gameNo
	switch {
	case err == nil:
		f.yes(c, data)
	case errors.As(err, &no):
		f.no(c, or2(f.codes[no], string(no))) // a format may have codes of its own
	default:
		h.w.log.Error("game", "slot", h.slot.Code, "cause", err)
		http.Error(c.rw, "Internal Server Error", http.StatusInternalServerError)
	}
}

// parse parses the fields of a body. It returns noMalformed for a form with a repeated field.
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
			return noMalformed
		}
		c.fields[name] = values[0]
	}
	return nil
}

func (c *gameCall) text(name string) string {
	text, _ := c.fields[name].(string)
	return text
}

// amount parses an amount with at most two decimals. It returns noMalformed for any other text.
func (c *gameCall) amount(name string) (money.Satang, error) {
	text := c.text(name)
	if c.json {
		number, _ := c.fields[name].(json.Number)
		text = number.String()
	}
	digits, below := strings.CutPrefix(text, "-")
	a, err := money.Parse(digits)
	if err != nil {
		return 0, noMalformed
	}
	if below {
		a = -a
	}
	return a, nil
}

// whole parses an integer, with or without quotes. It returns 0 for any other value.
func (c *gameCall) whole(name string) int64 {
	text := c.text(name)
	if number, ok := c.fields[name].(json.Number); ok {
		text = number.String()
	}
	n, _ := strconv.ParseInt(text, 10, 64)
	return n
}

// when parses an RFC 3339 time. It returns noMalformed for any other text.
func when(text string) (time.Time, error) {
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return at, noMalformed
	}
	return at, nil
}

// equal compares secrets in constant time.
func equal(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// moved returns t with an amount and a direction. A negative amount moves out of the game.
func moved(t gameTransfer, amount money.Satang) gameTransfer {
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
