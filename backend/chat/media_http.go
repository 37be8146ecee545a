package chat

import (
	"strings"

	"github.com/gofiber/fiber/v3"

	"krapao/backend/chat/internal/db"
	"krapao/backend/platform/web"
)

// mediaRoutes serve files to whoever holds a signed address of them.
func (s *Service) mediaRoutes(e *web.Edge) {
	e.App.Get("/media/chat/:id", func(c fiber.Ctx) error {
		return s.serveFile(c, func(m db.ChatMedium) (hash, mime string) { return m.Hash, m.Mime })
	})
	e.App.Get("/media/chat/:id/thumb", func(c fiber.Ctx) error {
		return s.serveFile(c, func(m db.ChatMedium) (hash, mime string) {
			if m.Thumb == nil {
				return "", ""
			}
			return *m.Thumb, "image/jpeg"
		})
	})
}

func (s *Service) serveFile(c fiber.Ctx, choose func(db.ChatMedium) (hash, mime string)) error {
	if !s.Signer.Verify(c.Context(), c.Path(), func(name string) string { return c.Query(name) }) {
		return fiber.ErrNotFound
	}
	m, err := s.q().MediaByID(c.Context(), c.Params("id"))
	if err != nil {
		return fiber.ErrNotFound
	}
	hash, mime := choose(m)
	body, err := s.Media.Read(hash)
	if err != nil {
		return fiber.ErrNotFound
	}
	c.Set("Content-Type", mime)
	c.Set("Content-Security-Policy", "sandbox; default-src 'none'")
	c.Set("Content-Disposition", `inline; filename="`+m.ID+extensionOf(mime)+`"`)
	c.Set("Cache-Control", "private, max-age=3600")
	return web.SendRange(c, body)
}

func extensionOf(mime string) string {
	switch mime {
	case "image/jpeg":
		return ".jpg"
	case "video/quicktime":
		return ".mov"
	default:
		return "." + mime[strings.Index(mime, "/")+1:]
	}
}
