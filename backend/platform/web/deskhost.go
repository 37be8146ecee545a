package web

import (
	"net/http"
	"net/url"
	"path"
	"strings"

	"github.com/gofiber/fiber/v3"
)

// hosts restricts the console and the members' app to their own host names, if the console has one. A
// page of one host cannot act on the other, and the console's host can be kept off the public
// network.
func (e *Edge) hosts(c fiber.Ctx) error {
	if e.cfg.DeskHost == "" {
		return c.Next()
	}
	// As the router reads it: letters in any case, escaped or not.
	asked := c.Path()
	if plain, err := url.PathUnescape(asked); err == nil {
		asked = plain
	}
	name := strings.ToLower(strings.TrimPrefix(path.Clean("/"+asked), "/"))
	atDesk := strings.EqualFold(c.Host(), e.cfg.DeskHost)
	switch {
	case atDesk && name == "":
		return c.Redirect().Status(http.StatusFound).To("/operator")
	case isShared(name), atDesk == isDesk(name):
		return c.Next()
	}
	return fiber.ErrNotFound
}

func isDesk(name string) bool {
	return name == "operator" || strings.HasPrefix(name, "operator/") || name == "api/operator" || strings.HasPrefix(name, "api/operator/")
}

// isShared reports whether both hosts serve a path. True for the files of both apps, uploads by their
// signed addresses, the probes, and the socket, which requires a token of each caller.
func isShared(name string) bool {
	first, rest, _ := strings.Cut(name, "/")
	switch {
	case first == "assets", first == "media", name == "api/chat/socket", name == "healthz", name == "readyz":
		return true
	}
	return rest == "" && path.Ext(name) != "" // icons and similar files
}
