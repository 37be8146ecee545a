// Package webapp carries the built app inside the program. `make run` builds
// it into dist; on a fresh clone dist is empty and the server says so.
package webapp

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var files embed.FS

// Files is the root of the built app.
func Files() fs.FS {
	dist, err := fs.Sub(files, "dist")
	if err != nil {
		panic(err) // the folder is named in the embed directive above
	}
	return dist
}
