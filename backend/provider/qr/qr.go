// Package qr is the client of the QR gateways. A gateway makes a QR code for one payment into our account
// and reports when it was paid. The package uses the public wire formats of KBANK and PAYONEX. WW, PAYTIMZ
// and ZPAY document none, so it uses the plain signed format for them. All implement one interface.
//
// Amounts are in satang. The currency is always baht, because Thai QR codes support no other.
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

// The errors of a gateway, besides provider.ErrDown, after which the outcome is unknown.
var (
	// ErrRefused means that a new order was definitely not made.
	ErrRefused = errors.New("qr: the gateway refused")
	// ErrUnknownOrder means that the gateway does not have the order. Our call that makes the order
	// may still be running.
	ErrUnknownOrder = errors.New("qr: the gateway knows no such order")
	// ErrAlreadyPaid means that an order cannot be cancelled because it was paid.
	ErrAlreadyPaid = errors.New("qr: paid already")
	// ErrCannotCancel means that the gateway has no call to cancel.
	ErrCannotCancel = errors.New("qr: the gateway cannot cancel")
)

// Status is the status of an order at its gateway.
type Status string

// The statuses of an order. Review is a payment that the gateway itself holds back. Refunded is a payment
// that the gateway has returned to the payer.
const (
	Pending   Status = "PENDING"
	Paid      Status = "PAID"
	Expired   Status = "EXPIRED"
	Cancelled Status = "CANCELLED"
	Failed    Status = "FAILED"
	Review    Status = "REVIEW"
	Refunded  Status = "REFUNDED"
)

// OrderRequest is the input for a new order. Reference is ours: 15 capitals and digits (KBANK accepts no
// more), never used twice.
type OrderRequest struct {
	Reference string
	Amount    money.Satang
	Payer     Payer
	// Callback is the URL for the gateway's callback, for gateways that accept it with the order. If it is
	// empty, the URL agreed with the provider is used.
	Callback string
}

// Payer is the member, for gateways that match the payer's account. BankCode is a bank's letters (KTB).
type Payer struct {
	ID, Name, BankCode, AccountNo string
}

// Order is a new order with its QR code: an EMV payload or a picture.
type Order struct {
	ID    string // the gateway's own id
	Text  string // EMV payload
	Image []byte // PNG
	// Pay is the amount that the payer must send, in satang. Some gateways add some satang, to
	// distinguish payers of the same amount.
	Pay     money.Satang
	Expires time.Time // zero if the gateway sends none
}

// Handle identifies an order by our reference, and by the gateway's ID if it is known.
type Handle struct{ Reference, ID string }

// State is the state of an order at its gateway. Amount is the paid amount in satang. It is set for Paid, and
// for Review and Refunded if the gateway sends it.
type State struct {
	Status Status
	ID     string
	Amount money.Satang
}

// Event is the content of a callback. A caller must confirm it by Query. Verified is true if the gateway signed
// the callback; it is always false for a gateway that does not sign.
type Event struct {
	Handle
	Verified bool
}

// Gateway is the client of one gateway. Every call may be repeated: a second Create with the same reference
// makes no second order.
type Gateway interface {
	// Create makes an order. Errors: ErrRefused, or provider.ErrDown if an order may exist.
	Create(ctx context.Context, a OrderRequest) (Order, error)
	// Query returns an order's state. Errors: ErrUnknownOrder, provider.ErrDown.
	Query(ctx context.Context, h Handle) (State, error)
	// Cancel cancels an unpaid order. It returns nil also for an order that has expired or failed. Errors:
	// ErrAlreadyPaid, ErrCannotCancel, ErrUnknownOrder, provider.ErrDown.
	Cancel(ctx context.Context, h Handle) error
	// List returns a page of the orders made since a time; next is "" on the last page. Error:
	// provider.ErrNoList if the gateway has no such call.
	List(ctx context.Context, since time.Time, cursor string) (page []ListedOrder, next string, err error)
	// Callback reads a callback of the gateway; ok is false for a body that is not a callback.
	Callback(header http.Header, body []byte) (e Event, ok bool)
	// Signs returns whether the gateway signs its callbacks.
	Signs() bool
	// Reply returns the JSON that the gateway expects as the response to a callback.
	Reply() string
}

// maxDrift is how far the amount to pay may differ from the requested amount. Gateways add some satang to
// distinguish payers.
const maxDrift = money.Satang(100)

// checkAgainst returns the order if it fits the request, else provider.ErrDown. A payload with another amount
// than the app shows would mislead the member.
func (o Order) checkAgainst(a OrderRequest) (Order, error) {
	if o.ID == "" || o.Pay <= 0 || o.Pay-a.Amount >= maxDrift || a.Amount-o.Pay >= maxDrift {
		return Order{}, fmt.Errorf("%w: an order with another amount, or without an id", provider.ErrDown)
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

// amount decodes "1,234.50", 1234.5, 1234 and "100.000" exactly. It rejects a number that would have to be
// rounded.
type amount struct{ money.Satang }

func (n *amount) UnmarshalJSON(b []byte) error {
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

// check returns the state, or provider.ErrDown for a paid state without an amount or an unknown status.
func (s State) check() (State, error) {
	if s.Status == "" || (s.Status == Paid && s.Amount <= 0) {
		return State{}, fmt.Errorf("%w: a payment without an amount, or an unknown status", provider.ErrDown)
	}
	return s, nil
}

// createError turns ErrUnknownOrder into ErrRefused: in the response to a new order, "unknown" means that no
// order was made.
func createError(err error) error {
	if errors.Is(err, ErrUnknownOrder) {
		return fmt.Errorf("%w: %w", ErrRefused, err)
	}
	return err
}

// queryError turns a refused query into provider.ErrDown. A refusal, for example of a wrong key, does not
// decide the status of the order.
func queryError(err error) error {
	if err == nil || errors.Is(err, ErrUnknownOrder) || errors.Is(err, ErrAlreadyPaid) {
		return err
	}
	return fmt.Errorf("%w: %w", provider.ErrDown, err)
}

// trimSlash removes trailing slashes from a configured address.
func trimSlash(base string) string { return strings.TrimRight(base, "/") }
