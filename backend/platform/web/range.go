package web

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/gofiber/fiber/v3"
)

// SendRange sends body, or the one range of it that is asked for: Safari plays a
// video only from a server that does.
func SendRange(c fiber.Ctx, body []byte) error {
	c.Set("Accept-Ranges", "bytes")
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
