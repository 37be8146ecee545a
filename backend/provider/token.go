package provider

import (
	"context"
	"net/http"
	"sync"
	"time"
)

// tokenMargin is how long before its expiry a token is replaced.
const tokenMargin = time.Minute

// Token is a bearer token that a provider gave us for a limited time.
type Token struct {
	mu    sync.Mutex
	value string
	until time.Time
	fetch func(ctx context.Context) (value string, life time.Duration, err error)
}

// NewToken returns a token that calls fetch when it has no valid value.
func NewToken(fetch func(ctx context.Context) (value string, life time.Duration, err error)) *Token {
	return &Token{fetch: fetch}
}

// get returns a valid value of the token. Concurrent callers wait for one fetch.
func (t *Token) get(ctx context.Context) (string, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.value != "" && time.Now().Before(t.until) {
		return t.value, nil
	}
	value, life, err := t.fetch(ctx)
	if err != nil {
		return "", err
	}
	t.value, t.until = value, time.Now().Add(life-tokenMargin)
	return value, nil
}

// drop discards a value that the provider rejected.
func (t *Token) drop(value string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.value == value {
		t.value = ""
	}
}

// Call calls do with the token. If the provider rejects the token (401), Call calls do once more with a new
// one. The rejected call has had no effect.
func (t *Token) Call(ctx context.Context, do func(bearer string) (status int, err error)) (int, error) {
	for retried := false; ; retried = true {
		bearer, err := t.get(ctx)
		if err != nil {
			return 0, err
		}
		status, err := do(bearer)
		if status != http.StatusUnauthorized || retried {
			return status, err
		}
		t.drop(bearer)
	}
}
