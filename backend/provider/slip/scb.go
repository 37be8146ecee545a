package slip

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"krapao/backend/provider"
)

// scb implements the open API of Siam Commercial Bank. It gets a token for the application's key and secret.
// With the token, it queries a transfer by its reference and sending bank. A query changes and stores nothing at the
// bank, so there is no Duplicate.
//
// The bank documents the calls, the fields and its general codes. It does not document which code this call
// returns in which case, or whether it finds transfers that other banks sent. Its page mentions QR payments,
// and 014 for SCB. It does not document the codes for a quota. Users report 8888 and HTTP 429.
type scb struct {
	cfg   Config
	token *provider.Token
}

func newSCB(cfg Config) scb {
	c := scb{cfg: cfg}
	c.token = provider.NewToken(c.login)
	return c
}

// scbStatus is in every response of the bank.
type scbStatus struct {
	Status struct {
		Code        int    `json:"code"`
		Description string `json:"description"`
	} `json:"status"`
}

type scbResponse struct {
	scbStatus
	// The fields and their formats are the same as SlipOK's.
	Data slipOKData `json:"data"`
}

// These codes of the bank have a meaning for us.
const (
	scbSuccess      = 1000
	scbNoRecord     = 1104
	scbQuota        = 8888
	scbTokenExpired = 9300
)

// scbRefused are codes that definitely refuse the query: a parameter is missing or wrong.
var scbRefused = map[int]bool{1101: true, 1102: true, 1103: true, 1105: true}

// scbAuth are codes that refuse our credentials: headers, key, rights.
var scbAuth = map[int]bool{9100: true, scbTokenExpired: true, 9500: true, 9503: true}

// scbTokenLife is how long a token is used if the response has no duration. The bank documents half an hour.
const scbTokenLife = 25 * time.Minute

func (c scb) Verify(ctx context.Context, q Query) (Response, error) {
	address := c.cfg.BaseURL + "/v1/payment/billpayment/transactions/" + url.PathEscape(q.TransRef) + "?sendingBank=" + url.QueryEscape(q.Bank)
	var a scbResponse
	status, err := c.token.Call(ctx, func(bearer string) (int, error) {
		a = scbResponse{}
		header := c.header()
		header.Set("Authorization", "Bearer "+bearer)
		return provider.SendJSON(provider.WithName(ctx, "slip"), http.MethodGet, address, header, nil, &a)
	})
	if ctx.Err() != nil {
		return Response{}, ctx.Err()
	}
	var refused tokenError
	if errors.As(err, &refused) {
		return Response{Outcome: Auth, Code: "token " + strconv.Itoa(int(refused))}, nil
	}
	if err != nil {
		return Response{Outcome: Down}, nil
	}
	return c.response(status, a, q), nil
}

func (c scb) response(status int, a scbResponse, q Query) Response {
	code := a.Status.Code
	out := Response{Code: fmt.Sprint(code)}
	switch {
	case code == scbSuccess && status == http.StatusOK:
		return withFacts(out, Valid, true, a.Data.facts, q)
	case status >= http.StatusInternalServerError:
		out.Outcome = Down
	case code == scbNoRecord:
		out.Outcome = NotFound
	case code == scbQuota || status == http.StatusTooManyRequests:
		out.Outcome = Quota
	case scbAuth[code] || status == http.StatusUnauthorized || status == http.StatusForbidden:
		out.Outcome = Auth
	case scbRefused[code] && status >= http.StatusBadRequest:
		out.Outcome = Refused
	default:
		out.Outcome = Down
	}
	return out
}

// tokenError is the error for a definite refusal of a token. Its value is the HTTP status.
type tokenError int

func (n tokenError) Error() string { return "slip: no token, HTTP " + strconv.Itoa(int(n)) }

func (c scb) login(ctx context.Context) (string, time.Duration, error) {
	body := map[string]string{"applicationKey": c.cfg.Key, "applicationSecret": c.cfg.Secret}
	var a struct {
		scbStatus
		Data struct {
			AccessToken string `json:"accessToken"`
			ExpiresIn   int64  `json:"expiresIn"` // seconds
		} `json:"data"`
	}
	status, err := provider.PostJSON(provider.WithName(ctx, "slip"), c.cfg.BaseURL+"/v1/oauth/token", c.header(), body, &a)
	switch {
	case err != nil:
		return "", 0, err
	case status == http.StatusOK && a.Status.Code == scbSuccess && a.Data.AccessToken != "":
		if a.Data.ExpiresIn <= 0 {
			return a.Data.AccessToken, scbTokenLife, nil
		}
		return a.Data.AccessToken, time.Duration(a.Data.ExpiresIn) * time.Second, nil
	case status >= http.StatusBadRequest && status < http.StatusInternalServerError && status != http.StatusTooManyRequests:
		return "", 0, tokenError(status)
	}
	return "", 0, fmt.Errorf("%w: no token, HTTP %d, code %d", provider.ErrDown, status, a.Status.Code)
}

// header returns the headers for the application and the call, with names spelled as the bank does.
func (c scb) header() http.Header {
	var id [16]byte
	_, _ = rand.Read(id[:]) // never fails
	return http.Header{"resourceOwnerId": {c.cfg.Key}, "requestUId": {hex.EncodeToString(id[:])}, "Accept-Language": {"TH"}}
}
