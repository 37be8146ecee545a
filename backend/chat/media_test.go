package chat_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"krapao/backend/platform/media/mediatest"
	"krapao/backend/server/servertest"
)

// randomPNG returns a PNG of random pixels, which does not compress. So a large picture gets a thumbnail.
func randomPNG(w, h int) []byte {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			img.Set(x, y, color.RGBA{uint8(rand.Uint32()), uint8(rand.Uint32()), 0, 255})
		}
	}
	var out bytes.Buffer
	_ = png.Encode(&out, img)
	return out.Bytes()
}

var video = mediatest.MOV(strings.Repeat("frame", 400))

func (s chatClient) upload(t *testing.T, guestID, name string, file []byte) servertest.Response {
	t.Helper()
	return s.c.Form("/api/chat/upload-image", [][2]string{{"clientId", uuid.NewString()}, {"guestId", guestID}}, name, file)
}

func TestOperatorUpload_FileOfAReply_ReachesTheCustomer(t *testing.T) {
	h := servertest.New(t)
	guest, _ := newGuest(h)
	guest.sendText("how do I deposit?")
	operator := newOperator(h)
	var f, got struct {
		Path, FilePath, FileType string
	}

	operator.c.Form("/api/operator/chat/media", [][2]string{{"clientId", uuid.NewString()}, {"conversationId", operator.conv}}, "steps.png", randomPNG(40, 30)).
		Want(http.StatusOK).Into(&f)
	operator.send(uuid.New(), map[string]any{"message_type": "media", "payload": map[string]any{"fileType": "image", "filePath": f.Path, "name": "steps.png"}}).Want(http.StatusOK)

	if err := json.Unmarshal(guest.history(nil)[0].Message.Payload, &got); err != nil || f.FileType != "image" || got.FilePath != f.Path {
		t.Errorf("uploaded %+v, arrived %+v, %v", f, got, err)
	}
}

// spec 2.92c, 3.34, 3.36
func TestUpload_Picture_HasAThumbnail(t *testing.T) {
	h := servertest.New(t)
	guest, id := newGuest(h)
	var f struct {
		Path, FileType, Mime, Src, Thumb string
		Width, Height                    int
	}
	guest.upload(t, id, "photo.PNG", randomPNG(900, 600)).Want(http.StatusOK).Into(&f)
	message := map[string]any{"message_type": "media", "payload": map[string]any{
		"message": "my slip", "url": false, "fileType": "image", "filePath": f.Path, "name": "photo.PNG",
	}}
	guest.send(uuid.New(), message).Want(http.StatusOK)

	var got struct {
		Message, FileType, FilePath, Name, Mime, Src, Thumb string
		URL                                                 *bool
	}
	_ = json.Unmarshal(newOperator(h).history(nil)[0].Message.Payload, &got)

	if f.Width != 900 || f.Mime != "image/png" || got.FilePath != f.Path || got.Name != "photo.PNG" || got.FileType != "image" ||
		got.Message != "my slip" || got.URL == nil || *got.URL {
		t.Fatalf("uploaded %+v, arrived %+v", f, got)
	}
	operator := newOperator(h)
	card := map[string]any{"message_type": "generic", "payload": map[string]any{"elements": []any{map[string]any{"image_url": f.Path, "title": "a", "subtitle": "b"}}}}
	operator.send(uuid.New(), card).Want(http.StatusOK)
	var cards struct {
		Elements []struct {
			ImageURL        string `json:"image_url"`
			Title, Subtitle string
		}
	}
	_ = json.Unmarshal(guest.history(nil)[0].Message.Payload, &cards)
	if len(cards.Elements) != 1 || cards.Elements[0].ImageURL != f.Path || cards.Elements[0].Title != "a" || cards.Elements[0].Subtitle != "b" {
		t.Errorf("the card with the picture arrives as %+v", cards)
	}
	var clip struct{ Path string }
	guest.c.Form("/api/chat/upload-video", [][2]string{{"clientId", uuid.NewString()}, {"guestId", id}}, "clip.mp4", video).Want(http.StatusOK).Into(&clip)
	guest.send(uuid.New(), map[string]any{"message_type": "media", "payload": map[string]any{"fileType": "video", "filePath": clip.Path, "name": "clip.mp4"}}).Want(http.StatusOK)
	var moving struct{ FileType, FilePath, Name string }
	_ = json.Unmarshal(operator.history(nil)[0].Message.Payload, &moving)
	if moving.FileType != "video" || moving.FilePath != clip.Path || moving.Name != "clip.mp4" {
		t.Errorf("the video arrives as %+v", moving)
	}
	small, _, err := image.Decode(bytes.NewReader(h.Guest().Call("GET", got.Thumb, nil).Want(http.StatusOK).Body))
	if err != nil || small.Bounds().Dx() != 480 {
		t.Errorf("the thumbnail: %v, %v", small, err)
	}
}

func TestUpload_SentAgain_ReturnsSameFile(t *testing.T) {
	h := servertest.New(t)
	guest, id := newGuest(h)
	fields := [][2]string{{"clientId", uuid.NewString()}, {"guestId", id}}
	var first, again struct{ Path string }

	guest.c.Form("/api/chat/upload-video", fields, "clip.mp4", video).Want(http.StatusOK).Into(&first)
	guest.c.Form("/api/chat/upload-video", fields, "clip.mp4", video).Want(http.StatusOK).Into(&again)

	if first.Path == "" || first != again {
		t.Fatalf("%q and %q", first.Path, again.Path)
	}
}

// spec 5.20, 7.64a, 7.64b, 7.64d
func TestUpload_EachAllowedType_IsAccepted(t *testing.T) {
	h := servertest.New(t)
	guest, id := newGuest(h)
	var moving, photo bytes.Buffer
	_ = gif.Encode(&moving, decodeImage(t, randomPNG(10, 10)), nil)
	_ = jpeg.Encode(&photo, decodeImage(t, randomPNG(10, 10)), nil)
	types := map[string]string{
		"a.png": "image/png", "a.jpg": "image/jpeg", "a.jpeg": "image/jpeg", "a.gif": "image/gif", "a.mp4": "video/mp4", "a.mov": "video/quicktime",
	}
	for name, file := range map[string][]byte{
		"a.png": randomPNG(10, 10), "a.jpg": photo.Bytes(), "a.jpeg": photo.Bytes(), "a.gif": moving.Bytes(), "a.mp4": mediatest.MP4("frames"), "a.mov": video,
	} {
		path := "/api/chat/upload-image"
		if name == "a.mp4" || name == "a.mov" {
			path = "/api/chat/upload-video"
		}
		var got struct{ Path, Mime, Src string }
		guest.c.Form(path, [][2]string{{"clientId", uuid.NewString()}, {"guestId", id}}, name, file).Want(http.StatusOK).Into(&got)
		if !strings.HasPrefix(got.Path, "chat/") || got.Mime != types[name] {
			t.Errorf("%s is stored as %q, a %s", name, got.Path, got.Mime)
		}
		// The path names the uploaded file, at its own address and in a message.
		opened := h.Guest().Call("GET", got.Src, nil).Want(http.StatusOK)
		if kind := opened.Header.Get("Content-Type"); len(opened.Body) == 0 || kind != got.Mime {
			t.Errorf("%s opens as %d bytes of %s", name, len(opened.Body), kind)
		}
		kind, _, _ := strings.Cut(got.Mime, "/")
		guest.send(uuid.New(), map[string]any{"message_type": "media", "payload": map[string]any{"fileType": kind, "filePath": got.Path, "name": name}}).Want(http.StatusOK)
		var media struct{ FilePath, Src string }
		_ = json.Unmarshal(newOperator(h).history(nil)[0].Message.Payload, &media)
		if address, _, _ := strings.Cut(got.Src, "?"); media.FilePath != got.Path || !strings.HasPrefix(media.Src, address) {
			t.Errorf("%s: uploaded %+v, a message has %+v", name, got, media)
		}
	}
}

// spec 5.21a, 5.21b, 9.25a, 9.25b, D1.39
func TestUpload_AtTheSizeLimitOrAByteAbove_IsAcceptedOrRefused(t *testing.T) {
	h := servertest.New(t)
	guest, id := newGuest(h)
	upload := func(path, name string, file []byte, size int) servertest.Response {
		whole := append(slices.Clone(file), make([]byte, size-len(file))...)
		return guest.c.Form(path, [][2]string{{"clientId", uuid.NewString()}, {"guestId", id}}, name, whole)
	}
	for _, tc := range []struct {
		path, name string
		file       []byte
		limit      int
	}{{"/api/chat/upload-image", "a.png", randomPNG(10, 10), 10 << 20}, {"/api/chat/upload-video", "a.mp4", video, 20 << 20}} {
		upload(tc.path, tc.name, tc.file, tc.limit).Want(http.StatusOK)
		tooLarge := upload(tc.path, tc.name, tc.file, tc.limit+1).WantCode(http.StatusRequestEntityTooLarge, "SLIP_INVALID_FILE")
		if media := fmt.Sprintf(`"maxBytes":%d`, tc.limit); !strings.Contains(string(tooLarge.Body), media) {
			t.Errorf("%s: no %s in %s", tc.name, media, tooLarge.Body)
		}
	}
}

// spec 5.20, 8.15c, 8.15d
func TestUpload_WrongContentOrSize_IsRefused(t *testing.T) {
	h := servertest.New(t)
	guest, id := newGuest(h)
	huge := append(randomPNG(10, 10), make([]byte, 10<<20)...)
	for name, tc := range map[string]struct {
		file   string
		body   []byte
		status int
		code   string
	}{
		"no extension":        {"photo", randomPNG(10, 10), 415, "SLIP_INVALID_FILE"},
		"another extension":   {"photo.svg", randomPNG(10, 10), 415, "SLIP_INVALID_FILE"},
		"a page as a picture": {"photo.png", []byte("<html><script>alert(1)</script>"), 415, "SLIP_INVALID_FILE"},
		"only a header":       {"photo.png", randomPNG(10, 10)[:40], 415, "SLIP_INVALID_FILE"},
		"a video as image":    {"photo.png", video, 415, "SLIP_INVALID_FILE"},
		"nothing":             {"photo.png", nil, 400, "SLIP_NO_FILE"},
		"over 10 MB":          {"photo.png", huge, 413, "SLIP_INVALID_FILE"},
	} {
		got := guest.upload(t, id, tc.file, tc.body)
		if got.Status != tc.status || got.Code() != tc.code {
			t.Errorf("%s: %d %s", name, got.Status, got.Body)
		}
		if tc.status == 413 && !strings.Contains(string(got.Body), `"maxBytes":10485760`) {
			t.Errorf("no limit in %s", got.Body)
		}
	}
}

func TestMedia_RangeOfAVideo_IsServed(t *testing.T) {
	h := servertest.New(t)
	guest, id := newGuest(h)
	var f struct{ Src string }
	guest.c.Form("/api/chat/upload-video", [][2]string{{"clientId", uuid.NewString()}, {"guestId", id}}, "clip.mov", video).Want(http.StatusOK).Into(&f)
	for header, want := range map[string]struct{ status, bytes int }{
		"":                {200, len(video)},
		"bytes=0-1":       {206, 2},
		"bytes=100-":      {206, len(video) - 100},
		"bytes=-10":       {206, 10},
		"bytes=5-1,7-9":   {200, len(video)},
		"bytes=9999999-":  {416, 0},
		"bytes=x-y":       {200, len(video)},
		"bytes=0-9999999": {206, len(video)},
	} {
		got := h.Guest().With("Range", header).Call("GET", f.Src, nil)
		if got.Status != want.status || (want.bytes > 0 && len(got.Body) != want.bytes) {
			t.Errorf("%q: %d, %d bytes", header, got.Status, len(got.Body))
		}
	}
}

func decodeImage(t *testing.T, file []byte) image.Image {
	t.Helper()
	img, _, err := image.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	return img
}
