package sandbox

import (
	"embed"
	"io/fs"
	"net/http"

	"krapao/backend/sandbox/slippic"
)

//go:embed page
var pageFiles embed.FS

// pageRoutes serves the web page by which a developer controls the sandbox.
func pageRoutes(mux *http.ServeMux) {
	files, err := fs.Sub(pageFiles, "page")
	if err != nil {
		panic(err) // the folder is named in the embed directive above
	}
	mux.Handle("GET /", http.FileServerFS(files))
	mux.Handle("GET /font/", http.FileServerFS(slippic.Fonts)) // not every machine has a Thai font
}
