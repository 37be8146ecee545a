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

// largeFile is a verified file that is read again while it is sent.
type largeFile struct {
	s    *Store
	name string
	object
}

// Range returns n bytes from an offset, as they arrive. If the content has changed since it was verified,
// reading the whole file ends with ErrDiffers before the last bytes.
func (f *largeFile) Range(from, n int64) (part io.ReadCloser, err error) {
	err = f.s.call(context.Background(), opRead, f.s.timeout, func(ctx context.Context) error {
		defer f.cancelWith(ctx)()
		part, err = f.readRange(from, n)
		return err
	})
	if sum, known := checksumIn(f.name); err == nil && known && n == f.Size() {
		return &wholeReader{ReadCloser: part, f: f, sum: sum, hash: sha256.New(), left: n}, nil
	}
	return part, err
}

// wholeReader verifies a file while it is sent. If the content differs, it does not return the last bytes.
// The browser then gets fewer bytes than announced, and treats the file as broken.
type wholeReader struct {
	io.ReadCloser
	f    *largeFile
	sum  checksum
	hash hash.Hash
	left int64
}

// Read reads the next bytes. Error: ErrDiffers instead of the last bytes if the content differs.
func (r *wholeReader) Read(p []byte) (int, error) {
	n, err := r.ReadCloser.Read(p)
	_, _ = r.hash.Write(p[:n]) // never fails
	if r.left -= int64(n); r.left > 0 || checksum(r.hash.Sum(nil)) == r.sum {
		return n, err
	}
	r.f.s.verified.remove(r.f.name)
	metrics.ObserveStore(opRead, outcomeDiffers, 0)
	return 0, ErrDiffers
}

// verifiedFiles remembers the verified versions of large files. If it is full, the oldest entry is replaced.
type verifiedFiles struct {
	mu       sync.Mutex
	versions map[string]string // by name
	names    []string          // a ring of the names
	next     int
}

func (c *verifiedFiles) has(name, version string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return version != "" && c.versions[name] == version
}

// remove forgets a file's version, so that the file is verified again. Its entry in the ring stays.
func (c *verifiedFiles) remove(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, known := c.versions[name]; known {
		c.versions[name] = ""
	}
}

func (c *verifiedFiles) add(name, version string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.versions == nil {
		c.versions, c.names = map[string]string{}, make([]string, maxVerified)
	}
	if _, known := c.versions[name]; !known {
		delete(c.versions, c.names[c.next])
		c.names[c.next] = name
		c.next = (c.next + 1) % maxVerified
	}
	c.versions[name] = version
}
