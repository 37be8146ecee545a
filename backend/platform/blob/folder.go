package blob

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

// draftFolder holds drafts. It is on the same disk as the files, so that storing is only a rename.
const draftFolder = "drafts"

const sweepPage = 500

// folder stores files on the local disk.
type folder struct{ root *os.Root }

func (s folder) store(_ context.Context, name string, draft *os.File, _ int64) error {
	if err := draft.Sync(); err != nil {
		return err
	}
	if err := s.root.MkdirAll(name[:2], 0o700); err != nil {
		return err
	}
	if err := s.root.Rename(filepath.Join(draftFolder, filepath.Base(draft.Name())), filePath(name)); err != nil {
		return err
	}
	return s.syncDir(name[:2])
}

func (s folder) open(_ context.Context, name string) (object, error) {
	f, err := s.root.Open(filePath(name))
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil {
		_ = f.Close()
		return nil, err
	}
	return localFile{f, info}, nil
}

func (s folder) remove(_ context.Context, name string) error {
	if err := s.root.Remove(filePath(name)); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

func (s folder) listNames(ctx context.Context, before time.Time, do func([]string) error) error {
	dirs, err := fs.ReadDir(s.root.FS(), ".")
	if err != nil {
		return err
	}
	for _, dir := range dirs {
		if !dir.IsDir() || len(dir.Name()) != 2 {
			continue
		}
		if err := s.listNamesIn(ctx, dir.Name(), before, do); err != nil {
			return err
		}
	}
	return nil
}

func (s folder) listNamesIn(ctx context.Context, dir string, before time.Time, do func([]string) error) error {
	entries, err := fs.ReadDir(s.root.FS(), dir)
	if err != nil {
		return err
	}
	var page []string
	for i, e := range entries {
		if err := ctx.Err(); err != nil {
			return err
		}
		if info, err := e.Info(); err == nil && isName(e.Name()) && info.ModTime().Before(before) {
			page = append(page, e.Name())
		}
		if len(page) == sweepPage || (i == len(entries)-1 && len(page) > 0) {
			if err := do(page); err != nil {
				return err
			}
			page = nil
		}
	}
	return nil
}

func (s folder) close() error { return s.root.Close() }

// syncDir makes the folder's entries durable, so that a new name survives a crash.
func (s folder) syncDir(name string) error {
	dir, err := s.root.Open(name)
	if err != nil {
		return err
	}
	defer dir.Close()
	return dir.Sync()
}

func filePath(name string) string { return filepath.Join(name[:2], name) }

// localFile is a file of the folder.
type localFile struct {
	f    *os.File
	info fs.FileInfo
}

// Size returns the length in bytes.
func (l localFile) Size() int64 { return l.info.Size() }

func (l localFile) cancelWith(context.Context) (release func()) { return func() {} }

func (l localFile) readRange(from, n int64) (io.ReadCloser, error) {
	return io.NopCloser(io.NewSectionReader(l.f, from, n)), nil
}

func (l localFile) version() string {
	return strconv.FormatInt(l.info.ModTime().UnixNano(), 10) + "." + strconv.FormatInt(l.Size(), 10)
}

// Close closes the file.
func (l localFile) Close() error { return l.f.Close() }
