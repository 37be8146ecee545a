package freeport_test

import (
	"net"
	"testing"

	"krapao/backend/platform/freeport"
)

func TestLoopback_ReturnedPort_CanBeListenedOnAndIsNotEphemeral(t *testing.T) {
	for range 200 {
		port, err := freeport.Loopback()
		if err != nil {
			t.Fatal(err)
		}
		l, err := net.Listen("tcp", freeport.Address(port))
		if err != nil {
			t.Fatal(err)
		}
		if port >= 32768 {
			t.Errorf("%d is an ephemeral port", port)
		}
		defer l.Close() // kept open, so that the next port must be another
	}
}
