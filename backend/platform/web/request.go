package web

import (
	"context"
	"net/netip"
)

// Caller is who a call comes from, as the session says; never as the request
// claims. The zero value is a visitor.
type Caller struct {
	// MemberID and SessionID are the member's, when one is signed in.
	MemberID  int64
	SessionID int64
	// Currency is of the member's money, as the ledger names it.
	Currency string
	// PublicID is the member's _id on the wire.
	PublicID string
	// ConfirmNeeded says that the session rested too long to move money before
	// the password is given again.
	ConfirmNeeded bool
	// Operator is set instead for a call of the back office.
	Operator *Operator

	known any // to the domain that authenticated the caller
}

// Knowing answers the caller with what the domain that authenticated them has read
// besides; see Known.
func (c Caller) Knowing(what any) Caller {
	c.known = what
	return c
}

// Known answers what is known of the caller, where it is of that type.
func Known[T any](ctx context.Context) (T, bool) {
	what, ok := From(ctx).Caller.known.(T)
	return what, ok
}

// stranger is neither member nor operator.
func (c Caller) stranger() bool { return c.MemberID == 0 && c.Operator == nil }

// staffName is the operator's name, for the log.
func (c Caller) staffName() string {
	if c.Operator == nil {
		return ""
	}
	return c.Operator.Username
}

// Operator is a signed-in member of staff.
type Operator struct {
	ID        int64
	SessionID int64
	Username  string
	Role      string
}

// Request is what the edge knows about the call under way.
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

// From answers the call under way. Outside a call it answers an empty one, so
// that jobs can share code with handlers.
func From(ctx context.Context) *Request {
	if r, ok := ctx.Value(requestKey{}).(*Request); ok {
		return r
	}
	return &Request{}
}

// Member answers the signed-in member's id; the route's Auth made sure of it.
func Member(ctx context.Context) int64 { return From(ctx).Caller.MemberID }

// Address is the caller's address for ceilings: the whole of an IPv4, the /64
// of an IPv6, which is what one subscriber holds.
func (r *Request) Address() string {
	if r.IP.Is4() || r.IP.Is4In6() {
		return r.IP.Unmap().String()
	}
	if prefix, err := r.IP.Prefix(64); err == nil {
		return prefix.String()
	}
	return "unknown"
}
