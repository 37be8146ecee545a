package web_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/pgtest"
	"krapao/backend/platform/web"
)

// codeEdge is an edge with one keyed call that requires a code. The code is valid once.
type codeEdge struct {
	*web.Edge
	tries  atomic.Int64
	isUsed atomic.Bool
	// fields are the fields of the call. meanwhile runs before a try is rejected.
	fields    any
	meanwhile func()
}

func newCodeEdge(t *testing.T, pool *pgxpool.Pool) *codeEdge {
	t.Helper()
	g := &codeEdge{Edge: web.New(t.Context(), web.Config{Log: slog.New(slog.DiscardHandler), Version: "test"}), meanwhile: func() {}}
	g.Authenticate = authenticateAnyToken
	keyed := web.Keyed{Pool: pool, Secret: []byte("test")}
	web.Handle(g.Edge, web.Route{ID: "enter", Method: http.MethodPost, Path: "/api/order", Tag: "test", Auth: web.Anyone},
		func(ctx context.Context, _ *struct{}) (*web.Response[order], error) {
			return web.OnceAfter(ctx, keyed, "", g.fields, g.tryCode)
		})
	return g
}

func (g *codeEdge) tryCode() (func(pgx.Tx) (int, order, error), error) {
	n := g.tries.Add(1)
	if g.isUsed.Load() {
		g.meanwhile()
		return nil, apperr.New(apperr.WrongCredential)
	}
	return func(pgx.Tx) (int, order, error) {
		g.isUsed.Store(true)
		return http.StatusOK, order{Number: n}, nil
	}, nil
}

func TestOnceAfter_RepeatAfterTheCodeWasUsed_ReturnsTheResponseAndCountsNoTry(t *testing.T) {
	g := newCodeEdge(t, pgtest.New(t))
	first := postKeyed(t, g.Edge, "k1", "")

	second := postKeyed(t, g.Edge, "k1", "")

	if first.status != http.StatusOK || second.status != http.StatusOK || second.body != first.body || g.tries.Load() != 1 {
		t.Fatalf("first %v, second %v, %d tries", first, second, g.tries.Load())
	}
}

func TestOnceAfter_RepeatRefusedWhileTheFirstSucceeds_ReturnsTheResponse(t *testing.T) {
	g := newCodeEdge(t, pgtest.New(t))
	g.isUsed.Store(true)
	var first recordedResponse
	g.meanwhile = sync.OnceFunc(func() {
		g.isUsed.Store(false)
		first = postKeyed(t, g.Edge, "k1", "")
	})

	second := postKeyed(t, g.Edge, "k1", "")

	if first.status != http.StatusOK || second.status != http.StatusOK || second.body != first.body {
		t.Fatalf("first %v, second %v", first, second)
	}
}

func TestOnceAfter_RefusedBeforeTheWork_LeavesTheKeyFree(t *testing.T) {
	g := newCodeEdge(t, pgtest.New(t))
	g.isUsed.Store(true)

	refused := postKeyed(t, g.Edge, "k1", "")
	g.isUsed.Store(false)
	corrected := postKeyed(t, g.Edge, "k1", "")

	if refused.status != http.StatusUnauthorized || corrected.status != http.StatusOK {
		t.Fatalf("refused %v, corrected %v", refused, corrected)
	}
}

// forgettingFields are fields that delete all stored responses when they are encoded.
type forgettingFields struct{ forget func() }

func (f forgettingFields) MarshalJSON() ([]byte, error) {
	f.forget()
	return json.Marshal("fields")
}

func TestOnceAfter_StoredResponseIsDeletedMeanwhile_NeedsTheProofAgain(t *testing.T) {
	pool := pgtest.New(t)
	g := newCodeEdge(t, pool)
	forget := func() {}
	g.fields = forgettingFields{func() { forget() }}
	postKeyed(t, g.Edge, "k1", "")
	forget = func() {
		if _, err := pool.Exec(t.Context(), "delete from idempotency"); err != nil {
			t.Error(err)
		}
	}

	repeat := postKeyed(t, g.Edge, "k1", "")

	if repeat.status != http.StatusConflict || g.tries.Load() != 1 {
		t.Fatalf("%v, %d tries", repeat, g.tries.Load())
	}
}
