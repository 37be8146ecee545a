package web

import "github.com/gofiber/fiber/v3"

// docsCSP lets the reader of the contract style itself; it runs no script but
// its own files.
const docsCSP = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; " +
	"connect-src 'self'; object-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

// Docs shows the contract at /api/docs, from the files that the app's build
// brings along under api-docs/: no script comes from anywhere else.
func (e *Edge) Docs(app *Assets) {
	show := func(c fiber.Ctx, name string) error {
		file, ok := app.files["api-docs/"+name]
		if !ok {
			return fiber.ErrNotFound
		}
		c.Set("Content-Security-Policy", docsCSP)
		return send(c, file, false)
	}
	e.App.Get("/api/docs", func(c fiber.Ctx) error { return show(c, "index.html") })
	e.App.Get("/api/docs/:file", func(c fiber.Ctx) error { return show(c, c.Params("file")) })
}
