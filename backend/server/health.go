package server

import (
	"context"
	"net/http"
	"time"

	"github.com/gofiber/fiber/v3"
)

// health answers whether the process lives, and whether it can serve: a
// balancer asks the second.
func (s *Server) health() {
	s.Edge.App.Get("/healthz", func(c fiber.Ctx) error { return c.SendString("ok\n") })
	s.Edge.App.Get("/readyz", func(c fiber.Ctx) error {
		ctx, cancel := context.WithTimeout(c.Context(), 2*time.Second)
		defer cancel()
		if err := s.Pool.Ping(ctx); err != nil {
			return c.Status(http.StatusServiceUnavailable).SendString("the database does not answer\n")
		}
		return c.SendString("ready\n")
	})
}
