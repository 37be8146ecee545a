package web_test

import (
	"crypto/sha256"
	"encoding/base64"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"krapao/backend/platform/web"
)

func newSite(t *testing.T, files fstest.MapFS, history string) *web.Edge {
	t.Helper()
	e := web.New(t.Context(), web.Config{Log: slog.New(slog.DiscardHandler), Version: "test"})
	assets, err := web.NewAssets(files, history)
	if err != nil {
		t.Fatal(err)
	}
	e.App.Use(assets.Handler)
	return e
}

var built = fstest.MapFS{
	"index.html":            {Data: []byte("<!doctype html>the app")},
	"operator.html":         {Data: []byte("<!doctype html>the operators")},
	"sw.js":                 {Data: []byte("worker")},
	"assets/app-1a2b.js":    {Data: []byte("plain")},
	"assets/app-1a2b.js.br": {Data: []byte("brotli")},
	"assets/app-1a2b.js.gz": {Data: []byte("gzipped")},
	"howto/wallet.webm":     {Data: []byte("0123456789")},
	"drawn/login.html":      {Data: []byte("<!doctype html>in Thai")},
	"drawn/login.lo.html":   {Data: []byte("<!doctype html>in Lao")},
}

func getPath(t *testing.T, e *web.Edge, path string, headers ...string) recordedResponse {
	t.Helper()
	req := httptest.NewRequest(http.MethodGet, path, nil)
	for i := 0; i < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	return doRequest(t, e, req)
}

func TestAssets_HashedFile_IsImmutableAndInTheBestEncoding(t *testing.T) {
	e := newSite(t, built, "")
	for accept, want := range map[string]string{"gzip, deflate, br": "brotli", "gzip": "gzipped", "": "plain"} {
		got := getPath(t, e, "/assets/app-1a2b.js", "Accept-Encoding", accept)
		if got.body != want || got.header.Get("Cache-Control") != "public, max-age=31536000, immutable" {
			t.Errorf("accepting %q: %s, %s", accept, got.body, got.header.Get("Cache-Control"))
		}
	}
}

func TestAssets_RangesOfAClip_AreServed(t *testing.T) {
	e := newSite(t, built, "")
	whole := getPath(t, e, "/howto/wallet.webm", "Accept-Encoding", "gzip, br")
	if whole.status != http.StatusOK || whole.body != "0123456789" || whole.header.Get("Content-Type") != "video/webm" || whole.header.Get("Accept-Ranges") != "bytes" {
		t.Fatalf("whole: %v", whole)
	}
	for requested, want := range map[string]struct {
		status      int
		body, place string
	}{
		"bytes=0-1":     {http.StatusPartialContent, "01", "bytes 0-1/10"},
		"bytes=7-":      {http.StatusPartialContent, "789", "bytes 7-9/10"},
		"bytes=-2":      {http.StatusPartialContent, "89", "bytes 8-9/10"},
		"bytes=4-99":    {http.StatusPartialContent, "456789", "bytes 4-9/10"},
		"bytes=10-":     {http.StatusRequestedRangeNotSatisfiable, "", "bytes */10"},
		"bytes=0-1,4-5": {http.StatusOK, "0123456789", ""},
	} {
		got := getPath(t, e, "/howto/wallet.webm", "Range", requested)
		place := got.header.Get("Content-Range")
		if got.status != want.status || place != want.place || got.status != http.StatusRequestedRangeNotSatisfiable && got.body != want.body {
			t.Errorf("%s: %d %q, %s", requested, got.status, got.body, place)
		}
	}
	fresh := getPath(t, e, "/howto/wallet.webm", "Range", "bytes=0-1", "If-Range", whole.header.Get("ETag"))
	stale := getPath(t, e, "/howto/wallet.webm", "Range", "bytes=0-1", "If-Range", `"another"`)
	if fresh.body != "01" || stale.status != http.StatusOK || stale.body != "0123456789" {
		t.Errorf("fresh %v, stale %v", fresh, stale)
	}
}

func TestAssets_RangeOfAnEncodedFile_IsOfTheUnencodedFile(t *testing.T) {
	got := getPath(t, newSite(t, built, ""), "/assets/app-1a2b.js", "Range", "bytes=0-1", "Accept-Encoding", "br")

	if got.status != http.StatusOK || got.body != "brotli" {
		t.Fatalf("%v", got)
	}
}

func TestAssets_ServiceWorkerAndPages_AreRevalidatedEachTime(t *testing.T) {
	e := newSite(t, built, "")
	first := getPath(t, e, "/sw.js")

	again := getPath(t, e, "/sw.js", "If-None-Match", first.header.Get("ETag"))

	if first.header.Get("Cache-Control") != "no-cache" || again.status != http.StatusNotModified {
		t.Fatalf("first %v, again %v", first, again)
	}
}

func TestServiceWorker_FromAnotherPath_IsRefused(t *testing.T) {
	e := newSite(t, built, "")

	own := getPath(t, e, "/sw.js", "Service-Worker", "script")

	if own.status != http.StatusOK || own.header.Get("Service-Worker-Allowed") != "" || !strings.HasPrefix(own.header.Get("Content-Type"), "text/javascript") {
		t.Errorf("the app's own: %v", own)
	}
	for _, path := range []string{"/assets/app-1a2b.js", "/", "/user/sw.js", "/operator", "/howto/wallet.webm", "/api/docs/x.js", "/sw.js/", "/%73w.js/x"} {
		if got := getPath(t, e, path, "Service-Worker", "script"); got.status != http.StatusNotFound {
			t.Errorf("%s as a service worker: %d %s", path, got.status, got.body)
		}
	}
}

func TestAssets_Picture_IsRevalidatedAfterAWeek(t *testing.T) {
	built := fstest.MapFS{"index.html": built["index.html"], "games/bg.svg": {Data: []byte("<svg/>")}}
	e := newSite(t, built, "")

	got := getPath(t, e, "/games/bg.svg")

	if cache := got.header.Get("Cache-Control"); got.status != http.StatusOK || cache != "public, max-age=604800" {
		t.Errorf("%d, %q", got.status, cache)
	}
}

func TestAssets_PageOfTheRouter_ReturnsTheApp(t *testing.T) {
	e := newSite(t, built, "")
	for path, want := range map[string]int{
		"/": 200, "/user/home": 200, "/user/home/": 200, "/Login": 200, "/user/spin/check": 200,
		"/no/such/page": 404, "/user/nothing": 404,
		"/.well-known/security.txt": 404, "/.well-known/openid-configuration": 404, "/.well-known/": 404, "/.well-known": 404, "/.well-known/x/y": 404,
		"/webhook/qr/nobody": 404, "/assets/gone.js": 404, "/favicon.png": 404, "/api/nothing": 404, "/media/slip/x": 404, "/../go.mod": 404,
	} {
		if got := getPath(t, e, path); got.status != want {
			t.Errorf("%s: %d, want %d", path, got.status, want)
		}
	}
}

func TestSourceMapOrHiddenFile_InTheBuiltApp_IsNotServed(t *testing.T) {
	history := t.TempDir()
	files := fstest.MapFS{
		"index.html": built["index.html"], "assets/app-1a2b.js": built["assets/app-1a2b.js"], "assets/app-1a2b.js.map": {Data: []byte("sources")},
		"assets/app-1a2b.js.map.br": {Data: []byte("sources")}, "sw.js.map": {Data: []byte("sources")}, ".env": {Data: []byte("secret")}, "assets/.keep": {Data: []byte("secret")},
	}
	e := newSite(t, files, history)

	for _, path := range []string{"/assets/app-1a2b.js.map", "/assets/app-1a2b.js.map.br", "/sw.js.map", "/.env", "/assets/.keep", "/assets/..%2f..%2fsecret", "/assets/%2e%2e/secret"} {
		if got := getPath(t, e, path, "Accept-Encoding", "br"); got.status != http.StatusNotFound {
			t.Errorf("%s: %d %q", path, got.status, got.body)
		}
	}
	stored, err := os.ReadDir(filepath.Join(history, "assets"))
	if err != nil || len(stored) != 1 {
		t.Errorf("stored for later releases: %v, %v", stored, err)
	}
}

func TestAssets_UnknownPage_ReturnsTheAppWith404AndNoStore(t *testing.T) {
	e := newSite(t, built, "")
	home := getPath(t, e, "/user/home")

	for _, path := range []string{"/no/such/page", "/operators", "/user/operator", "/user/statement/7", "/0192f0c1-7d5e-7a3b-9c4d-1e2f3a4b5c6d"} {
		got := getPath(t, e, path, "If-None-Match", home.header.Get("ETag"), "Range", "bytes=0-3")

		if got.status != http.StatusNotFound || got.body != "<!doctype html>the app" || got.header.Get("Cache-Control") != "no-cache" {
			t.Errorf("%s: %d %q, %s", path, got.status, got.body, got.header.Get("Cache-Control"))
		}
	}
}

func TestAssets_EachPageOfTheRouter_IsServed(t *testing.T) {
	pages, err := os.ReadFile("pages.txt")
	if err != nil {
		t.Fatal(err)
	}
	e := newSite(t, built, "")
	paths := strings.Fields(strings.ReplaceAll(string(pages), "$id", "0192f0c1-7d5e-7a3b-9c4d-1e2f3a4b5c6d"))
	if len(paths) < 10 {
		t.Fatalf("only %q", paths)
	}

	for _, path := range append(paths, "/USER/Home", "/user/statement/", "/operator/cashier") {
		if got := getPath(t, e, path); got.status != http.StatusOK {
			t.Errorf("%s: %d", path, got.status)
		}
	}
}

func TestShareTarget_WithoutAServiceWorker_RedirectsToTheSlipPage(t *testing.T) {
	e := newSite(t, built, "")

	got := doRequest(t, e, httptest.NewRequest(http.MethodPost, "/share", strings.NewReader("anything")))
	opened := getPath(t, e, "/share")
	other := doRequest(t, e, httptest.NewRequest(http.MethodPost, "/user/home", strings.NewReader("anything")))

	if got.status != http.StatusSeeOther || got.header.Get("Location") != "/user/statement?sheet=slips" {
		t.Errorf("%d to %q", got.status, got.header.Get("Location"))
	}
	if opened.status != http.StatusSeeOther || opened.header.Get("Location") != "/user/statement?sheet=slips" {
		t.Errorf("GET /share: %d to %q", opened.status, opened.header.Get("Location"))
	}
	if other.status != http.StatusNotFound {
		t.Errorf("another post: %d", other.status)
	}
}

func TestChangePasswordURL_OfThePasswordManager_RedirectsToItsPage(t *testing.T) {
	e := newSite(t, built, "")

	got := getPath(t, e, "/.well-known/change-password")

	if got.status != http.StatusFound || got.header.Get("Location") != "/user/profile?sheet=password" {
		t.Errorf("%d to %q", got.status, got.header.Get("Location"))
	}
}

func TestAssets_PageOfTheConsole_IsRevalidatedEachTime(t *testing.T) {
	e := newSite(t, built, "")
	members := getPath(t, e, "/user/home")

	for path, want := range map[string]string{
		"/operator": "<!doctype html>the operators", "/operator/": "<!doctype html>the operators", "/operator/17": "<!doctype html>the operators",
	} {
		if got := getPath(t, e, path); got.status != http.StatusOK || got.body != want || got.header.Get("Cache-Control") != "no-cache" {
			t.Errorf("%s: %d %q, %s", path, got.status, got.body, got.header.Get("Cache-Control"))
		}
	}
	operators := getPath(t, e, "/operator")
	again := getPath(t, e, "/operator", "If-None-Match", operators.header.Get("ETag"))
	missing := getPath(t, e, "/operator/missing.js")
	if again.status != http.StatusNotModified || missing.status != http.StatusNotFound {
		t.Errorf("again %d, a missing file %d", again.status, missing.status)
	}
	for _, name := range []string{"Content-Security-Policy", "X-Content-Type-Options", "X-Frame-Options", "Referrer-Policy", "Content-Type"} {
		if got, want := operators.header.Get(name), members.header.Get(name); got == "" || got != want {
			t.Errorf("%s: %q, the members' is %q", name, got, want)
		}
	}
}

func TestAssets_FilesOfAnEarlierRelease_AreServedForAWeek(t *testing.T) {
	history := t.TempDir()
	newSite(t, built, history)
	next := fstest.MapFS{"index.html": {Data: []byte("next")}, "assets/app-3c4d.js": {Data: []byte("next")}}

	stored := getPath(t, newSite(t, next, history), "/assets/app-1a2b.js")
	old := time.Now().Add(-8 * 24 * time.Hour)
	if err := os.Chtimes(filepath.Join(history, "assets", "app-1a2b.js"), old, old); err != nil {
		t.Fatal(err)
	}
	deleted := getPath(t, newSite(t, next, history), "/assets/app-1a2b.js")

	if stored.status != http.StatusOK || stored.body != "plain" || deleted.status != http.StatusNotFound {
		t.Fatalf("stored %v, deleted %v", stored, deleted)
	}
}

func TestAssets_PrerenderedPage_IsInTheLanguageOfTheCookie(t *testing.T) {
	e := newSite(t, built, "")
	for _, c := range []struct{ path, cookie, want string }{
		{"/login", "", "in Thai"},
		{"/Login", "locale=lo", "in Lao"},
		{"/login", "locale=lo", "in Lao"},
		{"/login", "locale=../../operator", "in Thai"},
		{"/login?expired=true", "locale=lo", "the app"}, // the page shows more than the prerendered one
		{"/register", "", "the app"},
	} {
		got := getPath(t, e, c.path, "Cookie", c.cookie)
		if got.status != http.StatusOK || got.body != "<!doctype html>"+c.want || got.header.Get("Cache-Control") != "no-cache" {
			t.Errorf("%s with %q: %d %s", c.path, c.cookie, got.status, got.body)
		}
	}
	if vary := getPath(t, e, "/login").header.Get("Vary"); !strings.Contains(vary, "Cookie") || !strings.Contains(vary, "Accept-Encoding") {
		t.Errorf("Vary: %q", vary)
	}
	if got := getPath(t, e, "/drawn/login.html"); got.status != http.StatusNotFound {
		t.Errorf("under its file name: %d", got.status)
	}
}

func TestAssets_PrerenderedPage_AllowsItsInlineTextsByHashAndOtherPagesNone(t *testing.T) {
	files := maps.Clone(built)
	files["drawn/login.html"] = &fstest.MapFile{Data: []byte("<style>a{}</style><script>start()</script><script src=x></script>")}
	hash := func(text string) string {
		sum := sha256.Sum256([]byte(text))
		return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	e := newSite(t, files, "")

	login, home := getPath(t, e, "/login").header.Get("Content-Security-Policy"), getPath(t, e, "/user/home").header.Get("Content-Security-Policy")

	if !strings.Contains(login, "script-src 'self' "+hash("start()")+" 'wasm") || !strings.Contains(login, "style-src 'self' "+hash("a{}")+";") || strings.Count(login, "sha256-") != 2 {
		t.Errorf("the login's policy is %s", login)
	}
	if strings.Contains(home, "sha256-") || !strings.Contains(home, "script-src 'self' 'wasm") {
		t.Errorf("another page's policy is %s", home)
	}
}
