package thaiqr

import (
	"errors"
	"fmt"
	"strings"
)

var (
	// ErrNotSlip means that a text is not the mini QR of a slip.
	ErrNotSlip = errors.New("thaiqr: not a slip's mini QR")
	// ErrPaymentQR means that a text is a payment QR: the member photographed the request to pay, not the
	// slip. It wraps ErrNotSlip.
	ErrPaymentQR = fmt.Errorf("%w: a payment QR", ErrNotSlip)
	// ErrCountry means that a slip is from a country whose banks cannot be queried. It wraps ErrNotSlip.
	ErrCountry = fmt.Errorf("%w: not issued in Thailand", ErrNotSlip)
)

// The values that distinguish the two forms of slip.
const (
	bankSlipForm  = "000001"
	trueMoneyForm = "01"
)

// Slip is the content of a slip's mini QR. It identifies a transfer, but lacks the amount, the parties and
// (except for TrueMoney) the day.
type Slip struct {
	// Bank is the sending bank's three digits; empty for TrueMoney.
	Bank string
	// TransRef identifies the transfer at the sending bank.
	TransRef string
	// Country is TH if the form has a country.
	Country string
	// TrueMoney is true for a TrueMoney slip, which also has Event and Date.
	TrueMoney bool
	Event     string
	Date      string // DDMMYYYY
}

// ParseSlip parses the text of a slip's mini QR, of a bank or of TrueMoney. Error: ErrNotSlip, which may
// also wrap ErrPaymentQR, ErrCountry or ErrChecksum.
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
		return parseTrueMoneySlip(body)
	}
	return parseBankSlip(body, top.get("51"))
}

func parseBankSlip(body fields, country string) (Slip, error) {
	s := Slip{Bank: body.get("01"), TransRef: body.get("02"), Country: country}
	if body.get("00") != bankSlipForm || len(s.Bank) != 3 || !isDigits(s.Bank) || !isTransRef(s.TransRef) {
		return Slip{}, ErrNotSlip
	}
	if s.Country != "TH" {
		return Slip{}, ErrCountry
	}
	return s, nil
}

func parseTrueMoneySlip(body fields) (Slip, error) {
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

// isTransRef reports whether s is a valid reference. References become part of keys, logs and
// providers' URLs, so only letters and digits are accepted.
func isTransRef(s string) bool { return len(s) <= 25 && isAlphanumeric(s) }

// FormatSlip returns the text of a Thai bank slip's mini QR. ParseSlip can parse it if bank has three
// digits and transRef one to 25 letters or digits.
func FormatSlip(bank, transRef string) string {
	body := formatTag("00", bankSlipForm) + formatTag("01", bank) + formatTag("02", transRef)
	return withChecksum(formatTag("00", body)+formatTag("51", "TH"), "91")
}
