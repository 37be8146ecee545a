package web_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gofiber/fiber/v3"

	"krapao/backend/platform/web"
)

// TestUnreadBody_OfARefusedRequest_IsNotParsedAsTheNext hides a request in the body of a request that is rejected before
// its body is read. It tries each way to mark the end of a body.
func TestUnreadBody_OfARefusedRequest_IsNotParsedAsTheNext(t *testing.T) {
	e := web.New(t.Context(), web.Config{Log: slog.New(slog.DiscardHandler), Version: "test"})
	var hidden atomic.Int64
	web.Handle(e, web.Route{ID: "shut", Method: http.MethodPost, Path: "/api/shut", Tag: "test", Auth: web.SignedIn},
		func(context.Context, *struct{ Body map[string]any }) (*web.OK, error) { return &web.OK{}, nil })
	e.App.Get("/hidden", func(c fiber.Ctx) error { hidden.Add(1); return c.SendString("hidden") })
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = e.App.Listener(l, fiber.ListenConfig{DisableStartupMessage: true}) }()
	t.Cleanup(func() { _ = e.App.Shutdown() })

	const inner = "GET /hidden HTTP/1.1\r\nHost: x\r\n\r\n"
	large := strings.Repeat("x", 2<<20) + inner
	middle := strings.Repeat("x", 600_000) + inner
	send := func(text string) string {
		conn, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		go func() { _, _ = io.WriteString(conn, text) }()
		_ = conn.SetReadDeadline(time.Now().Add(time.Second)) // a connection that stays open sends nothing more
		response, _ := io.ReadAll(conn)
		return string(response)
	}
	if send(inner); hidden.Swap(0) != 1 {
		t.Fatal("the request is not served even if it is not hidden: the test shows nothing")
	}
	for name, rest := range map[string]string{
		"a length":             fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(inner), inner),
		"a large length":       fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(large), large),
		"a medium length":      fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(middle), middle),
		"large chunks":         fmt.Sprintf("Transfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n%x\r\n%s\r\n0\r\n\r\n", len(middle), middle, len(inner), inner),
		"chunks":               fmt.Sprintf("Transfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n", len(inner), inner),
		"an end and then more": "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n" + fmt.Sprintf("%x\r\n%s\r\n0\r\n\r\n", len(inner), inner),
		"two lengths":          fmt.Sprintf("Content-Length: 0\r\nContent-Length: %d\r\n\r\n%s", len(inner), inner),
	} {
		response := send("POST /api/shut HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n" + rest)
		if !strings.HasPrefix(response, "HTTP/1.1 4") || hidden.Load() != 0 {
			t.Errorf("%s: the hidden request was served %d times: %.200s", name, hidden.Swap(0), response)
		}
	}
}
