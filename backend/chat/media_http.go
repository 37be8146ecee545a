package chat

import (
	"strings"

	"github.com/gofiber/fiber/v3"

	"krapao/backend/chat/internal/db"
	"krapao/backend/platform/blob"
	"krapao/backend/platform/intake"
	"krapao/backend/platform/web"
)

// mediaRoutes serves files by their signed addresses.
func (s *Service) mediaRoutes(e *web.Edge) {
	e.App.Get("/media/chat/:id", func(c fiber.Ctx) error {
		return s.serveFile(c, func(m db.ChatMedium) (file blob.Ref, mime string) {
			return blob.Ref{Name: m.File, Bytes: m.Bytes}, m.Mime
		})
	})
	e.App.Get("/media/chat/:id/thumb", func(c fiber.Ctx) error {
		return s.serveFile(c, func(m db.ChatMedium) (file blob.Ref, mime string) {
			if m.Thumb == nil {
				return blob.Ref{}, ""
			}
			return blob.Ref{Name: *m.Thumb}, "image/jpeg"
		})
	})
}

func (s *Service) serveFile(c fiber.Ctx, choose func(db.ChatMedium) (file blob.Ref, mime string)) error {
	if !s.Signer.Verify(c.Context(), c.Path(), func(name string) string { return c.Query(name) }) {
		return fiber.ErrNotFound
	}
	m, err := s.q().GetMedia(c.Context(), c.Params("id"))
	if err != nil {
		return fiber.ErrNotFound
	}
	ref, mime := choose(m)
	file, err := s.Media.Store.Open(c.Context(), ref)
	if err != nil {
		return intake.ReadError(err)
	}
	c.Set("Content-Type", mime)
	c.Set("Content-Security-Policy", web.FilePolicy)
	c.Set("Content-Disposition", `inline; filename="`+m.ID+extensionOf(mime)+`"`)
	c.Set("Cache-Control", "private, max-age=3600")
	return web.SendFileRange(c, file)
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
