package web

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/url"
	"strconv"
	"time"

	"krapao/backend/platform/clock"
)

// Holder identifies for whom an address was signed: the session of a member or operator, or a guest. It
// gives no access by itself. The address expires with the session.
type Holder struct {
	Session  int64  // of a member
	Operator int64  // an operator's session
	Guest    []byte // the hash of a guest id
}

// HolderOf returns the session of the current call as a holder.
func HolderOf(ctx context.Context) Holder {
	caller := From(ctx).Caller
	if caller.Operator != nil {
		return Holder{Operator: caller.Operator.SessionID}
	}
	return Holder{Session: caller.SessionID}
}

func (h Holder) text() string {
	switch {
	case h.Session != 0:
		return "m" + strconv.FormatInt(h.Session, 10)
	case h.Operator != 0:
		return "o" + strconv.FormatInt(h.Operator, 10)
	default:
		return "g" + base64.RawURLEncoding.EncodeToString(h.Guest)
	}
}

func parseHolder(text string) (h Holder, ok bool) {
	if text == "" {
		return h, false
	}
	id, err := strconv.ParseInt(text[1:], 10, 64)
	switch text[0] {
	case 'm':
		h.Session = id
	case 'o':
		h.Operator = id
	case 'g':
		h.Guest, err = base64.RawURLEncoding.DecodeString(text[1:])
	default:
		return h, false
	}
	return h, err == nil
}

// Signer signs short-lived addresses of pictures. An <img> sends no headers, so the address itself is the
// permission, and must expire soon.
type Signer struct {
	Key   []byte
	Clock clock.Clock
	// Open reports whether a holder's session is still open.
	Open func(context.Context, Holder) (bool, error)
}

// Sign returns path with a query that has the holder, the expiry and a signature over all three.
func (s Signer) Sign(h Holder, path string, life time.Duration) string {
	// The expiry is rounded up to the minute, so that a reloaded page finds the picture in the browser's
	// cache.
	expires := strconv.FormatInt(s.Clock().Add(life).Truncate(time.Minute).Add(time.Minute).Unix(), 10)
	q := url.Values{"e": {expires}, "h": {h.text()}, "s": {s.mac(path, h.text(), expires)}}
	return path + "?" + q.Encode()
}

// Verify reports whether an address was signed by this server, has not expired, and its holder's session
// is still open. query returns the address's parameters by name.
func (s Signer) Verify(ctx context.Context, path string, query func(name string) string) bool {
	expires, holder := query("e"), query("h")
	unix, err := strconv.ParseInt(expires, 10, 64)
	if err != nil || s.Clock().Unix() > unix {
		return false
	}
	if !hmac.Equal([]byte(query("s")), []byte(s.mac(path, holder, expires))) {
		return false
	}
	h, ok := parseHolder(holder)
	if !ok {
		return false
	}
	open, err := s.Open(ctx, h)
	return err == nil && open
}

func (s Signer) mac(path, holder, expires string) string {
	h := hmac.New(sha256.New, s.Key)
	h.Write([]byte("url\x00" + path + "\x00" + holder + "\x00" + expires))
	return base64.RawURLEncoding.EncodeToString(h.Sum(nil))
}
