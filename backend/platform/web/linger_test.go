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

// An app must receive the error. Otherwise it would see a broken connection and send the same again.
func TestTooLargeBody_StillBeingSent_CallerReceivesTheRefusal(t *testing.T) {
	address := startLingering(t)
	head := "/" + strings.Repeat("x", 300_000)

	for range 50 {
		response, err := http.Get(address + head)
		if err != nil {
			t.Fatal(errors.Unwrap(err)) // without the long address
		}
		_ = response.Body.Close()
		if response.StatusCode != http.StatusRequestHeaderFieldsTooLarge {
			t.Fatalf("%d for a head of 300 kB", response.StatusCode)
		}
	}
	for range 20 {
		response, err := http.Post(address+"/refuse", "text/plain", strings.NewReader(strings.Repeat("x", 5<<20)))
		if err != nil {
			t.Fatal(errors.Unwrap(err)) // without the long address
		}
		_ = response.Body.Close()
		if response.StatusCode != http.StatusRequestEntityTooLarge {
			t.Fatalf("%d for a body of 5 MB", response.StatusCode)
		}
	}
}

func startLingering(t *testing.T) string {
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

// A stopping server must not close resources that
// running calls use.
func TestServe_ContextEndsDuringACall_ReturnsAfterItsResponse(t *testing.T) {
	port, err := freeport.Loopback()
	if err != nil {
		t.Fatal(err)
	}
	address := freeport.Address(port)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	e := web.New(t.Context(), web.Config{Log: slog.New(slog.DiscardHandler)})
	begun, goOn := make(chan struct{}), make(chan struct{})
	e.App.Get("/wait", func(c fiber.Ctx) error {
		close(begun)
		<-goOn
		return c.SendString("done")
	})
	ended, status := make(chan error, 1), make(chan int, 1)
	go func() { ended <- e.Serve(ctx, address) }()
	go func() {
		response, err := http.Get("http://" + address + "/wait")
		for ; err != nil; response, err = http.Get("http://" + address + "/wait") {
			time.Sleep(10 * time.Millisecond)
		}
		_ = response.Body.Close()
		status <- response.StatusCode
	}()
	<-begun

	stop()
	select {
	case err := <-ended:
		t.Errorf("returned during a call: %v", err)
	case <-time.After(300 * time.Millisecond):
	}
	close(goOn)

	if got := <-status; got != http.StatusOK {
		t.Errorf("the call returned %d", got)
	}
	if !t.Failed() {
		<-ended
	}
}
