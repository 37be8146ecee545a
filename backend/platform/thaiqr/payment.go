package thaiqr

import (
	"errors"
	"fmt"
	"strings"

	"krapao/backend/platform/money"
)

// ErrNotPayment means that a text is not a payment payload of a scheme below.
var ErrNotPayment = errors.New("thaiqr: not a payment QR")

// Scheme is how a payee is identified.
type Scheme string

// The schemes of Thailand (PromptPay and bill payment) and of Laos (LAPNet).
const (
	Mobile      Scheme = "mobile"       // a Thai mobile number
	NationalID  Scheme = "national_id"  // a citizen's or a firm's 13 digits
	EWallet     Scheme = "ewallet"      // 15 digits
	BankAccount Scheme = "bank_account" // bank and account digits
	Biller      Scheme = "biller"       // a biller with Ref1 and optionally Ref2
	LaoPersonal Scheme = "lao_personal" // LAPNet, with Bank
	LaoMerchant Scheme = "lao_merchant" // LAPNet, with Bank
)

const (
	promptPayAID   = "A000000677010111"
	billPaymentAID = "A000000677010112"
	lapnetAID      = "A005266284662577"

	promptPayTag   = "29"
	billPaymentTag = "30"
	lapnetTag      = "38"
)

// promptPayTags are the tags in tag 29 that hold the payee of each scheme.
var promptPayTags = []struct {
	tag    string
	scheme Scheme
}{{"01", Mobile}, {"02", NationalID}, {"03", EWallet}, {"04", BankAccount}}

// Payment is a request to pay, as in a QR code.
type Payment struct {
	// Dynamic marks a code made for one payment.
	Dynamic bool
	Scheme  Scheme
	// Payee is the payee's number under the scheme. A Thai mobile number has its leading zero.
	Payee string
	// Bank is the receiving bank's number (LAPNet only).
	Bank       string
	Ref1, Ref2 string
	// Terminal is the bill's third reference.
	Terminal string
	// Amount is in satang; zero means that the payer enters it.
	Amount money.Satang
}

func (p Payment) isLao() bool { return p.Scheme == LaoPersonal || p.Scheme == LaoMerchant }

// currency returns the scheme's currency (ISO number) and country.
func (p Payment) currency() (currency, country string) {
	if p.isLao() {
		return "418", "LA"
	}
	return "764", "TH"
}

// isPayment recognises an EMV payload by its beginning alone. So a payload with a wrong checksum or an
// unknown scheme is not treated as a slip.
func isPayment(text string) bool { return strings.HasPrefix(text, "000201") }

// ParsePayment parses a payment payload; its tags may be in any order. Error: ErrNotPayment, which also
// wraps ErrChecksum if only the checksum is wrong.
func ParsePayment(text string) (Payment, error) {
	text = strings.TrimSpace(text)
	if !isPayment(text) {
		return Payment{}, ErrNotPayment
	}
	top, err := parseChecked(text, "63")
	if err != nil {
		return Payment{}, fmt.Errorf("%w: %w", ErrNotPayment, err)
	}
	p, err := parsePayee(top)
	if err != nil {
		return Payment{}, err
	}
	p.Dynamic = top.get("01") == "12"
	currency, country := p.currency()
	if top.get("53") != currency || top.get("58") != country {
		return Payment{}, fmt.Errorf("%w: foreign currency or country", ErrNotPayment)
	}
	if top.has("54") {
		if p.Amount, err = money.Parse(top.get("54")); err != nil {
			return Payment{}, fmt.Errorf("%w: %w", ErrNotPayment, err)
		}
	}
	extra, err := parseFields(top.get("62"))
	if err != nil {
		return Payment{}, fmt.Errorf("%w: %w", ErrNotPayment, err)
	}
	p.Terminal = extra.get("07")
	return p, nil
}

// parsePayee parses the first account tag with a known id.
func parsePayee(top fields) (Payment, error) {
	for _, id := range []string{promptPayTag, billPaymentTag, lapnetTag} {
		if !top.has(id) {
			continue
		}
		account, err := parseFields(top.get(id))
		if err != nil {
			return Payment{}, fmt.Errorf("%w: %w", ErrNotPayment, err)
		}
		switch {
		case id == promptPayTag && account.get("00") == promptPayAID:
			return parsePromptPayPayee(account)
		case id == billPaymentTag && account.get("00") == billPaymentAID:
			return Payment{
				Scheme: Biller, Payee: account.get("01"),
				Ref1: account.get("02"), Ref2: account.get("03"),
			}, nil
		case id == lapnetTag && account.get("00") == lapnetAID:
			return parseLapnetPayee(account)
		}
	}
	return Payment{}, fmt.Errorf("%w: unknown scheme", ErrNotPayment)
}

func parsePromptPayPayee(account fields) (Payment, error) {
	for _, t := range promptPayTags {
		number := account.get(t.tag)
		if number == "" {
			continue
		}
		if !isDigits(number) {
			break
		}
		if t.scheme == Mobile {
			local, ok := strings.CutPrefix(number, "0066")
			if !ok || len(local) != 9 {
				break
			}
			number = "0" + local
		}
		return Payment{Scheme: t.scheme, Payee: number}, nil
	}
	return Payment{}, fmt.Errorf("%w: no payee", ErrNotPayment)
}

func parseLapnetPayee(account fields) (Payment, error) {
	p := Payment{Bank: account.get("01"), Payee: account.get("03")}
	switch account.get("02") {
	case "001":
		p.Scheme = LaoPersonal
	case "002":
		p.Scheme = LaoMerchant
	default:
		return Payment{}, fmt.Errorf("%w: unknown LAPNet type", ErrNotPayment)
	}
	return p, nil
}
