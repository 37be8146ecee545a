package web

import (
	"context"
	"net/http"
	"time"
)

// HostCookie sets a cookie in the response to the current call. Only this host gets it, and no script can
// read it. Its name must begin with __Host-. Browsers then accept it only with these attributes, so no
// other host can set it. A negative life deletes it. Secure also works on http://localhost, which
// browsers trust.
func HostCookie(ctx context.Context, name, value string, life time.Duration) {
	cookie := http.Cookie{
		Name: name, Value: value, Path: "/", HttpOnly: true, Secure: true, SameSite: http.SameSiteStrictMode, MaxAge: int(life.Seconds()),
	}
	req := From(ctx)
	req.cookies = append(req.cookies, cookie.String())
}
