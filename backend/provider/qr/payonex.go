package qr

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"krapao/backend/provider"
)

// PayoneXConfig is the account with PAYONEX.
type PayoneXConfig struct {
	BaseURL, AccessKey, SecretKey string
}

// PayoneX implements PAYONEX's API. Its orders are identified by a uuid. If the response with the uuid is
// lost, the client searches the newest orders for our reference. The API has no call to cancel. PAYONEX does
// not sign its callbacks.
type PayoneX struct {
	cfg   PayoneXConfig
	token *provider.Token
}

// NewPayoneX returns a client.
func NewPayoneX(cfg PayoneXConfig) *PayoneX {
	cfg.BaseURL = trimSlash(cfg.BaseURL)
	p := &PayoneX{cfg: cfg}
	p.token = provider.NewToken(p.login)
	return p
}

// payoneXTokenLife is how long a token is used. PAYONEX accepts it for 24 hours.
const payoneXTokenLife = 23 * time.Hour

type payoneXResponse struct {
	Success bool            `json:"success"`
	Code    string          `json:"code"`
	Data    json.RawMessage `json:"data"`
}

type payoneXOrder struct {
	UUID           string `json:"uuid"`
	ReferenceID    string `json:"referenceId"`
	Status         string `json:"status"`
	Type           string `json:"type"`
	Amount         amount `json:"amount"`
	TransferAmount amount `json:"transferAmount"`
	QRCode         string `json:"qrCode"`
	QRBase64       string `json:"qrBase64"`
	QRExpireTime   int64  `json:"qrExpireTime"` // unix milliseconds
	CreatedAt      int64  `json:"createdAt"`    // unix milliseconds
}

const (
	payoneXOK       = "20000"
	payoneXNotFound = "40400"
)

// Create makes an order for the payer's own account. PAYONEX requires that the account is registered as a
// customer first. Registering the same account again returns the same customer.
func (p *PayoneX) Create(ctx context.Context, a OrderRequest) (Order, error) {
	var customer struct {
		CustomerUUID string `json:"customerUuid"`
	}
	body := map[string]any{"name": a.Payer.Name, "bankCode": a.Payer.BankCode, "accountNo": a.Payer.AccountNo}
	if err := p.send(ctx, http.MethodPost, "/v2/customers", body, &customer); err != nil {
		return Order{}, createError(err)
	}
	body = map[string]any{
		"customerUuid": customer.CustomerUUID, "amount": a.Amount, "referenceId": a.Reference, "note": "deposit",
	}
	if a.Callback != "" {
		body["callbackUrl"] = a.Callback
	}
	var order payoneXOrder
	if err := p.send(ctx, http.MethodPost, "/transactions/deposit/request", body, &order); err != nil {
		return Order{}, createError(err)
	}
	o := Order{ID: order.UUID, Text: order.QRCode, Pay: order.TransferAmount.Satang, Image: decodePicture(order.QRBase64)}
	if o.Pay == 0 {
		o.Pay = a.Amount
	}
	if order.QRExpireTime > 0 {
		o.Expires = time.UnixMilli(order.QRExpireTime).UTC()
	}
	return o.checkAgainst(a)
}

// decodePicture decodes the PNG in "data:image/png;base64,…". It returns nil if that fails.
func decodePicture(text string) []byte {
	_, data, _ := strings.Cut(text, ",")
	raw, err := base64.StdEncoding.DecodeString(data)
	if err != nil {
		return nil
	}
	return raw
}

// Query returns an order's state. Errors: ErrUnknownOrder, provider.ErrDown.
func (p *PayoneX) Query(ctx context.Context, h Handle) (State, error) {
	if h.ID == "" {
		return p.search(ctx, h.Reference)
	}
	var o payoneXOrder
	if err := p.send(ctx, http.MethodGet, "/transactions/"+url.PathEscape(h.ID), nil, &o); err != nil {
		return State{}, queryError(err)
	}
	if o.UUID != h.ID || o.ReferenceID != h.Reference {
		return State{}, fmt.Errorf("%w: a response about another order", provider.ErrDown)
	}
	return o.state()
}

// searchPages and searchSize limit how many of the newest orders are searched.
const (
	searchPages = 5
	searchSize  = 100
)

// search finds an order by our reference, when its uuid was never received.
func (p *PayoneX) search(ctx context.Context, reference string) (State, error) {
	for page := 1; page <= searchPages; page++ {
		var list struct {
			Data       []payoneXOrder `json:"data"`
			TotalPages int            `json:"totalPages"`
		}
		path := fmt.Sprintf("/transactions?page=%d&size=%d&filter=deposit", page, searchSize)
		if err := p.send(ctx, http.MethodGet, path, nil, &list); err != nil {
			return State{}, queryError(err)
		}
		for _, o := range list.Data {
			if o.ReferenceID == reference && o.UUID != "" {
				return o.state()
			}
		}
		if page >= list.TotalPages {
			break
		}
	}
	return State{}, ErrUnknownOrder
}

func (o payoneXOrder) state() (State, error) {
	meaning := map[string]Status{
		"PROCESSING": Pending, "PENDING": Pending, "SUCCESS": Paid, "ON_HOLD": Review, "REJECTED": Failed, "ERROR": Failed,
		"EXPIRED": Expired, "CANCELLED": Cancelled, "REFUNDED": Refunded,
	}
	s := State{Status: meaning[o.Status], ID: o.UUID}
	if s.Status == Paid || s.Status == Review || s.Status == Refunded {
		s.Amount = o.Amount.Satang
	}
	return s.check()
}

// Cancel returns ErrCannotCancel: a code can only expire.
func (p *PayoneX) Cancel(context.Context, Handle) error { return ErrCannotCancel }

// Callback reads PAYONEX's callback, which has no signature.
func (p *PayoneX) Callback(_ http.Header, body []byte) (Event, bool) {
	var notice struct {
		Data payoneXOrder `json:"data"`
	}
	if err := json.Unmarshal(body, &notice); err != nil || notice.Data.ReferenceID == "" || notice.Data.Type != "deposit" {
		return Event{}, false
	}
	return Event{Handle: Handle{Reference: notice.Data.ReferenceID, ID: notice.Data.UUID}}, true
}

// Signs returns false: PAYONEX does not sign its callbacks.
func (p *PayoneX) Signs() bool { return false }

// Reply returns the response to a callback.
func (p *PayoneX) Reply() string {
	return `{"success":true,"message":"webhook received","code":"20000"}`
}

func (p *PayoneX) send(ctx context.Context, method, path string, body, out any) error {
	var text []byte
	if body != nil {
		var err error
		if text, err = json.Marshal(body); err != nil {
			return err
		}
	}
	var response payoneXResponse
	status, err := p.token.Call(ctx, func(bearer string) (int, error) {
		response = payoneXResponse{}
		return provider.Send(provider.WithName(ctx, "qr:PAYONEX"), method, p.cfg.BaseURL+path, http.Header{"Authorization": {bearer}}, text, &response)
	})
	switch {
	case err != nil:
		return err
	case response.Success && status == http.StatusOK && response.Code == payoneXOK:
		if json.Unmarshal(response.Data, out) != nil {
			return fmt.Errorf("%w: a response of another shape", provider.ErrDown)
		}
		return nil
	case response.Code == payoneXNotFound:
		return ErrUnknownOrder
	case status >= 400 && status < 500 && strings.HasPrefix(response.Code, "4"):
		return fmt.Errorf("%w: code %s", ErrRefused, response.Code)
	}
	return fmt.Errorf("%w: HTTP %d, code %s", provider.ErrDown, status, response.Code)
}

func (p *PayoneX) login(ctx context.Context) (string, time.Duration, error) {
	var response struct {
		Success bool `json:"success"`
		Data    any  `json:"data"` // a string if the login is refused
	}
	body := map[string]string{"accessKey": p.cfg.AccessKey, "secretKey": p.cfg.SecretKey}
	status, err := provider.PostJSON(provider.WithName(ctx, "qr:PAYONEX"), p.cfg.BaseURL+"/authenticate", nil, body, &response)
	if err != nil {
		return "", 0, err
	}
	data, _ := response.Data.(map[string]any)
	value, _ := data["token"].(string)
	if status != http.StatusOK || !response.Success || value == "" {
		return "", 0, loginError(status)
	}
	return value, payoneXTokenLife, nil
}
