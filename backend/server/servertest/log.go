package servertest

import (
	"bytes"
	"context"
	"log/slog"
	"sync"
	"testing"
)

// Logged returns the warnings and errors that the server has logged.
func (h *House) Logged() string { return h.logged.said() }

// errorsOf returns a logger that stores a server's warnings and errors, and prints them if the test fails. A
// response of 500, or a provider without a response, does not show its cause.
func errorsOf(t testing.TB, kept *kept) *slog.Logger {
	t.Cleanup(func() {
		if said := kept.said(); t.Failed() && said != "" {
			t.Logf("the server's warnings and errors:\n%s", said)
		}
	})
	return slog.New(slog.NewTextHandler(kept, &slog.HandlerOptions{Level: slog.LevelWarn}))
}

// enough is how many bytes are stored, and warnings is how many of them warnings may use. The first records
// matter most, and many warnings must leave room for an error.
const (
	enough   = 16 << 10
	warnings = enough / 2
)

type kept struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (k *kept) Write(line []byte) (int, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	room := enough
	if bytes.Contains(line, []byte("level=WARN")) {
		room = warnings
	}
	if k.text.Len() < room && !bytes.Contains(line, []byte(context.Canceled.Error())) { // the server is stopping
		k.text.Write(line)
	}
	return len(line), nil
}

func (k *kept) said() string {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.text.String()
}
