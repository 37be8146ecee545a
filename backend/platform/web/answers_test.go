package web_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/gofiber/fiber/v3"

	"krapao/backend/platform/pgtest"
	"krapao/backend/platform/web"
)

// spec D1.2, D1.33, D1.39
func TestBadInput_AnyField_ReturnsACodeOfTheCatalogue(t *testing.T) {
	e, _ := newShop(t, pgtest.New(t))
	for name, tc := range map[string]struct {
		body, field string
		status      int
	}{
		"broken JSON":    {`{"what":`, "", http.StatusBadRequest},
		"no body":        {``, "", http.StatusBadRequest},
		"a wrong type":   {`{"what":7}`, "what", http.StatusBadRequest},
		"a missing part": {`{}`, "what", http.StatusBadRequest},
		"a huge body":    {`{"what":"` + strings.Repeat("x", 70_000) + `"}`, "", http.StatusRequestEntityTooLarge},
	} {
		got := postKeyed(t, e, "", tc.body)
		var body struct {
			Message   string
			Fields    map[string]string
			RequestID string
		}
		if err := json.Unmarshal([]byte(got.body), &body); err != nil {
			t.Errorf("%s: %v in %s", name, err, got.body)
			continue
		}
		if got.status != tc.status || body.Message != "INVALID_USER_INFO" || body.RequestID == "" || (tc.field != "" && body.Fields[tc.field] == "") {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// An API call and another route return 429 without a Retry-After of their own.
// spec D1.4
func TestTooManyRequests_AnyRefusal_HasARetryAfter(t *testing.T) {
	e, _ := newShop(t, pgtest.New(t))
	e.App.Get("/other", func(fiber.Ctx) error { return fiber.ErrTooManyRequests })

	call, other := postKeyed(t, e, "", `{"what":"429"}`), doRequest(t, e, httptest.NewRequest(http.MethodGet, "/other", nil))

	for name, got := range map[string]recordedResponse{"a call": call, "another route": other} {
		if wait, err := strconv.Atoi(got.header.Get("Retry-After")); got.status != http.StatusTooManyRequests || err != nil || wait < 1 {
			t.Errorf("%s: %v", name, got)
		}
	}
	if !strings.Contains(other.body, "REQUEST_LIMIT") {
		t.Errorf("another route: %s", other.body)
	}
}

// spec D1.6
func TestBody_UnknownFields_AreIgnored(t *testing.T) {
	e, _ := newShop(t, pgtest.New(t))

	got := postKeyed(t, e, "", `{"what":"tea","fromANewerApp":{"deep":1}}`)

	if got.status != http.StatusCreated {
		t.Fatalf("got %v", got)
	}
}

// spec 7.1, 7.2a, 8.15g, D2.44a
func TestCall_WithoutTheAppsHeader_IsRefused(t *testing.T) {
	e, done := newShop(t, pgtest.New(t))
	req := httptest.NewRequest(http.MethodPost, "/api/order", strings.NewReader(`{"what":"tea"}`))
	req.Header.Set("Content-Type", "application/json")

	for _, mark := range []string{"", "XMLHttpRequest", "wallet"} {
		if mark != "" {
			req.Header.Set("X-Requested-With", mark)
		}
		got := doRequest(t, e, req)

		if got.status != http.StatusForbidden || !strings.Contains(got.body, "KEY_MISSING") || done.Load() != 0 {
			t.Errorf("marked %q: %v", mark, got)
		}
	}
}

func TestClosedSite_AnyCall_Returns410(t *testing.T) {
	e, _ := newShop(t, pgtest.New(t))
	e.SiteClosed = func(context.Context) bool { return true }

	got := postKeyed(t, e, "", `{"what":"tea"}`)

	if got.status != http.StatusGone || !strings.Contains(got.body, `"gone"`) {
		t.Fatalf("got %v", got)
	}
}

// spec 8.15j, D1.41
func TestPanic_InAHandler_HidesItsReason(t *testing.T) {
	e, _ := newShop(t, pgtest.New(t))
	web.Handle(e, web.Route{ID: "boom", Method: http.MethodGet, Path: "/api/boom", Tag: "test"},
		func(context.Context, *struct{}) (*web.OK, error) { panic("secret detail") })
	req := httptest.NewRequest(http.MethodGet, "/api/boom", nil)
	req.Header.Set("X-Requested-With", "wallet-user")

	got := doRequest(t, e, req)

	if got.status != http.StatusInternalServerError || !strings.Contains(got.body, "INTERNAL_SERVER_ERROR") || strings.Contains(got.body, "secret") {
		t.Fatalf("got %v", got)
	}
}

// spec 8.15j
func TestTimeout_OfACall_HasARetryAfter(t *testing.T) {
	e, _ := newShop(t, pgtest.New(t))
	web.Handle(e, web.Route{ID: "late", Method: http.MethodGet, Path: "/api/late", Tag: "test"},
		func(context.Context, *struct{}) (*web.OK, error) {
			return nil, fmt.Errorf("a secret table: %w", context.DeadlineExceeded)
		})
	req := httptest.NewRequest(http.MethodGet, "/api/late", nil)
	req.Header.Set("X-Requested-With", "wallet-user")

	got := doRequest(t, e, req)

	if got.status != http.StatusServiceUnavailable || got.header.Get("Retry-After") != "1" ||
		!strings.Contains(got.body, "INTERNAL_SERVER_ERROR") || strings.Contains(got.body, "secret") {
		t.Fatalf("got %v", got)
	}
}

// spec D1.17
func TestHead_OfARoute_RunsNoHandler(t *testing.T) {
	e, _ := newShop(t, pgtest.New(t))
	ran := false
	web.Handle(e, web.Route{ID: "act", Method: http.MethodGet, Path: "/api/act", Tag: "test"},
		func(context.Context, *struct{}) (*web.OK, error) { ran = true; return &web.OK{}, nil })
	req := httptest.NewRequest(http.MethodHead, "/api/act", nil)
	req.Header.Set("X-Requested-With", "wallet-user")

	got := doRequest(t, e, req)

	if ran || got.status < 400 {
		t.Fatalf("ran %t, got %d", ran, got.status)
	}
}

// spec D1.27
func TestResponse_OfAnyRoute_HasTheSecurityHeaders(t *testing.T) {
	e, _ := newShop(t, pgtest.New(t))

	got := postKeyed(t, e, "", `{"what":"tea"}`)

	for _, name := range []string{"Content-Security-Policy", "X-Content-Type-Options", "X-Frame-Options", "Referrer-Policy", "X-Request-Id"} {
		if got.header.Get(name) == "" {
			t.Errorf("%s is missing", name)
		}
	}
	if got.header.Get("Cache-Control") != "no-store" {
		t.Errorf("Cache-Control: %s", got.header.Get("Cache-Control"))
	}
	if strings.Contains(got.header.Get("Content-Security-Policy"), "unsafe-inline") {
		t.Error("the policy allows inline script or style")
	}
	for name, other := range map[string]recordedResponse{
		"a refusal": postKeyed(t, e, "", `{"what":"refused"}`), "no input": postKeyed(t, e, "", ""), "an unknown call": doRequest(t, e, httptest.NewRequest(http.MethodGet, "/api/nothing", nil)),
		"a call without its mark": doRequest(t, e, httptest.NewRequest(http.MethodPost, "/api/order", nil)),
	} {
		if other.status < 400 || other.header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %d, Cache-Control: %s", name, other.status, other.header.Get("Cache-Control"))
		}
	}
}
