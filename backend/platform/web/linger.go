package web

import (
	"errors"
	"io"
	"net"
	"sync/atomic"
	"time"
)

// lingerTime and lingerBytes limit how long and how much a closed connection still reads.
const (
	lingerTime  = 2 * time.Second
	lingerBytes = 16 << 20
)

// lingering closes connections so that the caller receives the last response. The server may reject a
// large request without reading all of it. If it closed the connection at once, the kernel would send a
// reset for the bytes that still arrive, and the caller would lose the response. An app would see a
// broken connection and retry.
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

// Read reads the next bytes, and records when the caller has closed its side.
func (c *lingeringConn) Read(p []byte) (int, error) {
	n, err := c.TCPConn.Read(p)
	if errors.Is(err, io.EOF) {
		c.ended.Store(true)
	}
	return n, err
}

// hasEnded reports whether the caller has closed its side of the connection.
func hasEnded(c net.Conn) bool {
	l, ok := c.(*lingeringConn)
	return ok && l.ended.Load()
}

// Close closes our side at once. It closes the whole connection when the caller has closed its side.
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
