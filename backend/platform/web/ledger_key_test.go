package web_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/google/uuid"

	"krapao/backend/platform/web"
)

// spec D1.45
func TestLedgerKey_IsAUUIDv5OfTheCallsScopeAndLeg(t *testing.T) {
	e := web.New(t.Context(), web.Config{Log: slog.New(slog.DiscardHandler), Version: "test"})
	e.Authenticate = authenticateAnyToken
	var keys []uuid.UUID
	for _, path := range []string{"/api/order", "/api/other"} {
		web.Handle(e, web.Route{ID: path[5:], Method: http.MethodPost, Path: path, Tag: "test", Auth: web.SignedIn},
			func(ctx context.Context, _ *struct{}) (*web.OK, error) {
				keys = append(keys, web.LedgerKey(ctx, "hold"), web.LedgerKey(ctx, "settle"))
				return &web.OK{}, nil
			})
	}
	for _, call := range [][2]string{{"/api/order", "k1"}, {"/api/order", "k1"}, {"/api/order", "k2"}, {"/api/other", "k1"}} {
		req := httptest.NewRequest(http.MethodPost, call[0], nil)
		for name, value := range map[string]string{"X-Requested-With": "wallet-user", "Authorization": "Bearer x", "Idempotency-Key": call[1]} {
			req.Header.Set(name, value)
		}
		doRequest(t, e, req)
	}

	if len(keys) != 8 || keys[0] != keys[2] || keys[1] != keys[3] {
		t.Fatalf("a repeat has other keys: %v", keys)
	}
	seen := map[uuid.UUID]bool{}
	for _, key := range keys {
		seen[key] = true
		if key.Version() != 5 {
			t.Errorf("%s is of version %d", key, key.Version())
		}
	}
	if len(seen) != 6 {
		t.Errorf("%d of 6 keys differ: %v", len(seen), keys)
	}
}
