// Package slip verifies bank transfers by a provider. The mini QR on a slip only identifies the transfer;
// amount, accounts, names and time come from the provider. There are clients for SlipOK, EasySlip and SCB's
// open API. Each has its own wire format, and all return one type of response.
package slip

import (
	"context"
	"fmt"
	"strings"
	"time"

	"krapao/backend/platform/money"
)

// Outcome is the meaning of a response.
type Outcome string

// The outcomes. The first six are about the slip. The others are about the provider, and must not have
// consequences for a member.
const (
	Valid       Outcome = "VALID"
	Duplicate   Outcome = "DUPLICATE"    // queried before, perhaps by us
	NotFound    Outcome = "NOT_FOUND"    // the bank does not know the transfer (yet)
	PendingBank Outcome = "PENDING_BANK" // the bank decides later
	Captcha     Outcome = "CAPTCHA"      // the bank's captcha refused the provider
	Refused     Outcome = "REFUSED"      // any other definite refusal
	Down        Outcome = "PROVIDER_DOWN"
	Quota       Outcome = "QUOTA"
	Auth        Outcome = "AUTH"
)

// Query identifies a transfer. Text is the mini QR's text; the other fields are its parts.
type Query struct {
	Text     string
	Bank     string // sending bank, three digits
	TransRef string
}

// Party is the sender or the receiver of a transfer. The bank masks Account: "xxx-x-x1234-x".
type Party struct {
	Bank    string `json:"bank" doc:"Three digits."`
	Account string `json:"account"`
	NameTH  string `json:"nameTH"`
	NameEN  string `json:"nameEN"`
	Proxy   string `json:"proxy,omitempty" doc:"Of PromptPay, perhaps masked."`
}

// Facts are the facts of a transfer. Amount is in satang.
type Facts struct {
	TransRef    string       `json:"transRef"`
	SendingBank string       `json:"sendingBank"`
	Amount      money.Satang `json:"amount"`
	At          time.Time    `json:"at"`
	Sender      Party        `json:"sender"`
	Receiver    Party        `json:"receiver"`
}

// Response is a provider's response. Facts are set for Valid, and for Duplicate if the provider returns them.
// Code is the provider's own code, for the log.
type Response struct {
	Outcome    Outcome
	RetryAfter time.Duration
	Code       string
	Facts      Facts
}

// Verifier is the client of one provider. Verify returns an error only if ctx was cancelled. Every failure of
// the provider is an Outcome.
type Verifier interface {
	Verify(ctx context.Context, q Query) (Response, error)
}

// Config is the configuration of a verifier.
type Config struct {
	Provider string // slipok, easyslip or scb
	BaseURL  string
	Key      string
	Secret   string // SCB's
	Branch   string // SlipOK's
}

// New returns the client of the configured provider, or an error for an unknown one.
func New(cfg Config) (Verifier, error) {
	cfg.BaseURL = strings.TrimRight(cfg.BaseURL, "/")
	switch cfg.Provider {
	case "slipok":
		return slipOK{cfg}, nil
	case "easyslip":
		return easySlip{cfg}, nil
	case "scb":
		return newSCB(cfg), nil
	default:
		return nil, fmt.Errorf("slip: unknown provider %q", cfg.Provider)
	}
}

// amount parses "1,234.50", "1234.5" and "1234" exactly, in satang.
func amount(text string) (money.Satang, error) {
	a, err := money.Parse(trimZeros(strings.ReplaceAll(text, ",", "")))
	if err == nil && a == 0 {
		err = money.ErrRange
	}
	return a, err
}

// trimZeros removes trailing zeros of a provider's float formatting: "100.000" becomes "100".
func trimZeros(s string) string {
	whole, frac, ok := strings.Cut(s, ".")
	if !ok {
		return s
	}
	frac = strings.TrimRight(frac, "0")
	if frac == "" {
		return whole
	}
	return whole + "." + frac
}

// decimal is an amount as the provider sends it: a number, or a string with commas. It is never converted to
// a float.
type decimal string

func (d *decimal) UnmarshalJSON(b []byte) error {
	*d = decimal(strings.Trim(string(b), `"`))
	return nil
}
