package payout

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"krapao/backend/platform/money"
	"krapao/backend/provider"
)

// ListedPayout is a payout as the provider lists it. Outcome is Paid, Pending or Failed, or
// Unknown for any other status.
type ListedPayout struct {
	Order
	Outcome Outcome
	Code    string
	At      time.Time
}

type wireListedPayout struct {
	wireOrder
	Status string    `json:"status"`
	Code   string    `json:"code"`
	At     time.Time `json:"at"`
}

// List returns a page of the payouts that the provider made since a time, oldest first. The call is
// GET /payouts?from=&cursor=&limit= -> {payouts, next}. next is "" on the last page.
func (c *Client) List(ctx context.Context, since time.Time, cursor string) (page []ListedPayout, next string, err error) {
	var a struct {
		Payouts *[]wireListedPayout `json:"payouts"`
		Next    string              `json:"next"`
	}
	query := url.Values{"from": {since.UTC().Format(time.RFC3339)}, "cursor": {cursor}, "limit": {strconv.Itoa(provider.PageSize)}}
	status, err := provider.SendSigned(provider.WithName(ctx, "payout"), http.MethodGet, c.cfg.BaseURL+"/payouts?"+query.Encode(), c.cfg.Key, nil, &a)
	if err := provider.ListError(status, err, a.Payouts != nil); err != nil {
		return nil, "", err
	}
	for _, p := range *a.Payouts {
		response := responseOf(http.StatusOK, wireResponse{wireOrder: p.wireOrder, Status: p.Status, Code: p.Code}, p.Reference)
		page = append(page, ListedPayout{
			Order:   Order{Reference: p.Reference, Bank: p.ToBank, AccountNo: p.ToAccount, Name: p.ToName, Amount: money.Satang(p.Amount), Currency: p.Currency},
			Outcome: response.Outcome, Code: response.Code, At: p.At,
		})
	}
	return page, a.Next, nil
}

// Find searches the list since a time for a payout, and returns its content. It is for providers whose
// other responses lack the content. found is false if the list does not have the payout. Error:
// provider.ErrNoList if there is no list.
func (c *Client) Find(ctx context.Context, reference string, since time.Time) (content Content, found bool, err error) {
	for cursor := ""; ; {
		page, next, err := c.List(ctx, since, cursor)
		if err != nil {
			return content, false, err
		}
		for _, p := range page {
			if p.Reference == reference {
				return p.Content(), true, nil
			}
		}
		if next == "" || next == cursor {
			return content, false, nil
		}
		cursor = next
	}
}
