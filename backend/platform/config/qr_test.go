package config_test

import (
	"strings"
	"testing"

	"krapao/backend/platform/config"
)

func TestDevelopment_QRGateways_AreTheSandboxs(t *testing.T) {
	t.Setenv("DATA_DIR", t.TempDir())
	t.Setenv("SANDBOX_PORT", "18090")
	t.Setenv("QR_WW_URL", "https://ww.example")
	t.Setenv("QR_WW_KEY", "own")

	c, err := config.Load()

	if err != nil || c.QR.KBankURL != "http://127.0.0.1:18090/kbank" || c.QR.PayoneXAccessKey == "" || c.QR.ZPayKey == "" {
		t.Errorf("%+v, %v", c.QR, err)
	}
	if c.QR.WWURL != "https://ww.example" || c.QR.WWKey != "own" {
		t.Errorf("the own gateway was replaced: %+v", c.QR)
	}
}

func TestProduction_IncompleteGateway_IsRefused(t *testing.T) {
	for name, value := range map[string]string{
		"PROFILE": "production", "DATABASE_URL": "postgres://db/krapao", "SECRET_KEY": strings.Repeat("ab", 32), "PUBLIC_URL": "https://wallet.example", "TRUSTED_PROXIES": "none",
		"SMS_URL": "https://sms.example", "SLIP_URL": "https://slip.example", "PAYOUT_URL": "https://payout.example", "TRUEMONEY_URL": "https://gift.example",
		"PAYOUT_KEY": "k", "SMS_KEY": "k", "SMS_SECRET": "s", "SLIP_KEY": "k", "BANK_FEED_KEY": "k", "GIFT_SECRET": "s",
		"VAPID_KEY": "k", "VAPID_SUBJECT": "mailto:push@wallet.example", "QR_ZPAY_URL": "https://zpay.example", "QR_ZPAY_KEY": "k",
	} {
		t.Setenv(name, value)
	}
	c, err := config.Load()
	if err != nil || c.QR.ZPayURL == "" || c.QR.KBankURL != "" || c.QR.WWURL != "" {
		t.Fatalf("%+v, %v", c.QR, err)
	}

	for name, value := range map[string]string{"QR_ZPAY_KEY": "", "QR_ZPAY_URL": "http://127.0.0.1/zpay", "QR_KBANK_URL": "https://kbank.example"} {
		t.Run(name, func(t *testing.T) {
			t.Setenv(name, value)
			if _, err := config.Load(); err == nil || !strings.Contains(err.Error(), "QR_") {
				t.Fatalf("%s=%s: %v", name, value, err)
			}
		})
	}
}

func TestQRMinimum_BelowOneBaht_IsRefused(t *testing.T) {
	t.Setenv("DATA_DIR", t.TempDir())
	for text, good := range map[string]bool{"25": true, "1.50": true, "0.5": false, "many": false, "-5": false} {
		t.Setenv("QR_ZPAY_MIN", text)
		if _, err := config.Load(); (err == nil) != good {
			t.Errorf("QR_ZPAY_MIN=%s: %v", text, err)
		}
	}
}

// spec 9.14
func TestQRMinimum_TwoGateways_AreRead(t *testing.T) {
	t.Setenv("DATA_DIR", t.TempDir())
	t.Setenv("QR_PAYTIMZ_MIN", "60")
	t.Setenv("QR_ZPAY_MIN", "1.50")

	c, err := config.Load()

	if err != nil || c.QR.PaytimzMin != "60" || c.QR.ZPayMin != "1.50" {
		t.Errorf("%q and %q, %v", c.QR.PaytimzMin, c.QR.ZPayMin, err)
	}
}

func TestQRMaximum_BelowOneBaht_IsRefused(t *testing.T) {
	t.Setenv("DATA_DIR", t.TempDir())
	for text, good := range map[string]bool{"50000": true, "0": false, "lots": false} {
		t.Setenv("QR_KBANK_MAX", text)
		if _, err := config.Load(); (err == nil) != good {
			t.Errorf("QR_KBANK_MAX=%s: %v", text, err)
		}
	}
}
