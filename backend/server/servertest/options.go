package servertest

import (
	"krapao/backend/platform/config"
)

// Option changes the settings of a house before it starts.
type Option func(*config.Config)

// NATS connects the server to a NATS server.
func NATS(url string) Option { return func(c *config.Config) { c.NATSURL = url } }

// PushHost lets subscriptions name a push service of the test's.
func PushHost(host string) Option { return func(c *config.Config) { c.PushHosts = []string{host} } }

// Verifier chooses the company that verifies slips.
func Verifier(company string) Option { return func(c *config.Config) { c.SlipProvider = company } }

// SMS chooses the company that sends codes.
func SMS(company string) Option { return func(c *config.Config) { c.SMSProvider = company } }

// BehindProxy has the server believe the X-Forwarded-For of its callers.
func BehindProxy() Option { return func(c *config.Config) { c.TrustedProxies = []string{"127.0.0.1"} } }

// Laos is the Laos variant.
func Laos(c *config.Config) { c.Laos = true }

// WithoutLists has no company publish a list of its transfers.
func WithoutLists(c *config.Config) { c.FeedURL, c.TrueMoneyKey = "", "" }

// Game says where a slot's company is.
func Game(slot, url string) Option {
	return func(c *config.Config) {
		if c.Games == nil {
			c.Games = map[string]config.Game{}
		}
		c.Games[slot] = config.Game{URL: url, ID: "sandbox-id", Secret: "sandbox-key"}
	}
}
