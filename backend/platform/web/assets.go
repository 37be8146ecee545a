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
	"slices"
	"strings"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/google/uuid"
)

// keepAssets is how long the hashed files of earlier builds are still served: a phone that was off
// during a release may request them.
const keepAssets = 7 * 24 * time.Hour

// wellKnown is the folder where browsers and others check what a site offers, so a missing file must
// be a 404. Password managers are redirected to the page that changes the password.
const (
	wellKnown      = ".well-known"
	changePassword = "/user/profile?sheet=password"
)

// The service worker receives what other apps share. If a phone has lost the worker, the POST arrives
// here: nothing of it is stored, and the member selects the slip again.
const (
	shareTarget = "share"
	chooseSlip  = "/user/statement?sheet=slips"
)

// memberPages are the pages of the app's own router, one per line, as `make generate` writes them.
// Any other path gets the app, too, which says that there is no such page.
//
//go:embed pages.txt
var memberPages string

// param replaces an id, which is a UUID, in a page's path.
const param = "$id"

// asset is one file of the built app in its encodings.
type asset struct {
	mime string
	etag string
	body map[string][]byte // by encoding: "br", "gzip", ""
}

// Assets serves the built app. Hashed files under assets/ are immutable, and pictures are fresh for a
// week. All others (index.html, sw.js, the manifest) are revalidated each time, with 304 by their
// content's hash.
//
// Any other path without a dot, except reserved ones, is a page of the app's own router. It gets the
// page as it was drawn at build time (drawn/), or index.html, or operator.html for the operators'
// pages. A page that the router does not have is a 404, with the app that says so.
type Assets struct {
	files   map[string]*asset
	history string
}

// NewAssets reads the app into memory and keeps a copy of its hashed files in history for later
// releases.
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
		a.add(name, body)
		return a.remember(name, body)
	})
	if err != nil {
		return nil, err
	}
	return a, a.forgetOld()
}

// isSourceMap reports whether a file shows the app's sources. A build for development has such files.
func isSourceMap(name string) bool {
	return strings.Contains(path.Base(name)+".", ".map.")
}

func (a *Assets) add(name string, body []byte) {
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
	}
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

func (a *Assets) remember(name string, body []byte) error {
	if a.history == "" || !strings.HasPrefix(name, "assets/") {
		return nil
	}
	target := filepath.Join(a.history, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
		return err
	}
	return os.WriteFile(target, body, 0o644) // also renews its age
}

func (a *Assets) forgetOld() error {
	if a.history == "" {
		return nil
	}
	return filepath.WalkDir(a.history, func(name string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) || entry == nil || entry.IsDir() {
			return nil
		}
		info, err := entry.Info()
		if err != nil || time.Since(info.ModTime()) < keepAssets {
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
		return a.fromHistory(c, name)
	case isReserved(name) || path.Ext(name) != "":
		return fiber.ErrNotFound
	default:
		if file = a.drawn(c, name); file != nil {
			c.Vary("Cookie")
		} else if file, ok = a.files[pageOf(name)]; !ok {
			return c.Status(http.StatusServiceUnavailable).SendString("The app is not built yet: run `make run`.")
		}
		if !isPage(name) {
			// Whole and new each time: a 304 or a part would say that it is there.
			c.Request().Header.Del(fiber.HeaderIfNoneMatch)
			c.Request().Header.Del(fiber.HeaderRange)
			c.Status(http.StatusNotFound)
		}
	}
	return send(c, file, strings.HasPrefix(name, "assets/"))
}

// drawn returns a public page as it was drawn at build time, in the cookie's language. It returns nil
// if there is none, or if the address has a query.
func (a *Assets) drawn(c fiber.Ctx, name string) *asset {
	if len(c.Request().URI().QueryString()) > 0 {
		return nil
	}
	page := "drawn/" + strings.ToLower(name)
	if file := a.files[page+"."+c.Cookies("locale")+".html"]; file != nil {
		return file
	}
	return a.files[page+".html"]
}

// isPage reports whether one of the two apps has such a page. Like the members' router it ignores
// case.
func isPage(name string) bool {
	name = strings.ToLower(name)
	if dir, last := path.Split(name); uuid.Validate(last) == nil {
		name = dir + param
	}
	return pageOf(name) == "operator.html" || slices.Contains(strings.Fields(memberPages), "/"+name)
}

// pageOf returns the HTML file of the app that a path belongs to.
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

func send(c fiber.Ctx, file *asset, immutable bool) error {
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
	c.Set("Cache-Control", freshness(file, immutable))
	if c.Get("If-None-Match") == etag {
		return c.SendStatus(http.StatusNotModified)
	}
	c.Set("Content-Type", file.mime)
	if encoding != "" {
		c.Set("Content-Encoding", encoding)
		return c.Send(body)
	}
	// A part of a file that has changed since would not fit the parts before it.
	if known := c.Get("If-Range"); known != "" && known != etag {
		return c.Send(body)
	}
	return SendRange(c, body)
}

// freshness returns the Cache-Control of a file. A picture keeps its name when it changes, which is
// rare. If the pictures of the games were requested at each start, they would cost more than all
// other requests of a day.
func freshness(file *asset, immutable bool) string {
	switch {
	case immutable:
		return "public, max-age=31536000, immutable"
	case strings.HasPrefix(file.mime, "image/"):
		return "public, max-age=604800"
	}
	return "no-cache"
}

func (a *Assets) fromHistory(c fiber.Ctx, name string) error {
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
	old.add(name, body)
	return send(c, old.files[name], true)
}
