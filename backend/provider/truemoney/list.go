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

// Redemption is a voucher that a wallet of the site redeemed.
type Redemption struct {
	Hash   string       `json:"hash"`
	Amount money.Satang `json:"amount"`
	At     time.Time    `json:"at"`
}

// List returns a page of the vouchers that a wallet redeemed since a time; mobile is the wallet's phone. The
// provider documents no such call. This one uses the plain signed format: GET
// /wallet/redemptions?mobile=&from=&cursor=&limit= -> {redemptions, next}. Error: provider.ErrNoList if the
// configuration has no key.
func (c *Client) List(ctx context.Context, mobile string, since time.Time, cursor string) (page []Redemption, next string, err error) {
	if c.key == "" {
		return nil, "", provider.ErrNoList
	}
	var a struct {
		Redemptions *[]Redemption `json:"redemptions"`
		Next        string        `json:"next"`
	}
	query := url.Values{"mobile": {mobile}, "from": {since.UTC().Format(time.RFC3339)}, "cursor": {cursor}, "limit": {strconv.Itoa(provider.PageSize)}}
	status, err := provider.SendSigned(provider.WithName(ctx, "truemoney"), http.MethodGet, c.base+"/wallet/redemptions?"+query.Encode(), c.key, nil, &a)
	if err := provider.ListError(status, err, a.Redemptions != nil); err != nil {
		return nil, "", err
	}
	return *a.Redemptions, a.Next, nil
}
