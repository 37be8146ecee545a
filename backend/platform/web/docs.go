package web

import "github.com/gofiber/fiber/v3"

// docsCSP lets the reader of the contract style itself; it runs no script but
// the two files of its own folder.
const docsCSP = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; " +
	"connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

// Docs sends readers of the contract to its page, which the app's build brings
// along: no script comes from anywhere else.
func (e *Edge) Docs() {
	e.App.Get("/api/docs", func(c fiber.Ctx) error { return c.Redirect().To("/api-docs/index.html") })
	e.App.Use("/api-docs", func(c fiber.Ctx) error {
		c.Set("Content-Security-Policy", docsCSP)
		return c.Next()
	})
}
