package thaiqr

import (
	"errors"
	"fmt"
	"strings"
)

var (
	// ErrNotSlip is text that no slip carries.
	ErrNotSlip = errors.New("thaiqr: not a slip's mini QR")
	// ErrPaymentQR is a payment QR where a slip was asked for: the member
	// photographed what to pay with, not what was paid. It is an ErrNotSlip.
	ErrPaymentQR = fmt.Errorf("%w: a payment QR", ErrNotSlip)
	// ErrCountry is a slip from a country whose banks nobody here can ask.
	// It is an ErrNotSlip.
	ErrCountry = fmt.Errorf("%w: not issued in Thailand", ErrNotSlip)
)

// The marks that tell the two forms of slip apart.
const (
	bankSlipForm  = "000001"
	trueMoneyForm = "01"
)

// Slip is what a slip's mini QR says: the name of a transfer, and nothing of
// its amount, its parties or (but for TrueMoney) its day.
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

// ParseSlip reads the text of a slip's mini QR, of a bank or of TrueMoney.
// Whatever it refuses is ErrNotSlip; ErrPaymentQR, ErrCountry and ErrChecksum
// say which kind of refusal it is.
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

// A reference goes into keys, logs and other firms' addresses, so only letters
// and digits pass.
func isTransRef(s string) bool { return len(s) <= 25 && isAlphanumeric(s) }

// FormatSlip is the mini QR text of a Thai bank's slip. ParseSlip takes it
// back where bank has three digits and transRef one to 25 letters or digits.
func FormatSlip(bank, transRef string) string {
	body := tag("00", bankSlipForm) + tag("01", bank) + tag("02", transRef)
	return seal(tag("00", body)+tag("51", "TH"), "91")
}
