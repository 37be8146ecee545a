package chat

import (
	"fmt"
	"net/http"
	"strconv"
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
	if !s.Signer.Verify(c.Path(), c.Query("e"), c.Query("s")) {
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
	c.Set("Accept-Ranges", "bytes")
	return sendRange(c, body)
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

// sendRange answers one range where one is asked for: Safari plays a video
// only from a server that does.
func sendRange(c fiber.Ctx, body []byte) error {
	from, to, ok := rangeOf(c.Get("Range"), len(body))
	if !ok {
		return c.Send(body)
	}
	if from >= len(body) || from > to {
		c.Set("Content-Range", fmt.Sprintf("bytes */%d", len(body)))
		return c.SendStatus(http.StatusRequestedRangeNotSatisfiable)
	}
	c.Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", from, to, len(body)))
	return c.Status(http.StatusPartialContent).Send(body[from : to+1])
}

// rangeOf reads "bytes=0-1", "bytes=5-" and "bytes=-9"; several ranges, and
// what it cannot read, get the whole.
func rangeOf(header string, size int) (from, to int, ok bool) {
	spec, found := strings.CutPrefix(header, "bytes=")
	first, last, cut := strings.Cut(spec, "-")
	if !found || !cut || strings.Contains(spec, ",") {
		return 0, 0, false
	}
	to = size - 1
	if first == "" {
		n, err := strconv.Atoi(last)
		return max(size-n, 0), to, err == nil && n > 0
	}
	from, err := strconv.Atoi(first)
	if err != nil || from < 0 {
		return 0, 0, false
	}
	if last != "" {
		end, err := strconv.Atoi(last)
		if err != nil {
			return 0, 0, false
		}
		to = min(end, to)
	}
	return from, to, true
}
