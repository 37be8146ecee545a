// Package config reads the program's settings from the environment. In development it creates keys that are
// not set.
package config

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/caarlos0/env/v11"
)

// DefaultDataDir is the folder of database, files and keys unless DATA_DIR is set.
const DefaultDataDir = "./var"

// The values of REPLICATION; it may also be empty.
const (
	ReplicationManaged = "managed"
	ReplicationNone    = "none"
)

// Config has all settings that the environment can set. docs/settings.md lists them.
type Config struct {
	Profile     string `env:"PROFILE" envDefault:"development"`
	Host        string `env:"HOST" envDefault:"127.0.0.1"`
	Port        int    `env:"PORT" envDefault:"8080"`
	SandboxPort int    `env:"SANDBOX_PORT" envDefault:"8090"`
	DataDir     string `env:"DATA_DIR" envDefault:"./var"`
	// LogLevel is the lowest level that is logged; nil is INFO in production and WARN elsewhere.
	LogLevel *slog.Level `env:"LOG_LEVEL"`
	// DatabaseURL is the database to use. If it is empty, the program starts its own PostgreSQL.
	DatabaseURL string `env:"DATABASE_URL"`
	// DBConns is the maximum number of connections; 0 lets pg.Open choose.
	DBConns int32 `env:"DATABASE_CONNS"`
	// Replication names the party that ensures the synchronous standby: "managed" (the database's provider),
	// "none" (the owner accepts that a failover loses money), or "" (the server checks for one).
	Replication string `env:"REPLICATION"`
	PublicURL   string `env:"PUBLIC_URL"`
	// OperatorURL is the only address of the console; if empty, it is at PUBLIC_URL/operator.
	OperatorURL string `env:"OPERATOR_URL"`
	// SecretKey signs picture addresses and encrypts stored secrets: 32 bytes in hex.
	SecretKey string `env:"SECRET_KEY"`
	// Laos turns on the Laos variant: currencies, phone rule, default locale.
	Laos bool `env:"LAOS"`
	// AppDir is a folder with a built app that replaces the one in the program.
	AppDir string `env:"APP_DIR"`
	// TrustedProxies are networks; "none" means that there is no proxy. Production requires one or the
	// other: behind a proxy that is not listed, all callers would have one address.
	TrustedProxies []string `env:"TRUSTED_PROXIES" envSeparator:","`

	// ClockOffset is added to the server's time, to test things that take days; development only.
	ClockOffset time.Duration `env:"CLOCK_OFFSET"`

	// MetricsPort is the port for Prometheus; 0 turns it off. It must not be reachable from the internet.
	MetricsHost string `env:"METRICS_HOST" envDefault:"127.0.0.1"`
	MetricsPort int    `env:"METRICS_PORT" envDefault:"0"`

	// NATSURL connects the servers. Without it, a second server on the same database does not
	// start.
	NATSURL string `env:"NATS_URL"`
	// MediaURL is a store for uploads that all servers share: an S3-compatible store, or a folder
	// (file:///DIR). An S3 address is s3://KEY:SECRET@HOST/BUCKET[/PREFIX], with ?region=, ?plain=1 and
	// ?timeout=. Without MediaURL, uploads are stored under DATA_DIR. See docs/operating.md, Uploads.
	MediaURL string `env:"MEDIA_URL"`
	// VAPIDKey signs pushes: 32 bytes in base64url. VAPIDSubject is an https or mailto address at which
	// push services can reach the operator of the site.
	VAPIDKey     string `env:"VAPID_KEY"`
	VAPIDSubject string `env:"VAPID_SUBJECT"`
	// PushHosts are allowed push services in addition to the known ones; development only.
	PushHosts []string `env:"PUSH_HOSTS" envSeparator:","`

	SMSProvider string `env:"SMS_PROVIDER" envDefault:"thaibulksms"`
	SMSURL      string `env:"SMS_URL"`
	SMSKey      string `env:"SMS_KEY" envDefault:"sandbox-key"`
	SMSSecret   string `env:"SMS_SECRET" envDefault:"sandbox-secret"`
	// SMSProject is SMSMKT's name for the purpose of the codes.
	SMSProject string `env:"SMS_PROJECT" envDefault:"sandbox-project"`

	SlipProvider string `env:"SLIP_PROVIDER" envDefault:"slipok"`
	SlipURL      string `env:"SLIP_URL"`
	SlipKey      string `env:"SLIP_KEY" envDefault:"sandbox-key"`
	// SlipSecret belongs to the key at SCB, SlipBranch at SlipOK.
	SlipSecret string `env:"SLIP_SECRET" envDefault:"sandbox-secret"`
	SlipBranch string `env:"SLIP_BRANCH" envDefault:"1"`

	// PayoutKey signs our calls to the payout provider.
	PayoutURL string `env:"PAYOUT_URL"`
	PayoutKey string `env:"PAYOUT_KEY" envDefault:"sandbox-key"`

	// TrueMoneyURL is the address of the provider of gift vouchers. GiftSecret is the app's
	// VITE_GIFT_SECRET. It only hides links from view, and is no real secret.
	TrueMoneyURL string `env:"TRUEMONEY_URL"`
	// TrueMoneyKey signs the calls for a list of the vouchers that our wallets redeemed; empty if the
	// provider offers no list.
	TrueMoneyKey string `env:"TRUEMONEY_KEY"`
	GiftSecret   string `env:"GIFT_SECRET" envDefault:"krapao-gift-link"`

	QR QR `envPrefix:"QR_"`

	// Games has the addresses of slots' providers, by the slot's code. They are read from GAME_<SLOT>_URL,
	// GAME_<SLOT>_ID (agent, application or operator token) and GAME_<SLOT>_SECRET (the signing key).
	// GamesURL is a simulator for all other slots; development only.
	Games    map[string]Game `env:"-"`
	GamesURL string          `env:"-"`
	// GameKeys encrypt the passwords of game accounts: ID:SECRET pairs. The first pair encrypts new
	// passwords. Without GameKeys the key is derived from SECRET_KEY and has the id 0.
	GameKeys []string `env:"GAME_KEYS" envSeparator:","`
	// PlaysMonths is the number of whole months before the current one for which raw plays are stored and
	// new plays are still counted. The counted sums are stored for ever.
	PlaysMonths int `env:"PLAYS_MONTHS" envDefault:"13"`

	// FeedKey signs the banks' reports of transfers into our accounts.
	FeedKey string `env:"BANK_FEED_KEY" envDefault:"sandbox-feed-key"`
	// FeedURL lists the transfers into our accounts; empty if there is no list.
	FeedURL string `env:"BANK_FEED_URL"`
}

// Production reports whether the server handles members' real money.
func (c Config) Production() bool { return c.Profile == "production" }

// Locale returns the language for browsers that name none.
func (c Config) Locale() string {
	if c.Laos {
		return "lo"
	}
	return "th"
}

// Now returns the server's time: the machine's time plus ClockOffset.
func (c Config) Now() time.Time { return time.Now().Add(c.ClockOffset) }

// Load reads the environment and sets the defaults of development. In production it returns an error for
// such defaults.
func Load() (Config, error) {
	c, err := env.ParseAs[Config]()
	if err != nil {
		return c, fmt.Errorf("config: %w", err)
	}
	c.Games = readGames(os.Environ())
	if _, err := c.GameSecrets(); err != nil {
		return c, err
	}
	if c.PlaysMonths < 1 || c.PlaysMonths > 1200 {
		return c, fmt.Errorf("config: PLAYS_MONTHS is 1 to 1200, not %d", c.PlaysMonths)
	}
	if c.Profile != "development" && c.Profile != "production" {
		return c, fmt.Errorf("config: PROFILE is development or production, not %q", c.Profile)
	}
	if c.Replication != "" && c.Replication != ReplicationManaged && c.Replication != ReplicationNone {
		return c, fmt.Errorf("config: REPLICATION is managed, none or empty, not %q", c.Replication)
	}
	if err := c.checkProviders(); err != nil {
		return c, err
	}
	if _, err := c.TrustedNetworks(); err != nil {
		return c, err
	}
	if _, err := c.QR.Minimums(); err != nil {
		return c, err
	}
	if _, err := c.QR.Maximums(); err != nil {
		return c, err
	}
	if c.NATSURL != "" && c.MediaURL == "" {
		return c, errors.New("config: NATS_URL connects several servers: set MEDIA_URL, too, or a slip that one server stores is missing on the others")
	}
	if _, err := c.ConsoleHost(); err != nil {
		return c, err
	}
	if c.Production() {
		return c, c.checkProduction()
	}
	sandbox := fmt.Sprintf("http://127.0.0.1:%d", c.SandboxPort)
	setDefault(&c.SMSURL, sandbox+"/sms")
	setDefault(&c.SlipURL, sandbox+"/slip")
	setDefault(&c.PayoutURL, sandbox+"/payout")
	setDefault(&c.TrueMoneyURL, sandbox+"/truemoney")
	setDefault(&c.TrueMoneyKey, "sandbox-key")
	setDefault(&c.FeedURL, sandbox+"/bank/feed")
	c.GamesURL = sandbox + "/games"
	c.QR.setSandbox(sandbox)
	setDefault(&c.PublicURL, fmt.Sprintf("http://localhost:%d", c.Port))
	if _, _, err := c.RelyingParty(); err != nil {
		return c, err
	}
	setDefault(&c.VAPIDSubject, "mailto:support@krapao.dev")
	if c.SecretKey == "" {
		if c.SecretKey, err = readOrCreateKey(filepath.Join(c.DataDir, "keys", "secret")); err != nil {
			return c, err
		}
	}
	_, err = c.Secret()
	return c, err
}

// Secret returns the 32 bytes of SecretKey.
func (c Config) Secret() ([]byte, error) {
	key, err := hex.DecodeString(c.SecretKey)
	if err != nil || len(key) != 32 {
		return nil, errors.New("config: SECRET_KEY is not 32 bytes in hex")
	}
	return key, nil
}

func setDefault(field *string, value string) {
	if *field == "" {
		*field = value
	}
}

// readOrCreateKey returns a key of 32 bytes from a file, in hex. It creates the file if there is none.
func readOrCreateKey(path string) (string, error) {
	text, err := os.ReadFile(path)
	if err == nil {
		return strings.TrimSpace(string(text)), nil
	}
	if !errors.Is(err, os.ErrNotExist) {
		return "", err
	}
	key := make([]byte, 32)
	_, _ = rand.Read(key) // never fails
	// Only this user may read the keys. But under root, PostgreSQL runs as another user, which must be able
	// to enter the folder above them.
	if err := os.MkdirAll(filepath.Dir(filepath.Dir(path)), 0o755); err != nil {
		return "", err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return "", err
	}
	return hex.EncodeToString(key), os.WriteFile(path, []byte(hex.EncodeToString(key)+"\n"), 0o600)
}
