// Package payout is the client of the payout provider, which sends money from our account to a bank
// account. The provider stores our reference with each payout, for ever. A second order with the same
// reference is the same payout, so a repeated order pays once.
package payout

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"krapao/backend/platform/money"
	"krapao/backend/provider"
)

// Outcome is the meaning of a response about a payout.
type Outcome string

// The outcomes. Only Paid and Failed are final, and only the provider's own response sets them. A response
// that cannot be understood is Unknown.
const (
	Paid     Outcome = "PAID"
	Pending  Outcome = "PENDING"   // the provider has the order, and has not decided yet
	Failed   Outcome = "FAILED"    // the payout will not be paid; see Response.Code
	NotFound Outcome = "NOT_FOUND" // the provider does not know the reference (yet)
	Unknown  Outcome = "UNKNOWN"   // the payout may have been paid
)

// Response is the provider's response. Code is the provider's own code, for the log and the cashier.
type Response struct {
	Outcome Outcome
	Code    string
	// Refused is true if the call itself was refused, and made no payout. An earlier call with
	// the same reference may have made one.
	Refused bool
	// Content is the content that the provider has under the reference; the zero value if it sends none.
	Content Content
}

// Content are the fields that a repeat with the same reference must have in common.
type Content struct {
	Bank, AccountNo string
	Amount          money.Satang
}

// Content returns the content of an order.
func (o Order) Content() Content { return Content{o.Bank, o.AccountNo, o.Amount} }

// Order is a payout to be made. Amount is in hundredths of the currency.
type Order struct {
	Reference string // 1 to 64 visible ASCII
	Bank      string // the bank's number, see content.Bank
	AccountNo string
	Name      string
	Amount    money.Satang
	Currency  string // THB or LAK
}

// Config is the client's configuration.
type Config struct {
	BaseURL string // ends before /payouts
	Key     string // signs the calls
}

// Client is the client of the provider.
type Client struct{ cfg Config }

// New returns a client.
func New(cfg Config) *Client {
	cfg.BaseURL = strings.TrimRight(cfg.BaseURL, "/")
	return &Client{cfg}
}

type wireOrder struct {
	Reference string       `json:"reference"`
	ToBank    string       `json:"toBank"`
	ToAccount string       `json:"toAccountNo"`
	ToName    string       `json:"toName"`
	Amount    money.Satang `json:"amount"`
	Currency  string       `json:"currency"`
}

type wireResponse struct {
	wireOrder
	Status string `json:"status"`
	Code   string `json:"code"`
}

// Create makes a payout, or returns the existing one with this reference. It returns an error only if ctx
// was cancelled. The outcome is then Unknown.
func (c *Client) Create(ctx context.Context, o Order) (Response, error) {
	var a wireResponse
	body := wireOrder{Reference: o.Reference, ToBank: o.Bank, ToAccount: o.AccountNo, ToName: o.Name, Amount: o.Amount, Currency: o.Currency}
	status, err := provider.SendSigned(provider.WithName(ctx, "payout"), http.MethodPost, c.cfg.BaseURL+"/payouts", c.cfg.Key, body, &a)
	if ctx.Err() != nil {
		return Response{Outcome: Unknown}, ctx.Err()
	}
	if err != nil {
		return Response{Outcome: Unknown}, nil
	}
	if status == http.StatusUnprocessableEntity && a.Code != "" {
		return Response{Outcome: Failed, Code: printableCode(a.Code), Refused: true}, nil
	}
	return responseOf(status, a, o.Reference), nil
}

// Query returns the outcome of a payout. If the provider refuses the query, the outcome is Unknown. It
// returns an error only if ctx was cancelled.
func (c *Client) Query(ctx context.Context, reference string) (Response, error) {
	var a wireResponse
	status, err := provider.SendSigned(provider.WithName(ctx, "payout"), http.MethodGet, c.cfg.BaseURL+"/payouts/"+url.PathEscape(reference), c.cfg.Key, nil, &a)
	if ctx.Err() != nil {
		return Response{Outcome: Unknown}, ctx.Err()
	}
	if err != nil {
		return Response{Outcome: Unknown}, nil
	}
	// A 404 without the provider's code may come from a proxy, or from a wrong address.
	if status == http.StatusNotFound && a.Code == "NOT_FOUND" {
		return Response{Outcome: NotFound, Code: a.Code}, nil
	}
	return responseOf(status, a, reference), nil
}

// responseOf returns the state of a payout. A response about another payout is Unknown.
func responseOf(status int, a wireResponse, reference string) Response {
	out := Response{Outcome: Unknown, Code: printableCode(a.Code)}
	if status != http.StatusOK || a.Reference != reference {
		return out
	}
	if a.Amount > 0 && a.ToAccount != "" {
		out.Content = Content{a.ToBank, a.ToAccount, a.Amount}
	}
	switch a.Status {
	case "SUCCESS":
		out.Outcome = Paid
	case "PENDING":
		out.Outcome = Pending
	case "FAILED":
		out.Outcome = Failed
	}
	return out
}

// printableCode makes a provider's code safe for a log entry and a column: at most 64 visible ASCII characters.
func printableCode(code string) string {
	code = strings.Map(func(c rune) rune {
		if c <= ' ' || c > '~' {
			return '_'
		}
		return c
	}, code)
	return code[:min(len(code), 64)]
}
