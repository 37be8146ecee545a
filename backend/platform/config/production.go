package config

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
)

func (c Config) checkProduction() error {
	var errs []error
	if proxies, err := c.TrustedNetworks(); err == nil && len(proxies) == 0 && !c.hasNoProxy() {
		errs = append(errs, errors.New("TRUSTED_PROXIES is missing: the networks of the proxies before this server, or none where members reach it directly; without it every limit would count all members as one address"))
	}
	if c.DatabaseURL == "" {
		errs = append(errs, errors.New("DATABASE_URL is missing"))
	}
	if _, err := c.Secret(); err != nil {
		errs = append(errs, errors.New("SECRET_KEY is missing or not 32 bytes in hex"))
	}
	for name, address := range map[string]string{"PUBLIC_URL": c.PublicURL, "SMS_URL": c.SMSURL, "SLIP_URL": c.SlipURL, "PAYOUT_URL": c.PayoutURL, "TRUEMONEY_URL": c.TrueMoneyURL} {
		u, err := url.Parse(address)
		if err != nil || u.Scheme != "https" || isLoopback(u.Hostname()) {
			errs = append(errs, fmt.Errorf("%s must be a public https address", name))
		}
	}
	if _, _, err := c.RelyingParty(); err != nil && c.PublicURL != "" {
		errs = append(errs, err)
	}
	if c.VAPIDKey == "" || c.VAPIDSubject == "" {
		errs = append(errs, errors.New("VAPID_KEY and VAPID_SUBJECT are missing: without them no push arrives"))
	}
	if err := c.QR.checkProduction(); err != nil {
		errs = append(errs, err)
	}
	if c.ClockOffset != 0 {
		errs = append(errs, errors.New("CLOCK_OFFSET is for development"))
	}
	if len(c.PushHosts) > 0 {
		errs = append(errs, errors.New("PUSH_HOSTS is for development"))
	}
	if c.FeedURL != "" && !strings.HasPrefix(c.FeedURL, "https://") {
		errs = append(errs, errors.New("BANK_FEED_URL must be an https address"))
	}
	if strings.HasPrefix(c.TrueMoneyKey, "sandbox-") {
		errs = append(errs, errors.New("TRUEMONEY_KEY is the sandbox's"))
	}
	for name, value := range c.providerKeys() {
		if value == "" || strings.HasPrefix(value, "sandbox-") {
			errs = append(errs, fmt.Errorf("%s is the sandbox's", name))
		}
	}
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("config: not fit for production:\n%w", err)
	}
	return nil
}

// checkProviders returns an error if the name of a provider is unknown.
func (c Config) checkProviders() error {
	if !slices.Contains([]string{"thaibulksms", "smsmkt"}, c.SMSProvider) {
		return fmt.Errorf("config: SMS_PROVIDER is thaibulksms or smsmkt, not %q", c.SMSProvider)
	}
	if !slices.Contains([]string{"slipok", "easyslip", "scb"}, c.SlipProvider) {
		return fmt.Errorf("config: SLIP_PROVIDER is slipok, easyslip or scb, not %q", c.SlipProvider)
	}
	return nil
}

// providerKeys returns the keys of the configured providers, by the names of their variables.
func (c Config) providerKeys() map[string]string {
	keys := map[string]string{"SMS_KEY": c.SMSKey, "SMS_SECRET": c.SMSSecret, "SLIP_KEY": c.SlipKey, "PAYOUT_KEY": c.PayoutKey, "BANK_FEED_KEY": c.FeedKey}
	if c.SMSProvider == "smsmkt" {
		keys["SMS_PROJECT"] = c.SMSProject
	}
	if c.SlipProvider == "scb" {
		keys["SLIP_SECRET"] = c.SlipSecret
	}
	return keys
}
