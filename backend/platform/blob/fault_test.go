package blob_test

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"krapao/backend/platform/blob"
	"krapao/backend/platform/blob/blobtest"
)

// faulty is a store in a bucket with faults.
type faulty struct {
	*blob.Store
	*blobtest.Bucket
	clock *testClock
}

type testClock struct {
	mu sync.Mutex
	at time.Time
}

func (c *testClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *testClock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

func newFaulty(t *testing.T) *faulty {
	t.Helper()
	f := &faulty{Bucket: blobtest.New(t), clock: &testClock{at: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}}
	var err error
	if f.Store, err = blob.OpenURL(f.URL, blob.Options{Clock: f.clock.Now, Log: quiet}); err != nil {
		t.Fatal(err)
	}
	return f
}

// large is content that is too large to be held in memory.
var large = strings.Repeat("0123456789abcdef", blob.InMemory/16+1000)

func storeInBucket(t *testing.T, s *blob.Store, content string) blob.Ref {
	t.Helper()
	d, err := s.Receive(strings.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	name, size, err := d.Store(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return blob.Ref{Name: name, Bytes: size}
}

// openWhole reads a file as a browser does.
func openWhole(ctx context.Context, s *blob.Store, ref blob.Ref) (string, error) {
	f, err := s.Open(ctx, ref)
	if err != nil {
		return "", err
	}
	defer f.Close()
	r, err := f.Range(0, f.Size())
	if err != nil {
		return "", err
	}
	defer r.Close()
	content, err := io.ReadAll(r)
	return string(content), err
}

func TestReadAndOpen_StoreReturnsOtherContent_ReturnAnErrorUntilTheContentIsRight(t *testing.T) {
	for what, content := range map[string]string{"small": "a slip's picture", "large": large} {
		for fault, want := range map[blobtest.Fault]error{
			blobtest.Other: blob.ErrDiffers, blobtest.Garbage: blob.ErrDiffers, blobtest.Short: blob.ErrDiffers, blobtest.Long: blob.ErrDiffers,
			blobtest.Missing: fs.ErrNotExist, blobtest.Cut: io.ErrUnexpectedEOF,
		} {
			for _, hasLength := range []bool{true, false} { // a row may have none
				f := newFaulty(t)
				ref := storeInBucket(t, f.Store, content)
				if !hasLength {
					ref.Bytes = 0
				}
				f.Set(fault)

				read, readErr := f.Read(t.Context(), ref, 100<<20)
				opened, openErr := openWhole(t.Context(), f.Store, ref)

				if !errors.Is(readErr, want) || !errors.Is(openErr, want) || len(read) != 0 || opened != "" {
					t.Errorf("%s, %s, %d known: %d bytes and %v; %d bytes and %v", what, fault, ref.Bytes, len(read), readErr, len(opened), openErr)
				}
				f.Set(blobtest.None)
				read, readErr = f.Read(t.Context(), ref, 100<<20)
				opened, openErr = openWhole(t.Context(), f.Store, ref)
				if err := errors.Join(readErr, openErr); err != nil || string(read) != content || opened != content {
					t.Errorf("%s, after %s: %d bytes, %d bytes, %v", what, fault, len(read), len(opened), err)
				}
			}
		}
	}
}

func TestReadAndOpen_FileInAFolderChangedOnDisk_ReturnAnError(t *testing.T) {
	for _, content := range []string{"a slip's picture", large} {
		s, dir := newFolderStore(t)
		for _, change := range []func(path string) error{
			func(path string) error { return os.WriteFile(path, []byte("A"+content[1:]), 0o600) },
			func(path string) error { return os.WriteFile(path, []byte(content[1:]), 0o600) },
			func(path string) error { return os.WriteFile(path, []byte(content+"x"), 0o600) },
			func(path string) error { return os.WriteFile(path, nil, 0o600) },
		} {
			ref := storeInBucket(t, s, content)
			if _, err := openWhole(t.Context(), s, ref); err != nil {
				t.Fatal(err)
			}
			if err := change(filepath.Join(dir, ref.Name[:2], ref.Name)); err != nil {
				t.Fatal(err)
			}

			_, readErr := s.Read(t.Context(), blob.Ref{Name: ref.Name}, 100<<20)
			_, openErr := openWhole(t.Context(), s, blob.Ref{Name: ref.Name})

			if !errors.Is(readErr, blob.ErrDiffers) || !errors.Is(openErr, blob.ErrDiffers) {
				t.Errorf("%d bytes: %v, %v", len(content), readErr, openErr)
			}
		}
	}
}

func TestRead_NameOfAnEarlierRelease_ComparesTheLength(t *testing.T) {
	s, dir := newFolderStore(t)
	for _, name := range []string{strings.Repeat("a", 26), strings.Repeat("0f", 32)} {
		path := filepath.Join(dir, name[:2], name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte("picture"), 0o600)); err != nil {
			t.Fatal(err)
		}

		whole, err := s.Read(t.Context(), blob.Ref{Name: name, Bytes: 7}, 100)
		_, shorter := s.Read(t.Context(), blob.Ref{Name: name, Bytes: 8}, 100)
		_, opened := s.Open(t.Context(), blob.Ref{Name: name, Bytes: 6})

		if err != nil || string(whole) != "picture" || !errors.Is(shorter, blob.ErrDiffers) || !errors.Is(opened, blob.ErrDiffers) {
			t.Errorf("%s: %q, %v, %v, %v", name, whole, err, shorter, opened)
		}
	}
}

func TestOpen_LargeFileVerifiedBefore_ReadsItOnce(t *testing.T) {
	f := newFaulty(t)
	ref := storeInBucket(t, f.Store, large)
	if _, err := openWhole(t.Context(), f.Store, ref); err != nil {
		t.Fatal(err)
	}
	first, before := f.Sent(), f.Requests()

	opened, err := openWhole(t.Context(), f.Store, ref)

	if calls, sent := f.Requests()-before, f.Sent()-first; err != nil || opened != large || calls != 1 || sent != int64(len(large)) {
		t.Errorf("%v: %d bytes for %d in %d calls; the first time %d", err, sent, len(large), calls, first)
	}
}

func TestOpen_LargeFileChangesAfterVerification_ReadFails(t *testing.T) {
	for _, fault := range []blobtest.Fault{blobtest.Other, blobtest.Short, blobtest.Long, blobtest.Cut} {
		f := newFaulty(t)
		ref := storeInBucket(t, f.Store, large)
		if _, err := openWhole(t.Context(), f.Store, ref); err != nil {
			t.Fatal(err)
		}
		f.Set(fault)

		opened, first := openWhole(t.Context(), f.Store, ref)
		none, again := openWhole(t.Context(), f.Store, ref)

		if fault == blobtest.Other && none != "" {
			t.Errorf("%s: %d bytes are returned after the change was detected", fault, len(none))
		}
		if first == nil || len(opened) >= len(large) || again == nil || fault != blobtest.Cut && !errors.Is(again, blob.ErrDiffers) {
			t.Errorf("%s: %d bytes and %v, then %v", fault, len(opened), first, again)
		}
		f.Set(blobtest.None)
		if _, err := openWhole(t.Context(), f.Store, ref); err != nil {
			t.Errorf("after %s: %v", fault, err)
		}
	}
}

func TestRange_StoreHasAnotherVersionByThen_ReturnsErrDiffers(t *testing.T) {
	f := newFaulty(t)
	file, err := f.Open(t.Context(), storeInBucket(t, f.Store, large))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	f.Set(blobtest.Newer)

	_, err = file.Range(5, 10)

	if !errors.Is(err, blob.ErrDiffers) {
		t.Error(err)
	}
}
