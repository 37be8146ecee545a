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

// gameForm is a format: its calls, its authentication, and its responses and refusals.
type gameForm struct {
	// calls by "METHOD /path" below the slot's address.
	calls map[string]gameAction
	// pick finds the action if all calls go to one path.
	pick func(*gameCall) gameAction
	json bool // bodies are JSON, else forms
	// enter returns nil if the caller has the keys.
	enter func(*gameCall) error
	yes   func(*gameCall, any)
	no    func(*gameCall, string)
	// codes are the format's codes for refusals.
	codes map[gameNo]string
	// refused is the code of a fault that names none.
	refused string
	// pends reports whether the format has a status "in progress".
	pends bool
}

// gameAction is one call: its name for faults, and a function that runs with the lock held.
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

// handle reads a call, and runs it or what its next fault makes of it.
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

// answer settles what is due and runs a call, with the lock held.
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

// parse reads the fields of a body. A form with a repeated field is malformed.
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

// amount reads an amount with at most two decimals; noMalformed if it is none.
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

// whole reads a whole number, in quotes or not; 0 if it is none.
func (c *gameCall) whole(name string) int64 {
	text := c.text(name)
	if number, ok := c.fields[name].(json.Number); ok {
		text = number.String()
	}
	n, _ := strconv.ParseInt(text, 10, 64)
	return n
}

// when reads an RFC 3339 time; noMalformed if it is none.
func when(text string) (time.Time, error) {
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return at, noMalformed
	}
	return at, nil
}

// equal compares secrets in constant time.
func equal(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// moved sets a transfer's amount and direction. A negative amount moves out.
func moved(t gameTransfer, amount money.Satang) gameTransfer {
	t.Amount, t.In = amount, amount >= 0
	if !t.In {
		t.Amount = -amount
	}
	return t
}

// codeNumber returns a provider's code as a number. A fault may have named no code; then it returns
// otherwise.
func codeNumber(code string, otherwise int) int {
	if n, err := strconv.Atoi(code); err == nil && n != 0 {
		return n
	}
	return otherwise
}
