package web

import "github.com/gofiber/fiber/v3"

// docsCSP allows the reader of the contract inline styles; it runs no script but its own files.
const docsCSP = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; " +
	"connect-src 'self'; object-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

// Docs serves the contract's reader at /api/docs, from the files of the app's build under api-docs/:
// no script comes from anywhere else.
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
