package slipread_test

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"math"
	"testing"

	"github.com/boombuler/barcode"
	"github.com/boombuler/barcode/qr"
	"golang.org/x/image/draw"
	"golang.org/x/image/math/f64"
)

// picture is a test slip: a bank app's screen with stripes that look like text. Tests add codes to it.
type picture struct{ *image.Gray }

func newPicture(w, h int) picture {
	p := picture{image.NewGray(image.Rect(0, 0, w, h))}
	draw.Draw(p, p.Rect, image.NewUniform(color.Gray{248}), image.Point{}, draw.Src)
	draw.Draw(p, image.Rect(0, 0, w, h/8), image.NewUniform(color.Gray{90}), image.Point{}, draw.Src)
	for y := h / 6; y < h; y += 26 {
		for x := 60; x < w*2/3; x += 17 {
			word := image.Rect(x, y, x+4+(x*7+y*3)%11, y+12)
			draw.Draw(p, word, image.NewUniform(color.Gray{60}), image.Point{}, draw.Src)
		}
	}
	return p
}

// addCode adds a code of the given size at a position.
func (p picture) addCode(t testing.TB, text string, x, y, size int) picture {
	t.Helper()
	code, err := qr.Encode(text, qr.M, qr.Auto)
	if err != nil {
		t.Fatal(err)
	}
	large := 8 * code.Bounds().Dx()
	if code, err = barcode.Scale(code, large, large); err != nil {
		t.Fatal(err)
	}
	quiet := size / 10
	draw.Draw(p, image.Rect(x-quiet, y-quiet, x+size+quiet, y+size+quiet), image.White, image.Point{}, draw.Src)
	draw.CatmullRom.Scale(p, image.Rect(x, y, x+size, y+size), code, code.Bounds(), draw.Src, nil)
	return p
}

// rotate returns the picture photographed at an angle.
func (p picture) rotate(degrees float64) picture {
	out := picture{image.NewGray(p.Rect)}
	draw.Draw(out, out.Rect, image.NewUniform(color.Gray{40}), image.Point{}, draw.Src)
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	cx, cy := float64(p.Rect.Dx())/2, float64(p.Rect.Dy())/2
	spin := f64.Aff3{cos, -sin, cx - cos*cx + sin*cy, sin, cos, cy - sin*cx - cos*cy}
	draw.ApproxBiLinear.Transform(out, spin, p, p.Rect, draw.Src, nil)
	return out
}

// scale returns the picture at a smaller size, as some apps send it.
func (p picture) scale(percent int) picture {
	out := picture{image.NewGray(image.Rect(0, 0, p.Rect.Dx()*percent/100, p.Rect.Dy()*percent/100))}
	draw.BiLinear.Scale(out, out.Rect, p, p.Rect, draw.Src, nil)
	return out
}

// mapBrightness applies a curve to the brightness, for example for a dark theme or a weak print.
func (p picture) mapBrightness(curve func(uint8) uint8) picture {
	for i, v := range p.Pix {
		p.Pix[i] = curve(v)
	}
	return p
}

func (p picture) encodeJPEG(t testing.TB, quality int) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, p.Gray, &jpeg.Options{Quality: quality}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func (p picture) encodePNG(t testing.TB) []byte {
	t.Helper()
	return encodePNGOf(t, p.Gray)
}

func encodePNGOf(t testing.TB, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
