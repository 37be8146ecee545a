package server

import (
	"context"
	"net/http"
	"time"

	"github.com/gofiber/fiber/v3"

	"krapao/backend/platform/pg"
)

// readyTimeout limits how long /readyz reads from the database.
const readyTimeout = 2 * time.Second

// healthRoutes registers /healthz (the process runs) and /readyz (it can serve), which a load balancer polls.
// A server is ready while it can read from the database. If the database is read-only or full, writes fail
// with 503. The server stays ready, because all servers use the same database.
func (s *Server) healthRoutes() {
	s.Edge.App.Get("/healthz", func(c fiber.Ctx) error { return c.SendString("ok\n") })
	s.Edge.App.Get("/readyz", func(c fiber.Ctx) error {
		ctx, cancel := context.WithTimeout(c.Context(), readyTimeout)
		defer cancel()
		if _, err := pg.InstallationID(ctx, s.Pool); err != nil {
			return c.Status(http.StatusServiceUnavailable).SendString("the database does not answer\n")
		}
		return c.SendString("ready\n")
	})
}
