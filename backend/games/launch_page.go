package games

import (
	"bytes"
	"cmp"
	"embed"
	"encoding/json"
	"net/http"
	"strings"

	"github.com/gofiber/fiber/v3"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/web"
)

//go:embed launchpage
var launchPage embed.FS

// launchPagePolicy is the beginning of the launch page's Content-Security-Policy. The page may run its one
// script, call this server, and post a form to the slot's provider.
const launchPagePolicy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action "

// maxTakeBody is the longest body that takeLaunchHTTP accepts, in bytes.
const maxTakeBody = 256

// launchPageRoutes registers the launch page that a tap opens in a new window, and the call with which the page
// fetches its launch. The page is outside the app, whose policy forbids posting forms to other hosts.
func (s *Service) launchPageRoutes(e *web.Edge) {
	e.App.Get("/play/:slot", func(c fiber.Ctx) error {
		slot, err := s.q().GetSlot(c.Context(), c.Params("slot"))
		if err != nil {
			return fiber.ErrNotFound
		}
		c.Set("Content-Security-Policy", launchPagePolicy+cmp.Or(strings.Join(s.origins(slot), " "), "'none'"))
		return sendLaunchPageFile(c, "index.html", fiber.MIMETextHTMLCharsetUTF8)
	})
	e.App.Get("/play-door/door.css", func(c fiber.Ctx) error { return sendLaunchPageFile(c, "launch.css", "text/css; charset=utf-8") })
	e.App.Get("/play-door/door.js", func(c fiber.Ctx) error { return sendLaunchPageFile(c, "launch.js", "text/javascript; charset=utf-8") })
	e.App.Post("/play-door/take", s.takeLaunchHTTP)
}

func sendLaunchPageFile(c fiber.Ctx, name, mime string) error {
	text, err := launchPage.ReadFile("launchpage/" + name)
	if err != nil {
		return fiber.ErrNotFound
	}
	c.Set("Content-Type", mime)
	c.Set("Cache-Control", "no-store")
	c.Set("Referrer-Policy", "no-referrer")
	return c.Send(text)
}

func (s *Service) providerURL(slot string) string {
	address, _, _ := s.ProviderConfig(slot)
	return address
}

// takeLaunchHTTP returns a launch, at most once (200). It responds 202 if the launch is not ready yet, and
// 404 if there is none. An address that requests unknown launches too often gets 429.
func (s *Service) takeLaunchHTTP(c fiber.Ctx) error {
	c.Set("Cache-Control", "no-store")
	body, err := web.HookBody(c, maxTakeBody)
	if err != nil {
		return err
	}
	var request struct {
		Launch string `json:"launch"`
	}
	if err := json.NewDecoder(bytes.NewReader(body)).Decode(&request); err != nil {
		return fiber.ErrBadRequest
	}
	e, wait, err := s.takeLaunch(c.Context(), request.Launch)
	switch {
	case apperr.CodeOf(err) == apperr.NoData:
		return c.SendStatus(http.StatusNotFound)
	case apperr.CodeOf(err) == apperr.RequestLimit:
		return fiber.ErrTooManyRequests
	case err != nil:
		return err
	case wait:
		return c.SendStatus(http.StatusAccepted)
	}
	return c.JSON(e)
}
