// Package config reads the program's settings from the environment and makes,
// for development, the keys that nobody should have to invent.
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

// DefaultDataDir is where database, files and keys lie unless DATA_DIR says otherwise.
const DefaultDataDir = "./var"

// What REPLICATION may be, beside nothing.
const (
	ReplicationManaged = "managed"
	ReplicationNone    = "none"
)

// Config is everything the environment may say. docs/settings.md lists it.
type Config struct {
	Profile     string `env:"PROFILE" envDefault:"development"`
	Host        string `env:"HOST" envDefault:"127.0.0.1"`
	Port        int    `env:"PORT" envDefault:"8080"`
	SandboxPort int    `env:"SANDBOX_PORT" envDefault:"8090"`
	DataDir     string `env:"DATA_DIR" envDefault:"./var"`
	// LogLevel is the least that is logged; nil is INFO in production and WARN elsewhere.
	LogLevel *slog.Level `env:"LOG_LEVEL"`
	// DatabaseURL set means: use that server, start none.
	DatabaseURL string `env:"DATABASE_URL"`
	// DBConns is how many connections to hold at most; 0 is pg.Open's own choice.
	DBConns int32 `env:"DATABASE_CONNS"`
	// Replication is who answers for the database's synchronous standby: "managed" (its
	// provider), "none" (the owner accepts that a failover loses money), or "" (the server
	// checks for one).
	Replication string `env:"REPLICATION"`
	PublicURL   string `env:"PUBLIC_URL"`
	// OperatorURL is where the operators' desk is served, and only there; empty
	// serves it at PUBLIC_URL/operator.
	OperatorURL string `env:"OPERATOR_URL"`
	// SecretKey signs picture addresses and encrypts secrets at rest: 32 bytes in hex.
	SecretKey string `env:"SECRET_KEY"`
	// Laos turns on the Laos variant: currencies, phone rule, default locale.
	Laos bool `env:"LAOS"`
	// AppDir is a folder with another built app than the program carries.
	AppDir string `env:"APP_DIR"`
	// TrustedProxies are networks; the one word "none" says that there is no proxy,
	// which production wants to hear: behind an unknown one all callers are one.
	TrustedProxies []string `env:"TRUSTED_PROXIES" envSeparator:","`

	// ClockOffset moves the server's time, for drills of what takes days;
	// development only.
	ClockOffset time.Duration `env:"CLOCK_OFFSET"`

	// MetricsPort is where Prometheus asks; 0 leaves it out. It belongs to no
	// public network.
	MetricsHost string `env:"METRICS_HOST" envDefault:"127.0.0.1"`
	MetricsPort int    `env:"METRICS_PORT" envDefault:"0"`

	// NATSURL connects the instances; without it a second instance on the same
	// database refuses to start.
	NATSURL string `env:"NATS_URL"`
	// MediaURL is a store for uploads that all servers share: S3-compatible
	// (s3://KEY:SECRET@HOST/BUCKET[/PREFIX], with ?region=, ?plain=1 and ?timeout=), or a
	// folder (file:///DIR). Without it they lie under DATA_DIR. docs/operating.md, Uploads.
	MediaURL string `env:"MEDIA_URL"`
	// VAPIDKey signs pushes: 32 bytes in base64url. VAPIDSubject is where push
	// services reach us: an https or mailto address.
	VAPIDKey     string `env:"VAPID_KEY"`
	VAPIDSubject string `env:"VAPID_SUBJECT"`
	// PushHosts are push services besides the browsers' own; development only.
	PushHosts []string `env:"PUSH_HOSTS" envSeparator:","`

	SMSProvider string `env:"SMS_PROVIDER" envDefault:"thaibulksms"`
	SMSURL      string `env:"SMS_URL"`
	SMSKey      string `env:"SMS_KEY" envDefault:"sandbox-key"`
	SMSSecret   string `env:"SMS_SECRET" envDefault:"sandbox-secret"`
	// SMSProject is SMSMKT's name of what codes are sent for.
	SMSProject string `env:"SMS_PROJECT" envDefault:"sandbox-project"`

	SlipProvider string `env:"SLIP_PROVIDER" envDefault:"slipok"`
	SlipURL      string `env:"SLIP_URL"`
	SlipKey      string `env:"SLIP_KEY" envDefault:"sandbox-key"`
	// SlipSecret goes with the key at SCB, SlipBranch at SlipOK.
	SlipSecret string `env:"SLIP_SECRET" envDefault:"sandbox-secret"`
	SlipBranch string `env:"SLIP_BRANCH" envDefault:"1"`

	// PayoutKey signs our calls to the company that pays withdrawals out.
	PayoutURL string `env:"PAYOUT_URL"`
	PayoutKey string `env:"PAYOUT_KEY" envDefault:"sandbox-key"`

	// TrueMoneyURL is the gift vouchers' company. GiftSecret is what the app was
	// built with (VITE_GIFT_SECRET): it seals links from view, and is no secret.
	TrueMoneyURL string `env:"TRUEMONEY_URL"`
	// TrueMoneyKey signs the calls for a list of what our wallets took; empty
	// where the company gives none.
	TrueMoneyKey string `env:"TRUEMONEY_KEY"`
	GiftSecret   string `env:"GIFT_SECRET" envDefault:"krapao-gift-link"`

	QR QR `envPrefix:"QR_"`

	// Games says where slots' companies are, by the slot's code: GAME_<SLOT>_URL,
	// GAME_<SLOT>_ID (agent, application or operator token) and GAME_<SLOT>_SECRET
	// (what signs). GamesURL plays those that are not named; development only.
	Games    map[string]Game `env:"-"`
	GamesURL string          `env:"-"`
	// GameKeys seal the passwords of game accounts: ID:SECRET pairs, the first of
	// which seals. Without them the key is made of SECRET_KEY, with the id 0.
	GameKeys []string `env:"GAME_KEYS" envSeparator:","`
	// PlaysMonths is how many whole months, before the one that runs, raw plays are
	// kept and plays are counted at all. What was counted is kept for ever.
	PlaysMonths int `env:"PLAYS_MONTHS" envDefault:"13"`

	// FeedKey signs the banks' word of transfers into our accounts.
	FeedKey string `env:"BANK_FEED_KEY" envDefault:"sandbox-feed-key"`
	// FeedURL is where what came into our accounts is listed; empty: nowhere.
	FeedURL string `env:"BANK_FEED_URL"`
}

// Production says that members' real money is at stake.
func (c Config) Production() bool { return c.Profile == "production" }

// Locale is the language of a browser that names none.
func (c Config) Locale() string {
	if c.Laos {
		return "lo"
	}
	return "th"
}

// Now is the server's time.
func (c Config) Now() time.Time { return time.Now().Add(c.ClockOffset) }

// Load reads the environment, fills what development may leave out, and
// refuses, in production, every default that belongs to development.
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
	if err := c.checkCompanies(); err != nil {
		return c, err
	}
	if _, err := c.Trusted(); err != nil {
		return c, err
	}
	if _, err := c.QR.Minimums(); err != nil {
		return c, err
	}
	if _, err := c.QR.Maximums(); err != nil {
		return c, err
	}
	if c.NATSURL != "" && c.MediaURL == "" {
		return c, errors.New("config: NATS_URL connects several servers: set MEDIA_URL, too, or a slip that one of them keeps is not there for the others")
	}
	if _, err := c.DeskHost(); err != nil {
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
		if c.SecretKey, err = madeKey(filepath.Join(c.DataDir, "keys", "secret")); err != nil {
			return c, err
		}
	}
	_, err = c.Secret()
	return c, err
}

// Secret is the SecretKey's bytes.
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

// madeKey reads a key of 32 bytes from a file, making it the first time.
func madeKey(path string) (string, error) {
	text, err := os.ReadFile(path)
	if err == nil {
		return strings.TrimSpace(string(text)), nil
	}
	if !errors.Is(err, os.ErrNotExist) {
		return "", err
	}
	key := make([]byte, 32)
	_, _ = rand.Read(key) // never fails
	// The keys are nobody else's, but PostgreSQL, run as another user under root,
	// must get through the folder above them.
	if err := os.MkdirAll(filepath.Dir(filepath.Dir(path)), 0o755); err != nil {
		return "", err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return "", err
	}
	return hex.EncodeToString(key), os.WriteFile(path, []byte(hex.EncodeToString(key)+"\n"), 0o600)
}
