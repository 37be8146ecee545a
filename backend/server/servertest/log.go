package servertest

import (
	"bytes"
	"context"
	"log/slog"
	"sync"
	"testing"
)

// Logged returns the warnings and errors that the server has logged.
func (h *Environment) Logged() string { return h.logBuffer.contents() }

// newLogger returns a logger that stores a server's warnings and errors, and prints them if the test fails. They
// show the cause of a 500, or of a provider's missing response, which the test itself does not see.
func newLogger(t testing.TB, buffer *logBuffer) *slog.Logger {
	t.Cleanup(func() {
		if text := buffer.contents(); t.Failed() && text != "" {
			t.Logf("the server's warnings and errors:\n%s", text)
		}
	})
	return slog.New(slog.NewTextHandler(buffer, &slog.HandlerOptions{Level: slog.LevelWarn}))
}

// maxLog is how many bytes are stored, and maxWarnings is how many of them warnings may use. The first records
// matter most, and many warnings must leave room for an error.
const (
	maxLog      = 16 << 10
	maxWarnings = maxLog / 2
)

type logBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (k *logBuffer) Write(line []byte) (int, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	room := maxLog
	if bytes.Contains(line, []byte("level=WARN")) {
		room = maxWarnings
	}
	if k.text.Len() < room && !bytes.Contains(line, []byte(context.Canceled.Error())) { // the server is stopping
		k.text.Write(line)
	}
	return len(line), nil
}

func (k *logBuffer) contents() string {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.text.String()
}
