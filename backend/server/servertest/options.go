package servertest

import (
	"krapao/backend/platform/config"
)

// Option changes the configuration of a server before it starts.
type Option func(*config.Config)

// NATS connects the server to a NATS server.
func NATS(url string) Option { return func(c *config.Config) { c.NATSURL = url } }

// PushHost makes the server accept a push service of the test.
func PushHost(host string) Option { return func(c *config.Config) { c.PushHosts = []string{host} } }

// Verifier selects the provider that verifies slips.
func Verifier(provider string) Option { return func(c *config.Config) { c.SlipProvider = provider } }

// SMS selects the provider that sends codes.
func SMS(provider string) Option { return func(c *config.Config) { c.SMSProvider = provider } }

// BehindProxy makes the server trust X-Forwarded-For from loopback callers.
func BehindProxy() Option { return func(c *config.Config) { c.TrustedProxies = []string{"127.0.0.1"} } }

// Laos turns on the Laos variant.
func Laos(c *config.Config) { c.Laos = true }

// WithoutLists removes the lists of bank transfers and of redeemed gift links.
func WithoutLists(c *config.Config) { c.FeedURL, c.TrueMoneyKey = "", "" }

// Game sets the address of a slot's provider.
func Game(slot, url string) Option {
	return func(c *config.Config) {
		if c.Games == nil {
			c.Games = map[string]config.Game{}
		}
		c.Games[slot] = config.Game{URL: url, ID: "sandbox-id", Secret: "sandbox-key"}
	}
}
