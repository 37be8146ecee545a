package qr

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"krapao/backend/platform/money"
	"krapao/backend/platform/signed"
	"krapao/backend/provider"
)

// SignedConfig is the account with a gateway that uses the plain signed format.
type SignedConfig struct {
	BaseURL, Key string
}

// Signed implements the plain signed format for WW, PAYTIMZ and ZPAY. The format is ours, because they
// document none. Orders are identified by our reference:
//
//	POST /orders {reference, amount, payer, callbackUrl} -> the order
//	GET  /orders/{reference}                             -> the order
//	POST /orders/{reference}/cancel                      -> the order
//
// An order is {id, reference, status, amount, payAmount, payload or image, expiresAt, paidAmount}; a
// refusal is 4xx {code}. Both sides sign their calls as in package signed.
type Signed struct{ cfg SignedConfig }

// NewSigned returns a client.
func NewSigned(cfg SignedConfig) *Signed {
	cfg.BaseURL = trimSlash(cfg.BaseURL)
	return &Signed{cfg}
}

type signedOrder struct {
	Code       string    `json:"code"` // of a refusal
	ID         string    `json:"id"`
	Reference  string    `json:"reference"`
	Status     Status    `json:"status"`
	PayAmount  amount    `json:"payAmount"`
	PaidAmount amount    `json:"paidAmount"`
	Payload    string    `json:"payload"`
	Image      []byte    `json:"image"` // PNG in base64
	ExpiresAt  time.Time `json:"expiresAt"`
}

type signedOrderRequest struct {
	Reference   string       `json:"reference"`
	Amount      money.Satang `json:"amount"`
	Payer       signedPayer  `json:"payer"`
	CallbackURL string       `json:"callbackUrl,omitempty"`
}

type signedPayer struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	BankCode  string `json:"bankCode"`
	AccountNo string `json:"accountNo"`
}

// Create makes an order.
func (s *Signed) Create(ctx context.Context, a OrderRequest) (Order, error) {
	body := signedOrderRequest{a.Reference, a.Amount, signedPayer{a.Payer.ID, a.Payer.Name, a.Payer.BankCode, a.Payer.AccountNo}, a.Callback}
	o, err := s.send(ctx, http.MethodPost, "/orders", a.Reference, body)
	if err != nil {
		return Order{}, createError(err)
	}
	return Order{ID: o.ID, Text: o.Payload, Image: o.Image, Pay: o.PayAmount.Satang, Expires: o.ExpiresAt}.checkAgainst(a)
}

// Query returns an order's state. Errors: ErrUnknownOrder, provider.ErrDown.
func (s *Signed) Query(ctx context.Context, h Handle) (State, error) {
	o, err := s.send(ctx, http.MethodGet, "/orders/"+url.PathEscape(h.Reference), h.Reference, nil)
	if err != nil {
		return State{}, queryError(err)
	}
	switch o.Status {
	case Pending, Paid, Expired, Cancelled, Failed, Review, Refunded:
		return State{Status: o.Status, ID: o.ID, Amount: o.PaidAmount.Satang}.check()
	}
	return State{}, fmt.Errorf("%w: an unknown status", provider.ErrDown)
}

// Cancel cancels an unpaid order. Errors: those of Gateway.
func (s *Signed) Cancel(ctx context.Context, h Handle) error {
	_, err := s.send(ctx, http.MethodPost, "/orders/"+url.PathEscape(h.Reference)+"/cancel", h.Reference, struct{}{})
	return queryError(err)
}

// Callback reads a callback, and checks whether the gateway signed it within the last five minutes.
func (s *Signed) Callback(header http.Header, body []byte) (Event, bool) {
	var notice struct {
		Reference string `json:"reference"`
		ID        string `json:"id"`
	}
	if err := json.Unmarshal(body, &notice); err != nil || notice.Reference == "" {
		return Event{}, false
	}
	good := signed.Verify(s.cfg.Key, header.Get(signed.TimestampHeader), header.Get(signed.SignatureHeader), body, time.Now())
	return Event{Handle{notice.Reference, notice.ID}, good}, true
}

// Signs returns true: callbacks are signed.
func (s *Signed) Signs() bool { return true }

// Reply returns the response to a callback.
func (s *Signed) Reply() string { return `{"received":true}` }

func (s *Signed) send(ctx context.Context, method, path, reference string, body any) (signedOrder, error) {
	var o signedOrder
	status, err := provider.SendSigned(provider.WithName(ctx, "qr:signed"), method, s.cfg.BaseURL+path, s.cfg.Key, body, &o)
	switch {
	case err != nil:
		return o, err
	case status == http.StatusOK && o.Reference == reference && o.ID != "":
		return o, nil
	case status == http.StatusNotFound && o.Code == "NOT_FOUND":
		return o, ErrUnknownOrder
	case status == http.StatusConflict && o.Code == "ALREADY_PAID":
		return o, ErrAlreadyPaid
	case status == http.StatusConflict: // an order with this reference exists
		return o, fmt.Errorf("%w: %s", provider.ErrDown, o.Code)
	case status >= 400 && status < 500 && o.Code != "":
		return o, fmt.Errorf("%w: %s", ErrRefused, o.Code)
	}
	return o, fmt.Errorf("%w: HTTP %d", provider.ErrDown, status)
}
