package web

import (
	"net/http"
	"net/url"
	"path"
	"strings"

	"github.com/gofiber/fiber/v3"
)

// separateHosts serves the console and the members' app each on its own host name only, if ConsoleHost is set.
// So a page of one host cannot act on the other, and the console's host need not be reachable from the
// internet.
func (e *Edge) separateHosts(c fiber.Ctx) error {
	if e.cfg.ConsoleHost == "" {
		return c.Next()
	}
	// The path is compared as the router does: in any case, and unescaped.
	requested := c.Path()
	if plain, err := url.PathUnescape(requested); err == nil {
		requested = plain
	}
	name := strings.ToLower(strings.TrimPrefix(path.Clean("/"+requested), "/"))
	onConsoleHost := strings.EqualFold(c.Host(), e.cfg.ConsoleHost)
	switch {
	case onConsoleHost && name == "":
		return c.Redirect().Status(http.StatusFound).To("/operator")
	case isShared(name), onConsoleHost == isConsole(name):
		return c.Next()
	}
	return fiber.ErrNotFound
}

func isConsole(name string) bool {
	return name == "operator" || strings.HasPrefix(name, "operator/") || name == "api/operator" || strings.HasPrefix(name, "api/operator/")
}

// isShared reports whether both hosts serve a path. These are the files of both apps, uploads by their
// signed addresses, the health checks, and the socket, which requires a token.
func isShared(name string) bool {
	first, rest, _ := strings.Cut(name, "/")
	switch {
	case first == "assets", first == "media", name == "api/chat/socket", name == "healthz", name == "readyz":
		return true
	}
	return rest == "" && path.Ext(name) != "" // icons and similar files
}
