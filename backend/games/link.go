package games

import (
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"krapao/backend/games/internal/db"
)

// origins returns the origins at which a slot's games may be: those stored with the slot, and the origin of
// its provider's API.
func (s *Service) origins(slot db.Slot) []string {
	var out []string
	for _, address := range append(slices.Clone(slot.Origins), s.providerURL(slot.Code)) {
		if u, err := url.Parse(address); err == nil && s.isGameURL(u) {
			out = append(out, originOf(u))
		}
	}
	return out
}

// isAllowedGameURL returns whether a browser may be sent to an address that came from a slot's provider. Only
// the slot's own origins are allowed.
func (s *Service) isAllowedGameURL(slot db.Slot, address string) bool {
	u, err := url.Parse(address)
	return err == nil && u.User == nil && slices.Contains(s.origins(slot), originOf(u))
}

// isGameURL returns whether an address may be a game's at all: https, at a public host that is not ours. If
// games are simulated, a loopback address is allowed too, with https or http.
func (s *Service) isGameURL(u *url.URL) bool {
	home, err := url.Parse(s.Home)
	if err != nil || u.Host == "" || originOf(u) == originOf(home) {
		return false
	}
	if s.Simulated && isLoopback(u.Hostname()) {
		return u.Scheme == "https" || u.Scheme == "http"
	}
	return u.Scheme == "https" && isPublic(u.Hostname()) && !strings.EqualFold(u.Hostname(), home.Hostname())
}

func isLoopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.Unmap().IsLoopback()
}

// isPublic returns whether a host can be on the internet: a name with a dot, or an IP address outside private
// networks. If the last part of a name is a number, browsers read the name as an IP address. So such a name
// is not public.
func isPublic(host string) bool {
	if ip, err := netip.ParseAddr(host); err == nil {
		ip = ip.Unmap()
		return ip.IsGlobalUnicast() && !ip.IsPrivate()
	}
	name := strings.ToLower(strings.TrimSuffix(host, "."))
	_, last, dotted := strings.Cut(name, ".")
	if i := strings.LastIndexByte(last, '.'); i >= 0 {
		last = last[i+1:]
	}
	isNumber := last != "" && (strings.Trim(last, "0123456789") == "" || strings.HasPrefix(last, "0x"))
	return dotted && !isNumber && !slices.Contains([]string{"localhost", "local", "internal", "localdomain"}, last)
}

// hostOf returns the host of an address, for the log.
func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Host
}

// originOf returns the origin of an address as browsers compare it, or "" if it has no host.
func originOf(u *url.URL) string {
	if u.Host == "" {
		return ""
	}
	host := strings.ToLower(u.Host)
	if u.Scheme == "https" {
		host = strings.TrimSuffix(host, ":443")
	}
	return u.Scheme + "://" + host
}
