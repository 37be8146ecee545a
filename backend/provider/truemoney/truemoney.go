// Package truemoney redeems gift vouchers of the TrueMoney wallet.
//
// A voucher is redeemed into the wallet of a phone number, once per wallet. A call has no idempotency key. If
// the response to a redeem is lost, a second redeem returns that our wallet has redeemed it. We may have received
// the money then, so the outcome is Redeemed, which is not a refusal.
package truemoney

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"krapao/backend/platform/money"
	"krapao/backend/provider"
)

// Outcome is the meaning of a response about a voucher.
type Outcome string

// The outcomes.
const (
	OK             Outcome = "OK"       // Verify: it can be redeemed; Redeem: it was redeemed now
	RedeemedBefore Outcome = "REDEEMED" // our own wallet redeemed it before
	TakenByOthers  Outcome = "USED"     // others have redeemed all of it
	Invalid        Outcome = "INVALID"  // unknown, expired, or not for us
	Unknown        Outcome = "UNKNOWN"  // no valid response: it may have been redeemed
)

// Response is the provider's response. Amount is what our wallet gets, in satang. Code is the provider's own
// code.
type Response struct {
	Outcome Outcome
	Amount  money.Satang
	Code    string
}

// Client is the client of the provider.
type Client struct{ base, key string }

// Config is the client's configuration. BaseURL ends before /campaign. Key signs the calls for a list; it is
// empty if the provider offers no list.
type Config struct{ BaseURL, Key string }

// New returns a client.
func New(cfg Config) *Client { return &Client{strings.TrimRight(cfg.BaseURL, "/"), cfg.Key} }

// envelope is the form of every response. Amounts are strings, perhaps with commas.
type envelope struct {
	Status struct {
		Code string `json:"code"`
	} `json:"status"`
	Data struct {
		Voucher struct {
			Amount string `json:"amount_baht"`
			Member int64  `json:"member"`
		} `json:"voucher"`
		MyTicket struct {
			Amount string `json:"amount_baht"`
		} `json:"my_ticket"`
	} `json:"data"`
}

// Verify returns how much a wallet would get for a voucher; mobile is the wallet's phone. It changes nothing.
func (c *Client) Verify(ctx context.Context, hash, mobile string) (Response, error) {
	address := c.base + "/campaign/vouchers/" + url.PathEscape(hash) + "/verify?mobile=" + url.QueryEscape(mobile)
	return c.call(ctx, http.MethodGet, address, nil, envelope.offeredAmount)
}

// Redeem redeems a voucher into the wallet with the phone number mobile.
func (c *Client) Redeem(ctx context.Context, hash, mobile string) (Response, error) {
	body := map[string]string{"mobile": mobile, "voucher_hash": hash}
	return c.call(ctx, http.MethodPost, c.base+"/campaign/vouchers/"+url.PathEscape(hash)+"/redeem", body, envelope.receivedAmount)
}

func (c *Client) call(ctx context.Context, method, address string, body any, amount func(envelope) (money.Satang, error)) (Response, error) {
	var e envelope
	_, err := provider.SendJSON(provider.WithName(ctx, "truemoney"), method, address, nil, body, &e)
	if ctx.Err() != nil {
		return Response{}, ctx.Err()
	}
	if err != nil { // includes an HTML page, with which the provider blocks us
		return Response{Outcome: Unknown}, nil
	}
	out := Response{Outcome: outcomeOf(e.Status.Code), Code: e.Status.Code}
	if out.Outcome == OK || out.Outcome == RedeemedBefore {
		out.Amount, err = amount(e)
	}
	if err != nil && out.Outcome == OK {
		return Response{Outcome: Unknown, Code: e.Status.Code}, nil
	}
	return out, nil
}

func outcomeOf(code string) Outcome {
	switch code {
	case "SUCCESS":
		return OK
	case "TARGET_USER_REDEEMED":
		return RedeemedBefore
	case "VOUCHER_OUT_OF_STOCK":
		return TakenByOthers
	case "VOUCHER_EXPIRED", "VOUCHER_NOT_FOUND", "CANNOT_GET_OWN_VOUCHER", "TARGET_USER_NOT_FOUND", "CONDITION_NOT_MET":
		return Invalid
	default:
		return Unknown
	}
}

// offeredAmount returns the amount for one wallet, in satang. A voucher for several wallets is shared evenly.
func (e envelope) offeredAmount() (money.Satang, error) {
	if e.Data.MyTicket.Amount != "" {
		return e.receivedAmount()
	}
	whole, err := parseBaht(e.Data.Voucher.Amount)
	return whole / money.Satang(max(e.Data.Voucher.Member, 1)), err
}

func (e envelope) receivedAmount() (money.Satang, error) { return parseBaht(e.Data.MyTicket.Amount) }

func parseBaht(text string) (money.Satang, error) {
	return money.Parse(strings.ReplaceAll(text, ",", ""))
}
