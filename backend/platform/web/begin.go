package web

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"io"
	"net/netip"
	"slices"
	"strings"
	"time"

	"github.com/gofiber/fiber/v3"

	"krapao/backend/platform/metrics"
)

// csp allows our own files and nothing else. wasm-unsafe-eval is needed for the QR reader's WebAssembly.
// Scripts from strings stay forbidden, and Trusted Types protect the sinks of the DOM.
const csp = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; " +
	"font-src 'self'; connect-src 'self'; media-src 'self' blob:; manifest-src 'self'; worker-src 'self'; " +
	"object-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; " +
	"require-trusted-types-for 'script'; trusted-types default krapao-html"

// dataPolicy is the Content-Security-Policy of API responses. Opened as a page they may do nothing. It is
// short, because phones pay for the bytes of each response.
const dataPolicy = "default-src 'none'; frame-ancestors 'none'"

var securityHeaders = map[string]string{
	"Content-Security-Policy":      csp,
	"X-Content-Type-Options":       "nosniff",
	"X-Frame-Options":              "DENY",
	"Referrer-Policy":              "no-referrer",
	"Cross-Origin-Opener-Policy":   "same-origin",
	"Cross-Origin-Resource-Policy": "same-origin",
	"Permissions-Policy":           "geolocation=(), microphone=(), payment=(), usb=(), camera=(self)",
}

// begin starts a call: it sets the caller, the address and the time limit. At the end it writes one log
// line with the route's pattern. It does not log the path, which may contain secrets.
func (e *Edge) begin(app context.Context) fiber.Handler {
	return func(c fiber.Ctx) error {
		started := time.Now()
		req := &Request{
			ID:        strings.ToLower(rand.Text()[:16]),
			Method:    c.Method(),
			IP:        clientIP(c, e.cfg.Trusted),
			UserAgent: truncate(c.Get("User-Agent"), 300),
			Locale:    c.Cookies("locale", e.cfg.Locale),
			Token:     bearerToken(c.Get("Authorization")),
		}
		// A disconnecting client must not stop half-done work. So the context is derived from the server's
		// own, with a time limit.
		ctx, cancel := context.WithTimeout(context.WithValue(app, requestKey{}, req), e.cfg.CallTimeout)
		defer cancel()
		c.SetContext(ctx)
		for name, value := range securityHeaders {
			c.Set(name, value)
		}
		if strings.HasPrefix(c.Path(), "/api/") {
			c.Set("Content-Security-Policy", dataPolicy)
			c.Response().Header.Del("Permissions-Policy")
		}
		if e.cfg.HTTPS {
			c.Set("Strict-Transport-Security", "max-age=63072000; includeSubDomains")
		}
		c.Set("X-Request-Id", req.ID)
		err := c.Next()
		if err != nil {
			err = e.fallbackError(c, err)
		}
		for _, cookie := range req.cookies {
			c.Response().Header.Add("Set-Cookie", cookie)
		}
		if req.Route != "" {
			compress(c)
		}
		discardBody(c)
		if req.Route != "" {
			metrics.ObserveCall(req.Method, req.Route, c.Response().StatusCode(), time.Since(started))
		}
		if req.Route != "" || c.Response().StatusCode() >= 400 {
			e.log.Info("call", "request_id", req.ID, "method", req.Method, "route", req.Route, "status", c.Response().StatusCode(),
				"ms", time.Since(started).Milliseconds(), "member", req.Caller.PublicID, "operator", req.Caller.staffName(), "ip", req.IP.String())
		}
		return err
	}
}

const maxDrain = 1 << 20

// discardBody prevents request smuggling: the unread part of a body could be parsed as the next
// request on the connection. It reads a small rest. Otherwise it closes the connection.
func discardBody(c fiber.Ctx) {
	body := c.Request().BodyStream()
	if body == nil {
		return
	}
	if c.Request().Header.ContentLength() < 0 { // chunked: its end is ambiguous
		c.RequestCtx().SetConnectionClose()
		return
	}
	if _, err := io.CopyN(io.Discard, body, maxDrain); !errors.Is(err, io.EOF) {
		c.RequestCtx().SetConnectionClose()
	}
}

func bearerToken(header string) string {
	scheme, token, ok := strings.Cut(header, " ")
	if !ok || !strings.EqualFold(scheme, "bearer") || len(token) > 256 {
		return ""
	}
	return token
}

func truncate(s string, n int) string {
	if len(s) > n {
		return strings.ToValidUTF8(s[:n], "")
	}
	return s
}

// clientIP returns the last address in the chain that is not a trusted proxy. An X-Forwarded-For that a
// stranger has sent is further left and is never used.
func clientIP(c fiber.Ctx, trusted []netip.Prefix) netip.Addr {
	remote, err := netip.ParseAddrPort(c.RequestCtx().RemoteAddr().String())
	if err != nil {
		return netip.Addr{}
	}
	ip := remote.Addr().Unmap()
	// Some proxies add another header line and do not extend the existing one. So all lines are joined, in
	// order.
	lines := bytes.Join(c.Request().Header.PeekAll("X-Forwarded-For"), []byte(","))
	hops := strings.Split(string(lines), ",")
	slices.Reverse(hops)
	for _, hop := range hops {
		if !isTrusted(ip, trusted) {
			return ip
		}
		next, err := netip.ParseAddr(strings.TrimSpace(hop))
		if err != nil {
			return ip
		}
		ip = next.Unmap()
	}
	return ip
}

func isTrusted(ip netip.Addr, trusted []netip.Prefix) bool {
	return slices.ContainsFunc(trusted, func(p netip.Prefix) bool { return p.Contains(ip) })
}
