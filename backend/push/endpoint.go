package push

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"strings"
	"syscall"
)

// pushServices are the push services of common browsers. A leading dot includes every name below. An
// endpoint is chosen by a stranger and our server calls it, so all other hosts are rejected.
var pushServices = []string{
	// Chrome, Edge on Android, Opera, Samsung Internet, Brave. Chromium:
	// components/push_messaging/push_messaging_constants.cc, kPushMessagingGcmEndpoint.
	"fcm.googleapis.com",
	// Chromium of other channels than Chrome's stable one: the same file,
	// kPushMessagingStagingGcmEndpoint.
	"jmt17.google.com",
	// Firefox: autopush.readthedocs.io, "updates.push.services.mozilla.com".
	".push.services.mozilla.com",
	// Safari and apps on the Home Screen: developer.apple.com, "Sending web push notifications in web
	// apps and browsers": allow access to *.push.apple.com.
	".push.apple.com",
	// Edge on Windows: learn.microsoft.com, "Windows Push Notification Services (WNS) overview": a
	// channel's host ends in notify.windows.com.
	".notify.windows.com",
}

const maxEndpoint = 2048

var errEndpoint = errors.New("push: not an endpoint of a known push service")

// extraHosts are push services for tests and development, by host name. The value is the address to
// dial, or "" to resolve the name.
type extraHosts map[string]string

// parseHosts parses entries of the form "host" or "host=address:port".
func parseHosts(entries []string) (extraHosts, error) {
	hosts := extraHosts{}
	for _, entry := range entries {
		host, address, mapped := strings.Cut(strings.TrimSpace(entry), "=")
		if host == "" || strings.ContainsAny(host, "/ ") {
			return nil, fmt.Errorf("push: extra host %q is no host name", entry)
		}
		if _, _, err := net.SplitHostPort(address); mapped && err != nil {
			return nil, fmt.Errorf("push: extra host %q: %w", entry, err)
		}
		hosts[strings.ToLower(host)] = address
	}
	return hosts, nil
}

// check returns the URL of an endpoint at a known push service or extra host. Extra hosts may also use
// plain http and any port. Error: errEndpoint.
func (h extraHosts) check(endpoint string) (*url.URL, error) {
	if len(endpoint) > maxEndpoint {
		return nil, errEndpoint
	}
	u, err := url.Parse(endpoint)
	if err != nil || u.User != nil || u.Opaque != "" || strings.Contains(endpoint, "#") {
		return nil, errEndpoint
	}
	host := strings.ToLower(u.Hostname())
	if _, extra := h[host]; extra && (u.Scheme == "https" || u.Scheme == "http") {
		return u, nil
	}
	if u.Scheme != "https" || (u.Port() != "" && u.Port() != "443") || !isService(host) {
		return nil, errEndpoint
	}
	return u, nil
}

func isService(host string) bool {
	for _, service := range pushServices {
		if host == service || (service[0] == '.' && strings.HasSuffix(host, service)) {
			return true
		}
	}
	return false
}

// originOf returns the push service's origin for a VAPID token, without the default port of https.
func originOf(u *url.URL) string {
	host := strings.ToLower(u.Host)
	if u.Scheme == "https" {
		host = strings.TrimSuffix(host, ":443")
	}
	return u.Scheme + "://" + host
}

var errPrivateAddress = errors.New("push: the push service's name leads to an address that is not public")

// refusePrivateAddress rejects addresses that are not public. It runs on every connection, after the name was
// resolved, because a public name may resolve to our own network, even only at the second look-up.
func refusePrivateAddress(_, address string, _ syscall.RawConn) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil || to.Port() != 443 || !isPublic(to.Addr()) {
		return errPrivateAddress
	}
	return nil
}

// reservedRanges are ranges that look like global unicast but are not public.
var reservedRanges = mustParsePrefixes(
	"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
	"240.0.0.0/4", "::/96", "64:ff9b:1::/48", "100::/64", "2001::/32", "2001:db8::/32", "2002::/16", "fec0::/10",
)

// nat64 addresses have an IPv4 address in their last four bytes.
var nat64 = netip.MustParsePrefix("64:ff9b::/96")

func isPublic(ip netip.Addr) bool {
	ip = ip.Unmap().WithZone("")
	if nat64.Contains(ip) {
		long := ip.As16()
		ip = netip.AddrFrom4([4]byte(long[12:]))
	}
	if !ip.IsGlobalUnicast() || ip.IsPrivate() {
		return false // loopback, link-local, multicast and unspecified are not global unicast
	}
	for _, p := range reservedRanges {
		if p.Contains(ip) {
			return false
		}
	}
	return true
}

func mustParsePrefixes(texts ...string) []netip.Prefix {
	out := make([]netip.Prefix, 0, len(texts))
	for _, text := range texts {
		out = append(out, netip.MustParsePrefix(text))
	}
	return out
}
