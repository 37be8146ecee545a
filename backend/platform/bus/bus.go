// Package bus carries hints between the instances of the server: something
// happened, look. It keeps nothing and promises nothing; what matters is in
// PostgreSQL, and whoever misses a hint finds it there. Hints carry numbers, no
// texts: whoever listens in on the bus learns that something was said, not what.
//
// Without an address a NATS server runs inside this process, so that one
// instance and many take the same way through the code. (LISTEN/NOTIFY would
// need no NATS, but it takes a lock on every commit that notifies.)
package bus

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// Bus is a connection to all instances, this one included.
type Bus struct {
	url    string
	prefix string
	conn   *nats.Conn
	inside *server.Server // nil with a cluster
}

// New makes a bus that is not connected yet: a subcommand of the program that
// changes a thing has nobody to tell.
func New(url string) *Bus { return &Bus{url: url} }

// Open connects to the NATS servers at the bus' address, or starts one in this
// process where there is no address. prefix keeps the hints of different
// installations apart. Call it before anybody publishes.
func (b *Bus) Open(prefix string) error {
	b.prefix = prefix + "."
	options := []nats.Option{nats.Name("krapao"), nats.MaxReconnects(-1), nats.RetryOnFailedConnect(true), nats.ReconnectWait(500 * time.Millisecond)}
	if b.url == "" {
		inside, err := server.NewServer(&server.Options{DontListen: true, NoSigs: true, NoLog: true, MaxPayload: 1 << 20})
		if err != nil {
			return fmt.Errorf("bus: %w", err)
		}
		inside.Start()
		if !inside.ReadyForConnections(10 * time.Second) {
			return errors.New("bus: the NATS server inside did not start")
		}
		b.inside = inside
		options = append(options, nats.InProcessServer(inside))
	}
	conn, err := nats.Connect(b.url, options...)
	if err != nil {
		b.Close()
		return fmt.Errorf("bus: %w", err)
	}
	b.conn = conn
	return nil
}

// Publish tells all instances; call it after the commit. It never blocks: the
// hint is lost when the connection is.
func (b *Bus) Publish(subject string, data []byte) {
	if b.conn != nil {
		_ = b.conn.Publish(b.prefix+subject, data)
	}
}

// Subscribe has every hint handed to fn, in each sender's order, from one
// goroutine.
func (b *Bus) Subscribe(fn func(subject string, data []byte)) error {
	_, err := b.conn.Subscribe(b.prefix+">", func(m *nats.Msg) {
		fn(strings.TrimPrefix(m.Subject, b.prefix), m.Data)
	})
	if err != nil {
		return fmt.Errorf("bus: %w", err)
	}
	return b.conn.Flush()
}

// Close ends the connection, and the server inside.
func (b *Bus) Close() {
	if b.conn != nil {
		b.conn.Close()
	}
	if b.inside != nil {
		b.inside.Shutdown()
		b.inside.WaitForShutdown()
	}
}
