package blob

import (
	"context"
	"crypto/sha256"
	"io"
	"os"
)

// Draft is a received file. The receiver must close it, whether it was stored or not.
type Draft struct {
	// Size and SHA256 (in hex) describe the received bytes, before any Rewrite.
	Size   int64
	SHA256 string

	store *Store
	file  *os.File
}

// File returns the draft's file, to be read or changed in place.
func (d *Draft) File() *os.File { return d.file }

// Reader reads the draft from its beginning.
func (d *Draft) Reader() (io.Reader, error) {
	_, err := d.file.Seek(0, io.SeekStart)
	return d.file, err
}

// Rewrite replaces the draft's content by the output of do, even if do returns an error.
func (d *Draft) Rewrite(do func(dst io.Writer, src io.Reader) error) error {
	src, err := d.Reader()
	if err != nil {
		return err
	}
	dst, err := os.CreateTemp(d.store.drafts, "draft-")
	if err != nil {
		return err
	}
	err = do(dst, src)
	d.Close()
	d.file = dst
	return err
}

// Store stores the draft as a file and returns the file's name and size in bytes. When Store returns, the file
// survives a crash, so a row may name it.
func (d *Draft) Store(ctx context.Context) (name string, size int64, err error) {
	// The draft may have been rewritten or changed since it was received.
	content, err := d.Reader()
	if err != nil {
		return "", 0, err
	}
	sum := sha256.New()
	if size, err = io.Copy(sum, content); err != nil {
		return "", 0, err
	}
	if _, err := d.Reader(); err != nil {
		return "", 0, err
	}
	name = newName(checksum(sum.Sum(nil)))
	return name, size, d.store.call(ctx, opWrite, d.store.timeoutFor(size), func(ctx context.Context) error {
		return d.store.backend.store(ctx, name, d.file, size)
	})
}

// Close removes the draft. A file that Store has stored stays.
func (d *Draft) Close() {
	_ = d.file.Close()
	_ = os.Remove(d.file.Name()) // fails if Store has moved the file
}
