package config_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"krapao/backend/platform/config"
)

func TestDevelopment_WithoutKeys_CreatesThemOnce(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "var")
	t.Setenv("DATA_DIR", dir)
	first, err := config.Load()
	if err != nil {
		t.Fatal(err)
	}
	second, err := config.Load()
	if err != nil {
		t.Fatal(err)
	}

	info, err := os.Stat(filepath.Join(dir, "keys"))
	if err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the keys' folder is %v, %v", info.Mode(), err)
	}
	if first.SecretKey == "" || first.SecretKey != second.SecretKey {
		t.Errorf("keys %q and %q", first.SecretKey, second.SecretKey)
	}
}

func TestConfig_SeveralServersWithoutASharedStore_IsRefused(t *testing.T) {
	t.Setenv("DATA_DIR", t.TempDir())
	t.Setenv("NATS_URL", "nats://127.0.0.1:4222")

	_, err := config.Load()
	t.Setenv("MEDIA_URL", "s3://key:secret@store/bucket")
	_, whole := config.Load()

	if err == nil || !strings.Contains(err.Error(), "MEDIA_URL") || whole != nil {
		t.Errorf("without a store %v, with one %v", err, whole)
	}
}

func TestProduction_DefaultsOfDevelopment_AreRefused(t *testing.T) {
	t.Setenv("PROFILE", "production")
	_, err := config.Load()
	if err == nil {
		t.Fatal("production started with nothing set")
	}
	for _, name := range []string{"DATABASE_URL", "SECRET_KEY", "PUBLIC_URL", "SMS_URL", "SLIP_URL", "PAYOUT_URL", "PAYOUT_KEY", "SMS_KEY", "SMS_SECRET", "TRUEMONEY_URL", "SLIP_KEY", "BANK_FEED_KEY", "VAPID_KEY", "TRUSTED_PROXIES"} {
		if !strings.Contains(err.Error(), name) {
			t.Errorf("%s is not in the error: %v", name, err)
		}
	}
}

func TestProduction_CompleteSettingsOrTheSandbox_AreAcceptedOrRefused(t *testing.T) {
	for name, value := range map[string]string{
		"PROFILE": "production", "DATABASE_URL": "postgres://db/krapao", "SECRET_KEY": strings.Repeat("ab", 32), "PUBLIC_URL": "https://wallet.example", "TRUSTED_PROXIES": "none",
		"SMS_URL": "https://sms.example", "SLIP_URL": "https://slip.example", "TRUEMONEY_URL": "https://gift.example", "PAYOUT_URL": "https://payout.example", "PAYOUT_KEY": "k", "SMS_KEY": "k", "SMS_SECRET": "s", "SLIP_KEY": "k", "BANK_FEED_KEY": "k",
		"VAPID_KEY": "k", "VAPID_SUBJECT": "mailto:push@wallet.example",
	} {
		t.Setenv(name, value)
	}
	if _, err := config.Load(); err != nil {
		t.Fatal(err)
	}

	for name, value := range map[string]string{"SLIP_URL": "http://127.0.0.1:8090/slip", "SMS_KEY": "sandbox-key", "PUBLIC_URL": "https://203.0.113.5", "SECRET_KEY": "short", "VAPID_KEY": "", "PUSH_HOSTS": "localhost", "TRUSTED_PROXIES": ""} {
		old := os.Getenv(name)
		t.Setenv(name, value)
		if _, err := config.Load(); err == nil {
			t.Errorf("%s=%s was accepted", name, value)
		}
		t.Setenv(name, old)
	}
}

// TestPasskeys_AnotherAddressThanMembersUse_IsRefused checks the host name, which production must set, and the
// origin.
func TestPasskeys_AnotherAddressThanMembersUse_IsRefused(t *testing.T) {
	for address, want := range map[string][3]string{
		"https://Wallet.example":         {"production", "wallet.example", "https://wallet.example"},
		"https://wallet.example:8443/in": {"production", "wallet.example", "https://wallet.example:8443"},
		"http://localhost:8080":          {"development", "localhost", "http://localhost:8080"},
		"http://192.168.1.5:8080":        {"development", "localhost", "http://192.168.1.5:8080"},
		"https://203.0.113.5":            {"production", "", ""},
		"wallet.example":                 {"development", "", ""},
		"":                               {"production", "", ""},
	} {
		id, origin, err := config.Config{Profile: want[0], PublicURL: address}.RelyingParty()

		if id != want[1] || origin != want[2] || (err == nil) == (id == "") {
			t.Errorf("%q: %q, %q, %v", address, id, origin, err)
		}
	}
}

func TestProduction_ProviderWithoutKeys_IsRefused(t *testing.T) {
	t.Setenv("PROFILE", "production")
	missing := func(name string) bool {
		_, err := config.Load()
		return err != nil && strings.Contains(err.Error(), name)
	}
	spare := missing("SMS_PROJECT") || missing("SLIP_SECRET")

	t.Setenv("SMS_PROVIDER", "smsmkt")
	t.Setenv("SLIP_PROVIDER", "scb")

	if spare || !missing("SMS_PROJECT is") || !missing("SLIP_SECRET is") {
		t.Errorf("required for other providers: %t; for their own: %t, %t", spare, missing("SMS_PROJECT"), missing("SLIP_SECRET"))
	}
	for name, value := range map[string]string{"SMS_PROJECT": "p", "SLIP_SECRET": "s"} {
		t.Setenv(name, value)
		if missing(name) {
			t.Errorf("%s is refused", name)
		}
	}
}

func TestConfig_ProxiesNotStated_IsRefused(t *testing.T) {
	t.Setenv("DATA_DIR", t.TempDir())
	for text, want := range map[string]int{"none": 0, "": 0, "10.0.0.0/8": 1, "10.0.0.0/8, 2001:db8::1": 2} {
		t.Setenv("TRUSTED_PROXIES", text)
		c, err := config.Load()
		if err != nil {
			t.Fatal(err)
		}
		if got, err := c.TrustedNetworks(); err != nil || len(got) != want {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	t.Setenv("TRUSTED_PROXIES", "none,10.0.0.0/8")
	if _, err := config.Load(); err == nil {
		t.Error("none and a proxy is accepted")
	}
}

func TestConfig_InvalidSetting_IsNamedInTheError(t *testing.T) {
	for name, value := range map[string]string{"PROFILE": "staging", "SMS_PROVIDER": "nobody", "SLIP_PROVIDER": "nobody", "TRUSTED_PROXIES": "10.0.0.0/99", "PORT": "http", "PLAYS_MONTHS": "0", "REPLICATION": "some"} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("DATA_DIR", t.TempDir())
			t.Setenv(name, value)
			if _, err := config.Load(); err == nil || !strings.Contains(err.Error(), name) && !strings.Contains(strings.ToLower(err.Error()), strings.ToLower(name)) {
				t.Fatalf("%s=%s: %v", name, value, err)
			}
		})
	}
}
