package web

import (
	"context"
	"net/http"
	"time"
)

// HostCookie sets, in the answer of the call under way, a cookie of this host
// alone, which no script reads: its name begins with __Host-, so that browsers
// take it only as it stands here, and no neighbour's host can plant one. A life
// below zero deletes it. Secure holds on http://localhost, too, which browsers
// trust.
func HostCookie(ctx context.Context, name, value string, life time.Duration) {
	cookie := http.Cookie{
		Name: name, Value: value, Path: "/", HttpOnly: true, Secure: true, SameSite: http.SameSiteStrictMode, MaxAge: int(life.Seconds()),
	}
	req := From(ctx)
	req.cookies = append(req.cookies, cookie.String())
}
