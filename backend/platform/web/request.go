package web

import (
	"context"
	"net/netip"
)

// Caller is the caller of a call, by the session, never by the request's claims. The zero value is a
// visitor.
type Caller struct {
	// MemberID and SessionID are the member's, if one is signed in.
	MemberID  int64
	SessionID int64
	// Currency is the currency of the member's money, as the ledger names it.
	Currency string
	// PublicID is the member's _id in the API.
	PublicID string
	// ConfirmNeeded: the session was unused for too long, and moves no money until the password is
	// typed again.
	ConfirmNeeded bool
	// Operator is set instead for a call of the console.
	Operator *Operator

	known any // to the domain that authenticated the caller
}

// Knowing returns the caller with data that the domain that authenticated them has also read; see
// Known.
func (c Caller) Knowing(what any) Caller {
	c.known = what
	return c
}

// Known returns that data of the caller, if it is of type T.
func Known[T any](ctx context.Context) (T, bool) {
	what, ok := From(ctx).Caller.known.(T)
	return what, ok
}

// stranger reports whether the caller is neither member nor operator.
func (c Caller) stranger() bool { return c.MemberID == 0 && c.Operator == nil }

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

// Request is what the edge knows about the current call.
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

// From returns the current call. Outside a call it returns an empty one, so that jobs can share code
// with handlers.
func From(ctx context.Context) *Request {
	if r, ok := ctx.Value(requestKey{}).(*Request); ok {
		return r
	}
	return &Request{}
}

// Member returns the signed-in member's id, or 0. The route's Auth ensures that there is one.
func Member(ctx context.Context) int64 { return From(ctx).Caller.MemberID }

// Address returns the caller's address for limits: the whole of an IPv4, the /64 of an IPv6, which is
// what one subscriber holds.
func (r *Request) Address() string {
	if r.IP.Is4() || r.IP.Is4In6() {
		return r.IP.Unmap().String()
	}
	if prefix, err := r.IP.Prefix(64); err == nil {
		return prefix.String()
	}
	return "unknown"
}
