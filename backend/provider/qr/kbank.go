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
	cfg.BaseURL = slash(cfg.BaseURL)
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

type kbankAnswer struct {
	StatusCode string `json:"statusCode"`
	ErrorCode  string `json:"errorCode"`
	QRCode     string `json:"qrCode"`
	TxnStatus  string `json:"txnStatus"`
	TxnAmount  number `json:"txnAmount"`
	Reference1 string `json:"reference1"`
}

// These codes of the bank have a meaning for us.
const (
	kbankOK        = "00"
	kbankNo        = "10"
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
func (k *KBank) Create(ctx context.Context, a Ask) (Order, error) {
	call := k.call(a.Reference)
	call.TxnAmount, call.TxnCurrencyCode = a.Amount, "THB"
	call.Reference1, call.Reference2 = a.Reference, a.Payer.ID
	answer, status, err := k.send(ctx, "/v1/qrpayment/request", call)
	switch {
	case err != nil:
		return Order{}, err
	case answer.StatusCode == kbankOK && status == http.StatusOK:
		return Order{ID: a.Reference, Text: answer.QRCode, Pay: a.Amount, Expires: time.Now().Add(10 * time.Minute)}.check(a)
	case answer.StatusCode == kbankNo && status < http.StatusInternalServerError && !kbankUnsure[answer.ErrorCode]:
		return Order{}, fmt.Errorf("%w: %s", ErrRefused, answer.ErrorCode)
	}
	return Order{}, fmt.Errorf("%w: HTTP %d, %s", provider.ErrDown, status, answer.ErrorCode)
}

// Query returns an order's state. Errors: ErrUnknown; provider.ErrDown, also for a response about another
// order.
func (k *KBank) Query(ctx context.Context, h Handle) (State, error) {
	answer, status, err := k.about(ctx, "/v1/qrpayment/v4/inquiry", h)
	if err != nil {
		return State{}, toAsk(err)
	}
	if answer.ErrorCode == kbankUnknown {
		return State{}, ErrUnknown
	}
	if answer.StatusCode != kbankOK || status != http.StatusOK || answer.Reference1 != h.Reference {
		return State{}, fmt.Errorf("%w: HTTP %d, %s", provider.ErrDown, status, answer.ErrorCode)
	}
	return State{Status: kbankMeaning[answer.TxnStatus], ID: h.Reference, Amount: answer.TxnAmount.Satang}.withAmount()
}

// kbankMeaning maps the bank's statuses to ours.
var kbankMeaning = map[string]Status{"REQUESTED": Pending, "PAID": Paid, "CANCELLED": Cancelled, "EXPIRED": Expired, "VOIDED": Refunded}

// Cancel cancels an unpaid order. Errors: those of Gateway.
func (k *KBank) Cancel(ctx context.Context, h Handle) error {
	answer, status, err := k.about(ctx, "/v1/qrpayment/cancel", h)
	if err != nil {
		return toAsk(err)
	}
	switch {
	case answer.StatusCode == kbankOK && status == http.StatusOK, answer.ErrorCode == kbankCancelled, answer.ErrorCode == kbankExpired:
		return nil
	case answer.ErrorCode == kbankPaid:
		return ErrPaid
	case answer.ErrorCode == kbankUnknown:
		return ErrUnknown
	}
	return fmt.Errorf("%w: HTTP %d, %s", provider.ErrDown, status, answer.ErrorCode)
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

// about makes a call about an existing order. The bank requires a new uid for each call.
func (k *KBank) about(ctx context.Context, path string, h Handle) (kbankAnswer, int, error) {
	call := k.call(newUID())
	call.Original = h.Reference
	return k.send(ctx, path, call)
}

func (k *KBank) send(ctx context.Context, path string, call kbankCall) (answer kbankAnswer, status int, err error) {
	status, err = k.token.With(ctx, func(bearer string) (int, error) {
		answer = kbankAnswer{}
		return provider.PostJSON(provider.For(ctx, "qr:KBANK"), k.cfg.BaseURL+path, http.Header{"Authorization": {"Bearer " + bearer}}, call, &answer)
	})
	return answer, status, err
}

func (k *KBank) login(ctx context.Context) (string, time.Duration, error) {
	secret := base64.StdEncoding.EncodeToString([]byte(k.cfg.ConsumerID + ":" + k.cfg.ConsumerSecret))
	header := http.Header{"Authorization": {"Basic " + secret}, "Content-Type": {"application/x-www-form-urlencoded"}}
	var answer struct {
		AccessToken string `json:"access_token"`
		ExpiresIn   any    `json:"expires_in"` // the bank sends a string
	}
	form := url.Values{"grant_type": {"client_credentials"}}.Encode()
	status, err := provider.Send(provider.For(ctx, "qr:KBANK"), http.MethodPost, k.cfg.BaseURL+"/v2/oauth/token", header, []byte(form), &answer)
	if err != nil {
		return "", 0, err
	}
	if status != http.StatusOK || answer.AccessToken == "" {
		return "", 0, loginFailed(status)
	}
	seconds, err := strconv.Atoi(fmt.Sprint(answer.ExpiresIn))
	if err != nil || seconds <= 0 {
		seconds = 300
	}
	return answer.AccessToken, time.Duration(seconds) * time.Second, nil
}

// loginFailed returns ErrRefused if our keys are wrong, since the order was not requested yet. Any other
// failure is provider.ErrDown.
func loginFailed(status int) error {
	if status >= 400 && status < 500 {
		return fmt.Errorf("%w: no token, HTTP %d", ErrRefused, status)
	}
	return fmt.Errorf("%w: no token, HTTP %d", provider.ErrDown, status)
}
