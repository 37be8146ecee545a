package server

import (
	"context"
	"net/http"
	"time"

	"github.com/gofiber/fiber/v3"

	"krapao/backend/platform/pg"
)

// readyTime limits the database read of /readyz.
const readyTime = 2 * time.Second

// health registers /healthz (the process runs) and /readyz (it can serve), which a load balancer
// polls. A server is ready while it can read. A read-only or full database rejects writes with 503,
// and every other server uses the same database.
func (s *Server) health() {
	s.Edge.App.Get("/healthz", func(c fiber.Ctx) error { return c.SendString("ok\n") })
	s.Edge.App.Get("/readyz", func(c fiber.Ctx) error {
		ctx, cancel := context.WithTimeout(c.Context(), readyTime)
		defer cancel()
		if _, err := pg.Installation(ctx, s.Pool); err != nil {
			return c.Status(http.StatusServiceUnavailable).SendString("the database does not answer\n")
		}
		return c.SendString("ready\n")
	})
}
