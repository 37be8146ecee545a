package blob_test

import (
	"bytes"
	"errors"
	"io/fs"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"krapao/backend/platform/blob"
)

func store(t *testing.T) (*blob.Store, string) {
	t.Helper()
	dir := t.TempDir()
	s, err := blob.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s, dir
}

// inBucket is a store in a bucket of a real S3 protocol's server.
func inBucket(t *testing.T) *blob.Store {
	t.Helper()
	backend := s3mem.New()
	if err := backend.CreateBucket("media"); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(gofakes3.New(backend).Server())
	t.Cleanup(server.Close)
	s, err := blob.OpenURL("s3://key:secret@" + strings.TrimPrefix(server.URL, "http://") + "/media/chat?plain=1&region=us-east-1")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestABucketKeepsWhatAFolderKeeps(t *testing.T) {
	s := inBucket(t)
	hash, size, err := s.Keep(strings.NewReader("slip"), 10)
	again, _, againErr := s.Keep(strings.NewReader("slip"), 10)
	_, _, tooLarge := s.Keep(strings.NewReader("more than it takes"), 10)

	body, readErr := s.Read(hash)
	_, absent := s.Read(strings.Repeat("ab", 32))

	if err != nil || againErr != nil || size != 4 || again != hash || readErr != nil || string(body) != "slip" {
		t.Fatalf("%d %q %v, again %q %v, read %q %v", size, hash, err, again, againErr, body, readErr)
	}
	if !errors.Is(tooLarge, blob.ErrTooLarge) || !errors.Is(absent, fs.ErrNotExist) {
		t.Errorf("too large: %v, absent: %v", tooLarge, absent)
	}
}

func TestABucketThatIsAwayIsAnErrorAndNothingElse(t *testing.T) {
	s, err := blob.OpenURL("s3://key:secret@127.0.0.1:1/media?plain=1&region=us-east-1")
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.Keep(strings.NewReader("slip"), 10); err == nil {
		t.Error("it was kept nowhere")
	}
	for _, address := range []string{"", "http://host/bucket", "s3://host/bucket", "s3://k:s@host"} {
		if _, err := blob.OpenURL(address); err == nil {
			t.Errorf("%q was taken", address)
		}
	}
}

func TestWhatIsKeptIsReadBackByItsContent(t *testing.T) {
	s, _ := store(t)
	hash, size, err := s.Keep(strings.NewReader("slip"), 10)
	if err != nil || size != 4 {
		t.Fatal(size, err)
	}

	body, err := s.Read(hash)

	if err != nil || string(body) != "slip" {
		t.Fatalf("%q, %v", body, err)
	}
}

func TestAFileAboveTheLimitLeavesNothing(t *testing.T) {
	s, dir := store(t)

	_, _, err := s.Keep(bytes.NewReader(make([]byte, 11)), 10)

	left, _ := os.ReadDir(dir)
	if !errors.Is(err, blob.ErrTooLarge) || len(left) != 0 {
		t.Fatalf("%v, %d files left", err, len(left))
	}
	if _, _, err := s.Keep(bytes.NewReader(make([]byte, 10)), 10); err != nil {
		t.Errorf("a file of just the limit: %v", err)
	}
}

func TestAReaderThatBreaksOffLeavesNothing(t *testing.T) {
	s, dir := store(t)

	_, _, err := s.Keep(&broken{}, 100)

	left, _ := os.ReadDir(dir)
	if err == nil || len(left) != 0 {
		t.Fatalf("%v, %d files left", err, len(left))
	}
}

type broken struct{ read bool }

func (b *broken) Read(p []byte) (int, error) {
	if b.read {
		return 0, errors.New("the line is dead")
	}
	b.read = true
	return copy(p, "half"), nil
}

func TestTheSameBytesAtOnceAreOneFile(t *testing.T) {
	s, _ := store(t)
	var wg sync.WaitGroup
	for range 16 {
		wg.Go(func() {
			if _, _, err := s.Keep(strings.NewReader("same"), 10); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
}

func TestNoNameLeadsOutOfTheFolder(t *testing.T) {
	s, _ := store(t)
	for _, name := range []string{"", "..", "../../etc/passwd", strings.Repeat("../", 21) + "x"} {
		if _, err := s.Read(name); !errors.Is(err, fs.ErrNotExist) && err == nil {
			t.Errorf("%q was read", name)
		}
	}
}
