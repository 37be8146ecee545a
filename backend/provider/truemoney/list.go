package truemoney

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"krapao/backend/platform/money"
	"krapao/backend/provider"
)

// Taken is a voucher that a wallet of the site redeemed.
type Taken struct {
	Hash   string       `json:"hash"`
	Amount money.Satang `json:"amount"`
	At     time.Time    `json:"at"`
}

// List returns a page of the vouchers that a wallet redeemed since a time; mobile is the wallet's phone. The
// provider documents no such call. This one uses the plain signed format: GET
// /wallet/redemptions?mobile=&from=&cursor=&limit= -> {redemptions, next}. Error: provider.ErrNoList if the
// configuration has no key.
func (c *Client) List(ctx context.Context, mobile string, since time.Time, cursor string) (page []Taken, next string, err error) {
	if c.key == "" {
		return nil, "", provider.ErrNoList
	}
	var a struct {
		Redemptions *[]Taken `json:"redemptions"`
		Next        string   `json:"next"`
	}
	ask := url.Values{"mobile": {mobile}, "from": {since.UTC().Format(time.RFC3339)}, "cursor": {cursor}, "limit": {strconv.Itoa(provider.PageSize)}}
	status, err := provider.SendSigned(provider.For(ctx, "truemoney"), http.MethodGet, c.base+"/wallet/redemptions?"+ask.Encode(), c.key, nil, &a)
	if err := provider.Listed(status, err, a.Redemptions != nil); err != nil {
		return nil, "", err
	}
	return *a.Redemptions, a.Next, nil
}
