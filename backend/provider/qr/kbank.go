package qr

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"krapao/backend/platform/clock"
	"krapao/backend/platform/money"
	"krapao/backend/provider"
)

// KBankConfig is the account with KBANK's open API.
type KBankConfig struct {
	BaseURL                    string
	ConsumerID, ConsumerSecret string // for the OAuth token
	PartnerID, PartnerSecret   string
	MerchantID                 string
}

// KBank implements KBANK's QR payment API. An order is identified only by our reference: the partnerTxnUid
// of the call that made it. The bank does not sign its callbacks.
type KBank struct {
	cfg   KBankConfig
	token *provider.Token
}

// NewKBank returns a client.
func NewKBank(cfg KBankConfig) *KBank {
	cfg.BaseURL = trimSlash(cfg.BaseURL)
	k := &KBank{cfg: cfg}
	k.token = provider.NewToken(k.login)
	return k
}

type kbankCall struct {
	PartnerTxnUID string `json:"partnerTxnUid"`
	PartnerID     string `json:"partnerId"`
	PartnerSecret string `json:"partnerSecret"`
	RequestDt     string `json:"requestDt"`
	MerchantID    string `json:"merchantId"`
	QRType        string `json:"qrType"`
	// For a new order.
	TxnAmount       money.Satang `json:"txnAmount,omitempty"`
	TxnCurrencyCode string       `json:"txnCurrencyCode,omitempty"`
	Reference1      string       `json:"reference1,omitempty"`
	Reference2      string       `json:"reference2,omitempty"`
	// For a call about an order.
	Original string `json:"origPartnerTxnUid,omitempty"`
}

type kbankResponse struct {
	StatusCode string `json:"statusCode"`
	ErrorCode  string `json:"errorCode"`
	QRCode     string `json:"qrCode"`
	TxnStatus  string `json:"txnStatus"`
	TxnAmount  amount `json:"txnAmount"`
	Reference1 string `json:"reference1"`
}

// These codes of the bank have a meaning for us.
const (
	kbankOK        = "00"
	kbankFailed    = "10"
	kbankDuplicate = "duplicate_request"
	kbankUnknown   = "invalid_origPartnerTxnUid"
	kbankPaid      = "qr_paid"
	kbankCancelled = "qr_cancelled"
	kbankExpired   = "qr_expired"
)

// kbankUnsure are errors after which an order may exist nevertheless.
var kbankUnsure = map[string]bool{kbankDuplicate: true, "internal_error": true, "general_error": true, "qr_unknown": true, "": true}

// kbankTime is the format of the bank's times.
const kbankTime = "2006-01-02T15:04:05-07:00"

// codeThaiQR selects a QR code that all Thai banks' apps can read.
const codeThaiQR = "3"

// Create makes an order, which is valid for ten minutes.
func (k *KBank) Create(ctx context.Context, a OrderRequest) (Order, error) {
	call := k.call(a.Reference)
	call.TxnAmount, call.TxnCurrencyCode = a.Amount, "THB"
	call.Reference1, call.Reference2 = a.Reference, a.Payer.ID
	response, status, err := k.send(ctx, "/v1/qrpayment/request", call)
	switch {
	case err != nil:
		return Order{}, err
	case response.StatusCode == kbankOK && status == http.StatusOK:
		return Order{ID: a.Reference, Text: response.QRCode, Pay: a.Amount, Expires: time.Now().Add(10 * time.Minute)}.checkAgainst(a)
	case response.StatusCode == kbankFailed && status < http.StatusInternalServerError && !kbankUnsure[response.ErrorCode]:
		return Order{}, fmt.Errorf("%w: %s", ErrRefused, response.ErrorCode)
	}
	return Order{}, fmt.Errorf("%w: HTTP %d, %s", provider.ErrDown, status, response.ErrorCode)
}

// Query returns an order's state. Errors: ErrUnknownOrder; provider.ErrDown, also for a response about another
// order.
func (k *KBank) Query(ctx context.Context, h Handle) (State, error) {
	response, status, err := k.callAboutOrder(ctx, "/v1/qrpayment/v4/inquiry", h)
	if err != nil {
		return State{}, queryError(err)
	}
	if response.ErrorCode == kbankUnknown {
		return State{}, ErrUnknownOrder
	}
	if response.StatusCode != kbankOK || status != http.StatusOK || response.Reference1 != h.Reference {
		return State{}, fmt.Errorf("%w: HTTP %d, %s", provider.ErrDown, status, response.ErrorCode)
	}
	return State{Status: kbankMeaning[response.TxnStatus], ID: h.Reference, Amount: response.TxnAmount.Satang}.check()
}

// kbankMeaning maps the bank's statuses to ours.
var kbankMeaning = map[string]Status{"REQUESTED": Pending, "PAID": Paid, "CANCELLED": Cancelled, "EXPIRED": Expired, "VOIDED": Refunded}

// Cancel cancels an unpaid order. Errors: those of Gateway.
func (k *KBank) Cancel(ctx context.Context, h Handle) error {
	response, status, err := k.callAboutOrder(ctx, "/v1/qrpayment/cancel", h)
	if err != nil {
		return queryError(err)
	}
	switch {
	case response.StatusCode == kbankOK && status == http.StatusOK, response.ErrorCode == kbankCancelled, response.ErrorCode == kbankExpired:
		return nil
	case response.ErrorCode == kbankPaid:
		return ErrAlreadyPaid
	case response.ErrorCode == kbankUnknown:
		return ErrUnknownOrder
	}
	return fmt.Errorf("%w: HTTP %d, %s", provider.ErrDown, status, response.ErrorCode)
}

// Callback reads the bank's callback, which has no signature.
func (k *KBank) Callback(_ http.Header, body []byte) (Event, bool) {
	var notice struct {
		PartnerTxnUID string `json:"partnerTxnUid"`
		PartnerID     string `json:"partnerId"`
	}
	if err := json.Unmarshal(body, &notice); err != nil || notice.PartnerTxnUID == "" || notice.PartnerID != k.cfg.PartnerID {
		return Event{}, false
	}
	return Event{Handle: Handle{Reference: notice.PartnerTxnUID}}, true
}

// Signs returns false: the bank does not sign its callbacks.
func (k *KBank) Signs() bool { return false }

// Reply returns the response to a callback.
func (k *KBank) Reply() string { return `{"statusCode":"00","errorCode":null,"errorDesc":null}` }

func (k *KBank) call(uid string) kbankCall {
	return kbankCall{
		PartnerTxnUID: uid, PartnerID: k.cfg.PartnerID, PartnerSecret: k.cfg.PartnerSecret, MerchantID: k.cfg.MerchantID,
		RequestDt: time.Now().In(clock.Bangkok).Format(kbankTime), QRType: codeThaiQR,
	}
}

// newUID returns an id for a call that makes no order.
func newUID() string { return rand.Text()[:15] }

// callAboutOrder makes a call about an existing order. The bank requires a new uid for each call.
func (k *KBank) callAboutOrder(ctx context.Context, path string, h Handle) (kbankResponse, int, error) {
	call := k.call(newUID())
	call.Original = h.Reference
	return k.send(ctx, path, call)
}

func (k *KBank) send(ctx context.Context, path string, call kbankCall) (response kbankResponse, status int, err error) {
	status, err = k.token.Call(ctx, func(bearer string) (int, error) {
		response = kbankResponse{}
		return provider.PostJSON(provider.WithName(ctx, "qr:KBANK"), k.cfg.BaseURL+path, http.Header{"Authorization": {"Bearer " + bearer}}, call, &response)
	})
	return response, status, err
}

func (k *KBank) login(ctx context.Context) (string, time.Duration, error) {
	secret := base64.StdEncoding.EncodeToString([]byte(k.cfg.ConsumerID + ":" + k.cfg.ConsumerSecret))
	header := http.Header{"Authorization": {"Basic " + secret}, "Content-Type": {"application/x-www-form-urlencoded"}}
	var response struct {
		AccessToken string `json:"access_token"`
		ExpiresIn   any    `json:"expires_in"` // the bank sends a string
	}
	form := url.Values{"grant_type": {"client_credentials"}}.Encode()
	status, err := provider.Send(provider.WithName(ctx, "qr:KBANK"), http.MethodPost, k.cfg.BaseURL+"/v2/oauth/token", header, []byte(form), &response)
	if err != nil {
		return "", 0, err
	}
	if status != http.StatusOK || response.AccessToken == "" {
		return "", 0, loginError(status)
	}
	seconds, err := strconv.Atoi(fmt.Sprint(response.ExpiresIn))
	if err != nil || seconds <= 0 {
		seconds = 300
	}
	return response.AccessToken, time.Duration(seconds) * time.Second, nil
}

// loginError returns ErrRefused if our keys are wrong, because the order was not requested yet. Any other
// failure is provider.ErrDown.
func loginError(status int) error {
	if status >= 400 && status < 500 {
		return fmt.Errorf("%w: no token, HTTP %d", ErrRefused, status)
	}
	return fmt.Errorf("%w: no token, HTTP %d", provider.ErrDown, status)
}
