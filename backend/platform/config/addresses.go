package config

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"strings"
)

// RelyingParty returns the host name (id) and origin of PUBLIC_URL, to which passkeys are bound. Browsers use
// a passkey only on that host, so a new host name makes all passkeys useless.
func (c Config) RelyingParty() (id, origin string, err error) {
	u, err := url.Parse(c.PublicURL)
	if err != nil || u.Hostname() == "" || (u.Scheme != "https" && u.Scheme != "http") {
		return "", "", fmt.Errorf("config: PUBLIC_URL is the address that members use, such as https://wallet.example, not %q", c.PublicURL)
	}
	if net.ParseIP(u.Hostname()) != nil {
		if c.Production() {
			return "", "", errors.New("config: PUBLIC_URL must name a host: browsers store no passkey for an IP address")
		}
		return "localhost", u.Scheme + "://" + u.Host, nil // an IP address, for a phone in the same network; passkeys do not work there
	}
	return strings.ToLower(u.Hostname()), u.Scheme + "://" + strings.ToLower(u.Host), nil
}

// ConsoleHost returns the host name, with its port, that serves only the console, or "" if there is none.
func (c Config) ConsoleHost() (string, error) {
	if c.OperatorURL == "" {
		return "", nil
	}
	console, err := url.Parse(c.OperatorURL)
	public, publicErr := url.Parse(c.PublicURL)
	switch {
	case err != nil || console.Host == "" || strings.Trim(console.Path, "/") != "" || (console.Scheme != "https" && console.Scheme != "http"):
		return "", fmt.Errorf("config: OPERATOR_URL is the address of a host, such as https://desk.example, not %q", c.OperatorURL)
	case publicErr == nil && strings.EqualFold(console.Host, public.Host):
		return "", errors.New("config: OPERATOR_URL must name another host than PUBLIC_URL")
	case c.Production() && console.Scheme != "https":
		return "", errors.New("config: OPERATOR_URL must be an https address")
	}
	return console.Host, nil
}

// TrustedNetworks returns the networks from which X-Forwarded-For is trusted.
func (c Config) TrustedNetworks() ([]netip.Prefix, error) {
	if c.hasNoProxy() {
		return nil, nil
	}
	var out []netip.Prefix
	for _, text := range c.TrustedProxies {
		text = strings.TrimSpace(text)
		prefix, err := netip.ParsePrefix(text)
		if err != nil {
			ip, err := netip.ParseAddr(text)
			if err != nil {
				return nil, fmt.Errorf("config: TRUSTED_PROXIES: %q is no address or network", text)
			}
			prefix = netip.PrefixFrom(ip, ip.BitLen())
		}
		out = append(out, prefix.Masked())
	}
	return out, nil
}

func (c Config) hasNoProxy() bool {
	return len(c.TrustedProxies) == 1 && strings.TrimSpace(c.TrustedProxies[0]) == "none"
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "" || host == "localhost" || (ip != nil && ip.IsLoopback())
}
