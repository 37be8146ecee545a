package servertest

import (
	"bytes"
	"context"
	"log/slog"
	"sync"
	"testing"
)

// Logged returns what the server has logged as a warning or an error.
func (h *House) Logged() string { return h.logged.said() }

// errorsOf keeps what a server logs as a warning or an error, and tells it where
// the test fails: an answer of 500, or that a company did not answer, says nothing
// of its cause.
func errorsOf(t testing.TB, kept *kept) *slog.Logger {
	t.Cleanup(func() {
		if said := kept.said(); t.Failed() && said != "" {
			t.Logf("the server's warnings and errors:\n%s", said)
		}
	})
	return slog.New(slog.NewTextHandler(kept, &slog.HandlerOptions{Level: slog.LevelWarn}))
}

// enough is how much is kept, warnings half of it: the first are those that count,
// and many warnings must not keep an error out.
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
	if k.text.Len() < room && !bytes.Contains(line, []byte(context.Canceled.Error())) { // it is being stopped
		k.text.Write(line)
	}
	return len(line), nil
}

func (k *kept) said() string {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.text.String()
}
