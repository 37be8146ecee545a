// Package blob stores uploaded files outside the database, in a local folder or an S3-compatible
// store.
//
//	        Receive               Store               row
//	(wire) ---------> a draft ----------> a file ----------> named
//	                  |     \ Close          \ Remove, or the sweep a day later
//	                  v      v                v
//	                 too large, refused, crashed: nothing left
//
// A draft is on this machine's disk and can be read, rewritten and closed. A file has a name that nobody can
// guess and that no other file ever gets. If no row names a file after a day, no row ever will, so the file
// can be removed.
//
// # A store that is down, slow or returns wrong bytes
//
// A name contains the SHA-256 of the content, so every read can verify the content (name.go, check.go). If
// the store returns other bytes, the store is at fault. ErrDiffers is then an error of the store, like any
// other, and does not mean that the file is damaged. Files of earlier releases have no sum in their names.
// Their length is compared, if the row has it.
//
// Each operation has a time limit. After three timeouts in a row the store is not called for 30 s
// (breaker.go), and operations fail at once with *BreakerOpenError. Waiting for a folder cannot be cancelled,
// so a shared folder whose file server hangs blocks its callers.
package blob

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"krapao/backend/platform/clock"
	"krapao/backend/platform/metrics"
)

// ErrTooLarge is the error of Receive if the content is larger than its limit.
var ErrTooLarge = errors.New("blob: too large")

// Store stores files.
type Store struct {
	backend backend
	// drafts is a folder on this machine.
	drafts string
	// timeout is how long the backend may take to respond.
	timeout     time.Duration
	breaker     *breaker
	verified    verifiedFiles
	verifySlots chan struct{}
}

// Options are the server's clock and log, for a store. Both are required.
type Options struct {
	Clock clock.Clock
	Log   *slog.Logger
}

func newStore(b backend, drafts string, timeout time.Duration, o Options) *Store {
	return &Store{
		backend: b, drafts: drafts, timeout: timeout,
		breaker: &breaker{now: o.Clock, log: o.Log}, verifySlots: make(chan struct{}, maxVerifying),
	}
}

// backend is a local folder or a bucket. Only fs.ErrNotExist means that a file does not exist. After any other
// error the file may exist.
type backend interface {
	store(ctx context.Context, name string, draft *os.File, size int64) error
	open(ctx context.Context, name string) (object, error)
	remove(ctx context.Context, name string) error
	// listNames calls do with the names of the files that are older than before, page by page.
	listNames(ctx context.Context, before time.Time, do func(names []string) error) error
	close() error
}

// object is a stored object whose content was not verified yet.
type object interface {
	Size() int64
	// cancelWith cancels every read of the object when ctx ends, until release is called.
	cancelWith(ctx context.Context) (release func())
	// readRange returns n bytes from an offset.
	readRange(from, n int64) (io.ReadCloser, error)
	// version returns a text that changes with the content, or "" if the backend has no versions.
	version() string
	Close() error
}

// File is a stored file, to be read in parts.
type File interface {
	Size() int64
	// Range returns n bytes from an offset, as they arrive.
	Range(from, n int64) (io.ReadCloser, error)
	Close() error
}

// Open returns a store in a folder, and creates the folder if needed.
func Open(dir string, o Options) (*Store, error) {
	drafts := filepath.Join(dir, draftFolder)
	if err := os.MkdirAll(drafts, 0o700); err != nil {
		return nil, fmt.Errorf("blob: %w", err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("blob: %w", err)
	}
	return newStore(folder{root}, drafts, responseTimeout, o), nil
}

// OpenURL returns a store in the bucket at an address: s3://KEY:SECRET@HOST/BUCKET[/PREFIX], with the
// options of bucketAddress. Drafts are in the system's temporary folder.
func OpenURL(address string, o Options) (*Store, error) {
	at, err := parseAddress(address)
	if err != nil {
		return nil, err
	}
	b, err := openBucket(at)
	if err != nil {
		return nil, err
	}
	return newStore(b, os.TempDir(), at.timeout, o), nil
}

// Receive writes content of at most limit bytes into a draft. After an error no draft is left. Error:
// ErrTooLarge, and errors of reading or writing.
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

// BreakerOpen returns a *BreakerOpenError while the store is not called after timeouts, else nil. So a call
// can be rejected before its body is read.
func (s *Store) BreakerOpen() error {
	err := s.breaker.openError()
	if err != nil {
		metrics.ObserveStore(opWrite, outcomeBreakerOpen, 0)
	}
	return err
}

// Remove removes a file that no row names. It is no error if the file does not exist.
func (s *Store) Remove(ctx context.Context, name string) error {
	if !isName(name) {
		return nil
	}
	return s.call(ctx, opRemove, s.timeout, func(ctx context.Context) error { return s.backend.remove(ctx, name) })
}

// Sweep removes the files older than age that no row names. findNamed returns which names of a page have a row.
// The age is measured by the machine's clock, which also sets the files' times. By another clock a new file
// could seem old.
func (s *Store) Sweep(ctx context.Context, age time.Duration, findNamed func(ctx context.Context, names []string) ([]string, error)) (removed int, err error) {
	before := time.Now().Add(-age)
	err = s.backend.listNames(ctx, before, func(names []string) error {
		named, err := findNamed(ctx, names)
		if err != nil {
			return err
		}
		inUse := map[string]bool{}
		for _, name := range named {
			inUse[name] = true
		}
		for _, name := range names {
			if inUse[name] {
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

// sweepDrafts removes drafts of this machine that a crash has left.
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

// Close closes the backend.
func (s *Store) Close() error { return s.backend.close() }
