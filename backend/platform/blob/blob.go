// Package blob keeps uploaded files outside the database, in a local folder or
// an S3-compatible store. A file's name is the hash of its content, so keeping
// the same bytes twice costs nothing and a half-written file is never found.
package blob

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync/atomic"
)

// ErrTooLarge is answered by Keep when the content exceeds its limit.
var ErrTooLarge = errors.New("blob: too large")

// tempCount tells this process's half-written files apart.
var tempCount atomic.Int64

// Store is a place of files.
type Store struct{ place place }

// place is a local folder or a bucket.
type place interface {
	keep(content io.Reader, limit int64) (hash string, size int64, err error)
	read(hash string) ([]byte, error)
	close() error
}

// Open makes the folder when missing.
func Open(dir string) (*Store, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("blob: %w", err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("blob: %w", err)
	}
	return &Store{folder{root}}, nil
}

// OpenURL opens the bucket at an address: s3://KEY:SECRET@HOST/BUCKET[/PREFIX],
// with ?region= where the store wants one and ?plain=1 for one without TLS.
func OpenURL(address string) (*Store, error) {
	b, err := openBucket(address)
	if err != nil {
		return nil, err
	}
	return &Store{b}, nil
}

// Keep writes content of at most limit bytes and answers its hash and size.
// When Keep returns, the file will outlive a crash: a row may now name it.
func (s *Store) Keep(content io.Reader, limit int64) (hash string, size int64, err error) {
	return s.place.keep(content, limit)
}

// Read answers the whole content under a hash, or fs.ErrNotExist.
func (s *Store) Read(hash string) ([]byte, error) {
	if !isHash(hash) {
		return nil, os.ErrNotExist
	}
	return s.place.read(hash)
}

// Close lets go of the place.
func (s *Store) Close() error { return s.place.close() }

// isHash keeps anything else from being taken for a name.
func isHash(name string) bool {
	_, err := hex.DecodeString(name)
	return err == nil && len(name) == sha256.Size*2
}

// folder keeps files on the local disk.
type folder struct{ root *os.Root }

func (s folder) keep(content io.Reader, limit int64) (hash string, size int64, err error) {
	f, name, err := s.temp()
	if err != nil {
		return "", 0, err
	}
	defer func() { _ = s.root.Remove(name) }() // gone after the rename
	defer f.Close()
	sum := sha256.New()
	size, err = io.Copy(io.MultiWriter(f, sum), io.LimitReader(content, limit+1))
	if err != nil {
		return "", 0, err
	}
	if size > limit {
		return "", 0, ErrTooLarge
	}
	if err := f.Sync(); err != nil {
		return "", 0, err
	}
	hash = hex.EncodeToString(sum.Sum(nil))
	if err := s.root.MkdirAll(hash[:2], 0o700); err != nil {
		return "", 0, err
	}
	if err := s.root.Rename(name, pathOf(hash)); err != nil {
		return "", 0, err
	}
	return hash, size, s.syncDir(hash[:2])
}

func (s folder) read(hash string) ([]byte, error) { return s.root.ReadFile(pathOf(hash)) }

func (s folder) close() error { return s.root.Close() }

func (s folder) temp() (*os.File, string, error) {
	for try := range 10 {
		name := fmt.Sprintf(".new-%d-%d-%d", os.Getpid(), tempCount.Add(1), try)
		f, err := s.root.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
		if !errors.Is(err, os.ErrExist) {
			return f, name, err
		}
	}
	return nil, "", os.ErrExist
}

// syncDir makes the new name itself durable.
func (s folder) syncDir(name string) error {
	dir, err := s.root.Open(name)
	if err != nil {
		return err
	}
	defer dir.Close()
	return dir.Sync()
}

func pathOf(hash string) string { return filepath.Join(hash[:2], hash) }
