package chat_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"

	"krapao/backend/platform/blob/blobtest"
	"krapao/backend/platform/config"
	"krapao/backend/platform/media/mediatest"
	"krapao/backend/server/servertest"
)

// uploadFiles uploads a picture and a video, and returns three addresses: picture, thumbnail and video. The
// video has two megabytes, which the server does not hold in memory.
func uploadFiles(t *testing.T, h *servertest.Environment) (addresses map[string]string) {
	t.Helper()
	guest, id := newGuest(h)
	var picture, clip struct{ Src, Thumb string }
	guest.upload(t, id, "photo.png", randomPNG(900, 600)).Want(http.StatusOK).Into(&picture)
	long := mediatest.MOV(strings.Repeat("frame", 400_000))
	guest.c.Form("/api/chat/upload-video", [][2]string{{"clientId", uuid.NewString()}, {"guestId", id}}, "clip.mov", long).Want(http.StatusOK).Into(&clip)
	return map[string]string{"picture": picture.Src, "thumbnail": picture.Thumb, "video": clip.Src}
}

func TestMedia_StoreReturnsOtherContent_SendsNoByteOfIt(t *testing.T) {
	b := blobtest.New(t)
	h := servertest.New(t, func(c *config.Config) { c.MediaURL = b.URL })
	for name, address := range uploadFiles(t, h) {
		for _, fault := range blobtest.WrongContents {
			b.Set(fault)
			want, code := http.StatusServiceUnavailable, "INTERNAL_SERVER_ERROR"
			if fault == blobtest.Missing {
				want, code = http.StatusNotFound, "NO_DATA"
			}

			whole := h.Guest().Call("GET", address, nil).WantCode(want, code)
			h.Guest().With("Range", "bytes=0-9").Call("GET", address, nil).WantCode(want, code)

			if again := whole.Header.Get("Retry-After"); want == http.StatusServiceUnavailable && again != "5" || whole.Header.Get("Cache-Control") != "no-store" {
				t.Errorf("%s, %s: Retry-After %q, Cache-Control %q", name, fault, again, whole.Header.Get("Cache-Control"))
			}
		}
		b.Set(blobtest.None)
		h.Guest().Call("GET", address, nil).Want(http.StatusOK)
		h.Guest().With("Range", "bytes=0-9").Call("GET", address, nil).Want(http.StatusPartialContent)
	}
}

func TestMedia_VideoBreaksOffOrChangesWhileSent_ResponseIsIncomplete(t *testing.T) {
	b := blobtest.New(t)
	h := servertest.New(t, func(c *config.Config) { c.MediaURL = b.URL })
	video := uploadFiles(t, h)["video"]
	for _, fault := range []blobtest.Fault{blobtest.Cut, blobtest.Other} {
		b.Set(blobtest.None)
		h.Guest().Call("GET", video, nil).Want(http.StatusOK) // compares the file with its hash, and remembers the result
		b.Set(fault)

		res, err := http.Get(h.URL + video)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(res.Body)
		_ = res.Body.Close()

		if err == nil || int64(len(body)) >= res.ContentLength {
			t.Errorf("%s: %d of %d bytes, %v", fault, len(body), res.ContentLength, err)
		}
	}
}
