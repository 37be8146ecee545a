package media_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"image/jpeg"
	"image/png"
	"os"
	"strings"
	"testing"

	"krapao/backend/platform/media"
	"krapao/backend/platform/media/mediatest"
)

const secret = mediatest.Secret

func photo() *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, 90, 60))
	for y := range 60 {
		for x := range 90 {
			img.Set(x, y, color.RGBA{uint8(x * 2), uint8(y * 4), uint8(x * y), 255})
		}
	}
	return img
}

// exif returns an EXIF directory with an orientation and a text, in a byte order.
func exif(order binary.AppendByteOrder, orientation uint16) []byte {
	out := []byte("Exif\x00\x00MM\x00*")
	if order == binary.AppendByteOrder(binary.LittleEndian) {
		out = []byte("Exif\x00\x00II*\x00")
	}
	out = order.AppendUint32(out, 8)
	out = order.AppendUint16(out, 2)
	out = order.AppendUint16(out, 0x010e) // the picture's description
	out = order.AppendUint16(out, 2)
	out = order.AppendUint32(out, uint32(len(secret)))
	out = order.AppendUint32(out, 38)
	out = order.AppendUint16(out, 0x0112)
	out = order.AppendUint16(out, 3)
	out = order.AppendUint32(out, 1)
	out = order.AppendUint16(out, orientation)
	out = order.AppendUint16(out, 0)
	out = order.AppendUint32(out, 0)
	return append(out, secret...)
}

func segment(marker byte, body []byte) []byte {
	return append([]byte{0xff, marker, byte((len(body) + 2) >> 8), byte(len(body) + 2)}, body...)
}

func jpegOf(t *testing.T, extra ...[]byte) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, photo(), &jpeg.Options{Quality: 90}); err != nil {
		t.Fatal(err)
	}
	out := append([]byte{0xff, 0xd8}, bytes.Join(extra, nil)...)
	return append(append(out, b.Bytes()[2:]...), secret+" in a video after the end"...)
}

func chunk(kind string, body []byte) []byte {
	out := binary.BigEndian.AppendUint32(nil, uint32(len(body)))
	out = append(append(out, kind...), body...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[4:]))
}

func pngOf(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, photo()); err != nil {
		t.Fatal(err)
	}
	at := 8 + 25 // after IHDR
	out := bytes.Clone(b.Bytes()[:at])
	for _, kind := range []string{"tEXt", "zTXt", "iTXt", "eXIf", "tIME", "prVt"} {
		out = append(out, chunk(kind, []byte(secret))...)
	}
	return append(append(out, b.Bytes()[at:]...), secret...)
}

func gifOf(t *testing.T, frames int) []byte {
	t.Helper()
	var g gif.GIF
	for range frames {
		frame := image.NewPaletted(image.Rect(0, 0, 90, 60), color.Palette{color.White, color.Black})
		draw.Draw(frame, frame.Rect, photo(), image.Point{}, draw.Src)
		g.Image, g.Delay = append(g.Image, frame), append(g.Delay, 10)
	}
	var b bytes.Buffer
	if err := gif.EncodeAll(&b, &g); err != nil {
		t.Fatal(err)
	}
	body := b.Bytes()
	comment := append([]byte{0x21, 0xfe, byte(len(secret))}, secret+"\x00"...)
	app := append([]byte{0x21, 0xff, 11}, append([]byte("XMP DataXMP"), append([]byte{byte(len(secret))}, secret+"\x00"...)...)...)
	end := len(body) - 1
	return append(append(append(append(bytes.Clone(body[:end]), comment...), app...), 0x3b), secret...)
}

func webpOf(t *testing.T) []byte {
	t.Helper()
	plain, err := os.ReadFile("../../cashier/slipread/testdata/slip.webp")
	if err != nil {
		t.Fatal(err)
	}
	extra := append([]byte("EXIF"), binary.LittleEndian.AppendUint32(nil, uint32(len(secret)))...)
	extra = append(extra, secret+strings.Repeat("\x00", len(secret)&1)...)
	out := append(bytes.Clone(plain), extra...)
	binary.LittleEndian.PutUint32(out[4:], uint32(len(out)-8))
	return append(out, secret...)
}

func clean(t *testing.T, mime string, picture []byte) ([]byte, media.Info) {
	t.Helper()
	var out bytes.Buffer
	info, err := media.Clean(&out, bytes.NewReader(picture), mime)
	if err != nil {
		t.Fatal(mime, err)
	}
	return out.Bytes(), info
}

func TestClean_Picture_ShowsTheSameWithoutMetadata(t *testing.T) {
	for name, c := range map[string]struct {
		mime    string
		picture []byte
	}{
		"JPEG": {"image/jpeg", jpegOf(t, segment(0xe0, []byte("JFIF\x00\x01\x02\x00\x00\x01\x00\x01\x00\x00")), segment(0xe1, exif(binary.BigEndian, 1)),
			segment(0xe1, []byte("http://ns.adobe.com/xap/1.0/\x00"+secret)), segment(0xed, []byte(secret)), segment(0xfe, []byte(secret)), segment(0xe5, []byte(secret)))},
		"PNG":  {"image/png", pngOf(t)},
		"GIF":  {"image/gif", gifOf(t, 3)},
		"WebP": {"image/webp", webpOf(t)},
	} {
		out, info := clean(t, c.mime, c.picture)

		if !bytes.Contains(c.picture, []byte(secret)) || bytes.Contains(out, []byte(secret)) {
			t.Errorf("%s: the secret is still in the file", name)
		}
		if again, _ := clean(t, c.mime, out); !bytes.Equal(again, out) {
			t.Errorf("%s: cleaning a clean file changes it", name)
		}
		if err := info.CheckCost(); err != nil || info.Frames == 0 {
			t.Errorf("%s: %+v, %v", name, info, err)
		}
		if name == "WebP" { // its decoder is in slipread, whose tests decode a cleaned WebP
			continue
		}
		before, _, err := image.Decode(bytes.NewReader(c.picture))
		after, _, afterErr := image.Decode(bytes.NewReader(out))
		if err != nil || afterErr != nil || !isSameImage(before, after) || before.Bounds().Dx() != info.Width {
			t.Errorf("%s: the picture has changed: %v, %v", name, err, afterErr)
		}
	}
}

// A picture is read in pieces of 64 KB. The test inserts a segment of growing length before the data, so
// that each byte of the data is once the last of a piece.
func TestClean_PictureInPiecesOfAnySize_IsCopiedWhole(t *testing.T) {
	plain := jpegOf(t)
	want, _ := clean(t, "image/jpeg", plain)
	scan := bytes.Index(plain, []byte{0xff, 0xda})
	if bytes.Count(plain[scan+2:], []byte{0xff, 0}) == 0 {
		t.Fatal("no byte of the data looks like a marker")
	}

	next := make([]byte, 64<<10) // overwrites the previous piece
	for n := range len(plain) - scan {
		before := segment(0xfe, make([]byte, 64<<10-4-len(plain)+n))
		if got, _ := clean(t, "image/jpeg", append(jpegOf(t, before), next...)); !bytes.Equal(got, want) {
			t.Fatalf("with the data moved by %d bytes the picture differs", len(before))
		}
	}
}

func TestClean_Animation_KeepsItsFrames(t *testing.T) {
	out, info := clean(t, "image/gif", gifOf(t, 3))

	g, err := gif.DecodeAll(bytes.NewReader(out))

	if err != nil || len(g.Image) != 3 || info.Frames != 3 {
		t.Fatalf("%d frames, %+v, %v", len(g.Image), info, err)
	}
}

func TestClean_RotatedPicture_KeepsItsOrientation(t *testing.T) {
	for _, order := range []binary.AppendByteOrder{binary.BigEndian, binary.LittleEndian} {
		out, _ := clean(t, "image/jpeg", jpegOf(t, segment(0xe1, exif(order, 6))))

		at := bytes.Index(out, []byte("Exif\x00\x00"))
		if at < 0 || bytes.Contains(out, []byte(secret)) {
			t.Fatalf("%v: the orientation is missing, or the secret is left", order)
		}
		if orientation := binary.BigEndian.Uint16(out[at+6+8+2+8:]); orientation != 6 {
			t.Errorf("%v: orientation %d", order, orientation)
		}
		if again, _ := clean(t, "image/jpeg", out); !bytes.Equal(again, out) {
			t.Errorf("%v: the second cleaning removes the orientation", order)
		}
	}
}

func TestClean_TruncatedPicture_IsCopiedToItsEnd(t *testing.T) {
	whole := jpegOf(t)
	scan := bytes.Index(whole, []byte{0xff, 0xda})
	for _, n := range []int{scan - 40, scan + 100, scan + 400} {
		out, info := clean(t, "image/jpeg", whole[:n])
		if !bytes.HasPrefix(whole[:n], out) || (n > scan && len(out) != n) || info.Width != 90 {
			t.Errorf("%d bytes became %d, %+v", n, len(out), info)
		}
	}
}

func TestClean_NoPicture_IsDamagedAndStoresNothing(t *testing.T) {
	for mime, head := range map[string]string{"image/jpeg": "\xff\xd8\xff", "image/png": "\x89PNG\r\n\x1a\n", "image/gif": "GIF89a", "image/webp": "RIFF\x00\x00\x00\x00WEBPVP8 "} {
		var out bytes.Buffer
		_, err := media.Clean(&out, strings.NewReader(head+strings.Repeat(secret, 40)), mime)
		if !errors.Is(err, media.ErrDamaged) || bytes.Contains(out.Bytes(), []byte(secret)) {
			t.Errorf("%s: %v, %d bytes written", mime, err, out.Len())
		}
	}
	if _, err := media.Inspect(strings.NewReader("x"), "text/html"); !errors.Is(err, media.ErrDamaged) {
		t.Error(err)
	}
}

// TestClean_AboveEachBound_IsRefused tests each figure at its bound and one above it.
func TestClean_AboveEachBound_IsRefused(t *testing.T) {
	small := media.Info{Width: 100, Height: 100, Decoded: 30_000, Scans: 1, Frames: 1, Work: 10_000}
	for name, at := range map[string]func(i *media.Info, more int){
		"width":  func(i *media.Info, more int) { i.Width = 16_384 + more },
		"height": func(i *media.Info, more int) { i.Height = 16_384 + more },
		"pixels": func(i *media.Info, more int) { i.Width, i.Height = 10_000, 5_000+more },
		"memory": func(i *media.Info, more int) { i.Decoded = 224<<20 + int64(more) },
		"scans":  func(i *media.Info, more int) { i.Scans = 24 + more },
		"frames": func(i *media.Info, more int) { i.Frames = 600 + more },
		"work":   func(i *media.Info, more int) { i.Work = 600_000_000 + int64(more) },
	} {
		most, beyond := small, small
		at(&most, 0)
		at(&beyond, 1)

		if err := most.CheckCost(); err != nil {
			t.Errorf("%s at its bound: %v", name, err)
		}
		if err := beyond.CheckCost(); !errors.Is(err, media.ErrCostly) {
			t.Errorf("%s beyond its bound: %v", name, err)
		}
	}
}

func TestClean_PicturesOfPhones_AreWithinTheBounds(t *testing.T) {
	for name, i := range map[string]media.Info{
		"48 megapixels":              {Width: 8064, Height: 6048, Decoded: 8064 * 6048 * 3 / 2, Scans: 1},
		"24 megapixels, progressive": {Width: 5712, Height: 4284, Decoded: 5712 * 4284 * 3 / 2 * 5, Scans: 12, Work: 12 * 5712 * 4284},
		"a screenshot of 16 bits":    {Width: 1440, Height: 3200, Decoded: 1440 * 3200 * 12, Work: 1440 * 3200},
		"half a minute's animation":  {Width: 640, Height: 640, Decoded: 5 * 640 * 640, Frames: 450, Work: 450 * 640 * 640},
	} {
		if err := i.CheckCost(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzClean(f *testing.F) {
	t := &testing.T{}
	f.Add("image/jpeg", jpegOf(t, segment(0xe1, exif(binary.LittleEndian, 3))))
	f.Add("image/png", pngOf(t))
	f.Add("image/gif", gifOf(t, 2))
	f.Add("image/webp", webpOf(t))
	f.Fuzz(func(t *testing.T, mime string, picture []byte) {
		var once, twice bytes.Buffer
		info, err := media.Clean(&once, bytes.NewReader(picture), mime)
		if err != nil || once.Len() > len(picture)+64 {
			return
		}
		again, err := media.Clean(&twice, bytes.NewReader(once.Bytes()), mime)
		if err != nil || again.Width != info.Width || again.Height != info.Height {
			t.Fatalf("cleaning again changes the size: %+v, %+v, %v", info, again, err)
		}
	})
}

func isSameImage(a, b image.Image) bool {
	if a.Bounds() != b.Bounds() {
		return false
	}
	for y := range a.Bounds().Dy() {
		for x := range a.Bounds().Dx() {
			if a.At(x, y) != b.At(x, y) {
				return false
			}
		}
	}
	return true
}
