package qr

import (
	"context"
	"net/http"
	"sync"
	"time"
)

// early is how long before its end a token is given up.
const early = time.Minute

// token is a bearer token that a gateway gave us for a while.
type token struct {
	mu    sync.Mutex
	value string
	until time.Time
	fetch func(ctx context.Context) (value string, life time.Duration, err error)
}

// get answers a good token. Callers at once wait for one fetch.
func (t *token) get(ctx context.Context) (string, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.value != "" && time.Now().Before(t.until) {
		return t.value, nil
	}
	value, life, err := t.fetch(ctx)
	if err != nil {
		return "", err
	}
	t.value, t.until = value, time.Now().Add(life-early)
	return value, nil
}

// drop gives a token up that the gateway no longer takes.
func (t *token) drop(value string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.value == value {
		t.value = ""
	}
}

// with makes a call with the token, and once more with a new one where the
// gateway has forgotten it: it did nothing then.
func (t *token) with(ctx context.Context, do func(bearer string) (status int, err error)) (int, error) {
	for again := false; ; again = true {
		bearer, err := t.get(ctx)
		if err != nil {
			return 0, err
		}
		status, err := do(bearer)
		if status != http.StatusUnauthorized || again {
			return status, err
		}
		t.drop(bearer)
	}
}
