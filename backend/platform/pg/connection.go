package pg

import (
	"context"
	"errors"
	"net"
	"os"

	"github.com/jackc/pgx/v5/pgconn"
)

// connectionErrorText is the beginning of the text of each connectionError.
const connectionErrorText = "connection to the database: "

// connectionError is a network error of a connection to the database. The driver returns network errors
// without a type, and an EOF alone could come from a provider's connection.
type connectionError struct{ err error }

func (e *connectionError) Error() string { return connectionErrorText + e.err.Error() }
func (e *connectionError) Unwrap() error { return e.err }

// connection is a network connection whose errors become connectionErrors.
type connection struct{ net.Conn }

// wrapDial wraps the dial function of the driver. The wrapped connection is below TLS, because the driver
// checks whether a connection is a TLS connection.
func wrapDial(dial pgconn.DialFunc) pgconn.DialFunc {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		if err != nil {
			return nil, err // the driver turns this into a ConnectError
		}
		return connection{conn}, nil
	}
}

func (c connection) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	return n, asConnectionError(err)
}

func (c connection) Write(b []byte) (int, error) {
	n, err := c.Conn.Write(b)
	return n, asConnectionError(err)
}

// asConnectionError turns an error into a connectionError, except for a deadline. The driver sets a deadline
// when the caller's context ends, and then returns the context's error.
func asConnectionError(err error) error {
	if err == nil || errors.Is(err, os.ErrDeadlineExceeded) {
		return err
	}
	return &connectionError{err}
}
