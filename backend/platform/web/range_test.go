package web_test

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/gofiber/fiber/v3"

	"krapao/backend/platform/web"
)

// countedFile is a large file that counts how much of it was read.
type countedFile struct {
	mu     sync.Mutex
	read   int64
	closed bool
}

func (c *countedFile) Size() int64 { return 20 << 20 }

func (c *countedFile) Range(from, n int64) (io.ReadCloser, error) {
	return io.NopCloser(io.LimitReader(c, n)), nil
}

func (c *countedFile) Read(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.read += int64(len(p))
	return copy(p, bytes.Repeat([]byte{'x'}, len(p))), nil
}

func (c *countedFile) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
	return nil
}

func (c *countedFile) bytesRead() (int64, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.read, c.closed
}

func TestRange_OfALargeFile_ReadsOnlyThatPart(t *testing.T) {
	for header, want := range map[string]struct {
		status int
		bytes  int
		length string
	}{
		"bytes=0-1":        {http.StatusPartialContent, 2, "bytes 0-1/20971520"},
		"bytes=-5":         {http.StatusPartialContent, 5, "bytes 20971515-20971519/20971520"},
		"bytes=99999999-":  {http.StatusRequestedRangeNotSatisfiable, 0, "bytes */20971520"},
		"bytes=1000-66535": {http.StatusPartialContent, 65536, "bytes 1000-66535/20971520"},
	} {
		file := &countedFile{}
		e := web.New(context.Background(), web.Config{Log: slog.New(slog.DiscardHandler)})
		e.App.Get("/file", func(c fiber.Ctx) error { return web.SendFileRange(c, file) })
		req := httptest.NewRequest("GET", "/file", nil)
		req.Header.Set("Range", header)

		res, err := e.App.Test(req)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(res.Body)

		read, closed := file.bytesRead()
		if err != nil || res.StatusCode != want.status || (want.bytes > 0 && len(body) != want.bytes) || res.Header.Get("Content-Range") != want.length {
			t.Errorf("%s: %d, %d bytes, %s, %v", header, res.StatusCode, len(body), res.Header.Get("Content-Range"), err)
		}
		if read > int64(want.bytes)+64<<10 || !closed {
			t.Errorf("%s: %d bytes were read, closed %v", header, read, closed)
		}
		if strings.Trim(string(body), "x") != "" && want.bytes > 0 {
			t.Errorf("%s: other bytes", header)
		}
	}
}
