package thaiqr

import (
	"fmt"
	"strings"
)

// Format returns the text of the payment's QR code. ParsePayment parses it back into the same payment.
// Error: ErrNotPayment for a payment that no banking app would accept: a payee of the wrong length, a
// reference with other characters, an amount below zero.
func (p Payment) Format() (string, error) {
	account, err := p.account()
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
	body := tag("00", "01") + tag("01", method) + account + tag("53", currency)
	if p.Amount > 0 {
		body += tag("54", p.Amount.String())
	}
	body += tag("58", country) + tagIf("62", tagIf("07", p.Terminal))
	return seal(body, "63"), nil
}

// account returns the tag with the payee. Error: ErrNotPayment.
func (p Payment) account() (string, error) {
	switch {
	case p.Scheme == Biller && isBiller(p.Payee) && isReference(p.Ref1) && (p.Ref2 == "" || isReference(p.Ref2)):
		body := tag("00", billPaymentAID) + tag("01", p.Payee) + tag("02", p.Ref1) + tagIf("03", p.Ref2)
		return tag(billPaymentTag, body), nil
	case p.lao() && isDigits(p.Bank) && len(p.Bank) == 8 && isAlphanumeric(p.Payee) && len(p.Payee) <= 40:
		kind := "001"
		if p.Scheme == LaoMerchant {
			kind = "002"
		}
		body := tag("00", lapnetAID) + tag("01", p.Bank) + tag("02", kind) + tag("03", p.Payee)
		return tag(lapnetTag, body), nil
	}
	number, ok := p.promptPayNumber()
	for _, t := range promptPayTags {
		if ok && t.scheme == p.Scheme {
			return tag(promptPayTag, tag("00", promptPayAID)+tag(t.tag, number)), nil
		}
	}
	return "", fmt.Errorf("%w: bad payee for scheme %q", ErrNotPayment, p.Scheme)
}

func (p Payment) promptPayNumber() (string, bool) {
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
