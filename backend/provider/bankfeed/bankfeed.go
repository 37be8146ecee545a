// Package bankfeed is the client of the provider that lists the transfers into our bank accounts. The same
// provider also sends their webhooks. It uses the plain signed format.
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

// Config is the client's configuration. An empty BaseURL means that there is no provider.
type Config struct{ BaseURL, Key string }

// Client is the client of the provider.
type Client struct{ cfg Config }

// New returns a client.
func New(cfg Config) *Client {
	cfg.BaseURL = strings.TrimRight(cfg.BaseURL, "/")
	return &Client{cfg}
}

// Transfer is a transfer into an account of ours, with the fields of the webhook.
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

// List returns a page of the transfers into an account since a time. The call is GET
// /transfers?bank=&account=&from=&cursor=&limit= -> {transfers, next}. Error: provider.ErrNoList for an
// account that the provider does not report.
func (c *Client) List(ctx context.Context, bank, account string, since time.Time, cursor string) (page []Transfer, next string, err error) {
	if c.cfg.BaseURL == "" {
		return nil, "", provider.ErrNoList
	}
	var a struct {
		Transfers *[]Transfer `json:"transfers"`
		Next      string      `json:"next"`
	}
	query := url.Values{
		"bank": {bank}, "account": {account}, "from": {since.UTC().Format(time.RFC3339)}, "cursor": {cursor}, "limit": {strconv.Itoa(provider.PageSize)},
	}
	status, err := provider.SendSigned(provider.WithName(ctx, "bank"), http.MethodGet, c.cfg.BaseURL+"/transfers?"+query.Encode(), c.cfg.Key, nil, &a)
	if err := provider.ListError(status, err, a.Transfers != nil); err != nil {
		return nil, "", err
	}
	return *a.Transfers, a.Next, nil
}
