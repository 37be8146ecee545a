package blob_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"strings"
	"sync"
	"testing"

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
