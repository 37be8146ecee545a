package web_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"krapao/backend/platform/apperr"
	"krapao/backend/platform/web"
)

// TestResponse_OfAnyKind_HasTheSecurityPolicies requests a page, a file, a missing file, a rejected call and an
// unsupported method. It also sends the preflight request of another origin's page.
// spec D1.16
func TestResponse_OfAnyKind_HasTheSecurityPolicies(t *testing.T) {
	e := web.New(t.Context(), web.Config{Log: slog.New(slog.DiscardHandler), Version: "test", HTTPS: true})
	assets, err := web.NewAssets(built, "")
	if err != nil {
		t.Fatal(err)
	}
	web.Handle(e, web.Route{ID: "look", Method: http.MethodGet, Path: "/api/look", Tag: "test"},
		func(context.Context, *struct{}) (*web.OK, error) { return nil, apperr.New(apperr.NoData) })
	e.App.Use(assets.Handler)

	for request, status := range map[string]int{
		"GET /": 200, "GET /operator": 200, "GET /assets/app-1a2b.js": 200, "GET /nothing.js": 404, "GET /api/look": 403, "GET /api/nothing": 404,
		"TRACE /": 404, "POST /user/home": 404, "OPTIONS /api/look": 404,
	} {
		method, path, _ := strings.Cut(request, " ")
		req := httptest.NewRequest(method, path, nil)
		req.Header.Set("Origin", "https://elsewhere.example")
		req.Header.Set("Access-Control-Request-Method", method)
		got := doRequest(t, e, req)
		if got.status != status {
			t.Errorf("%s: %d", request, got.status)
		}
		for name, value := range map[string]string{
			"Strict-Transport-Security": "max-age=63072000; includeSubDomains", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
			"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
		} {
			if got.header.Get(name) != value {
				t.Errorf("%s: %s is %q", request, name, got.header.Get(name))
			}
		}
		for name := range got.header {
			if strings.HasPrefix(name, "Access-Control-") {
				t.Errorf("%s: %s allows another origin", request, name)
			}
		}
		policy := got.header.Get("Content-Security-Policy")
		if strings.HasPrefix(path, "/api/") {
			if policy != "default-src 'none'; frame-ancestors 'none'" {
				t.Errorf("%s: an API response has the policy %s", request, policy)
			}
			continue
		}
		for _, rule := range []string{
			"default-src 'none'", "script-src 'self' 'wasm-unsafe-eval';", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'",
			"require-trusted-types-for 'script'",
		} {
			if !strings.Contains(policy, rule) {
				t.Errorf("%s: the policy has no %s: %s", request, rule, policy)
			}
		}
	}
}

// TestCallLog_Line_HasCallerAndRouteAndNoSecret reads the log of calls that have secrets in all possible
// places.
// spec D1.47
func TestCallLog_Line_HasCallerAndRouteAndNoSecret(t *testing.T) {
	var written bytes.Buffer
	e := web.New(t.Context(), web.Config{Log: slog.New(slog.NewJSONHandler(&written, nil)), Version: "test"})
	e.Authenticate = func(context.Context, string) (web.Caller, error) { return web.Caller{MemberID: 7, PublicID: "M7"}, nil }
	e.AuthenticateStaff = func(context.Context, string) (web.Operator, error) {
		return web.Operator{ID: 1, Username: "nok", Role: "support"}, nil
	}
	for name, auth := range map[string]web.Auth{"member": web.SignedIn, "staff": web.Staff} {
		web.Handle(e, web.Route{ID: name, Method: http.MethodPost, Path: "/api/" + name + "/{word}", Tag: "test", Auth: auth, Roles: []string{"admin"}},
			func(context.Context, *struct {
				Word string `path:"word"`
			},
			) (*web.OK, error) {
				return &web.OK{}, nil
			})
	}
	call := func(path string) map[string]any {
		written.Reset()
		req := httptest.NewRequest(http.MethodPost, path+"/secret-path?q=secret-query", strings.NewReader(`{"password":"secret-body"}`))
		req.Header.Set("X-Requested-With", "wallet-user")
		req.Header.Set("Authorization", "Bearer secret-token")
		req.Header.Set("Cookie", "__Host-krapao_device=secret-cookie")
		req.Header.Set("User-Agent", "one\n{\"msg\":\"forged\"}")
		doRequest(t, e, req)
		var line map[string]any
		if err := json.Unmarshal(written.Bytes(), &line); err != nil {
			t.Fatalf("%v: %s", err, written.String())
		}
		if strings.Contains(written.String(), "secret") {
			t.Errorf("a secret is in %s", written.String())
		}
		for _, name := range []string{"time", "request_id", "ip", "ms", "method"} {
			if text, isText := line[name].(string); isText && text == "" || line[name] == nil {
				t.Errorf("%s is missing in %s", name, written.String())
			}
		}
		return line
	}

	member, refused := call("/api/member"), call("/api/staff")

	if member["member"] != "M7" || member["route"] != "/api/member/{word}" || member["status"] != 200.0 {
		t.Errorf("%v", member)
	}
	if refused["operator"] != "nok" || refused["route"] != "/api/staff/{word}" || refused["status"] != 403.0 {
		t.Errorf("an operator at a route of another role: %v", refused)
	}
}
