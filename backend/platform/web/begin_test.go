package web

import (
	"net/http/httptest"
	"net/netip"
	"testing"

	"github.com/gofiber/fiber/v3"
)

// TestCaller_ForgedForwardedHeader_IsIgnored tests proxies that add another header line (HAProxy) and do not
// extend the caller's.
// spec D2.34
func TestCaller_ForgedForwardedHeader_IsIgnored(t *testing.T) {
	const proxy, elsewhere = "0.0.0.0/32", "10.0.0.0/8" // the test's connection comes from 0.0.0.0
	for name, tc := range map[string]struct {
		lines         []string
		trusted, want string
	}{
		"extended":           {[]string{"6.6.6.6, 203.0.113.7"}, proxy, "203.0.113.7"},
		"a second line":      {[]string{"6.6.6.6", "203.0.113.7"}, proxy, "203.0.113.7"},
		"only ours":          {[]string{"203.0.113.7"}, proxy, "203.0.113.7"},
		"not from our proxy": {[]string{"203.0.113.7"}, elsewhere, "0.0.0.0"},
	} {
		app := fiber.New()
		var got netip.Addr
		app.Get("/", func(c fiber.Ctx) error {
			got = clientIP(c, []netip.Prefix{netip.MustParsePrefix(tc.trusted)})
			return nil
		})
		req := httptest.NewRequest("GET", "/", nil)
		for _, line := range tc.lines {
			req.Header.Add("X-Forwarded-For", line)
		}
		res, err := app.Test(req)
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()

		if got.String() != tc.want {
			t.Errorf("%s: the caller's address is %s", name, got)
		}
	}
}
