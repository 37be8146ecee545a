// Package ws upgrades calls of the edge to WebSockets. It limits a frame's size, the time without any
// frame, the time of a write, and the number of queued frames. So a slow or silent peer costs little. A
// peer that exceeds a limit is disconnected. No data is lost: sockets carry only change notifications,
// and a peer that reconnects fetches what it missed.
package ws

import (
	"bufio"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/lxzan/gws"
)

const (
	maxFrame     = 8 << 10 // from a client; they send small commands only
	maxQueued    = 256     // frames to a client
	maxRate      = 40      // frames from a client in a second; an app sends two or three
	readTimeout  = 75 * time.Second
	writeTimeout = 10 * time.Second
	// maxPerAddress is how many sockets one address may have at a time. It is far more than the customers
	// behind a mobile operator's shared address use.
	maxPerAddress = 2000
	readSize      = 128 // bytes of buffer for each socket's small frames
)

// Handler handles the events of sockets. Events of one socket are handled one after the other.
type Handler interface {
	// Opened is called first, when the socket is open.
	Opened(*Conn)
	// Received is called for each text frame.
	Received(c *Conn, frame []byte)
	// Closed is called last, whichever side closed.
	Closed(*Conn)
}

// Gate accepts sockets for one handler.
type Gate struct {
	upgrader *gws.Upgrader
	handler  Handler
	log      *slog.Logger
	// addressOf returns the address of a call.
	addressOf func(fiber.Ctx) string

	mu    sync.Mutex
	open  map[string]int // by address
	limit int
}

// NewGate returns a gate for one handler. addressOf returns the caller's address of a call.
func NewGate(h Handler, log *slog.Logger, addressOf func(fiber.Ctx) string) *Gate {
	g := &Gate{handler: h, log: log, addressOf: addressOf, open: map[string]int{}, limit: maxPerAddress}
	g.upgrader = gws.NewUpgrader(events{g}, &gws.ServerOption{
		ReadMaxPayloadSize: maxFrame, ReadBufferSize: readSize, HandshakeTimeout: 5 * time.Second, ParallelGolimit: 1,
		NewSession: func() gws.SessionStorage { return &session{} },
	})
	return g
}

// handleFrame runs the handler in its own goroutine. A database query makes a stack grow. The stack of the
// reader's goroutine would stay large as long as the socket is open, and thousands of idle sockets would
// need that memory.
func (g *Gate) handleFrame(conn *Conn, frame []byte) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() {
			if cause := recover(); cause != nil {
				g.log.Error("panic", "on", "a socket's frame", "cause", cause, "stack", string(debug.Stack()))
				conn.Close(1011, "our fault")
			}
		}()
		g.handler.Received(conn, frame)
	}()
	<-done
}

// Accept turns a call into a socket. Errors: 403 for a page of another origin, 426 for a call that is no
// upgrade, 429 for an address with too many sockets. A caller without an Origin header is no browser, so
// no page can abuse its cookies.
func (g *Gate) Accept(c fiber.Ctx) error {
	if origin := c.Get("Origin"); origin != "" {
		if u, err := url.Parse(origin); err != nil || u.Host != c.Host() {
			return fiber.ErrForbidden
		}
	}
	if !c.IsWebSocket() {
		return fiber.NewError(http.StatusUpgradeRequired)
	}
	address := strings.Clone(g.addressOf(c)) // copied, because the socket outlives the call, whose bytes are reused
	if !g.countOpened(address) {
		return fiber.NewError(http.StatusTooManyRequests)
	}
	req := &http.Request{Method: c.Method(), Header: http.Header{}}
	for name, value := range c.Request().Header.All() {
		req.Header.Add(string(name), string(value))
	}
	ctx := c.RequestCtx()
	ctx.HijackSetNoResponse(true)
	ctx.Hijack(func(conn net.Conn) {
		// fasthttp reuses its wrapper of the connection when this function returns.
		if hijacked, ok := conn.(interface{ UnsafeConn() net.Conn }); ok {
			conn = hijacked.UnsafeConn()
		}
		socket, err := g.upgrader.UpgradeFromConn(conn, bufio.NewReaderSize(conn, readSize), req)
		if err != nil {
			g.countClosed(address)
			return // gws has responded and closed
		}
		socket.Session().Store("", address)
		go socket.ReadLoop()
	})
	return nil
}

func (g *Gate) countOpened(address string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.open[address] >= g.limit {
		return false
	}
	g.open[address]++
	return true
}

func (g *Gate) countClosed(address string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.open[address]--; g.open[address] <= 0 {
		delete(g.open, address)
	}
}

// session is the data that gws stores for each socket: the socket's address, and its Conn once it is open.
type session struct {
	conn    *Conn
	address string
}

func (s *session) Len() int                     { return 1 }
func (s *session) Load(string) (any, bool)      { return s.conn, s.conn != nil }
func (s *session) Delete(string)                { s.conn = nil }
func (s *session) Range(func(string, any) bool) {}

func (s *session) Store(_ string, v any) {
	switch v := v.(type) {
	case *Conn:
		s.conn = v
	case string:
		s.address = v
	}
}

// events are gws' callbacks.
type events struct{ gate *Gate }

func (e events) OnOpen(socket *gws.Conn) {
	conn := &Conn{socket: socket}
	if s, ok := socket.Session().(*session); ok {
		conn.address = s.address
	}
	socket.Session().Store("", conn)
	extendDeadline(socket)
	e.gate.handler.Opened(conn)
}

func (e events) OnMessage(socket *gws.Conn, m *gws.Message) {
	defer m.Close()
	extendDeadline(socket)
	switch conn := connOf(socket); {
	case m.Opcode != gws.OpcodeText:
		conn.Close(1003, "text only")
	case conn.countFrame():
		conn.closeNow()
	default:
		e.gate.handleFrame(conn, m.Bytes())
	}
}

func (e events) OnClose(socket *gws.Conn, _ error) {
	conn := connOf(socket)
	conn.isClosed.Store(true)
	e.gate.countClosed(conn.address)
	e.gate.handler.Closed(conn)
}

func (e events) OnPing(socket *gws.Conn, payload []byte) {
	extendDeadline(socket)
	_ = socket.SetWriteDeadline(time.Now().Add(writeTimeout))
	_ = socket.WritePong(payload)
}

func (e events) OnPong(socket *gws.Conn, _ []byte) { extendDeadline(socket) }

func connOf(socket *gws.Conn) *Conn {
	conn, _ := socket.Session().Load("")
	return conn.(*Conn)
}

func extendDeadline(socket *gws.Conn) { _ = socket.SetReadDeadline(time.Now().Add(readTimeout)) }
