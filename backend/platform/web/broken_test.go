package web_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/web"
)

// logLines stores the log of many goroutines.
type logLines struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logLines) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(line)
}

func (l *logLines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

func TestBrokenConnection_WhileARequestIsRead_IsNotLoggedAsAnError(t *testing.T) {
	var log logLines
	ctx, cancel := context.WithCancel(t.Context())
	e := web.New(ctx, web.Config{Log: slog.New(slog.NewTextHandler(&log, nil)), Version: "test"})
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
	go func() { served <- e.Serve(ctx, address) }()
	for _, text := range []string{
		"GET", "POST /api/order HTTP/1.1\r\nHost", "BREW /api/order HTTP/1.1\r\nHost: x\r\n\r\n", "\x16\x03\x01\x02\x00\x01\x00", "POST /api/order HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n",
		"POST /api/order HTTP/1.1\r\nHost: x\r\nX-Requested-With: wallet-user\r\nContent-Length: 100\r\n\r\n{",
		"POST /api/order HTTP/1.1\r\nHost: x\r\nX-Requested-With: wallet-user\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{",
	} {
		for _, resets := range []bool{false, true} {
			conn := dialRetrying(t, address)
			if _, err := io.WriteString(conn, text); err != nil {
				t.Fatal(err)
			}
			if resets {
				_ = conn.SetLinger(0) // Close then sends a reset
			} else {
				_ = conn.CloseWrite()
				if response, _ := io.ReadAll(conn); strings.HasPrefix(string(response), "HTTP/1.1 50") && !strings.HasPrefix(string(response), "HTTP/1.1 501") {
					t.Errorf("%.20q: %.100s", text, response)
				}
			}
			_ = conn.Close()
		}
	}
	cancel()
	if err := <-served; err != nil {
		t.Fatal(err)
	}
	if strings.Contains(log.String(), "level=ERROR") {
		t.Error(log.String())
	}
}

// dialRetrying connects to a server that may still be starting.
func dialRetrying(t *testing.T, address string) *net.TCPConn {
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

func TestProblem_RetryAfterWithoutCause_IsNotLogged(t *testing.T) {
	paused := func() *apperr.Error {
		return apperr.New(apperr.Internal).WithStatus(http.StatusServiceUnavailable).WithRetryAfter(15 * time.Second)
	}
	broken := paused()
	broken.Cause = errors.New("stored file is shorter")
	for _, test := range []struct {
		err    error
		logged bool
	}{{paused(), false}, {broken, true}, {apperr.New(apperr.Internal), true}} {
		var log logLines
		e := web.New(t.Context(), web.Config{Log: slog.New(slog.NewTextHandler(&log, nil)), Version: "test"})
		web.Handle(e, web.Route{ID: "order", Method: http.MethodGet, Path: "/api/order", Tag: "test"},
			func(context.Context, *struct{}) (*web.OK, error) { return nil, test.err })

		req := httptest.NewRequest(http.MethodGet, "/api/order", nil)
		req.Header.Set("X-Requested-With", "wallet-user")
		got := doRequest(t, e, req)

		if got.status < 500 || strings.Contains(log.String(), "call failed") != test.logged {
			t.Errorf("%v: status %d, log %q", test.err, got.status, log.String())
		}
	}
}
