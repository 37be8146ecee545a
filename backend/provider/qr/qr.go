// Package qr speaks to the companies that make a QR code for one payment into
// our account and tell when it was paid. KBANK and PAYONEX are spoken in their
// public wire formats; WW, PAYTIMZ and ZPAY, which publish none, in a plain
// signed form. All answer in one form.
//
// Money is in hundredths (satang), and only ever baht: a Thai QR carries
// nothing else.
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

// Errors of a gateway, beside provider.ErrDown, which leaves open what it did.
var (
	// ErrRefused is a definite no to a new order: there is none.
	ErrRefused = errors.New("qr: the gateway refused")
	// ErrUnknown says that the gateway knows no such order (yet: our own call
	// that makes it may still be on its way).
	ErrUnknown = errors.New("qr: the gateway knows no such order")
	// ErrPaid answers a cancelling that came too late.
	ErrPaid = errors.New("qr: paid already")
	// ErrCannot answers a cancelling where the gateway has no such call.
	ErrCannot = errors.New("qr: the gateway cannot cancel")
)

// Status of an order at its gateway.
type Status string

// Statuses. Review is a payment that the gateway itself doubts or holds back;
// Refunded is one that it gave back to the payer.
const (
	Pending   Status = "PENDING"
	Paid      Status = "PAID"
	Expired   Status = "EXPIRED"
	Cancelled Status = "CANCELLED"
	Failed    Status = "FAILED"
	Review    Status = "REVIEW"
	Refunded  Status = "REFUNDED"
)

// Ask is the order for a code. Reference is ours, 15 capitals and digits
// (KBANK takes no more), never used twice.
type Ask struct {
	Reference string
	Amount    money.Satang
	Payer     Payer
	// Callback is where the gateway tells of the payment, for those that take
	// it with the order. Empty leaves it to what was agreed with the company.
	Callback string
}

// Payer is the member, for gateways that match the payer's account. BankCode
// is a bank's letters (KTB).
type Payer struct {
	ID, Name, BankCode, AccountNo string
}

// Order is a code that was made. It has an EMV payload or else a picture.
type Order struct {
	ID    string // the gateway's own name of it
	Text  string // EMV payload
	Image []byte // PNG
	// Pay is what the payer is to send: some gateways add satang to tell payers
	// of the same amount apart.
	Pay     money.Satang
	Expires time.Time // zero where the gateway does not say
}

// Handle names an order: ours always, the gateway's where it is known.
type Handle struct{ Reference, ID string }

// State is what a gateway says of an order. Amount is what was paid: of Paid
// always, of Review and Refunded where the gateway tells.
type State struct {
	Status Status
	ID     string
	Amount money.Satang
}

// Event is what a call-back claims; only Query tells the truth. Verified says
// that it was signed by the gateway, and is always false where the gateway
// does not sign.
type Event struct {
	Handle
	Verified bool
}

// Gateway is one company. Every call may be repeated: a second Create with the
// same reference makes no second order.
type Gateway interface {
	// Create answers ErrRefused, or provider.ErrDown where an order may exist.
	Create(ctx context.Context, a Ask) (Order, error)
	// Query answers ErrUnknown or provider.ErrDown.
	Query(ctx context.Context, h Handle) (State, error)
	// Cancel answers ErrPaid, ErrCannot, ErrUnknown or provider.ErrDown. An
	// order that ended some other way is cancelled as well as can be: nil.
	Cancel(ctx context.Context, h Handle) error
	// List answers a page of the orders made since a moment; next is "" on the
	// last one. provider.ErrNoList where the gateway has no such call.
	List(ctx context.Context, since time.Time, cursor string) (page []Listed, next string, err error)
	// Callback reads a call-back of the gateway; ok is false for what is none.
	Callback(header http.Header, body []byte) (e Event, ok bool)
	// Signs tells that the gateway signs its call-backs.
	Signs() bool
	// Reply is the JSON that the gateway wants to hear after a call-back.
	Reply() string
}

// maxDrift is how far the amount to pay may stray from what was asked: some
// satang, to tell payers apart.
const maxDrift = money.Satang(100)

// check holds a new order to what was asked. A payload that asks the payer for
// another amount than we show would be our lie to the member; such an order is
// as good as no answer.
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

// number reads "1,234.50", 1234.5, 1234 and "100.000" exactly; what would need
// rounding is refused.
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

// withAmount holds a paid state to having been paid something.
func (s State) withAmount() (State, error) {
	if s.Status == "" || (s.Status == Paid && s.Amount <= 0) {
		return State{}, fmt.Errorf("%w: a payment without an amount", provider.ErrDown)
	}
	return s, nil
}

// toCreate makes of "there is no such thing" the definite no that it is while an
// order is being made.
func toCreate(err error) error {
	if errors.Is(err, ErrUnknown) {
		return fmt.Errorf("%w: %w", ErrRefused, err)
	}
	return err
}

// toAsk keeps a refusal of a question, say for a wrong key, from being taken for
// an answer about the order.
func toAsk(err error) error {
	if err == nil || errors.Is(err, ErrUnknown) || errors.Is(err, ErrPaid) {
		return err
	}
	return fmt.Errorf("%w: %w", provider.ErrDown, err)
}

// slash drops what configured addresses often end in.
func slash(base string) string { return strings.TrimRight(base, "/") }
