package pg

import (
	"context"
	"errors"
	"net"
	"os"

	"github.com/jackc/pgx/v5/pgconn"
)

// connectionErrorText begins the text of each connectionError.
const connectionErrorText = "connection to the database: "

// connectionError is a network error of a connection to the database. The driver returns these
// without a type, and an EOF by itself could be a provider's.
type connectionError struct{ err error }

func (e *connectionError) Error() string { return connectionErrorText + e.err.Error() }
func (e *connectionError) Unwrap() error { return e.err }

// connection marks its network errors as the database's.
type connection struct{ net.Conn }

// dialed wraps a driver's dial function. It works below TLS, since the driver checks whether a
// connection is a TLS connection.
func dialed(dial pgconn.DialFunc) pgconn.DialFunc {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		if err != nil {
			return nil, err // the driver makes a ConnectError of it
		}
		return connection{conn}, nil
	}
}

func (c connection) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	return n, marked(err)
}

func (c connection) Write(b []byte) (int, error) {
	n, err := c.Conn.Write(b)
	return n, marked(err)
}

// marked leaves a deadline unchanged: the driver sets one when the caller's context ends, and returns
// the context's error for it.
func marked(err error) error {
	if err == nil || errors.Is(err, os.ErrDeadlineExceeded) {
		return err
	}
	return &connectionError{err}
}
