package chat_test

import (
	"bytes"
	"errors"
	"fmt"
	"image/jpeg"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"krapao/backend/platform/blob"
	"krapao/backend/platform/config"
	"krapao/backend/platform/media/mediatest"
	"krapao/backend/server/servertest"
)

// newWithFolder starts a server with a store in a temporary folder. It also returns a function that lists the
// stored files.
func newWithFolder(t *testing.T) (*servertest.Environment, func() []string) {
	t.Helper()
	dir := t.TempDir()
	h := servertest.New(t, func(c *config.Config) { c.MediaURL = "file://" + dir })
	return h, func() (paths []string) {
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
}

func TestUpload_GuestAboveTheBytesPerDay_IsRefusedBeforeTheBodyIsRead(t *testing.T) {
	h, stored := newWithFolder(t)
	guest, id := newGuest(h)
	large := mediatest.MOV(strings.Repeat("x", 19<<20))
	send := func(guestID string) servertest.Response {
		return guest.c.Form("/api/chat/upload-video", [][2]string{{"clientId", uuid.NewString()}, {"guestId", guestID}}, "clip.mov", large)
	}
	for range 3 {
		send(id).Want(http.StatusOK)
	}
	before := len(stored())

	send(id).WantCode(http.StatusTooManyRequests, "REQUEST_LIMIT")
	guest.upload(t, id, "photo.png", randomPNG(40, 40)).Want(http.StatusOK)
	other := uuid.NewString()
	send(other).Want(http.StatusOK)

	if after := len(stored()); before != 3 || after != 5 {
		t.Errorf("%d files, then %d", before, after)
	}
}

func TestUpload_ManyGuestsFromOneAddress_AreLimited(t *testing.T) {
	h, stored := newWithFolder(t)
	guest, id := newGuest(h)
	guest.upload(t, id, "photo.png", randomPNG(40, 40)).Want(http.StatusOK)
	h.Exec(`update rate_counter set hits = 600 * 1024 where key like 'bytes:guests-of:%'`)

	another := guest.upload(t, uuid.NewString(), "photo.png", randomPNG(40, 40))
	member := h.AddMember().Form("/api/chat/upload-image", [][2]string{{"clientId", uuid.NewString()}}, "photo.png", randomPNG(40, 40))

	another.WantCode(http.StatusTooManyRequests, "REQUEST_LIMIT")
	member.Want(http.StatusOK)
	if remaining := stored(); len(remaining) != 2 {
		t.Error(remaining)
	}
}

func TestUpload_RefusedOrRepeated_LeavesNoFileOrOne(t *testing.T) {
	h, stored := newWithFolder(t)
	guest, id := newGuest(h)
	fields := [][2]string{{"clientId", uuid.NewString()}, {"guestId", id}}

	guest.upload(t, id, "photo.png", append(randomPNG(10, 10)[:60], make([]byte, 4000)...)).WantCode(http.StatusUnsupportedMediaType, "SLIP_INVALID_FILE")
	guest.c.Form("/api/chat/upload-video", fields, "clip.mp4", append([]byte("\x00\x00\x00\x18ftypmp42\x00\x00\x00\x00mp42isom"), make([]byte, 2000)...)).WantCode(http.StatusUnsupportedMediaType, "SLIP_INVALID_FILE")
	if remaining := stored(); len(remaining) != 0 {
		t.Fatal(remaining)
	}
	for range 3 {
		guest.c.Form("/api/chat/upload-image", fields, "photo.png", randomPNG(900, 600)).Want(http.StatusOK)
	}

	if remaining := stored(); len(remaining) != 2 { // the picture and its thumbnail
		t.Error(remaining)
	}
}

// spec 8.15b
func TestUpload_StoreFails_IsRefusedAndItsRepeatIsAccepted(t *testing.T) {
	dir := t.TempDir()
	h := servertest.New(t, func(c *config.Config) { c.MediaURL = "file://" + dir })
	guest, id := newGuest(h)
	fields := [][2]string{{"clientId", uuid.NewString()}, {"guestId", id}}
	send := func() servertest.Response {
		return guest.c.Form("/api/chat/upload-image", fields, "photo.png", randomPNG(40, 40))
	}
	drafts, away := filepath.Join(dir, "chat", "drafts"), filepath.Join(dir, "away")
	if err := os.Rename(drafts, away); err != nil {
		t.Fatal(err)
	}

	send().WantCode(http.StatusServiceUnavailable, "SLIP_UPLOAD_FAIL") // no folder to receive it
	if err := os.Rename(away, drafts); err != nil {
		t.Fatal(err)
	}
	blockers := blockFolders(t, filepath.Join(dir, "chat"))
	send().WantCode(http.StatusServiceUnavailable, "SLIP_UPLOAD_FAIL") // no folder to store it
	for _, path := range blockers {
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}

	rows := h.Count(`select count(*) from chat_media`)
	send().Want(http.StatusOK)
	if rows != 0 || h.Count(`select count(*) from chat_media`) != 1 {
		t.Errorf("%d files were stored after the refusals", rows)
	}
}

// blockFolders creates a file in place of each folder of stored files, so that storing fails.
func blockFolders(t *testing.T, dir string) (paths []string) {
	t.Helper()
	const letters = "abcdefghijklmnopqrstuvwxyz234567"
	for _, a := range letters {
		for _, b := range letters {
			path := filepath.Join(dir, string(a)+string(b))
			if err := os.WriteFile(path, nil, 0o600); err != nil {
				t.Fatal(err)
			}
			paths = append(paths, path)
		}
	}
	return paths
}

// The server's clock in tests may differ from the machine's clock, which sets the files' times.
func TestSweep_OldFileWithoutRow_IsRemoved(t *testing.T) {
	h, stored := newWithFolder(t)
	guest, id := newGuest(h)
	guest.upload(t, id, "photo.png", randomPNG(900, 600)).Want(http.StatusOK)
	unnamed := func() string { // the state of an upload before its row
		draft, err := h.Chat.Media.Store.Receive(strings.NewReader("a picture"), 100)
		if err != nil {
			t.Fatal(err)
		}
		defer draft.Close()
		name, _, err := draft.Store(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return name
	}
	old := unnamed()
	for _, path := range stored() {
		if err := os.Chtimes(path, time.Time{}, time.Now().Add(-25*time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	arriving := unnamed()
	h.Clock.Advance(48 * time.Hour)

	if err := h.Chat.SweepFiles(t.Context()); err != nil {
		t.Fatal(err)
	}

	_, oldIs := h.Chat.Media.Store.Open(t.Context(), blob.Ref{Name: old})
	_, arrivingIs := h.Chat.Media.Store.Open(t.Context(), blob.Ref{Name: arriving})
	// The picture, its thumbnail and the upload in progress remain.
	if remaining := stored(); len(remaining) != 3 || !errors.Is(oldIs, fs.ErrNotExist) || arrivingIs != nil {
		t.Errorf("remaining: %v, the old file: %v, the arriving file: %v", remaining, oldIs, arrivingIs)
	}
}

func TestUpload_PictureWithALocation_IsStoredWithoutIt(t *testing.T) {
	h, _ := newWithFolder(t)
	guest, id := newGuest(h)
	var photo bytes.Buffer
	if err := jpeg.Encode(&photo, decodeImage(t, randomPNG(300, 200)), nil); err != nil {
		t.Fatal(err)
	}
	for name, file := range map[string][]byte{"photo.jpg": mediatest.WithLocation(photo.Bytes()), "clip.mov": video} {
		path := "/api/chat/upload-image"
		if name == "clip.mov" {
			path = "/api/chat/upload-video"
		}
		var f struct{ Src string }
		guest.c.Form(path, [][2]string{{"clientId", uuid.NewString()}, {"guestId", id}}, name, file).Want(http.StatusOK).Into(&f)

		shown := h.Guest().Call("GET", f.Src, nil).Want(http.StatusOK).Body

		if bytes.Contains(shown, []byte("13.7563N")) || len(shown) < 500 || !bytes.Contains(file, []byte("13.7563N")) {
			t.Errorf("%s still has the location, or is empty: %d bytes", name, len(shown))
		}
	}
}

// The test writes HTTP by hand, because no client library sends broken chunks.
func TestUpload_BrokenChunks_Returns400(t *testing.T) {
	h, stored := newWithFolder(t)
	_, id := newGuest(h)
	form := "--b\r\nContent-Disposition: form-data; name=\"clientId\"\r\n\r\n" + uuid.NewString() +
		"\r\n--b\r\nContent-Disposition: form-data; name=\"guestId\"\r\n\r\n" + id +
		"\r\n--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.png\"\r\n\r\n" + string(randomPNG(40, 40)[:900])
	conn, err := net.Dial("tcp", strings.TrimPrefix(h.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprintf(conn, "POST /api/chat/upload-image HTTP/1.1\r\nHost: x\r\nX-Requested-With: wallet-user\r\nContent-Type: multipart/form-data; boundary=b\r\n"+
		"Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n%x\r\n%s\r\nno length\r\n", len(form), form)

	response, err := io.ReadAll(conn)

	if err != nil || !strings.HasPrefix(string(response), "HTTP/1.1 400") || len(stored()) != 0 {
		t.Errorf("%.120s, %v, %d files", response, err, len(stored()))
	}
}
