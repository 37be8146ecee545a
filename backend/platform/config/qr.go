package config

import (
	"errors"
	"fmt"
	"net/url"
	"strings"

	"krapao/backend/platform/money"
)

// QR has the credentials at the QR gateways. A gateway without a URL is closed.
type QR struct {
	KBankURL            string `env:"KBANK_URL"`
	KBankConsumerID     string `env:"KBANK_CONSUMER_ID"`
	KBankConsumerSecret string `env:"KBANK_CONSUMER_SECRET"`
	KBankPartnerID      string `env:"KBANK_PARTNER_ID"`
	KBankPartnerSecret  string `env:"KBANK_PARTNER_SECRET"`
	KBankMerchantID     string `env:"KBANK_MERCHANT_ID"`

	PayoneXURL       string `env:"PAYONEX_URL"`
	PayoneXAccessKey string `env:"PAYONEX_ACCESS_KEY"`
	PayoneXSecretKey string `env:"PAYONEX_SECRET_KEY"`

	WWURL      string `env:"WW_URL"`
	WWKey      string `env:"WW_KEY"`
	PaytimzURL string `env:"PAYTIMZ_URL"`
	PaytimzKey string `env:"PAYTIMZ_KEY"`
	ZPayURL    string `env:"ZPAY_URL"`
	ZPayKey    string `env:"ZPAY_KEY"`

	// These minimums, in baht, override PAYTIMZ's and ZPAY's own.
	PaytimzMin string `env:"PAYTIMZ_MIN"`
	ZPayMin    string `env:"ZPAY_MIN"`

	// These are the largest payments of the gateways, in baht; empty if unknown.
	KBankMax   string `env:"KBANK_MAX"`
	WWMax      string `env:"WW_MAX"`
	PaytimzMax string `env:"PAYTIMZ_MAX"`
	PayoneXMax string `env:"PAYONEX_MAX"`
	ZPayMax    string `env:"ZPAY_MAX"`
}

// SandboxQR returns the credentials at the gateways of a sandbox.
func SandboxQR(base string) QR {
	var q QR
	q.setSandbox(base)
	return q
}

// setSandbox sets the defaults of development. A gateway that has a URL keeps its own credentials.
func (q *QR) setSandbox(base string) {
	const key, secret = "sandbox-key", "sandbox-secret"
	if q.KBankURL == "" {
		q.KBankURL, q.KBankConsumerID, q.KBankConsumerSecret = base+"/kbank", key, secret
		q.KBankPartnerID, q.KBankPartnerSecret, q.KBankMerchantID = "sandbox", secret, "KB000000000001"
	}
	if q.PayoneXURL == "" {
		q.PayoneXURL, q.PayoneXAccessKey, q.PayoneXSecretKey = base+"/payonex", key, secret
	}
	for _, g := range []struct {
		url, key *string
		path     string
	}{{&q.WWURL, &q.WWKey, "/ww"}, {&q.PaytimzURL, &q.PaytimzKey, "/paytimz"}, {&q.ZPayURL, &q.ZPayKey, "/zpay"}} {
		if *g.url == "" {
			*g.url, *g.key = base+g.path, key
		}
	}
}

// Minimums returns the overridden minimums in satang, by gateway. It returns an error for an invalid amount.
func (q QR) Minimums() (map[string]money.Satang, error) {
	return parseAmounts("MIN", map[string]string{"PAYTIMZ": q.PaytimzMin, "ZPAY": q.ZPayMin})
}

// Maximums returns the largest payments in satang, by gateway. It returns an error for an invalid amount.
func (q QR) Maximums() (map[string]money.Satang, error) {
	return parseAmounts("MAX", map[string]string{"KBANK": q.KBankMax, "WW": q.WWMax, "PAYTIMZ": q.PaytimzMax, "PAYONEX": q.PayoneXMax, "ZPAY": q.ZPayMax})
}

func parseAmounts(kind string, texts map[string]string) (map[string]money.Satang, error) {
	out := map[string]money.Satang{}
	for name, text := range texts {
		if text == "" {
			continue
		}
		amount, err := money.Parse(text)
		if err != nil || amount < money.Baht(1) {
			return nil, fmt.Errorf("config: QR_%s_%s is an amount of at least 1 baht, not %q", name, kind, text)
		}
		out[name] = amount
	}
	return out, nil
}

// checkProduction returns an error for a gateway that is configured incompletely or with the sandbox's keys.
func (q QR) checkProduction() error {
	var errs []error
	check := func(name, address string, keys ...string) {
		if address == "" {
			return
		}
		u, err := url.Parse(address)
		if err != nil || u.Scheme != "https" || isLoopback(u.Hostname()) {
			errs = append(errs, fmt.Errorf("QR_%s_URL must be a public https address", name))
		}
		for _, key := range keys {
			if key == "" || strings.HasPrefix(key, "sandbox") {
				errs = append(errs, fmt.Errorf("QR_%s_URL is set, but a key of the gateway is missing or the sandbox's", name))
				return
			}
		}
	}
	check("KBANK", q.KBankURL, q.KBankConsumerID, q.KBankConsumerSecret, q.KBankPartnerID, q.KBankPartnerSecret, q.KBankMerchantID)
	check("PAYONEX", q.PayoneXURL, q.PayoneXAccessKey, q.PayoneXSecretKey)
	check("WW", q.WWURL, q.WWKey)
	check("PAYTIMZ", q.PaytimzURL, q.PaytimzKey)
	check("ZPAY", q.ZPayURL, q.ZPayKey)
	return errors.Join(errs...)
}
