package web_test

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/gofiber/fiber/v3"

	"krapao/backend/platform/freeport"
	"krapao/backend/platform/web"
)

// TestARefusalOfTooMuchIsHeardWhileTheCallerIsStillSending keeps an app from
// taking a refusal for a broken line, and sending the same again.
func TestARefusalOfTooMuchIsHeardWhileTheCallerIsStillSending(t *testing.T) {
	address := serve(t)
	head := "/" + strings.Repeat("x", 300_000)

	for range 50 {
		answer, err := http.Get(address + head)
		if err != nil {
			t.Fatal(errors.Unwrap(err)) // without the long address
		}
		_ = answer.Body.Close()
		if answer.StatusCode != http.StatusRequestHeaderFieldsTooLarge {
			t.Fatalf("%d for a head of 300 kB", answer.StatusCode)
		}
	}
	for range 20 {
		answer, err := http.Post(address+"/refuse", "text/plain", strings.NewReader(strings.Repeat("x", 5<<20)))
		if err != nil {
			t.Fatal(errors.Unwrap(err)) // without the long address
		}
		_ = answer.Body.Close()
		if answer.StatusCode != http.StatusRequestEntityTooLarge {
			t.Fatalf("%d for a body of 5 MB", answer.StatusCode)
		}
	}
}

func serve(t *testing.T) string {
	t.Helper()
	port, err := freeport.Loopback()
	if err != nil {
		t.Fatal(err)
	}
	address := freeport.Address(port)
	ctx, stop := context.WithCancel(context.Background())
	e := web.New(ctx, web.Config{Log: slog.New(slog.DiscardHandler)})
	e.App.Post("/refuse", func(fiber.Ctx) error { return fiber.ErrRequestEntityTooLarge })
	ended := make(chan error, 1)
	go func() { ended <- e.Serve(ctx, address) }()
	t.Cleanup(func() {
		stop()
		<-ended
	})
	for range 100 {
		if c, err := net.DialTimeout("tcp", address, time.Second); err == nil {
			_ = c.Close()
			return "http://" + address
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("the server does not listen")
	return ""
}
