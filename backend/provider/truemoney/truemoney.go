// Package truemoney redeems gift vouchers of the TrueMoney wallet.
//
// A voucher is redeemed by a phone number, once each. There is no key that would make a repeat harmless.
// After a lost response, "you have redeemed it" may mean that the money is ours. So that outcome is
// Redeemed, never a refusal.
package truemoney

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"krapao/backend/platform/money"
	"krapao/backend/provider"
)

// Outcome is what a response says about a voucher.
type Outcome string

// The outcomes.
const (
	OK       Outcome = "OK"       // verify: it can be redeemed; redeem: it was redeemed now
	Redeemed Outcome = "REDEEMED" // by our own wallet, at some time before
	Used     Outcome = "USED"     // by others, completely
	Invalid  Outcome = "INVALID"  // unknown, expired, or not for us
	Unknown  Outcome = "UNKNOWN"  // no proper response: a redeem may have happened
)

// Answer is the provider's response. Amount is what the voucher gives us, in satang. Code is the provider's
// own code.
type Answer struct {
	Outcome Outcome
	Amount  money.Satang
	Code    string
}

// Client is the client of the provider.
type Client struct{ base, key string }

// Config of the client. BaseURL ends before /campaign. Key signs the calls for a list, and is empty if the
// provider gives none.
type Config struct{ BaseURL, Key string }

// New returns a client.
func New(cfg Config) *Client { return &Client{strings.TrimRight(cfg.BaseURL, "/"), cfg.Key} }

// envelope is the form of every response; amounts are strings, perhaps with commas.
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

// Verify returns what a voucher would give to the wallet of a phone number. It changes nothing.
func (c *Client) Verify(ctx context.Context, hash, mobile string) (Answer, error) {
	address := c.base + "/campaign/vouchers/" + url.PathEscape(hash) + "/verify?mobile=" + url.QueryEscape(mobile)
	return c.call(ctx, http.MethodGet, address, nil, envelope.offered)
}

// Redeem redeems a voucher into the wallet of a phone number.
func (c *Client) Redeem(ctx context.Context, hash, mobile string) (Answer, error) {
	body := map[string]string{"mobile": mobile, "voucher_hash": hash}
	return c.call(ctx, http.MethodPost, c.base+"/campaign/vouchers/"+url.PathEscape(hash)+"/redeem", body, envelope.received)
}

func (c *Client) call(ctx context.Context, method, address string, body any, amount func(envelope) (money.Satang, error)) (Answer, error) {
	var e envelope
	_, err := provider.SendJSON(provider.For(ctx, "truemoney"), method, address, nil, body, &e)
	if ctx.Err() != nil {
		return Answer{}, ctx.Err()
	}
	if err != nil { // also an HTML page: the provider blocks us
		return Answer{Outcome: Unknown}, nil
	}
	out := Answer{Outcome: meaning(e.Status.Code), Code: e.Status.Code}
	if out.Outcome == OK || out.Outcome == Redeemed {
		out.Amount, err = amount(e)
	}
	if err != nil && out.Outcome == OK {
		return Answer{Outcome: Unknown, Code: e.Status.Code}, nil
	}
	return out, nil
}

func meaning(code string) Outcome {
	switch code {
	case "SUCCESS":
		return OK
	case "TARGET_USER_REDEEMED":
		return Redeemed
	case "VOUCHER_OUT_OF_STOCK":
		return Used
	case "VOUCHER_EXPIRED", "VOUCHER_NOT_FOUND", "CANNOT_GET_OWN_VOUCHER", "TARGET_USER_NOT_FOUND", "CONDITION_NOT_MET":
		return Invalid
	default:
		return Unknown
	}
}

// offered returns the amount of one ticket, in satang: a voucher for several people is shared evenly.
func (e envelope) offered() (money.Satang, error) {
	if e.Data.MyTicket.Amount != "" {
		return e.received()
	}
	whole, err := baht(e.Data.Voucher.Amount)
	return whole / money.Satang(max(e.Data.Voucher.Member, 1)), err
}

func (e envelope) received() (money.Satang, error) { return baht(e.Data.MyTicket.Amount) }

func baht(text string) (money.Satang, error) { return money.Parse(strings.ReplaceAll(text, ",", "")) }
