package web_test

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"

	"krapao/backend/platform/web"
)

// lines stores the log of many goroutines.
type lines struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *lines) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(line)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

func TestBrokenConnection_WhileARequestIsRead_IsNoErrorOfOurs(t *testing.T) {
	var log lines
	life, end := context.WithCancel(t.Context())
	e := web.New(life, web.Config{Log: slog.New(slog.NewTextHandler(&log, nil)), Version: "test"})
	web.Handle(e, web.Route{ID: "order", Method: http.MethodPost, Path: "/api/order", Tag: "test"},
		func(context.Context, *struct{ Body nestedOrder }) (*web.OK, error) { return &web.OK{}, nil })
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- e.Serve(life, address) }()
	for _, text := range []string{
		"GET", "POST /api/order HTTP/1.1\r\nHost", "BREW /api/order HTTP/1.1\r\nHost: x\r\n\r\n", "\x16\x03\x01\x02\x00\x01\x00", "POST /api/order HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n",
		"POST /api/order HTTP/1.1\r\nHost: x\r\nX-Requested-With: wallet-user\r\nContent-Length: 100\r\n\r\n{",
		"POST /api/order HTTP/1.1\r\nHost: x\r\nX-Requested-With: wallet-user\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{",
	} {
		for _, resets := range []bool{false, true} {
			conn := dial(t, address)
			if _, err := io.WriteString(conn, text); err != nil {
				t.Fatal(err)
			}
			if resets {
				_ = conn.SetLinger(0) // Close then sends a reset
			} else {
				_ = conn.CloseWrite()
				if answer, _ := io.ReadAll(conn); strings.HasPrefix(string(answer), "HTTP/1.1 50") && !strings.HasPrefix(string(answer), "HTTP/1.1 501") {
					t.Errorf("%.20q: %.100s", text, answer)
				}
			}
			_ = conn.Close()
		}
	}
	end()
	if err := <-served; err != nil {
		t.Fatal(err)
	}
	if strings.Contains(log.String(), "level=ERROR") {
		t.Error(log.String())
	}
}

// dial connects to a server that may still be starting.
func dial(t *testing.T, address string) *net.TCPConn {
	t.Helper()
	for {
		conn, err := net.Dial("tcp", address)
		if err == nil {
			return conn.(*net.TCPConn)
		}
		if t.Context().Err() != nil {
			t.Fatal(err)
		}
	}
}
