// Package freeport finds loopback ports for servers that are about to start.
package freeport

import (
	"errors"
	"math/rand/v2"
	"net"
	"strconv"
)

// The range is below the ports that systems use for outgoing connections (Linux from 32768, others from
// 49152) and for listeners without a fixed port. So an outgoing connection cannot take a port that Loopback
// has just returned.
const (
	firstPort = 15_000
	endPort   = 32_000
	maxTries  = 100
)

// Loopback returns an unused port of 127.0.0.1, or an error after 100 tries.
func Loopback() (int, error) {
	for range maxTries {
		port := firstPort + rand.IntN(endPort-firstPort)
		l, err := net.Listen("tcp", Address(port))
		if err != nil {
			continue
		}
		return port, l.Close()
	}
	return 0, errors.New("freeport: none found")
}

// Address returns the address of a server on that port.
func Address(port int) string { return net.JoinHostPort("127.0.0.1", strconv.Itoa(port)) }
