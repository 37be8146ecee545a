package blob_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"krapao/backend/platform/blob"
)

var (
	quiet   = slog.New(slog.DiscardHandler)
	options = blob.Options{Clock: time.Now, Log: quiet}
)

func newFolderStore(t *testing.T) (*blob.Store, string) {
	t.Helper()
	dir := t.TempDir()
	s, err := blob.Open(dir, options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s, dir
}

// newBucketStore returns a store in a bucket of a server with the real S3 protocol. If forcedStatus is not 0,
// the server returns this status instead.
func newBucketStore(t *testing.T) (s *blob.Store, forcedStatus *int) {
	t.Helper()
	backend := s3mem.New()
	if err := backend.CreateBucket("media"); err != nil {
		t.Fatal(err)
	}
	forcedStatus = new(int)
	store := gofakes3.New(backend).Server()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if *forcedStatus != 0 {
			w.WriteHeader(*forcedStatus)
			return
		}
		store.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	s, err := blob.OpenURL("s3://key:secret@"+strings.TrimPrefix(server.URL, "http://")+"/media/chat?plain=1&region=us-east-1", options)
	if err != nil {
		t.Fatal(err)
	}
	return s, forcedStatus
}

func storeContent(t *testing.T, s *blob.Store, content string) string {
	t.Helper()
	d, err := s.Receive(strings.NewReader(content), 100)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	name, size, err := d.Store(t.Context())
	if err != nil || size != int64(len(content)) {
		t.Fatal(size, err)
	}
	return name
}

func allStores(t *testing.T) map[string]*blob.Store {
	folder, _ := newFolderStore(t)
	bucket, _ := newBucketStore(t)
	return map[string]*blob.Store{"a folder": folder, "a bucket": bucket}
}

func TestStore_StoredFile_IsReadWholeAndInRanges(t *testing.T) {
	for place, s := range allStores(t) {
		name := storeContent(t, s, "a slip's picture")

		whole, err := s.Read(t.Context(), blob.Ref{Name: name}, 100)
		file, openErr := s.Open(t.Context(), blob.Ref{Name: name})
		if err != nil || openErr != nil || string(whole) != "a slip's picture" || file.Size() != 16 {
			t.Fatalf("%s: %q, %v, %v", place, whole, err, openErr)
		}
		for _, part := range []struct {
			from, n int64
			want    string
		}{{2, 4, "slip"}, {9, 7, "picture"}, {0, 0, ""}, {0, 16, "a slip's picture"}} {
			r, err := file.Range(part.from, part.n)
			if err != nil {
				t.Fatal(place, err)
			}
			got, err := io.ReadAll(r)
			if err = errors.Join(err, r.Close()); err != nil || string(got) != part.want {
				t.Errorf("%s: %d from %d is %q, %v", place, part.n, part.from, got, err)
			}
		}
		if err := file.Close(); err != nil {
			t.Error(place, err)
		}
		if _, err := s.Read(t.Context(), blob.Ref{Name: name}, 15); !errors.Is(err, blob.ErrTooLarge) {
			t.Errorf("%s: more than the requested bytes: %v", place, err)
		}
	}
}

func TestStore_MissingFileOrOtherError_IsDistinguished(t *testing.T) {
	for place, s := range allStores(t) {
		name := storeContent(t, s, "x")
		if err := s.Remove(t.Context(), name); err != nil {
			t.Error(place, err)
		}
		for _, absent := range []string{name, strings.Repeat("ab", 32), "", "..", "../../etc/passwd", strings.Repeat("../", 21) + "x"} {
			if _, err := s.Open(t.Context(), blob.Ref{Name: absent}); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("%s: %q: %v", place, absent, err)
			}
		}
		if err := s.Remove(t.Context(), name); err != nil {
			t.Errorf("%s: a second time: %v", place, err)
		}
	}
	s, forcedStatus := newBucketStore(t)
	name := storeContent(t, s, "x")
	for _, *forcedStatus = range []int{403, 500, 501, 503, 429} {
		ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond) // the client retries for a while
		if _, err := s.Open(ctx, blob.Ref{Name: name}); err == nil || errors.Is(err, fs.ErrNotExist) {
			t.Errorf("a store that returns %d: %v", *forcedStatus, err)
		}
		cancel()
	}
	unreachable, err := blob.OpenURL("s3://key:secret@127.0.0.1:1/media?plain=1&region=us-east-1", options)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if _, err := unreachable.Open(ctx, blob.Ref{Name: name}); err == nil || errors.Is(err, fs.ErrNotExist) {
		t.Errorf("an unreachable store: %v", err)
	}
}

func TestStore_BucketMissing_IsNotReportedAsAMissingFile(t *testing.T) {
	server := httptest.NewServer(gofakes3.New(s3mem.New()).Server())
	t.Cleanup(server.Close)
	s, err := blob.OpenURL("s3://key:secret@"+strings.TrimPrefix(server.URL, "http://")+"/elsewhere?plain=1&region=us-east-1", options)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Open(t.Context(), blob.Ref{Name: strings.Repeat("ab", 32)}); err == nil || errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

func TestOpenURL_AddressesOfTheDocs_AreAccepted(t *testing.T) {
	for _, address := range []string{
		"s3://AKIAEXAMPLE:wJalr%2FEXAMPLEKEY@s3.ap-southeast-1.amazonaws.com/krapao-media/prod/slips?region=ap-southeast-1",
		"s3://krapao:secret@10.0.0.7:9000/krapao-media/chat?region=us-east-1&plain=1&timeout=5s", "s3://k:s@host/bucket/chat?",
	} {
		if _, err := blob.OpenURL(address, options); err != nil {
			t.Errorf("%s: %v", address, err)
		}
	}
}

func TestOpenURL_AddressOfNoStore_IsRefusedWithoutItsSecret(t *testing.T) {
	for _, address := range []string{
		"", "http://host/bucket", "s3://host/bucket", "s3://k:sesame@host", "s3://k:sesame@host/bucket?plian=1", "s3://k:sesame@host/bucket?plain=0",
		"s3://k:sesame@host/bucket?timeout=10", "s3://k:sesame@host/bucket?timeout=-1s", "s3://k:sesame@host/bucket?%zz", "s3://k:sesame/@host/bucket",
	} {
		if _, err := blob.OpenURL(address, options); err == nil || strings.Contains(err.Error(), "sesame") {
			t.Errorf("%q: %v", address, err)
		}
	}
}

// brokenReader fails after its first bytes.
type brokenReader struct{ read bool }

func (b *brokenReader) Read(p []byte) (int, error) {
	if b.read {
		return 0, errors.New("the connection broke")
	}
	b.read = true
	return copy(p, "half"), nil
}

// files returns all files under a folder.
func files(t *testing.T, dir string) (paths []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			paths = append(paths, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

func TestDraft_RefusedOrAbandoned_LeavesNothing(t *testing.T) {
	s, dir := newFolderStore(t)

	_, tooLarge := s.Receive(bytes.NewReader(make([]byte, 11)), 10)
	_, brokenErr := s.Receive(&brokenReader{}, 100)
	draft, err := s.Receive(bytes.NewReader(make([]byte, 10)), 10)
	if err != nil {
		t.Fatal("a file of just the limit:", err)
	}
	rewritten := draft.Rewrite(func(dst io.Writer, _ io.Reader) error { _, err := dst.Write([]byte("clean")); return err })
	draft.Close()

	if left := files(t, dir); !errors.Is(tooLarge, blob.ErrTooLarge) || brokenErr == nil || rewritten != nil || len(left) != 0 {
		t.Fatalf("%v, %v, %v; left: %v", tooLarge, brokenErr, rewritten, left)
	}
}

func TestDraft_Rewritten_IsStoredAsRewritten(t *testing.T) {
	for place, s := range allStores(t) {
		d, err := s.Receive(strings.NewReader("telling"), 100)
		if err != nil {
			t.Fatal(err)
		}
		err = d.Rewrite(func(dst io.Writer, src io.Reader) error {
			sent, err := io.ReadAll(src)
			_, writeErr := dst.Write(bytes.ToUpper(sent[:4]))
			return errors.Join(err, writeErr)
		})
		name, size, storeErr := d.Store(t.Context())
		d.Close()

		body, readErr := s.Read(t.Context(), blob.Ref{Name: name}, 100)

		if err = errors.Join(err, storeErr, readErr); err != nil || string(body) != "TELL" || size != 4 {
			t.Errorf("%s: %q, %d, %v", place, body, size, err)
		}
	}
}

func TestSweep_FilesWithoutAReference_RemovesOnlyThose(t *testing.T) {
	for place, s := range allStores(t) {
		named, orphan := storeContent(t, s, "named"), storeContent(t, s, "orphan")
		queried := 0
		findNamed := func(_ context.Context, names []string) (held []string, _ error) {
			for _, name := range names {
				queried++
				if name == named {
					held = append(held, name)
				}
			}
			return held, nil
		}

		early, earlyErr := s.Sweep(t.Context(), time.Hour, findNamed)
		_, failed := s.Sweep(t.Context(), -time.Hour, func(context.Context, []string) ([]string, error) { return nil, errors.New("no database") })
		late, lateErr := s.Sweep(t.Context(), -time.Hour, findNamed)

		_, gone := s.Open(t.Context(), blob.Ref{Name: orphan})
		kept, keptErr := s.Read(t.Context(), blob.Ref{Name: named}, 100)
		if early != 0 || earlyErr != nil || failed == nil || late != 1 || lateErr != nil || queried != 2 {
			t.Errorf("%s: early %d %v, failed %v, late %d %v, %d queries of the names", place, early, earlyErr, failed, late, lateErr, queried)
		}
		if !errors.Is(gone, fs.ErrNotExist) || string(kept) != "named" || keptErr != nil {
			t.Errorf("%s: the orphan %v, the named %q %v", place, gone, kept, keptErr)
		}
	}
}

func TestSweep_HalfWrittenAfterACrash_IsRemoved(t *testing.T) {
	s, dir := newFolderStore(t)
	d, err := s.Receive(strings.NewReader("half"), 100)
	if err != nil {
		t.Fatal(err)
	}
	_ = d.File().Close() // simulates a crash of the process

	_, err = s.Sweep(t.Context(), -time.Hour, func(context.Context, []string) ([]string, error) { return nil, nil })

	if left := files(t, dir); err != nil || len(left) != 0 {
		t.Errorf("%v, left: %v", err, left)
	}
	if _, err := os.Stat(dir); err != nil {
		t.Error(err)
	}
}
