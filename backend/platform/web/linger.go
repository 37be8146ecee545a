package web

import (
	"errors"
	"io"
	"net"
	"sync/atomic"
	"time"
)

// How long, and how many bytes, a closed connection still reads of what the caller sends.
const (
	lingerTime  = 2 * time.Second
	lingerBytes = 16 << 20
)

// lingering closes connections so that the caller receives the last response. The server rejects a
// head or a body that is too large without reading all of it. If it closed the connection at once,
// the kernel would send a reset for bytes that still arrive, and the caller would lose the response.
// An app would see a broken connection, and retry.
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

// Read reads on, and records that the caller has closed its side.
func (c *lingeringConn) Read(p []byte) (int, error) {
	n, err := c.TCPConn.Read(p)
	if errors.Is(err, io.EOF) {
		c.ended.Store(true)
	}
	return n, err
}

// hasEnded reports whether a read found that the caller has closed its side.
func hasEnded(c net.Conn) bool {
	l, ok := c.(*lingeringConn)
	return ok && l.ended.Load()
}

// Close closes our side at once, and the connection when the caller has closed its side, too.
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
