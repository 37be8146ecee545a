package thaiqr

import (
	"errors"
	"fmt"
	"strings"
)

var (
	// ErrNotSlip is the error for a text that no slip has.
	ErrNotSlip = errors.New("thaiqr: not a slip's mini QR")
	// ErrPaymentQR is the error for a payment QR in place of a slip: the member photographed the
	// request to pay, not the receipt. It is an ErrNotSlip.
	ErrPaymentQR = fmt.Errorf("%w: a payment QR", ErrNotSlip)
	// ErrCountry is the error for a slip from a country whose banks we cannot ask. It is an
	// ErrNotSlip.
	ErrCountry = fmt.Errorf("%w: not issued in Thailand", ErrNotSlip)
)

// The values that distinguish the two forms of slip.
const (
	bankSlipForm  = "000001"
	trueMoneyForm = "01"
)

// Slip is the content of a slip's mini QR: the name of a transfer, without its amount, its parties or
// (except for TrueMoney) its day.
type Slip struct {
	// Bank is the sending bank's three digits; empty for TrueMoney.
	Bank string
	// TransRef names the transfer within the sending bank.
	TransRef string
	// Country is TH wherever the form has a country.
	Country string
	// TrueMoney is set for a wallet's slip, which also has the two below.
	TrueMoney bool
	Event     string
	Date      string // DDMMYYYY
}

// ParseSlip parses the text of a slip's mini QR, of a bank or of TrueMoney. Errors: ErrNotSlip, which
// also wraps ErrPaymentQR, ErrCountry or ErrChecksum.
func ParseSlip(text string) (Slip, error) {
	text = strings.TrimSpace(text)
	if isPayment(text) {
		return Slip{}, ErrPaymentQR
	}
	top, err := parseChecked(text, "91")
	if err != nil {
		return Slip{}, fmt.Errorf("%w: %w", ErrNotSlip, err)
	}
	body, err := parseFields(top.get("00"))
	if err != nil {
		return Slip{}, fmt.Errorf("%w: %w", ErrNotSlip, err)
	}
	if body.get("00") == trueMoneyForm && !top.has("51") {
		return trueMoneySlip(body)
	}
	return bankSlip(body, top.get("51"))
}

func bankSlip(body fields, country string) (Slip, error) {
	s := Slip{Bank: body.get("01"), TransRef: body.get("02"), Country: country}
	if body.get("00") != bankSlipForm || len(s.Bank) != 3 || !isDigits(s.Bank) || !isTransRef(s.TransRef) {
		return Slip{}, ErrNotSlip
	}
	if s.Country != "TH" {
		return Slip{}, ErrCountry
	}
	return s, nil
}

func trueMoneySlip(body fields) (Slip, error) {
	s := Slip{
		TransRef:  body.get("03"),
		TrueMoney: true,
		Event:     body.get("02"),
		Date:      body.get("04"),
	}
	if body.get("01") != "01" || !isTransRef(s.TransRef) || len(s.Date) != 8 || !isDigits(s.Date) {
		return Slip{}, ErrNotSlip
	}
	return s, nil
}

// A reference goes into keys, logs and other firms' addresses, so only letters and digits are
// accepted.
func isTransRef(s string) bool { return len(s) <= 25 && isAlphanumeric(s) }

// FormatSlip returns the mini QR text of a Thai bank's slip. ParseSlip parses it back if bank has
// three digits and transRef one to 25 letters or digits.
func FormatSlip(bank, transRef string) string {
	body := tag("00", bankSlipForm) + tag("01", bank) + tag("02", transRef)
	return seal(tag("00", body)+tag("51", "TH"), "91")
}
