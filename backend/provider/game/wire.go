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

// baseClient has the parts that all formats share: the account, a clock and random GUIDs.
type baseClient struct {
	cfg  Config
	now  func() time.Time
	guid func() string
}

func newBaseClient(cfg Config) baseClient { return baseClient{cfg: cfg, now: time.Now, guid: newGUID} }

// newGUID returns a random GUID (version 4).
func newGUID() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

// formType is the Content-Type of a form.
var formType = http.Header{"Content-Type": {"application/x-www-form-urlencoded"}}

// send makes one call and returns its status and JSON unchanged. Status 0 means that there was no response,
// or none in JSON. It returns an error only if ctx was cancelled.
func (c baseClient) send(ctx context.Context, method, path string, header http.Header, body []byte) (status int, raw json.RawMessage, err error) {
	status, err = provider.Send(provider.WithName(ctx, "game:"+c.cfg.Slot), method, c.cfg.URL+path, header, body, &raw)
	if err != nil {
		return 0, nil, ctx.Err()
	}
	return status, raw, nil
}

// postForm is send for a POST with form fields.
func (c baseClient) postForm(ctx context.Context, path string, header http.Header, fields url.Values) (status int, raw json.RawMessage, err error) {
	all := formType.Clone()
	for name, values := range header {
		all[name] = values
	}
	return c.send(ctx, http.MethodPost, path, all, []byte(fields.Encode()))
}

// decode decodes a whole response. ok is false if the response has another shape, or an object in it has a
// name twice.
func decode[T any](raw json.RawMessage) (out T, ok bool) {
	ok = hasUniqueNames(raw, true) && json.Unmarshal(raw, &out) == nil
	return out, ok
}

// decodePage is decode for a list of plays. It does not check the entries, which are decoded one by one
// later.
func decodePage[T any](raw json.RawMessage) (out T, ok bool) {
	ok = hasUniqueNames(raw, false) && json.Unmarshal(raw, &out) == nil
	return out, ok
}

// hasUniqueNames returns whether each object in a JSON text has each name only once, compared as
// encoding/json does. If lists is false, it does not check the contents of lists.
func hasUniqueNames(raw []byte, lists bool) bool {
	type level struct {
		object, value bool            // value: a name was read, its value is next
		seen          map[string]bool // nil if it is not checked
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

// String returns an amount with two decimals: "-100.00".
func (u Units) String() string { return money.Satang(u).String() }

// number returns an amount as JSON.
func (u Units) number() json.Number { return json.Number(u.String()) }

// signedAmount decodes a JSON number, or the same digits in quotes, exactly. isSet is true
// if the response had one.
type signedAmount struct {
	Units
	isSet bool
}

// errAmount means that a text is not an amount with at most two decimals.
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
	digits, negative := strings.CutPrefix(text, "-")
	n, err := money.Parse(digits)
	if err != nil {
		return errAmount
	}
	if negative {
		n = -n
	}
	a.Units, a.isSet = Units(n), true
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

// orNil returns the amount, or nil if the provider sent none.
func (a signedAmount) orNil() *Units {
	if !a.isSet {
		return nil
	}
	return &a.Units
}
