package web

import (
	"io"
	"net"
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
		return lingeringConn{tcp}, err
	}
	return c, err
}

type lingeringConn struct{ *net.TCPConn }

// Close says the end at once, and lets go when the caller has said it too.
func (c lingeringConn) Close() error {
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
