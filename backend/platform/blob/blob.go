// Package blob keeps uploaded files outside the database, in a local folder.
// A file's name is the hash of its content, so keeping the same bytes twice
// costs nothing and a half-written file is never found.
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

// Store is a folder of files.
type Store struct{ root *os.Root }

// Open makes the folder when missing.
func Open(dir string) (*Store, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("blob: %w", err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("blob: %w", err)
	}
	return &Store{root: root}, nil
}

// Keep writes content of at most limit bytes and answers its hash and size.
// When Keep returns, the bytes are on the disk: a row may now name them.
func (s *Store) Keep(content io.Reader, limit int64) (hash string, size int64, err error) {
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
	if err := s.root.Rename(name, path(hash)); err != nil {
		return "", 0, err
	}
	return hash, size, s.syncDir(hash[:2])
}

// Read answers the whole content under a hash, or fs.ErrNotExist.
func (s *Store) Read(hash string) ([]byte, error) {
	if len(hash) != sha256.Size*2 {
		return nil, os.ErrNotExist
	}
	return s.root.ReadFile(path(hash))
}

// Close lets go of the folder.
func (s *Store) Close() error { return s.root.Close() }

func (s *Store) temp() (*os.File, string, error) {
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
func (s *Store) syncDir(name string) error {
	dir, err := s.root.Open(name)
	if err != nil {
		return err
	}
	defer dir.Close()
	return dir.Sync()
}

func path(hash string) string { return filepath.Join(hash[:2], hash) }
