package pgtest

import (
	"bytes"
	"io"
	"net"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"
)

// Proxy simulates the network between a server and its database. A test can interrupt it.
type Proxy struct {
	// URL is the database's URL through the proxy.
	URL string

	t           testing.TB
	from, to    string
	losesCommit atomic.Bool

	mu       sync.Mutex
	listener net.Listener
	conns    []net.Conn
}

// NewProxy returns a proxy for the database at address, a result of URL.
func NewProxy(t testing.TB, address string) *Proxy {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	p := &Proxy{t: t, from: "127.0.0.1:0", to: u.Host}
	p.Restore()
	u.Host = p.from
	p.URL = u.String()
	t.Cleanup(p.Cut)
	return p
}

// Cut breaks all connections and rejects further ones.
func (p *Proxy) Cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	_ = p.listener.Close()
	for _, conn := range p.conns {
		_ = conn.Close()
	}
	p.conns = nil
}

// Restore accepts connections at the same address again.
func (p *Proxy) Restore() {
	p.t.Helper()
	listener, err := net.Listen("tcp", p.from)
	if err != nil {
		p.t.Fatal(err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.listener, p.from = listener, listener.Addr().String()
	go p.accept(listener)
}

// LoseCommit breaks a connection when the database next confirms a COMMIT on it. The server does not
// receive the confirmation.
func (p *Proxy) LoseCommit() { p.losesCommit.Store(true) }

func (p *Proxy) accept(listener net.Listener) {
	for {
		near, err := listener.Accept()
		if err != nil {
			return
		}
		far, err := net.Dial("tcp", p.to)
		if err != nil {
			_ = near.Close()
			continue
		}
		p.mu.Lock()
		p.conns = append(p.conns, near, far)
		p.mu.Unlock()
		go func() {
			_, _ = io.Copy(far, near)
			_ = far.Close()
		}()
		go func() {
			p.copyResponses(near, far)
			_, _ = near.Close(), far.Close()
		}()
	}
}

// copyResponses copies the database's responses, until it has to lose a confirmation.
func (p *Proxy) copyResponses(near io.Writer, far io.Reader) {
	buffer := make([]byte, 32<<10)
	for {
		n, err := far.Read(buffer)
		if bytes.Contains(buffer[:n], []byte("COMMIT\x00")) && p.losesCommit.CompareAndSwap(true, false) {
			return
		}
		if _, failed := near.Write(buffer[:n]); failed != nil || err != nil {
			return
		}
	}
}
