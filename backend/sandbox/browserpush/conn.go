package browserpush

import (
	"bufio"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"errors"
	"math/big"
	"net"
	"net/http"
	"sync"
	"time"
)

// browserConn is the connection that a browser holds open.
type browserConn struct {
	mu   sync.Mutex
	conn net.Conn
}

func (b *browserConn) write(message []byte) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	_ = b.conn.SetWriteDeadline(time.Now().Add(5 * time.Second))
	_, err := b.conn.Write(message)
	return err
}

// Serve accepts connections of browsers and calls of senders on one TLS listener until ctx ends. The
// first byte distinguishes the two.
func (s *Service) Serve(ctx context.Context, plain net.Listener) error {
	certificate, err := newCertificate()
	if err != nil {
		return err
	}
	listener := tls.NewListener(plain, &tls.Config{Certificates: []tls.Certificate{certificate}, MinVersion: tls.VersionTLS12})
	calls := &connQueue{Listener: plain, conns: make(chan net.Conn), done: make(chan struct{})}
	web := &http.Server{Handler: s, ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = web.Serve(calls) }()
	go func() {
		<-ctx.Done()
		_ = web.Close()
		_ = listener.Close()
		s.closeAll()
	}()
	for {
		conn, err := listener.Accept()
		if err != nil {
			if ctx.Err() != nil {
				return nil
			}
			return err
		}
		go s.dispatch(conn, calls)
	}
}

// dispatch passes a connection to the handler of its protocol.
func (s *Service) dispatch(conn net.Conn, calls *connQueue) {
	in := bufio.NewReader(conn)
	_ = conn.SetReadDeadline(time.Now().Add(30 * time.Second))
	first, err := in.Peek(1)
	_ = conn.SetReadDeadline(time.Time{})
	switch {
	case err != nil:
		_ = conn.Close()
	case first[0] == connVersion:
		s.serveBrowser(conn, in)
	default:
		calls.add(&peekedConn{Conn: conn, in: in})
	}
}

// serveBrowser handles a browser's connection from its login until it closes.
func (s *Service) serveBrowser(conn net.Conn, in *bufio.Reader) {
	defer conn.Close()
	_, _ = in.ReadByte() // the version
	tag, login, err := readMessage(in)
	device, fieldErr := findField(login, androidIDField)
	if err != nil || fieldErr != nil || tag != tagLogin {
		s.log.Warn("browserpush: a browser did not log in", "cause", errors.Join(err, fieldErr))
		return
	}
	b := &browserConn{conn: conn}
	if b.write(append([]byte{connVersion}, encodeMessage(tagLoggedIn, appendText(nil, loginResponseID, "krapao-sandbox"))...)) != nil {
		return
	}
	s.connect(device, b)
	defer s.disconnect(device, b)
	for {
		tag, _, err := readMessage(in)
		if err != nil {
			return
		}
		if tag == tagPing && b.write(encodeMessage(tagPong, nil)) != nil {
			return
		}
	}
}

// connect registers a connected browser and sends the pushes that were stored while it was offline.
func (s *Service) connect(device string, b *browserConn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.online[device] = b
	for _, message := range s.offline[device] {
		_ = b.write(message)
	}
	delete(s.offline, device)
}

func (s *Service) disconnect(device string, b *browserConn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.online[device] == b {
		delete(s.online, device)
	}
}

func (s *Service) closeAll() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, b := range s.online {
		_ = b.conn.Close()
	}
}

// peekedConn is a connection whose first bytes are in a buffer already.
type peekedConn struct {
	net.Conn
	in *bufio.Reader
}

func (p *peekedConn) Read(b []byte) (int, error) { return p.in.Read(b) }

// connQueue is a net.Listener for connections that another listener has accepted.
type connQueue struct {
	net.Listener
	conns chan net.Conn
	done  chan struct{}
	once  sync.Once
}

func (q *connQueue) add(c net.Conn) {
	select {
	case q.conns <- c:
	case <-q.done:
		_ = c.Close()
	}
}

// Accept returns the next connection.
func (q *connQueue) Accept() (net.Conn, error) {
	select {
	case c := <-q.conns:
		return c, nil
	case <-q.done:
		return nil, net.ErrClosed
	}
}

// Close closes the queue, but not the listener that accepts the connections.
func (q *connQueue) Close() error {
	q.once.Do(func() { close(q.done) })
	return nil
}

// newCertificate returns a self-signed certificate. Clients must be configured not to verify it.
func newCertificate() (tls.Certificate, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return tls.Certificate{}, err
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(time.Now().UnixNano()), Subject: pkix.Name{CommonName: "sandbox"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().AddDate(1, 0, 0),
		DNSNames: []string{"localhost"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, err
}
