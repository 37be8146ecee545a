package blob

import (
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"os"
)

// ErrDiffers means that the store returned other bytes than were stored: fewer, more, or another content. It
// is a fault of the store.
var ErrDiffers = errors.New("blob: the store returned other bytes than were stored")

const (
	// maxInMemory is the size up to which a file is read whole before any of it is sent.
	maxInMemory = 1 << 20
	// maxVerified is how many verified large files the server remembers.
	maxVerified = 4096
	// maxVerifying is how many large files are read for verification at a time.
	maxVerifying = 4
)

// Ref identifies a stored file, with the values of its row.
type Ref struct {
	Name string
	// Bytes is its length, or 0 if the row has none.
	Bytes int64
}

// Read returns the whole content of a file of at most limit bytes, verified by its name and length. Errors:
// fs.ErrNotExist, ErrDiffers, ErrTooLarge, *BreakerOpenError.
func (s *Store) Read(ctx context.Context, ref Ref, limit int64) (content []byte, err error) {
	if !isName(ref.Name) {
		return nil, os.ErrNotExist
	}
	err = s.call(ctx, opRead, s.timeoutFor(max(ref.Bytes, maxInMemory)), func(ctx context.Context) error {
		o, err := s.backend.open(ctx, ref.Name)
		if err != nil {
			return err
		}
		defer o.Close()
		if ref.Bytes > 0 && o.Size() != ref.Bytes {
			return ErrDiffers
		}
		if o.Size() > limit {
			return ErrTooLarge
		}
		content, err = readWhole(ctx, o, ref)
		return err
	})
	return content, err
}

// Open returns a file whose content was verified by its name and length before its first byte can be read.
// So no caller gets wrong bytes. Errors: fs.ErrNotExist, ErrDiffers, *BreakerOpenError.
//
// A small file is held in memory. Large files could need too much memory if many browsers read slowly. A
// large file is read twice: first to verify it, then to send it. The second read requests the verified
// version. The server remembers this version, so that seeking in a video reads only the requested part. A
// large file that is sent whole is verified again while it is sent (wholeReader).
func (s *Store) Open(ctx context.Context, ref Ref) (File, error) {
	if !isName(ref.Name) {
		return nil, os.ErrNotExist
	}
	var o object
	var small File
	err := s.call(ctx, opRead, s.timeoutFor(maxInMemory), func(ctx context.Context) (err error) {
		if o, err = s.backend.open(ctx, ref.Name); err != nil {
			return err
		}
		if ref.Bytes > 0 && o.Size() != ref.Bytes {
			err = ErrDiffers
		} else if o.Size() <= maxInMemory {
			small, err = readSmall(ctx, o, ref)
		}
		if err != nil || small != nil {
			_ = o.Close()
		}
		return err
	})
	if err != nil || small != nil {
		return small, err
	}
	if err := s.verifyLarge(ctx, ref, o); err != nil {
		_ = o.Close()
		return nil, err
	}
	return &largeFile{s, ref.Name, o}, nil
}

func readSmall(ctx context.Context, o object, ref Ref) (File, error) {
	content, err := readWhole(ctx, o, ref)
	if err != nil {
		return nil, err
	}
	return smallFile(content), nil
}

// readWhole reads and verifies an object. It does not trust the length that the store announces, and reads
// at most one byte more.
func readWhole(ctx context.Context, o object, ref Ref) ([]byte, error) {
	defer o.cancelWith(ctx)()
	part, err := o.readRange(0, o.Size())
	if err != nil {
		return nil, err
	}
	defer part.Close()
	content, err := io.ReadAll(io.LimitReader(part, o.Size()+1))
	if err != nil {
		return nil, err
	}
	if sum, known := checksumIn(ref.Name); int64(len(content)) != o.Size() || known && sha256.Sum256(content) != sum {
		return nil, ErrDiffers
	}
	return content, nil
}

// verifyLarge reads and verifies a large object, unless this version of it was verified before. A name of an
// earlier release has no sum; then only the length was compared.
func (s *Store) verifyLarge(ctx context.Context, ref Ref, o object) error {
	sum, known := checksumIn(ref.Name)
	if !known || s.verified.has(ref.Name, o.version()) {
		return nil
	}
	select { // a hundred calls for one file read it a few times, not a hundred times
	case s.verifySlots <- struct{}{}:
		defer func() { <-s.verifySlots }()
	case <-ctx.Done():
		return ctx.Err()
	}
	if s.verified.has(ref.Name, o.version()) {
		return nil
	}
	err := s.call(ctx, opRead, s.timeoutFor(o.Size()), func(ctx context.Context) error {
		defer o.cancelWith(ctx)()
		part, err := o.readRange(0, o.Size())
		if err != nil {
			return err
		}
		defer part.Close()
		h := sha256.New()
		n, err := io.Copy(h, io.LimitReader(part, o.Size()+1))
		if err != nil {
			return err
		}
		if n != o.Size() || checksum(h.Sum(nil)) != sum {
			return ErrDiffers
		}
		return nil
	})
	if err == nil {
		s.verified.add(ref.Name, o.version())
	}
	return err
}
