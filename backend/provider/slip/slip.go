// Package slip asks a company whether a bank transfer happened. The mini QR on
// a slip only names the transfer; amount, accounts, names and time come from
// here. SlipOK, EasySlip and SCB's open API are spoken, each in its own wire
// format, and answer in one form.
package slip

import (
	"context"
	"fmt"
	"strings"
	"time"

	"krapao/backend/platform/money"
)

// Outcome is what an answer means for us.
type Outcome string

// Outcomes. Only the first five are about the slip; the rest are about the
// company, and no member is to suffer from them.
const (
	Valid       Outcome = "VALID"
	Duplicate   Outcome = "DUPLICATE"    // asked before, perhaps by us
	NotFound    Outcome = "NOT_FOUND"    // the bank does not know it (yet)
	PendingBank Outcome = "PENDING_BANK" // the bank wants to be asked later
	Captcha     Outcome = "CAPTCHA"      // the bank's captcha refused the company
	Refused     Outcome = "REFUSED"      // any other definite no
	Down        Outcome = "PROVIDER_DOWN"
	Quota       Outcome = "QUOTA"
	Auth        Outcome = "AUTH"
)

// Query names a transfer: Text is the mini QR's, the rest what it says.
type Query struct {
	Text     string
	Bank     string // sending bank, three digits
	TransRef string
}

// Party is one end of a transfer. Account is masked by the bank, "xxx-x-x1234-x".
type Party struct {
	Bank    string `json:"bank" doc:"Three digits."`
	Account string `json:"account"`
	NameTH  string `json:"nameTH"`
	NameEN  string `json:"nameEN"`
	Proxy   string `json:"proxy,omitempty" doc:"Of PromptPay, perhaps masked."`
}

// Facts of a transfer.
type Facts struct {
	TransRef    string       `json:"transRef"`
	SendingBank string       `json:"sendingBank"`
	Amount      money.Satang `json:"amount"`
	At          time.Time    `json:"at"`
	Sender      Party        `json:"sender"`
	Receiver    Party        `json:"receiver"`
}

// Answer of a company. Facts are there for Valid, and for Duplicate where the
// company tells them. Code is its own word, for the log.
type Answer struct {
	Outcome    Outcome
	RetryAfter time.Duration
	Code       string
	Facts      Facts
}

// Verifier is one company. An error is ours alone (a cancelled context):
// everything that the company does or fails to do is an Outcome.
type Verifier interface {
	Verify(ctx context.Context, q Query) (Answer, error)
}

// Config of a verifier.
type Config struct {
	Provider string // slipok, easyslip or scb
	BaseURL  string
	Key      string
	Secret   string // SCB's
	Branch   string // SlipOK's
}

// New makes the configured company's client.
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
		return nil, fmt.Errorf("slip: unknown company %q", cfg.Provider)
	}
}

// amount reads "1,234.50", 1234.5 and 1234 exactly.
func amount(text string) (money.Satang, error) {
	a, err := money.Parse(trimZeros(strings.ReplaceAll(text, ",", "")))
	if err == nil && a == 0 {
		err = money.ErrRange
	}
	return a, err
}

// trimZeros drops what a company's float formatting adds: "100.000" is 100.
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

// decimal is an amount as a company sends it: a number, or a text with commas.
// It never passes through a float.
type decimal string

func (d *decimal) UnmarshalJSON(b []byte) error {
	*d = decimal(strings.Trim(string(b), `"`))
	return nil
}
