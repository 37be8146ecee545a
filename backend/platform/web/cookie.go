package web

import (
	"context"
	"net/http"
	"time"
)

// HostCookie sets a cookie in the current call's response. Only this host gets it, and no script can
// read it. Its name begins with __Host-, so that browsers accept it only in this form, and no other
// host can set one. A life below zero deletes it. Secure also works on http://localhost, which
// browsers trust.
func HostCookie(ctx context.Context, name, value string, life time.Duration) {
	cookie := http.Cookie{
		Name: name, Value: value, Path: "/", HttpOnly: true, Secure: true, SameSite: http.SameSiteStrictMode, MaxAge: int(life.Seconds()),
	}
	req := From(ctx)
	req.cookies = append(req.cookies, cookie.String())
}
