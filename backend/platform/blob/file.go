package blob

import (
	"bytes"
	"context"
	"crypto/sha256"
	"hash"
	"io"
	"sync"

	"krapao/backend/platform/metrics"
)

// smallFile is a file in memory.
type smallFile []byte

// Size returns the length in bytes.
func (f smallFile) Size() int64 { return int64(len(f)) }

// Range returns n bytes from an offset.
func (f smallFile) Range(from, n int64) (io.ReadCloser, error) {
	return io.NopCloser(bytes.NewReader(f[from : from+n])), nil
}

// Close does nothing.
func (f smallFile) Close() error { return nil }

// largeFile is a file that was compared, and is read again while it is sent.
type largeFile struct {
	s    *Store
	name string
	object
}

// Range returns n bytes from an offset, as they arrive. Reading the whole file ends with ErrDiffers
// instead of its last bytes if its content changed since it was compared.
func (f *largeFile) Range(from, n int64) (part io.ReadCloser, err error) {
	err = f.s.call(context.Background(), opRead, f.s.patience, func(ctx context.Context) error {
		defer f.bind(ctx)()
		part, err = f.part(from, n)
		return err
	})
	if sum, known := sumOf(f.name); err == nil && known && n == f.Size() {
		return &wholeReader{ReadCloser: part, f: f, sum: sum, hash: sha256.New(), left: n}, nil
	}
	return part, err
}

// wholeReader compares a file while it is sent, and holds back its last bytes if it differs. The
// browser then has less than was announced, and treats it as broken.
type wholeReader struct {
	io.ReadCloser
	f    *largeFile
	sum  checksum
	hash hash.Hash
	left int64
}

// Read reads on, or returns ErrDiffers.
func (r *wholeReader) Read(p []byte) (int, error) {
	n, err := r.ReadCloser.Read(p)
	_, _ = r.hash.Write(p[:n]) // never fails
	if r.left -= int64(n); r.left > 0 || checksum(r.hash.Sum(nil)) == r.sum {
		return n, err
	}
	r.f.s.compared.remove(r.f.name)
	metrics.Stored(opRead, outcomeDiffers, 0)
	return 0, ErrDiffers
}

// comparedFiles remembers the versions of files that were found to be as stored. The oldest entry is
// removed first.
type comparedFiles struct {
	mu       sync.Mutex
	versions map[string]string // by name
	names    []string          // a ring of the names
	next     int
}

func (c *comparedFiles) has(name, version string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return version != "" && c.versions[name] == version
}

// remove forgets a file's version, so that the file is compared again. Its place in the ring stays.
func (c *comparedFiles) remove(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, known := c.versions[name]; known {
		c.versions[name] = ""
	}
}

func (c *comparedFiles) add(name, version string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.versions == nil {
		c.versions, c.names = map[string]string{}, make([]string, rememberMost)
	}
	if _, known := c.versions[name]; !known {
		delete(c.versions, c.names[c.next])
		c.names[c.next] = name
		c.next = (c.next + 1) % rememberMost
	}
	c.versions[name] = version
}
