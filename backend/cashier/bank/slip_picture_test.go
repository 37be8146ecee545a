package bank_test

import (
	"bytes"
	"errors"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"krapao/backend/cashier/bank"
	"krapao/backend/platform/blob"
	"krapao/backend/platform/config"
	"krapao/backend/platform/media/mediatest"
	"krapao/backend/server/servertest"
)

func TestUpload_PictureWithLocation_IsStoredWithoutLocation(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	h := servertest.New(t, func(c *config.Config) { c.MediaURL = "file://" + dir })
	m := h.AddMember()
	made := m.Transfer(servertest.Transfer{Amount: 100})
	id := uuid.New()

	m.Upload(id, time.Time{}, mediatest.WithLocation(m.Picture(made.Slip.JPG))).Want(http.StatusAccepted)

	after := m.WaitSlip(id)
	var address struct{ URL string }
	m.Call("GET", after.Link, nil).Want(http.StatusOK).Into(&address)
	shown := m.Call("GET", address.URL, nil).Want(http.StatusOK).Body
	files := listFiles(t, dir)
	if after.Status != "SUCCESS" || len(files) != 1 || bytes.Contains(shown, []byte(mediatest.Secret)) || len(shown) < 1000 {
		t.Fatalf("%+v, %d files, %d bytes shown", after, len(files), len(shown))
	}
}

func TestUpload_RepeatedOrRefused_LeavesNoSecondFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	h := servertest.New(t, func(c *config.Config) { c.MediaURL = "file://" + dir })
	m, other := h.AddMember(), h.AddMember()
	made := m.Transfer(servertest.Transfer{Amount: 100})
	picture, id := m.Picture(made.Slip.JPG), uuid.New()
	m.Upload(id, time.Time{}, picture).Want(http.StatusAccepted)
	m.WaitSlip(id)
	one := len(listFiles(t, dir))

	m.Upload(id, time.Time{}, picture).Want(http.StatusAccepted)
	m.Upload(id, time.Time{}, whitePicture(50, 50)).WantCode(http.StatusUnprocessableEntity, "KEY_INVALID")
	other.Upload(id, time.Time{}, picture).WantCode(http.StatusUnprocessableEntity, "KEY_INVALID")
	m.Upload(uuid.New(), time.Time{}, []byte("no picture")).WantCode(http.StatusUnsupportedMediaType, "SLIP_INVALID_FILE")

	if left := listFiles(t, dir); one != 1 || len(left) != 1 {
		t.Errorf("%d files, then %v", one, left)
	}
}

// The server's clock may differ much from the machine's clock, which sets the files' times.
func TestSweepFiles_OldUnusedPictures_AreRemoved(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	h := servertest.New(t, func(c *config.Config) { c.MediaURL = "file://" + dir })
	m := h.AddMember()
	slip := m.SubmitSlip(m.Transfer(servertest.Transfer{Amount: 100}))
	old := storeUnusedPicture(t, h.Bank)
	for _, path := range listFiles(t, dir) {
		if err := os.Chtimes(path, time.Time{}, time.Now().Add(-25*time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	arriving := storeUnusedPicture(t, h.Bank)
	h.Clock.Advance(48 * time.Hour)

	if err := h.Bank.SweepFiles(t.Context()); err != nil {
		t.Fatal(err)
	}

	_, oldErr := h.Bank.Pictures.Store.Open(t.Context(), blob.Ref{Name: old})
	_, arrivingErr := h.Bank.Pictures.Store.Open(t.Context(), blob.Ref{Name: arriving})
	if left := listFiles(t, dir); len(left) != 2 || !errors.Is(oldErr, fs.ErrNotExist) || arrivingErr != nil {
		t.Errorf("files %v, the old picture: %v, the new picture: %v", left, oldErr, arrivingErr)
	}
	m.Token = h.Login(m.Phone, m.Password) // the session has expired
	m.Call("GET", slip.Link, nil).Want(http.StatusOK)
}

// storeUnusedPicture stores a picture without a row, as an upload does at first.
func storeUnusedPicture(t *testing.T, s *bank.Service) (name string) {
	t.Helper()
	draft, err := s.Pictures.Store.Receive(strings.NewReader("a picture"), 100)
	if err != nil {
		t.Fatal(err)
	}
	defer draft.Close()
	name, _, err = draft.Store(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return name
}

func TestSlip_DecompressionBomb_FailsOnceAndDelaysNobody(t *testing.T) {
	t.Parallel()
	h := servertest.New(t)
	attacker, m := h.AddMember(), h.AddMember()
	bomb := uuid.New()
	attacker.Upload(bomb, time.Time{}, pictureWithManyScans()).Want(http.StatusAccepted)
	made := m.Transfer(servertest.Transfer{Amount: 100})

	own := m.SubmitSlip(made)
	judged := attacker.WaitSlip(bomb)

	attempts := servertest.Value[int](h, `select max(attempt) from river_job where kind = 'check_slip' and args ->> 'id' = $1`, bomb.String())
	if own.Status != "SUCCESS" || judged.Status != "FAILED" || judged.Note != "IMG_SIZE_UNABLE_TO_PROCESS" || attempts != 1 {
		t.Errorf("own %+v, the bomb %+v after %d attempts", own, judged, attempts)
	}
}

// pictureWithManyScans returns a progressive JPEG that makes a decoder process a large area many times.
func pictureWithManyScans() []byte {
	out := []byte{0xff, 0xd8, 0xff, 0xc2, 0, 17, 8, 0x0f, 0xa0, 0x0b, 0xb8, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0}
	for range 600 {
		out = append(out, 0xff, 0xda, 0, 12, 3, 1, 0, 2, 0, 3, 0, 0, 0, 0, 0)
	}
	return append(out, 0xff, 0xd9)
}

func listFiles(t *testing.T, dir string) (paths []string) {
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
