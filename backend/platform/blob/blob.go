// Package blob keeps uploaded files outside the database, in a local folder or
// an S3-compatible store.
//
//	        Receive               Keep                row
//	(wire) ---------> a draft ----------> a file ----------> named
//	                  |     \ Close          \ Remove, or the sweep a day later
//	                  v      v                v
//	                 too large, refused, crashed: nothing left
//
// A draft lies on this machine's disk and can be looked at, rewritten, given up.
// A file has a name that nobody can guess and that no other file ever gets: what
// no row names after a day can be removed, since nobody will name it any more.
package blob

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// ErrTooLarge is answered by Receive when the content exceeds its limit.
var ErrTooLarge = errors.New("blob: too large")

// Store is a place of files.
type Store struct {
	place place
	// drafts is a folder of this machine.
	drafts string
}

// place is a local folder or a bucket. Only fs.ErrNotExist says that a file is
// not there; any other error says nothing.
type place interface {
	keep(ctx context.Context, name string, draft *os.File, size int64) error
	open(ctx context.Context, name string) (File, error)
	remove(ctx context.Context, name string) error
	// each hands over the names of the files from before a time, page by page.
	each(ctx context.Context, before time.Time, do func(names []string) error) error
	close() error
}

// File is a kept file, to be read in parts.
type File interface {
	Size() int64
	// Range answers n bytes from an offset, as they arrive.
	Range(from, n int64) (io.ReadCloser, error)
	Close() error
}

// Open keeps files in a folder, which it makes when missing.
func Open(dir string) (*Store, error) {
	drafts := filepath.Join(dir, draftFolder)
	if err := os.MkdirAll(drafts, 0o700); err != nil {
		return nil, fmt.Errorf("blob: %w", err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("blob: %w", err)
	}
	return &Store{place: folder{root}, drafts: drafts}, nil
}

// OpenURL opens the bucket at an address: s3://KEY:SECRET@HOST/BUCKET[/PREFIX],
// with ?region= where the store wants one and ?plain=1 for one without TLS.
// Drafts lie in the system's temporary folder.
func OpenURL(address string) (*Store, error) {
	b, err := openBucket(address)
	if err != nil {
		return nil, err
	}
	return &Store{place: b, drafts: os.TempDir()}, nil
}

// Receive writes content of at most limit bytes into a draft. ErrTooLarge, and
// any other error, leaves nothing.
func (s *Store) Receive(content io.Reader, limit int64) (*Draft, error) {
	f, err := os.CreateTemp(s.drafts, "draft-")
	if err != nil {
		return nil, fmt.Errorf("blob: %w", err)
	}
	d := &Draft{store: s, file: f}
	sum := sha256.New()
	d.Size, err = io.Copy(io.MultiWriter(f, sum), io.LimitReader(content, limit+1))
	if err == nil && d.Size > limit {
		err = ErrTooLarge
	}
	if err != nil {
		d.Close()
		return nil, err
	}
	d.SHA256 = hex.EncodeToString(sum.Sum(nil))
	return d, nil
}

// Open answers the file of a name, or fs.ErrNotExist.
func (s *Store) Open(ctx context.Context, name string) (File, error) {
	if !isName(name) {
		return nil, os.ErrNotExist
	}
	return s.place.open(ctx, name)
}

// Read answers a file of at most limit bytes, whole.
func (s *Store) Read(ctx context.Context, name string, limit int64) ([]byte, error) {
	f, err := s.Open(ctx, name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if f.Size() > limit {
		return nil, ErrTooLarge
	}
	part, err := f.Range(0, f.Size())
	if err != nil {
		return nil, err
	}
	defer part.Close()
	return io.ReadAll(part)
}

// Remove takes a file away that no row names. One that is not there is fine.
func (s *Store) Remove(ctx context.Context, name string) error {
	if !isName(name) {
		return nil
	}
	return s.place.remove(ctx, name)
}

// Sweep removes the files of an age that nobody names; named answers those of a
// page that somebody does. Their age is told by the time of the machine, which
// stamped them: by any other, a file just handed in could be as old.
func (s *Store) Sweep(ctx context.Context, age time.Duration, named func(ctx context.Context, names []string) ([]string, error)) (removed int, err error) {
	before := time.Now().Add(-age)
	err = s.place.each(ctx, before, func(names []string) error {
		held, err := named(ctx, names)
		if err != nil {
			return err
		}
		keep := map[string]bool{}
		for _, name := range held {
			keep[name] = true
		}
		for _, name := range names {
			if keep[name] {
				continue
			}
			if err := s.Remove(ctx, name); err != nil {
				return err
			}
			removed++
		}
		return nil
	})
	return removed, errors.Join(err, s.sweepDrafts(before))
}

// sweepDrafts removes what a crash left half written here.
func (s *Store) sweepDrafts(before time.Time) error {
	old, err := filepath.Glob(filepath.Join(s.drafts, "draft-*"))
	if err != nil {
		return err
	}
	for _, path := range old {
		if info, err := os.Stat(path); err == nil && info.ModTime().Before(before) {
			if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
				return err
			}
		}
	}
	return nil
}

// Close lets go of the place.
func (s *Store) Close() error { return s.place.close() }

func newName() string { return strings.ToLower(rand.Text()) }

// isName keeps anything else from being taken for a name. Names of before were
// the hash of their content.
func isName(name string) bool {
	return len(name) >= 26 && len(name) <= 64 && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789") == ""
}
