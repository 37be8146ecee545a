package slipread_test

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/image/draw"

	"krapao/backend/cashier/slipread"
	"krapao/backend/platform/thaiqr"
)

var (
	slipText    = thaiqr.FormatSlip("004", "013071152533APM07736")
	paymentText = "00020101021129370016A000000677010111011300668012345675802TH530376463046197"
	laoText     = "004600060000010103006022512345678901234567890123455102LA91041E58"
	webText     = "https://krapao.example/promotion"

	//go:embed testdata/slip.webp
	webpSlip []byte
)

// slipScreenshot returns a slip as most members send it.
func slipScreenshot(t testing.TB) picture {
	return newPicture(1080, 2000).addCode(t, slipText, 800, 1640, 140)
}

// spec P2.5
func TestRead_PhotographScreenshotOrPrint_FindsSlip(t *testing.T) {
	slipOf := func(size int) picture { return newPicture(1080, 2000).addCode(t, slipText, 800, 1640, size) }
	square := newPicture(1400, 1400).addCode(t, slipText, 800, 1100, 140)
	for name, picture := range map[string][]byte{
		"a screenshot as PNG":     slipOf(140).encodePNG(t),
		"a screenshot as WebP":    webpSlip,
		"a poor JPEG":             slipOf(100).encodeJPEG(t, 30),
		"a tiny code":             slipOf(60).encodeJPEG(t, 60),
		"slightly rotated":        slipOf(80).rotate(7).encodeJPEG(t, 60),
		"rotated by 90 degrees":   square.rotate(90).encodeJPEG(t, 70),
		"upside down":             square.rotate(180).encodeJPEG(t, 70),
		"a dark theme":            slipOf(120).mapBrightness(func(v uint8) uint8 { return 255 - v }).encodeJPEG(t, 70),
		"a weak print":            slipOf(120).mapBrightness(func(v uint8) uint8 { return 120 + v/8 }).encodeJPEG(t, 80),
		"shrunk by a messenger":   slipOf(140).scale(40).encodeJPEG(t, 60),
		"out of focus":            slipOf(160).scale(25).scale(400).encodeJPEG(t, 70),
		"a large photograph":      newPicture(3000, 4000).addCode(t, slipText, 2000, 3000, 150).encodeJPEG(t, 80),
		"only the code":           newPicture(200, 200).addCode(t, slipText, 30, 30, 140).encodePNG(t),
		"with transparency":       transparentPNG(t, slipOf(140)),
		"in colours of a palette": palettedPNG(t, slipOf(140)),
	} {
		t.Run(name, func(t *testing.T) {
			got, err := slipread.Search(t.Context(), picture)
			if err != nil {
				t.Fatal(err)
			}
			if len(got) != 1 || got[0].Text != slipText || got[0].Slip.Bank != "004" || got[0].Slip.TransRef != "013071152533APM07736" {
				t.Errorf("got %+v", got)
			}
		})
	}
}

// spec P2.7, P2.17
func TestRead_SeveralCodes_ReturnsTheSlip(t *testing.T) {
	for name, other := range map[string]string{"a web address": webText, "a payment QR": paymentText} {
		p := newPicture(1080, 2000).addCode(t, other, 300, 500, 400).addCode(t, slipText, 840, 1700, 130)
		got, err := slipread.Search(t.Context(), p.encodeJPEG(t, 80))
		if err != nil || len(got) != 1 || got[0].Text != slipText {
			t.Errorf("with %s: got %+v, %v", name, got, err)
		}
	}
}

func TestRead_SeveralSlips_ReturnsEachTransferOnceLargestCodeFirst(t *testing.T) {
	friend, third := thaiqr.FormatSlip("014", "2026112781234567890"), thaiqr.FormatSlip("002", "BBL0001")
	fourth, fifth := thaiqr.FormatSlip("006", "KTB0002"), thaiqr.FormatSlip("011", "TTB0003")
	for name, c := range map[string]struct {
		picture picture
		want    []string
	}{
		"a friend's slip above one's own": {newPicture(1080, 4000).addCode(t, friend, 800, 1600, 140).addCode(t, slipText, 760, 3600, 190), []string{slipText, friend}},
		"one transfer twice":              {newPicture(1080, 4000).addCode(t, slipText, 800, 1600, 140).addCode(t, slipText, 800, 3600, 140), []string{slipText}},
		"five": {
			newPicture(1400, 3000).addCode(t, slipText, 100, 400, 300).addCode(t, friend, 800, 400, 280).addCode(t, third, 100, 1200, 260).
				addCode(t, fourth, 800, 1200, 240).addCode(t, fifth, 100, 2000, 220),
			[]string{slipText, friend, third, fourth},
		},
	} {
		got, err := slipread.NewReader(1).Read(t.Context(), 1, c.picture.encodePNG(t))

		var texts []string
		for _, slip := range got {
			texts = append(texts, slip.Text)
		}
		if err != nil || !slices.Equal(texts, c.want) {
			t.Errorf("%s: %q, %v; want %q", name, texts, err, c.want)
		}
	}
}

func TestRead_WithoutSlip_ReturnsErrNoQROrErrNotSlip(t *testing.T) {
	with := func(text string) picture { return newPicture(700, 1200).addCode(t, text, 200, 700, 240) }
	for name, c := range map[string]struct {
		picture picture
		want    []error
	}{
		"no code":       {newPicture(700, 1200), []error{slipread.ErrNoQR}},
		"a web address": {with(webText), []error{slipread.ErrNotSlip, thaiqr.ErrNotSlip}},
		"a payment QR":  {with(paymentText), []error{slipread.ErrNotSlip, thaiqr.ErrPaymentQR}},
		"a Lao slip":    {with(laoText), []error{slipread.ErrNotSlip, thaiqr.ErrCountry}},
		"a payment QR and a web address": {
			with(paymentText).addCode(t, webText, 200, 300, 240),
			[]error{slipread.ErrNotSlip, thaiqr.ErrPaymentQR},
		},
		"a slip with an edited reference": {
			with(strings.Replace(slipText, "APM", "APN", 1)),
			[]error{slipread.ErrNotSlip, thaiqr.ErrChecksum},
		},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := slipread.Search(t.Context(), c.picture.encodePNG(t))
			for _, want := range c.want {
				if !errors.Is(err, want) {
					t.Errorf("got %+v, %v; want %v", got, err, want)
				}
			}
		})
	}
}

// spec P2.6
func TestRead_InvalidPicture_ReturnsItsVerdict(t *testing.T) {
	reader := slipread.NewReader(1)
	good := slipScreenshot(t).encodeJPEG(t, 80)
	var gifPicture bytes.Buffer
	if err := gif.Encode(&gifPicture, slipScreenshot(t).Gray, nil); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		bytes []byte
		want  error
	}{
		"nothing":                   {nil, slipread.ErrType},
		"a PDF":                     {[]byte("%PDF-1.7\n"), slipread.ErrType},
		"a page":                    {[]byte("<!doctype html><title>slip.jpg</title>"), slipread.ErrType},
		"a GIF":                     {gifPicture.Bytes(), slipread.ErrType},
		"half a JPEG":               {good[:len(good)/2], slipread.ErrUnreadable},
		"the first bytes of a JPEG": {good[:20], slipread.ErrUnreadable},
		"a JPEG with torn tables":   {append(append([]byte{}, good[:40]...), make([]byte, 400)...), slipread.ErrUnreadable},
		"a PNG of a gigapixel":      {pngHeader(40000, 40000), slipread.ErrSize},
		"a PNG that is one line":    {pngHeader(1<<30-1, 1), slipread.ErrSize},
		"a PNG that would overflow": {pngHeader(1<<31-1, 1<<31-1), slipread.ErrUnreadable},
		"eight by eight pixels":     {newPicture(8, 8).encodePNG(t), slipread.ErrSize},
	} {
		if got, err := reader.Read(t.Context(), 1, c.bytes); !errors.Is(err, c.want) {
			t.Errorf("%s: got %+v, %v; want %v", name, got, err, c.want)
		}
	}
}

// spec P2.6
func TestSearch_ContextCancelledBeforeStart_ReturnsContextError(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := slipread.Search(ctx, newPicture(1080, 2000).encodePNG(t)); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want the context's own error", err)
	}
}

func FuzzRead(f *testing.F) {
	small := newPicture(120, 160).addCode(f, slipText, 40, 80, 66)
	f.Add(small.encodeJPEG(f, 50))
	f.Add(small.encodePNG(f))
	f.Add(webpSlip)
	f.Add([]byte("RIFF\x00\x00\x00\x00WEBPVP8L"))
	f.Fuzz(func(t *testing.T, picture []byte) {
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		got, err := slipread.Search(ctx, picture)
		if err == nil && got[0].Slip.TransRef == "" {
			t.Fatalf("a slip without a reference: %+v", got)
		}
	})
}

func BenchmarkRead(b *testing.B) {
	for name, picture := range map[string][]byte{
		"screenshot": slipScreenshot(b).encodeJPEG(b, 80),
		"photograph": newPicture(3000, 4000).addCode(b, slipText, 2000, 3000, 300).rotate(5).encodeJPEG(b, 80),
		"no_code":    newPicture(1080, 2000).encodeJPEG(b, 80),
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				_, err := slipread.Search(b.Context(), picture)
				if err != nil && !errors.Is(err, slipread.ErrNoQR) {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Milliseconds())/float64(b.N), "ms/op")
		})
	}
}

// transparentPNG returns the slip in black on a transparent background.
func transparentPNG(t testing.TB, p picture) []byte {
	img := image.NewNRGBA(p.Rect)
	for i, v := range p.Pix {
		img.Pix[i*4+3] = 255 - v
	}
	return encodePNGOf(t, img)
}

func palettedPNG(t testing.TB, p picture) []byte {
	img := image.NewPaletted(p.Rect, color.Palette{color.Black, color.RGBA{0x13, 0x8f, 0x2d, 255}, color.White})
	draw.Draw(img, img.Rect, p, image.Point{}, draw.Src)
	return encodePNGOf(t, img)
}

// pngHeader returns a PNG that ends after its header.
func pngHeader(w, h uint32) []byte {
	head := append([]byte("IHDR"), 0, 0, 0, 0, 0, 0, 0, 0, 8, 6, 0, 0, 0)
	binary.BigEndian.PutUint32(head[4:], w)
	binary.BigEndian.PutUint32(head[8:], h)
	out := append([]byte("\x89PNG\r\n\x1a\n"), 0, 0, 0, 13)
	out = append(out, head...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(head))
}
