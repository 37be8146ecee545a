package ws_test

import (
	"bufio"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/gofiber/fiber/v3"

	"krapao/backend/platform/ws"
)

// recorder is a handler that passes the events of its sockets to a test.
type recorder struct {
	opened, closed chan *ws.Conn
	got            func(*ws.Conn, []byte)
}

func (r recorder) Opened(c *ws.Conn)                 { r.opened <- c }
func (r recorder) Received(c *ws.Conn, frame []byte) { r.got(c, frame) }
func (r recorder) Closed(c *ws.Conn)                 { r.closed <- c }

// serve opens a gate on a real listener and returns its address.
func serve(t *testing.T, got func(*ws.Conn, []byte)) (string, recorder) {
	t.Helper()
	r := recorder{opened: make(chan *ws.Conn, 8), closed: make(chan *ws.Conn, 8), got: got}
	gate := ws.NewGate(r, slog.New(slog.DiscardHandler), func(c fiber.Ctx) string { return c.Get("X-Address") })
	gate.Limit(3)
	app := fiber.New()
	app.Server().KeepHijackedConns = true
	app.Get("/socket", gate.Accept)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = app.Listener(listener, fiber.ListenConfig{DisableStartupMessage: true}) }()
	t.Cleanup(func() { _ = app.ShutdownWithTimeout(time.Second) })
	return listener.Addr().String(), r
}

// dial upgrades a plain connection, and reads nothing after the upgrade.
func dial(t *testing.T, address string) net.Conn {
	t.Helper()
	conn, status := requestSocket(t, address, "somewhere")
	if status != http.StatusSwitchingProtocols {
		t.Fatal(status)
	}
	return conn
}

// requestSocket requests a socket, with from as the caller's address.
func requestSocket(t *testing.T, address, from string) (net.Conn, int) {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	fmt.Fprintf(conn, "GET /socket HTTP/1.1\r\nHost: %s\r\nX-Address: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n", address, from)
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	return conn, response.StatusCode
}

func TestSockets_ManyFromOneAddress_LimitsThatAddressOnly(t *testing.T) {
	address, r := serve(t, func(*ws.Conn, []byte) {})
	var first net.Conn
	for range 3 {
		first, _ = requestSocket(t, address, "crowded")
		receiveInTime(t, r.opened, "no socket opened")
	}

	_, over := requestSocket(t, address, "crowded")
	_, other := requestSocket(t, address, "quiet")
	receiveInTime(t, r.opened, "no socket opened")
	_ = first.Close()
	receiveInTime(t, r.closed, "the socket stays")
	_, again := requestSocket(t, address, "crowded")

	if over != http.StatusTooManyRequests || other != http.StatusSwitchingProtocols || again != http.StatusSwitchingProtocols {
		t.Errorf("over its share %d, another %d, after one left %d", over, other, again)
	}
}

func receiveInTime(t *testing.T, c chan *ws.Conn, what string) *ws.Conn {
	t.Helper()
	select {
	case conn := <-c:
		return conn
	case <-time.After(20 * time.Second):
		t.Fatal(what)
		return nil
	}
}

// A reader that is too slow must not occupy memory or a goroutine for ever.
func TestSocket_PeerDoesNotRead_IsClosed(t *testing.T) {
	address, r := serve(t, func(*ws.Conn, []byte) {})
	dial(t, address)
	conn := receiveInTime(t, r.opened, "no socket opened")
	frame := []byte(strings.Repeat("x", 100_000))

	sent := time.Now()
	for range 1000 {
		conn.Send(frame)
	}

	if took := time.Since(sent); took > 5*time.Second {
		t.Errorf("sending blocked for %s", took)
	}
	receiveInTime(t, r.closed, "the socket stays")
}

func TestSocket_PeerVanishes_IsClosed(t *testing.T) {
	address, r := serve(t, func(*ws.Conn, []byte) {})
	conn := dial(t, address)
	receiveInTime(t, r.opened, "no socket opened")

	_ = conn.Close()

	receiveInTime(t, r.closed, "the socket stays")
}

func TestSocket_FrameTooLarge_IsClosed(t *testing.T) {
	address, r := serve(t, func(*ws.Conn, []byte) { t.Error("it was handed on") })
	conn := dial(t, address)
	receiveInTime(t, r.opened, "no socket opened")

	// This is the head of a final, masked text frame of 64 KiB.
	_, _ = conn.Write(append([]byte{0x81, 0x80 | 127, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0}, make([]byte, 64<<10)...))

	receiveInTime(t, r.closed, "the socket stays")
}

func TestSocket_Panic_ClosesThatSocketOnly(t *testing.T) {
	address, r := serve(t, func(*ws.Conn, []byte) { panic("a fault of ours") })
	conn := dial(t, address)
	receiveInTime(t, r.opened, "no socket opened")
	dial(t, address)
	other := receiveInTime(t, r.opened, "no second socket opened")

	_, _ = conn.Write([]byte{0x81, 0x82, 0, 0, 0, 0, '{', '}'})

	if gone := receiveInTime(t, r.closed, "the socket stays"); gone == other {
		t.Error("the other one was closed")
	}
}
