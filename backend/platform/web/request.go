package web

import (
	"context"
	"net/netip"
)

// Caller is the caller of a call, as the session identifies them. Claims in the request have no effect on
// it. The zero value is a guest.
type Caller struct {
	// MemberID and SessionID are set if a member is signed in.
	MemberID  int64
	SessionID int64
	// Currency is the currency of the member's money, as the ledger names it.
	Currency string
	// PublicID is the member's _id in the API.
	PublicID string
	// ConfirmNeeded is true if the session was unused for too long. The session moves no money until
	// the password is typed again.
	ConfirmNeeded bool
	// Operator is set for a call of the console; the fields above are then zero.
	Operator *Operator

	data any // for the domain that authenticated the caller
}

// WithData returns the caller with additional data. The domain that authenticated the caller sets it, and
// reads it by CallerData.
func (c Caller) WithData(data any) Caller {
	c.data = data
	return c
}

// CallerData returns the data of WithData, if it is of type T.
func CallerData[T any](ctx context.Context) (T, bool) {
	data, ok := From(ctx).Caller.data.(T)
	return data, ok
}

// isStranger reports whether the caller is neither member nor operator.
func (c Caller) isStranger() bool { return c.MemberID == 0 && c.Operator == nil }

// staffName returns the operator's name, for the log.
func (c Caller) staffName() string {
	if c.Operator == nil {
		return ""
	}
	return c.Operator.Username
}

// Operator is a signed-in operator.
type Operator struct {
	ID        int64
	SessionID int64
	Username  string
	Role      string
}

// Request has the edge's data about the current call.
type Request struct {
	ID        string
	Method    string
	Route     string
	IP        netip.Addr
	UserAgent string
	Locale    string
	Token     string
	Key       string // Idempotency-Key, or ""
	Caller    Caller

	cookies []string // to set, see HostCookie
}

type requestKey struct{}

// From returns the current call. Outside a call it returns an empty Request, so that jobs and handlers
// can share code.
func From(ctx context.Context) *Request {
	if r, ok := ctx.Value(requestKey{}).(*Request); ok {
		return r
	}
	return &Request{}
}

// Member returns the id of the signed-in member, or 0. Routes with SignedIn always have one.
func Member(ctx context.Context) int64 { return From(ctx).Caller.MemberID }

// Address returns the caller's address for limits. It is a whole IPv4 address, or the /64 of an IPv6
// address, which one subscriber has.
func (r *Request) Address() string {
	if r.IP.Is4() || r.IP.Is4In6() {
		return r.IP.Unmap().String()
	}
	if prefix, err := r.IP.Prefix(64); err == nil {
		return prefix.String()
	}
	return "unknown"
}
