package web

import (
	"io"

	"github.com/gofiber/fiber/v3"
)

// HookBody reads the body of a webhook, which passes none of the doors of the
// API's calls: at most so many bytes, else 413 without reading on.
func HookBody(c fiber.Ctx, most int64) ([]byte, error) {
	stream := c.Request().BodyStream()
	if stream == nil { // there is none
		return nil, nil
	}
	body, err := io.ReadAll(io.LimitReader(stream, most+1))
	if err != nil || int64(len(body)) > most {
		return nil, fiber.ErrRequestEntityTooLarge
	}
	return body, nil
}
