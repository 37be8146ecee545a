package thaiqr

import (
	"fmt"
	"strings"
)

// Format returns the text of the payment's QR code. ParsePayment parses it back into the same payment.
// Error: ErrNotPayment for a payment that no banking app would accept: a payee of the wrong length, a
// reference with other characters, an amount below zero.
func (p Payment) Format() (string, error) {
	account, err := p.formatAccount()
	if err != nil {
		return "", err
	}
	if p.Amount < 0 || (p.Terminal != "" && !isReference(p.Terminal)) {
		return "", fmt.Errorf("%w: bad amount or terminal", ErrNotPayment)
	}
	method := "11"
	if p.Dynamic {
		method = "12"
	}
	currency, country := p.currency()
	body := formatTag("00", "01") + formatTag("01", method) + account + formatTag("53", currency)
	if p.Amount > 0 {
		body += formatTag("54", p.Amount.String())
	}
	body += formatTag("58", country) + formatOptionalTag("62", formatOptionalTag("07", p.Terminal))
	return withChecksum(body, "63"), nil
}

// formatAccount returns the tag with the payee. Error: ErrNotPayment.
func (p Payment) formatAccount() (string, error) {
	switch {
	case p.Scheme == Biller && isBiller(p.Payee) && isReference(p.Ref1) && (p.Ref2 == "" || isReference(p.Ref2)):
		body := formatTag("00", billPaymentAID) + formatTag("01", p.Payee) + formatTag("02", p.Ref1) + formatOptionalTag("03", p.Ref2)
		return formatTag(billPaymentTag, body), nil
	case p.isLao() && isDigits(p.Bank) && len(p.Bank) == 8 && isAlphanumeric(p.Payee) && len(p.Payee) <= 40:
		kind := "001"
		if p.Scheme == LaoMerchant {
			kind = "002"
		}
		body := formatTag("00", lapnetAID) + formatTag("01", p.Bank) + formatTag("02", kind) + formatTag("03", p.Payee)
		return formatTag(lapnetTag, body), nil
	}
	number, ok := p.formatPromptPayNumber()
	for _, t := range promptPayTags {
		if ok && t.scheme == p.Scheme {
			return formatTag(promptPayTag, formatTag("00", promptPayAID)+formatTag(t.tag, number)), nil
		}
	}
	return "", fmt.Errorf("%w: bad payee for scheme %q", ErrNotPayment, p.Scheme)
}

func (p Payment) formatPromptPayNumber() (string, bool) {
	if !isDigits(p.Payee) {
		return "", false
	}
	n := len(p.Payee)
	switch p.Scheme {
	case Mobile:
		return "0066" + strings.TrimPrefix(p.Payee, "0"), n == 10 && p.Payee[0] == '0'
	case NationalID:
		return p.Payee, n == 13
	case EWallet:
		return p.Payee, n == 15
	case BankAccount:
		return p.Payee, n >= 9 && n <= 43
	}
	return "", false
}

func isBiller(s string) bool { return isDigits(s) && (len(s) == 13 || len(s) == 15) }

// isReference reports whether all banks accept s as a reference of a bill.
func isReference(s string) bool {
	return len(s) <= 20 && isAlphanumeric(s) && s == strings.ToUpper(s)
}
