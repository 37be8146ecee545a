package web

import (
	"errors"
	"io"
	"net"
	"sync/atomic"
	"time"
)

// How long, and for how much, a closed connection still takes what the caller
// is sending.
const (
	lingerTime  = 2 * time.Second
	lingerBytes = 16 << 20
)

// lingering closes connections so that their last answer is heard. The server
// refuses a head or a body that is too big without reading all of it; were the
// connection closed at once, the kernel would answer what is still arriving by a
// reset, which throws away the refusal on the caller's side: an app would see a
// broken line, and try again.
type lingering struct{ net.Listener }

// Accept waits for the next connection.
func (l lingering) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if tcp, ok := c.(*net.TCPConn); ok {
		return &lingeringConn{TCPConn: tcp}, err
	}
	return c, err
}

type lingeringConn struct {
	*net.TCPConn
	ended atomic.Bool
}

// Read reads on, and notes where the caller has ended.
func (c *lingeringConn) Read(p []byte) (int, error) {
	n, err := c.TCPConn.Read(p)
	if errors.Is(err, io.EOF) {
		c.ended.Store(true)
	}
	return n, err
}

// hasEnded tells whether bytes were asked for after the caller's last one.
func hasEnded(c net.Conn) bool {
	l, ok := c.(*lingeringConn)
	return ok && l.ended.Load()
}

// Close says the end at once, and lets go when the caller has said it too.
func (c *lingeringConn) Close() error {
	if err := c.CloseWrite(); err != nil {
		return c.TCPConn.Close()
	}
	go func() {
		_ = c.SetReadDeadline(time.Now().Add(lingerTime))
		_, _ = io.CopyN(io.Discard, c.TCPConn, lingerBytes)
		_ = c.TCPConn.Close()
	}()
	return nil
}
