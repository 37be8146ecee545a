// Package web is the HTTP edge of the server: it receives HTTP calls, identifies the caller, and encodes
// the domains' results. It imports no domain: package server sets the functions that read members,
// operators and the site's state.
//
// The OpenAPI document is generated from the routes. It declares each status and error code of a call
// (see Route and failures.go), and tests validate every response against it.
//
// A call first passes the panic guard, the request id and address, the security headers and the log. Then the
// route checks the app's header, the form of the key, whether the site is open, and the caller. Then the body
// is read: its limits, its end and the keys of its JSON are checked. Last, the domain's handler runs.
package web

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"reflect"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humafiber"
	"github.com/gofiber/fiber/v3"
	"github.com/gofiber/fiber/v3/middleware/recover"

	"krapao/backend/platform/apperr"
)

// Config is the configuration of the edge.
type Config struct {
	Log     *slog.Logger
	Version string
	// Trusted are the proxies whose X-Forwarded-For is trusted.
	Trusted []netip.Prefix
	// HTTPS turns on HSTS. It is off in development over plain HTTP.
	HTTPS bool
	// ConsoleHost is the host that serves only the console; if empty, the console is served with the app.
	ConsoleHost string
	// Locale is the language for a browser that names none.
	Locale string
	// CallTimeout limits the work of one call; 60 seconds if 0.
	CallTimeout time.Duration
}

// Edge has the HTTP app and its contract. Package server sets the function fields before the first call.
type Edge struct {
	App *fiber.App
	API huma.API
	// Context is the server's own context. Work that outlives its call must end with it.
	Context context.Context

	// Authenticate returns the member for a token. Error: invalid-token.
	Authenticate func(ctx context.Context, token string) (Caller, error)
	// AuthenticateStaff returns the operator for a token. Error: UNAUTHORIZED.
	AuthenticateStaff func(ctx context.Context, token string) (Operator, error)
	// SiteClosed reports whether members and guests must be rejected (410 gone).
	SiteClosed func(ctx context.Context) bool

	log *slog.Logger
	cfg Config
}

// New returns the edge. Every call ends when ctx ends.
func New(ctx context.Context, cfg Config) *Edge {
	if cfg.CallTimeout == 0 {
		cfg.CallTimeout = 60 * time.Second
	}
	e := &Edge{Context: ctx, log: cfg.Log, cfg: cfg, SiteClosed: func(context.Context) bool { return false }}
	e.App = fiber.New(fiber.Config{
		AppName: "krapao",
		// Handlers may keep strings (in jobs and logs), so strings are copied out of the buffers.
		Immutable:                    true,
		StreamRequestBody:            true,
		DisablePreParseMultipartForm: true,
		DisableHeadAutoRegister:      true,
		BodyLimit:                    1 << 20,
		ReadBufferSize:               16 << 10, // the head of a request
		ReadTimeout:                  60 * time.Second,
		WriteTimeout:                 90 * time.Second,
		IdleTimeout:                  2 * time.Minute,
		ErrorHandler:                 e.fallbackError,
	})
	e.App.Server().KeepHijackedConns = true // sockets outlive their call
	e.App.Use(e.begin(ctx))
	e.App.Use(recover.New(recover.Config{EnableStackTrace: true, StackTraceHandler: func(c fiber.Ctx, cause any) {
		e.log.Error("panic", "request_id", From(c.Context()).ID, "cause", cause)
	}}))
	e.App.Use(e.separateHosts, rejectServiceWorkers)
	e.API = humafiber.New(e.App, openAPIBase(cfg.Version))
	return e
}

// workerScript is the app's service worker.
const workerScript = "/sw.js"

// rejectServiceWorkers rejects service workers at any path but the app's own. Browsers mark requests for
// service workers. So a file that a stranger uploaded to our origin can never intercept a page's requests.
func rejectServiceWorkers(c fiber.Ctx) error {
	if c.Get("Service-Worker") != "" && c.Path() != workerScript {
		return fiber.ErrNotFound
	}
	return c.Next()
}

// openAPIBase returns the base of the OpenAPI document. Unknown fields are accepted and ignored, so that an
// old server and a new app can work together.
func openAPIBase(version string) huma.Config {
	config := huma.DefaultConfig("Krapao", version)
	config.CreateHooks = nil
	config.AllowAdditionalPropertiesByDefault = true
	config.OpenAPIPath = "/api/openapi"
	config.DocsPath = ""
	config.SchemasPath = ""
	config.Info.License = &huma.License{Name: "Apache License 2.0", Identifier: "Apache-2.0"}
	config.Info.Description = "The member wallet's API. Money is a JSON number in the main unit with at most two decimals; times are RFC 3339 UTC; failures are {message: CODE}."
	config.Components.Schemas = huma.NewMapRegistry("#/components/schemas/", (&schemaNames{of: map[reflect.Type]string{}, taken: map[string]bool{}}).name)
	config.Components.Responses = map[string]*huma.Response{}
	config.Servers = []*huma.Server{{URL: "/", Description: "The host that serves this document."}}
	config.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		"member":   {Type: "http", Scheme: "bearer", Description: "The token of POST /api/login."},
		"operator": {Type: "http", Scheme: "bearer", Description: "The token of POST /api/operator/login."},
	}
	return config
}

// fallbackError responds to requests that no handler handled: an unknown path, a wrong method, a body that
// fasthttp rejected.
func (e *Edge) fallbackError(c fiber.Ctx, err error) error {
	out := apperr.From(err)
	if fe, ok := errors.AsType[*fiber.Error](err); ok {
		switch {
		case fe.Code == http.StatusNotFound, fe.Code == http.StatusMethodNotAllowed:
			out = apperr.New(apperr.NoData).WithStatus(fe.Code)
		case fe.Code == http.StatusTooManyRequests:
			out = apperr.New(apperr.RequestLimit)
		case fe.Code == http.StatusNotImplemented: // a method that HTTP does not have
			out = apperr.New(apperr.NoData).WithStatus(http.StatusMethodNotAllowed)
		case fe.Code == http.StatusBadGateway: // the connection broke while the request was read
			out = apperr.New(apperr.InvalidUserInfo)
		case fe.Code >= 400 && fe.Code < 500:
			out = apperr.New(apperr.InvalidUserInfo).WithStatus(fe.Code)
		}
	}
	p := toProblem(c.Context(), e.log, out)
	for name := range p.header {
		c.Set(name, p.header.Get(name))
	}
	c.Set("Content-Type", "application/json")
	c.Set("Cache-Control", "no-store")
	return c.Status(p.status).Send(p.body)
}

// Serve listens until ctx ends. Then it waits for running calls, for 15 seconds at most.
func (e *Edge) Serve(ctx context.Context, address string) error {
	l, err := net.Listen("tcp", address)
	if err != nil {
		return fmt.Errorf("web: listen: %w", err)
	}
	finished := make(chan struct{})
	e.App.Hooks().OnPostShutdown(func(error) error {
		close(finished)
		return nil
	})
	err = e.App.Listener(lingering{l}, fiber.ListenConfig{
		GracefulContext:       ctx,
		ShutdownTimeout:       15 * time.Second,
		DisableStartupMessage: true,
	})
	if ctx.Err() != nil { // the listener closes before the calls have finished
		<-finished
	}
	return err
}
