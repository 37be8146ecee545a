// Package freeport finds ports of loopback for servers that are about to start.
package freeport

import (
	"errors"
	"math/rand/v2"
	"net"
	"strconv"
)

// The range lies below the ports that systems give to outgoing connections
// (Linux from 32768, others from 49152) and to listeners that ask for any: what
// was free a moment ago is not taken by somebody's dial.
const (
	lowest = 15_000
	beyond = 32_000
	tries  = 100
)

// Loopback answers a port of 127.0.0.1 that nobody listens on.
func Loopback() (int, error) {
	for range tries {
		port := lowest + rand.IntN(beyond-lowest)
		l, err := net.Listen("tcp", Address(port))
		if err != nil {
			continue
		}
		return port, l.Close()
	}
	return 0, errors.New("freeport: none found")
}

// Address is where a server on that port listens.
func Address(port int) string { return net.JoinHostPort("127.0.0.1", strconv.Itoa(port)) }
