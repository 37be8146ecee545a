package sandbox

import (
	"cmp"
	"crypto/rand"
	"html/template"
	"maps"
	"net/http"
	"net/url"
	"time"
)

const (
	ticketLife  = time.Minute
	sessionLife = 12 * time.Hour
	gameCookie  = "sandbox_game"
)

// gameSessions has the tickets and sessions of players. They are lost at a restart; players then open the game
// again.
type gameSessions struct {
	tickets  map[string]*ticket
	sessions map[string]*ticket
}

func newGameSessions() gameSessions {
	return gameSessions{tickets: map[string]*ticket{}, sessions: map[string]*ticket{}}
}

// ticket lets a player into a game once. A session is also a ticket, and is valid until it expires.
type ticket struct {
	slot, username string
	lang, back     string
	check          string // the second secret of a form's state
	until          time.Time
}

func (provider *gameProvider) pageRoutes(mux *http.ServeMux) {
	base := "/games/" + provider.slot.Code
	mux.HandleFunc("GET "+base+"/enter", provider.enterByLink)
	mux.HandleFunc("GET "+base+"/enter/{token}", provider.enterByLink)
	if provider.slot.Format != "sbobet" { // sbobet's form needs a state
		mux.HandleFunc("GET "+base+"/web", provider.sendLoginPage)
	}
	mux.HandleFunc("POST "+base+"/signin", provider.enterByForm)
	mux.HandleFunc("GET "+base+"/room", provider.sendGamePage)
	mux.HandleFunc("GET "+base+"/state", provider.sendGameState)
	mux.HandleFunc("POST "+base+"/bet", provider.placeBet)
}

// providerURL returns a URL of the provider, with the host in the caller's request.
func (provider *gameProvider) providerURL(r *http.Request, path string) string {
	scheme := "http"
	if r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https" {
		scheme = "https"
	}
	return scheme + "://" + r.Host + "/games/" + provider.slot.Code + path
}

// newTicket makes a ticket for a player, and deletes expired tickets. The caller must hold the lock.
func (provider *gameProvider) newTicket(p *gamePlayer, lang, back string) string {
	now := provider.sandbox.now()
	maps.DeleteFunc(provider.sandbox.gameSessions.tickets, func(_ string, t *ticket) bool { return now.After(t.until) })
	token := rand.Text()
	provider.sandbox.gameSessions.tickets[token] = &ticket{slot: provider.slot.Code, username: p.Username, lang: lang, back: back, until: now.Add(ticketLife)}
	return token
}

// redeemTicket deletes a ticket, and returns it if it is valid, else nil. The caller must hold the lock.
func (provider *gameProvider) redeemTicket(token, check string) *ticket {
	t := provider.sandbox.gameSessions.tickets[token]
	if t == nil || t.slot != provider.slot.Code || !equalSecrets(t.check, check) {
		return nil
	}
	delete(provider.sandbox.gameSessions.tickets, token)
	if provider.sandbox.now().After(t.until) {
		return nil
	}
	return t
}

// enterByLink lets a player in by a link, once. A browser's prefetch does not use up the link.
func (provider *gameProvider) enterByLink(rw http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodHead || r.Header.Get("Sec-Purpose") != "" {
		rw.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	query := r.URL.Query()
	provider.sandbox.mu.Lock()
	t := provider.redeemTicket(cmp.Or(r.PathValue("token"), query.Get("token")), "")
	provider.sandbox.mu.Unlock()
	if t == nil {
		provider.sendErrorPage(rw, http.StatusGone, "ลิงก์นี้ใช้ไปแล้วหรือหมดเวลา กลับไปเปิดเกมใหม่จากกระเป๋า", "This link was used or is over. Open the game from the wallet again.")
		return
	}
	if provider.slot.Format == "joker" { // joker has both in the link's query
		t.lang, t.back = query.Get("lang"), query.Get("redirectUrl")
	}
	provider.startSession(rw, r, t)
}

// enterByForm lets a player in by the form with name and password. For sbobet, the form also needs its state,
// which is valid once.
func (provider *gameProvider) enterByForm(rw http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(rw, r.Body, maxBody)
	name, password := r.PostFormValue("username"), r.PostFormValue("password")
	t := &ticket{slot: provider.slot.Code, username: name, lang: r.PostFormValue("lang"), back: cmp.Or(r.PostFormValue("returnUrl"), r.PostFormValue("back"))}
	provider.sandbox.mu.Lock()
	known := provider.players[name]
	good := known != nil && known.Password != "" && equalSecrets(known.Password, password)
	if provider.slot.Format == "sbobet" {
		state := provider.redeemTicket(r.PostFormValue("__VIEWSTATE"), r.PostFormValue("__EVENTVALIDATION"))
		good = good && state != nil && state.check != "" && state.username == name
	}
	provider.sandbox.mu.Unlock()
	if !good {
		provider.sendErrorPage(rw, http.StatusUnauthorized, "เข้าสู่ระบบไม่ได้ ชื่อผู้ใช้หรือรหัสผ่านไม่ถูกต้อง หรือแบบฟอร์มหมดเวลา", "Not signed in: wrong username or password, or the form is over.")
		return
	}
	provider.startSession(rw, r, t)
}

// startSession starts a session and redirects the player to the game.
func (provider *gameProvider) startSession(rw http.ResponseWriter, r *http.Request, t *ticket) {
	t.back = backLink(t.back)
	now, id := provider.sandbox.now(), rand.Text()
	t.until = now.Add(sessionLife)
	provider.sandbox.mu.Lock()
	maps.DeleteFunc(provider.sandbox.gameSessions.sessions, func(_ string, s *ticket) bool { return now.After(s.until) })
	provider.sandbox.gameSessions.sessions[id] = t
	provider.sandbox.mu.Unlock()
	base := "/games/" + provider.slot.Code + "/"
	http.SetCookie(rw, &http.Cookie{Name: gameCookie, Value: id, Path: base, HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: r.TLS != nil})
	rw.Header().Set("Cache-Control", "no-store")
	rw.Header().Set("Referrer-Policy", "no-referrer")
	http.Redirect(rw, r, base+"room", http.StatusSeeOther)
}

// backLink returns text if it is a URL to which a page may link, else "".
func backLink(text string) string {
	u, err := url.Parse(text)
	if err != nil || (u.Scheme != "https" && u.Scheme != "http") || u.Host == "" || u.User != nil {
		return ""
	}
	return u.String()
}

// sessionOf returns the session of a request and its player, or nil. The caller must hold the lock.
func (provider *gameProvider) sessionOf(r *http.Request) (*ticket, *gamePlayer) {
	cookie, err := r.Cookie(gameCookie)
	if err != nil {
		return nil, nil
	}
	t := provider.sandbox.gameSessions.sessions[cookie.Value]
	if t == nil || t.slot != provider.slot.Code || provider.sandbox.now().After(t.until) {
		return nil, nil
	}
	return t, provider.players[t.username]
}

var entryPage = template.Must(template.New("entry").Parse(`<!doctype html>
<html lang="th"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{.Name}}</title><link rel="stylesheet" href="/gameroom/room.css"></head>
<body class="entry"><main><h1>{{.Name}}</h1>
{{with .Thai}}<p>{{.}}<br><small lang="en">{{$.English}}</small></p>{{end}}
{{if .Form}}<form method="post" action="signin"><input type="hidden" name="lang" value="{{.Lang}}"><input type="hidden" name="back" value="{{.Back}}">
<label>ชื่อผู้ใช้ <small lang="en">Username</small><input name="username" autocomplete="username" autocapitalize="none" required></label>
<label>รหัสผ่าน <small lang="en">Password</small><input name="password" type="password" autocomplete="current-password" required></label>
<button>เข้าสู่ระบบ<small lang="en">Sign in</small></button></form>{{end}}
{{with .Back}}<p><a href="{{.}}">กลับกระเป๋า <small lang="en">Back to the wallet</small></a></p>{{end}}
</main></body></html>
`))

type entryPageData struct {
	Name, Thai, English string
	Form                bool
	Lang, Back          string
}

func (provider *gameProvider) sendErrorPage(rw http.ResponseWriter, status int, thai, english string) {
	pageHeader(rw, status)
	_ = entryPage.Execute(rw, entryPageData{Name: provider.slot.Code, Thai: thai, English: english})
}

// sendLoginPage sends the provider's own login page.
func (provider *gameProvider) sendLoginPage(rw http.ResponseWriter, r *http.Request) {
	pageHeader(rw, http.StatusOK)
	_ = entryPage.Execute(rw, entryPageData{Name: provider.slot.Code, Form: true, Lang: r.URL.Query().Get("lang"), Back: backLink(r.URL.Query().Get("back"))})
}

// pageHeader writes the header of a provider's page.
func pageHeader(rw http.ResponseWriter, status int) {
	rw.Header().Set("Content-Type", "text/html; charset=utf-8")
	rw.Header().Set("Cache-Control", "no-store")
	rw.Header().Set("Referrer-Policy", "no-referrer")
	rw.Header().Set("Content-Security-Policy", "default-src 'self'; frame-ancestors 'none'; base-uri 'none'")
	rw.WriteHeader(status)
}
