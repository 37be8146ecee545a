package web

import "github.com/gofiber/fiber/v3"

// docsCSP is the policy of the API documentation. It allows inline styles, but scripts only from our own
// files.
const docsCSP = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; " +
	"connect-src 'self'; object-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

// AddDocsRoutes adds the routes of the API documentation at /api/docs, from the app's build (api-docs/). So no
// script is loaded from another site.
func (e *Edge) AddDocsRoutes(app *Assets) {
	show := func(c fiber.Ctx, name string) error {
		file, ok := app.files["api-docs/"+name]
		if !ok {
			return fiber.ErrNotFound
		}
		c.Set("Content-Security-Policy", docsCSP)
		return sendAsset(c, file, false)
	}
	e.App.Get("/api/docs", func(c fiber.Ctx) error { return show(c, "index.html") })
	e.App.Get("/api/docs/:file", func(c fiber.Ctx) error { return show(c, c.Params("file")) })
}
