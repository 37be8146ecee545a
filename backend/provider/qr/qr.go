// Package qr is the client of the gateways that make a QR code for one payment into our account and report
// when it was paid. It uses the public wire formats of KBANK and PAYONEX. WW, PAYTIMZ and ZPAY document
// none, so it uses a plain signed format for them. All implement one interface.
//
// Money is in hundredths (satang), and only ever baht: a Thai QR carries nothing else.
package qr

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"krapao/backend/platform/money"
	"krapao/backend/platform/thaiqr"
	"krapao/backend/provider"
)

// Errors of a gateway, besides provider.ErrDown, after which the outcome is unknown.
var (
	// ErrRefused is a definite no to a new order: there is none.
	ErrRefused = errors.New("qr: the gateway refused")
	// ErrUnknown says that the gateway knows no such order (yet: our own call that makes it may still be on
	// its way).
	ErrUnknown = errors.New("qr: the gateway knows no such order")
	// ErrPaid is returned if a cancellation came too late.
	ErrPaid = errors.New("qr: paid already")
	// ErrCannot is returned if the gateway has no call to cancel.
	ErrCannot = errors.New("qr: the gateway cannot cancel")
)

// Status is the status of an order at its gateway.
type Status string

// Statuses. Review is a payment that the gateway itself doubts or holds back; Refunded is one that it gave
// back to the payer.
const (
	Pending   Status = "PENDING"
	Paid      Status = "PAID"
	Expired   Status = "EXPIRED"
	Cancelled Status = "CANCELLED"
	Failed    Status = "FAILED"
	Review    Status = "REVIEW"
	Refunded  Status = "REFUNDED"
)

// Ask is the order for a code. Reference is ours, 15 capitals and digits (KBANK accepts no more), never
// used twice.
type Ask struct {
	Reference string
	Amount    money.Satang
	Payer     Payer
	// Callback is the URL for the gateway's call-back, for gateways that accept it with the order. If it is
	// empty, the URL agreed with the provider is used.
	Callback string
}

// Payer is the member, for gateways that match the payer's account. BankCode is a bank's letters (KTB).
type Payer struct {
	ID, Name, BankCode, AccountNo string
}

// Order is a code that was made. It has an EMV payload or else a picture.
type Order struct {
	ID    string // the gateway's own name of it
	Text  string // EMV payload
	Image []byte // PNG
	// Pay is what the payer has to send, in satang: some gateways add satang to distinguish payers of the
	// same amount.
	Pay     money.Satang
	Expires time.Time // zero if the gateway does not say
}

// Handle names an order: always by our reference, and by the gateway's ID if it is known.
type Handle struct{ Reference, ID string }

// State is what a gateway says about an order. Amount is what was paid, in satang: always for Paid, and for
// Review and Refunded if the gateway says it.
type State struct {
	Status Status
	ID     string
	Amount money.Satang
}

// Event is what a call-back claims; only Query returns the truth. Verified says that the gateway signed it,
// and is always false for a gateway that does not sign.
type Event struct {
	Handle
	Verified bool
}

// Gateway is the client of one provider. Every call may be repeated: a second Create with the same
// reference makes no second order.
type Gateway interface {
	// Create returns ErrRefused, or provider.ErrDown if an order may exist.
	Create(ctx context.Context, a Ask) (Order, error)
	// Query returns ErrUnknown or provider.ErrDown.
	Query(ctx context.Context, h Handle) (State, error)
	// Cancel returns ErrPaid, ErrCannot, ErrUnknown or provider.ErrDown. For an order that ended some other
	// way it returns nil, as for a cancelled one.
	Cancel(ctx context.Context, h Handle) error
	// List returns a page of the orders made since a time; next is "" on the last page. It returns
	// provider.ErrNoList if the gateway has no such call.
	List(ctx context.Context, since time.Time, cursor string) (page []Listed, next string, err error)
	// Callback reads a call-back of the gateway; ok is false for a body that is not a call-back.
	Callback(header http.Header, body []byte) (e Event, ok bool)
	// Signs returns whether the gateway signs its call-backs.
	Signs() bool
	// Reply returns the JSON that the gateway expects as the response to a call-back.
	Reply() string
}

// maxDrift is how far the amount to pay may differ from the requested amount: some satang, to distinguish
// payers.
const maxDrift = money.Satang(100)

// check compares a new order with the request. A payload that asks the payer for another amount than the
// app shows would mislead the member; such an order counts as no response.
func (o Order) check(a Ask) (Order, error) {
	if o.ID == "" || o.Pay <= 0 || o.Pay-a.Amount >= maxDrift || a.Amount-o.Pay >= maxDrift {
		return Order{}, fmt.Errorf("%w: an order of another amount, or without a name", provider.ErrDown)
	}
	if o.Text == "" {
		if !bytes.HasPrefix(o.Image, []byte("\x89PNG\r\n\x1a\n")) {
			return Order{}, fmt.Errorf("%w: an order without a code", provider.ErrDown)
		}
		return o, nil
	}
	p, err := thaiqr.ParsePayment(o.Text)
	if err != nil || p.Amount != o.Pay {
		return Order{}, fmt.Errorf("%w: a payload that is not for the amount to pay", provider.ErrDown)
	}
	return o, nil
}

// number reads "1,234.50", 1234.5, 1234 and "100.000" exactly. It rejects a number that would need
// rounding.
type number struct{ money.Satang }

func (n *number) UnmarshalJSON(b []byte) error {
	text := strings.ReplaceAll(strings.Trim(string(b), `"`), ",", "")
	if text == "" || text == "null" {
		return nil
	}
	if whole, frac, dotted := strings.Cut(text, "."); dotted {
		if frac = strings.TrimRight(frac, "0"); frac == "" {
			text = whole
		} else {
			text = whole + "." + frac
		}
	}
	a, err := money.Parse(text)
	n.Satang = a
	return err
}

// withAmount returns an error for a paid state without an amount, and for an unknown status.
func (s State) withAmount() (State, error) {
	if s.Status == "" || (s.Status == Paid && s.Amount <= 0) {
		return State{}, fmt.Errorf("%w: a payment without an amount", provider.ErrDown)
	}
	return s, nil
}

// toCreate turns ErrUnknown into ErrRefused: while an order is being made, "no such thing" is a definite
// no.
func toCreate(err error) error {
	if errors.Is(err, ErrUnknown) {
		return fmt.Errorf("%w: %w", ErrRefused, err)
	}
	return err
}

// toAsk turns a refused query, e.g. for a wrong key, into ErrDown: it says nothing about the order.
func toAsk(err error) error {
	if err == nil || errors.Is(err, ErrUnknown) || errors.Is(err, ErrPaid) {
		return err
	}
	return fmt.Errorf("%w: %w", provider.ErrDown, err)
}

// slash removes the slashes with which configured addresses often end.
func slash(base string) string { return strings.TrimRight(base, "/") }
