package servertest

import (
	"net/http"
	"strings"
)

// Browser returns a client with a cookie store and no login. Go's own cookie jar is not used: unlike
// browsers, it does not send Secure cookies to a plain loopback address.
func (h *Environment) Browser() *Client {
	return &Client{h: h, t: h.t, jar: map[string]string{}}
}

// Cookie returns the value of one of the browser's cookies, or "".
func (c *Client) Cookie(name string) string { return c.jar[name] }

// SetCookie sets a cookie in the browser, like an attacker.
func (c *Client) SetCookie(name, value string) { c.jar[name] = value }

func (c *Client) addCookieHeader(header http.Header) {
	var pairs []string
	for name, value := range c.jar {
		pairs = append(pairs, name+"="+value)
	}
	if len(pairs) > 0 {
		header.Add("Cookie", strings.Join(pairs, "; "))
	}
}

func (c *Client) storeCookies(header http.Header) {
	if c.jar == nil {
		return
	}
	for _, cookie := range (&http.Response{Header: header}).Cookies() {
		c.checkCookie(cookie)
		if cookie.MaxAge < 0 {
			delete(c.jar, cookie.Name)
		} else {
			c.jar[cookie.Name] = cookie.Value
		}
	}
}

// checkCookie fails the test unless the cookie has the __Host- prefix and its conditions, HttpOnly and
// SameSite=Strict.
func (c *Client) checkCookie(cookie *http.Cookie) {
	c.t.Helper()
	host := strings.HasPrefix(cookie.Name, "__Host-")
	if !host || !cookie.Secure || !cookie.HttpOnly || cookie.Path != "/" || cookie.Domain != "" || cookie.SameSite != http.SameSiteStrictMode {
		c.t.Errorf("the cookie %s has weaker attributes than required: %s", cookie.Name, cookie.Raw)
	}
}

// LoggedInBrowser returns a browser in which the member signed in before. It has no token.
func (h *Environment) LoggedInBrowser(m *Client) *Client {
	h.t.Helper()
	b := h.Browser()
	b.Call("POST", "/api/login", map[string]any{"username": m.Phone, "password": m.Password}).Want(http.StatusOK)
	return b
}

// PasswordBody returns a request body with the member's password.
func (c *Client) PasswordBody() map[string]string { return map[string]string{"password": c.Password} }
