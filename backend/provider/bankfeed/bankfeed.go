// Package bankfeed lists the transfers that came into our bank accounts, as the
// company tells of them that also sends their webhooks. It speaks the plain
// signed form.
package bankfeed

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"krapao/backend/platform/money"
	"krapao/backend/provider"
)

// Config of the client. Without a BaseURL there is nobody to ask.
type Config struct{ BaseURL, Key string }

// Client talks to the company.
type Client struct{ cfg Config }

// New makes a client.
func New(cfg Config) *Client {
	cfg.BaseURL = strings.TrimRight(cfg.BaseURL, "/")
	return &Client{cfg}
}

// Transfer into an account of ours, in the words of the webhook.
type Transfer struct {
	TransRef    string       `json:"transRef"`
	FromBank    string       `json:"fromBank"`
	FromAccount string       `json:"fromAccount"`
	FromName    string       `json:"fromName"`
	ToBank      string       `json:"toBank"`
	ToAccountNo string       `json:"toAccountNo"`
	Amount      money.Satang `json:"amount"`
	At          time.Time    `json:"at"`
}

// List answers a page of what came into an account since a moment:
// GET /transfers?bank=&account=&from=&cursor=&limit= -> {transfers, next}.
// provider.ErrNoList for an account that the company does not watch.
func (c *Client) List(ctx context.Context, bank, account string, since time.Time, cursor string) (page []Transfer, next string, err error) {
	if c.cfg.BaseURL == "" {
		return nil, "", provider.ErrNoList
	}
	var a struct {
		Transfers *[]Transfer `json:"transfers"`
		Next      string      `json:"next"`
	}
	ask := url.Values{
		"bank": {bank}, "account": {account}, "from": {since.UTC().Format(time.RFC3339)}, "cursor": {cursor}, "limit": {strconv.Itoa(provider.PageSize)},
	}
	status, err := provider.SendSigned(provider.For(ctx, "bank"), http.MethodGet, c.cfg.BaseURL+"/transfers?"+ask.Encode(), c.cfg.Key, nil, &a)
	if err := provider.Listed(status, err, a.Transfers != nil); err != nil {
		return nil, "", err
	}
	return *a.Transfers, a.Next, nil
}
