package web

import (
	"net/http/httptest"
	"net/netip"
	"testing"

	"github.com/gofiber/fiber/v3"
)

// TestAForgedForwardedLineIsNeverTheCaller covers proxies that add a line of
// their own (HAProxy) instead of extending the caller's.
// spec D2.34
func TestAForgedForwardedLineIsNeverTheCaller(t *testing.T) {
	for name, lines := range map[string][]string{
		"extended":      {"6.6.6.6, 203.0.113.7"},
		"a second line": {"6.6.6.6", "203.0.113.7"},
		"only ours":     {"203.0.113.7"},
	} {
		app := fiber.New()
		var got netip.Addr
		app.Get("/", func(c fiber.Ctx) error {
			got = clientIP(c, []netip.Prefix{netip.MustParsePrefix("0.0.0.0/32")}) // where the test's connection comes from
			return nil
		})
		req := httptest.NewRequest("GET", "/", nil)
		for _, line := range lines {
			req.Header.Add("X-Forwarded-For", line)
		}
		res, err := app.Test(req)
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()

		if got.String() != "203.0.113.7" {
			t.Errorf("%s: the caller is taken for %s", name, got)
		}
	}
}
