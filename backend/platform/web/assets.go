package web

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"errors"
	"io/fs"
	"mime"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/google/uuid"
)

// assetsKeptFor is how long the hashed files of earlier builds are still served. A phone that was off during a
// release may request them.
const assetsKeptFor = 7 * 24 * time.Hour

// wellKnown is the folder in which browsers look for features of a site, so a missing file must be a 404.
// Password managers are redirected from there to the page that changes the password.
const (
	wellKnown      = ".well-known"
	changePassword = "/user/profile?sheet=password"
)

// shareTarget is the path of what other apps share, which the service worker handles. If a phone has lost
// the worker, the POST reaches the server. The server stores nothing of it, and the member must select
// the slip again.
const (
	shareTarget = "share"
	chooseSlip  = "/user/statement?sheet=slips"
)

// memberPages are the pages of the app's router, one per line, which `make generate` writes. For any
// other path the app shows that there is no such page.
//
//go:embed pages.txt
var memberPages string

// idParam replaces a UUID in a page's path.
const idParam = "$id"

// asset is one file of the built app in its encodings.
type asset struct {
	mime string
	etag string
	// policy is the Content-Security-Policy of a prerendered page: csp, and the hashes of its inline texts.
	policy string
	body   map[string][]byte // by encoding: "br", "gzip", ""
}

// Assets serves the built app. Browsers may cache hashed files under assets/ for ever, and pictures for a
// week. They revalidate all other files (index.html, sw.js, the manifest) each time, by an ETag of the
// content.
//
// Any other path without a dot, except reserved ones, is a page of the app's router. Its response is the
// page as it was rendered at build time (drawn/), else index.html, or operator.html for the console. If
// the router has no such page, the status is 404, and the app says so.
type Assets struct {
	files   map[string]*asset
	history string
}

// NewAssets reads the app into memory. It copies the hashed files into history, from which later releases
// serve them.
func NewAssets(files fs.FS, history string) (*Assets, error) {
	a := &Assets{files: map[string]*asset{}, history: history}
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasPrefix(path.Base(name), ".") || isSourceMap(name) {
			return err
		}
		body, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		a.addFile(name, body)
		return a.storeHistory(name, body)
	})
	if err != nil {
		return nil, err
	}
	return a, a.deleteOldHistory()
}

// isSourceMap reports whether a file contains the app's sources. Development builds have such files.
func isSourceMap(name string) bool {
	return strings.Contains(path.Base(name)+".", ".map.")
}

func (a *Assets) addFile(name string, body []byte) {
	encoding := ""
	switch path.Ext(name) {
	case ".br":
		name, encoding = strings.TrimSuffix(name, ".br"), "br"
	case ".gz":
		name, encoding = strings.TrimSuffix(name, ".gz"), "gzip"
	}
	file, ok := a.files[name]
	if !ok {
		file = &asset{mime: mimeOf(name), body: map[string][]byte{}}
		a.files[name] = file
	}
	file.body[encoding] = body
	if encoding == "" {
		sum := sha256.Sum256(body)
		file.etag = base64.RawURLEncoding.EncodeToString(sum[:12])
		if strings.HasPrefix(name, "drawn/") {
			file.policy = policyOf(body)
		}
	}
}

var inlineText = regexp.MustCompile(`(?s)<(script|style)>(.*?)</(?:script|style)>`)

// policyOf returns csp with the hashes of a page's inline scripts and styles. Only the build writes pages with
// inline texts, so nothing that a user typed gets a hash.
func policyOf(page []byte) string {
	policy := csp
	for _, inline := range inlineText.FindAllSubmatch(page, -1) {
		sum := sha256.Sum256(inline[2])
		source := string(inline[1]) + "-src 'self'"
		policy = strings.Replace(policy, source, source+" 'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'", 1)
	}
	return policy
}

func mimeOf(name string) string {
	switch path.Ext(name) {
	case ".webmanifest":
		return "application/manifest+json"
	case ".js", ".mjs":
		return "text/javascript; charset=utf-8"
	case ".woff2":
		return "font/woff2"
	case ".wasm":
		return "application/wasm"
	case ".webm":
		return "video/webm"
	case ".vtt":
		return "text/vtt; charset=utf-8"
	}
	if t := mime.TypeByExtension(path.Ext(name)); t != "" {
		return t
	}
	return "application/octet-stream"
}

func (a *Assets) storeHistory(name string, body []byte) error {
	if a.history == "" || !strings.HasPrefix(name, "assets/") {
		return nil
	}
	target := filepath.Join(a.history, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
		return err
	}
	return os.WriteFile(target, body, 0o644) // also renews its age
}

func (a *Assets) deleteOldHistory() error {
	if a.history == "" {
		return nil
	}
	return filepath.WalkDir(a.history, func(name string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) || entry == nil || entry.IsDir() {
			return nil
		}
		info, err := entry.Info()
		if err != nil || time.Since(info.ModTime()) < assetsKeptFor {
			return err
		}
		return os.Remove(name)
	})
}

// Built reports whether there is an app to serve.
func (a *Assets) Built() bool { return a.files["index.html"] != nil }

// Handler serves GET and HEAD of any path outside /api, /webhook and /media.
func (a *Assets) Handler(c fiber.Ctx) error {
	name := strings.TrimPrefix(path.Clean("/"+c.Path()), "/")
	m := c.Method()
	if name == shareTarget && (m == http.MethodPost || m == http.MethodGet) {
		return c.Redirect().Status(http.StatusSeeOther).To(chooseSlip)
	}
	if m != http.MethodGet && m != http.MethodHead {
		return fiber.ErrNotFound
	}
	file, ok := a.files[name]
	switch {
	case ok && !strings.HasPrefix(name, "drawn/"):
	case name == wellKnown+"/change-password":
		return c.Redirect().Status(http.StatusFound).To(changePassword)
	case strings.HasPrefix(name, "assets/"):
		return a.sendFromHistory(c, name)
	case isReserved(name) || path.Ext(name) != "":
		return fiber.ErrNotFound
	default:
		if file = a.prerendered(c, name); file != nil {
			c.Vary("Cookie")
			c.Set("Content-Security-Policy", file.policy)
		} else if file, ok = a.files[pageOf(name)]; !ok {
			return c.Status(http.StatusServiceUnavailable).SendString("The app is not built yet: run `make run`.")
		}
		if !isPage(name) {
			// A 304 or a partial response would mean that the page exists.
			c.Request().Header.Del(fiber.HeaderIfNoneMatch)
			c.Request().Header.Del(fiber.HeaderRange)
			c.Status(http.StatusNotFound)
		}
	}
	return sendAsset(c, file, strings.HasPrefix(name, "assets/"))
}

// prerendered returns a public page as it was rendered at build time, in the language of the cookie. It returns
// nil if there is none, or if the URL has a query.
func (a *Assets) prerendered(c fiber.Ctx, name string) *asset {
	if len(c.Request().URI().QueryString()) > 0 {
		return nil
	}
	page := "drawn/" + strings.ToLower(name)
	if file := a.files[page+"."+c.Cookies("locale")+".html"]; file != nil {
		return file
	}
	return a.files[page+".html"]
}

// isPage reports whether the app or the console has a page at this path. It ignores case, like the app's
// router.
func isPage(name string) bool {
	name = strings.ToLower(name)
	if dir, last := path.Split(name); uuid.Validate(last) == nil {
		name = dir + idParam
	}
	return pageOf(name) == "operator.html" || slices.Contains(strings.Fields(memberPages), "/"+name)
}

// pageOf returns the HTML file for a page's path.
func pageOf(name string) string {
	if first, _, _ := strings.Cut(name, "/"); first == "operator" {
		return "operator.html"
	}
	return "index.html"
}

func isReserved(name string) bool {
	first, _, _ := strings.Cut(name, "/")
	return first == "api" || first == "webhook" || first == "media" || first == wellKnown
}

func sendAsset(c fiber.Ctx, file *asset, immutable bool) error {
	body, encoding := file.body[""], ""
	accepted := c.Get("Accept-Encoding")
	for _, e := range []string{"br", "gzip"} {
		if b, ok := file.body[e]; ok && strings.Contains(accepted, e) {
			body, encoding = b, e
			break
		}
	}
	etag := `"` + file.etag + encoding + `"`
	c.Set("ETag", etag)
	c.Vary("Accept-Encoding")
	c.Set("Cache-Control", cacheControl(file, immutable))
	if c.Get("If-None-Match") == etag {
		return c.SendStatus(http.StatusNotModified)
	}
	c.Set("Content-Type", file.mime)
	if encoding != "" {
		c.Set("Content-Encoding", encoding)
		return c.Send(body)
	}
	// If the file has changed, the requested part would not fit the parts that the browser has.
	if known := c.Get("If-Range"); known != "" && known != etag {
		return c.Send(body)
	}
	return SendBytesRange(c, body)
}

// cacheControl returns the Cache-Control of a file. A picture keeps its name when it changes, which is rare.
// If each start of the app requested the games' pictures, that would cost more than all other requests of
// a day.
func cacheControl(file *asset, immutable bool) string {
	switch {
	case immutable:
		return "public, max-age=31536000, immutable"
	case strings.HasPrefix(file.mime, "image/"):
		return "public, max-age=604800"
	}
	return "no-cache"
}

func (a *Assets) sendFromHistory(c fiber.Ctx, name string) error {
	if a.history == "" {
		return fiber.ErrNotFound
	}
	root, err := os.OpenRoot(a.history)
	if err != nil {
		return fiber.ErrNotFound
	}
	defer root.Close()
	body, err := fs.ReadFile(root.FS(), name)
	if err != nil {
		return fiber.ErrNotFound
	}
	old := Assets{files: map[string]*asset{}}
	old.addFile(name, body)
	return sendAsset(c, old.files[name], true)
}
