// Package bus sends notifications between servers: something changed, read it. It
// stores nothing and guarantees no delivery. The data is in PostgreSQL, where a server that misses a
// notification finds it. Notifications contain numbers, no texts. So an eavesdropper on the bus learns that a
// message was sent, but not its text.
//
// With an address, the bus is a NATS cluster. Without one, there is a single server, and its notifications
// stay in the process. For that, an embedded NATS server would be a sixth of the whole build.
// LISTEN/NOTIFY would need no NATS at all, but it takes a lock on every commit that notifies.
package bus

import (
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
)

// Bus is a connection to all servers, including this one.
type Bus struct {
	url    string
	prefix string
	conn   *nats.Conn // nil without an address
	local  *local     // nil with an address
}

// New returns a bus that is not open yet. Until Open, Publish does nothing, as for a subcommand.
func New(url string) *Bus { return &Bus{url: url} }

// Open connects to the NATS servers at the bus's address, or only to this process if there is no address.
// prefix separates the notifications of different installations. Call Open before the first Publish.
func (b *Bus) Open(prefix string) error {
	if b.url == "" {
		b.local = &local{}
		return nil
	}
	b.prefix = prefix + "."
	conn, err := nats.Connect(b.url, nats.Name("krapao"), nats.MaxReconnects(-1), nats.RetryOnFailedConnect(true), nats.ReconnectWait(500*time.Millisecond))
	if err != nil {
		return fmt.Errorf("bus: %w", err)
	}
	b.conn = conn
	return nil
}

// Publish notifies all servers; call it after the commit. It never blocks. The notification is lost if the
// connection is down, or if a subscriber is too far behind.
func (b *Bus) Publish(subject string, data []byte) {
	switch {
	case b.conn != nil:
		_ = b.conn.Publish(b.prefix+subject, data)
	case b.local != nil:
		b.local.publish(subject, data)
	}
}

// Subscribe calls fn with every notification that is published after Subscribe has returned. fn is called
// from one goroutine, in each sender's order.
func (b *Bus) Subscribe(fn func(subject string, data []byte)) error {
	if b.local != nil {
		b.local.subscribe(fn)
		return nil
	}
	_, err := b.conn.Subscribe(b.prefix+">", func(m *nats.Msg) {
		fn(strings.TrimPrefix(m.Subject, b.prefix), m.Data)
	})
	if err != nil {
		return fmt.Errorf("bus: %w", err)
	}
	return b.conn.Flush()
}

// Close ends the connection. Later notifications are dropped.
func (b *Bus) Close() {
	if b.conn != nil {
		b.conn.Close()
	}
	if b.local != nil {
		b.local.close()
	}
}
