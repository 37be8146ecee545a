package web_test

import (
	"context"
	"log/slog"
	"net/http/httptest"
	"testing"

	"github.com/gofiber/fiber/v3"

	"krapao/backend/platform/web"
)

func TestConsoleHost_Configured_ServesTheConsoleThereOnly(t *testing.T) {
	e := web.New(context.Background(), web.Config{Log: slog.New(slog.DiscardHandler), ConsoleHost: "desk.example"})
	e.App.Use(func(c fiber.Ctx) error { return c.SendString("served") })
	both := []string{"/assets/app.js", "/favicon.svg", "/media/slip/x", "/api/chat/socket", "/healthz", "/readyz"}
	console := []string{"/operator", "/operator/queue", "/api/operator/login", "/api/operator/slips/1/settle", "/x/../operator", "/API/Operator/login", "/api/%6Fperator/login"}
	members := []string{"/user/home", "/login", "/api/login", "/api/wallet", "/api/operators", "/operators", "/webhook/bank/feed", "/api/docs"}

	statusOf := func(host, path string) int {
		req := httptest.NewRequest("GET", "http://"+host+path, nil)
		res, err := e.App.Test(req)
		if err != nil {
			t.Fatal(err)
		}
		return res.StatusCode
	}

	for _, c := range []struct {
		paths            []string
		console, members int
	}{{both, 200, 200}, {console, 200, 404}, {members, 404, 200}, {[]string{"/"}, 302, 200}} {
		for _, path := range c.paths {
			if got := statusOf("desk.example", path); got != c.console {
				t.Errorf("the console's host, %s: %d", path, got)
			}
			if got := statusOf("wallet.example", path); got != c.members {
				t.Errorf("the members' host, %s: %d", path, got)
			}
		}
	}
	if got := statusOf("DESK.example", "/api/login"); got != 404 {
		t.Errorf("a host in capitals is treated as another host: %d", got)
	}
}
