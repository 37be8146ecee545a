package web

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"

	"github.com/gofiber/fiber/v3"
)

// FilePolicy is the Content-Security-Policy of a stranger's file. If the file is opened by itself, it
// runs and loads nothing, and cannot be framed.
const FilePolicy = "sandbox; default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"

// SendBytesRange sends body, or the requested range of it. Safari plays a video only if the server supports
// ranges.
func SendBytesRange(c fiber.Ctx, body []byte) error {
	from, n, ok := requestedRange(c, int64(len(body)))
	if !ok {
		return c.SendStatus(http.StatusRequestedRangeNotSatisfiable)
	}
	return c.Send(body[from : from+n])
}

// RangeFile is a file that is read in parts.
type RangeFile interface {
	Size() int64
	Range(from, n int64) (io.ReadCloser, error)
	Close() error
}

// SendFileRange is SendBytesRange for a file that is not held in memory. It sends the bytes while it reads
// them, and closes the file.
func SendFileRange(c fiber.Ctx, file RangeFile) error {
	from, n, ok := requestedRange(c, file.Size())
	if !ok {
		return errors.Join(file.Close(), c.SendStatus(http.StatusRequestedRangeNotSatisfiable))
	}
	part, err := file.Range(from, n)
	if err != nil {
		return errors.Join(file.Close(), err)
	}
	return c.SendStream(&rangeBody{part, file}, int(n))
}

// rangeBody is a part that is being sent. fasthttp closes it at its end, or when the caller disconnects.
type rangeBody struct {
	io.ReadCloser
	file RangeFile
}

func (r *rangeBody) Close() error { return errors.Join(r.ReadCloser.Close(), r.file.Close()) }

// requestedRange returns the requested range of a body of size bytes, and sets the response's headers. ok is
// false if the range does not exist.
func requestedRange(c fiber.Ctx, size int64) (from, n int64, ok bool) {
	c.Set("Accept-Ranges", "bytes")
	first, last, asked := parseRange(c.Get("Range"), int(size))
	if !asked {
		return 0, size, true
	}
	if first >= int(size) || first > last {
		c.Set("Content-Range", fmt.Sprintf("bytes */%d", size))
		return 0, 0, false
	}
	c.Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", first, last, size))
	c.Status(http.StatusPartialContent)
	return int64(first), int64(last - first + 1), true
}

// parseRange parses "bytes=0-1", "bytes=5-" and "bytes=-9". ok is false for several ranges and for text that
// it cannot parse; then the whole body is sent.
func parseRange(header string, size int) (from, to int, ok bool) {
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
