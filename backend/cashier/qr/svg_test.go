package qr

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image"
	"image/color"
	"regexp"
	"strings"
	"testing"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/qrcode"
)

var barPattern = regexp.MustCompile(`M(\d+) (\d+)h(\d+)v1h-\d+z`)

// drawMarkup returns the picture that a browser draws from the markup.
func drawMarkup(t *testing.T, svg string) image.Image {
	t.Helper()
	var side int
	if _, err := fmt.Sscanf(svg[strings.Index(svg, "viewBox"):], `viewBox="0 0 %d`, &side); err != nil {
		t.Fatal(err)
	}
	const scale = 6
	out := image.NewGray(image.Rect(0, 0, side*scale, side*scale))
	for i := range out.Pix {
		out.Pix[i] = 0xff
	}
	for _, m := range barPattern.FindAllStringSubmatch(svg, -1) {
		var x, y, w int
		_, _ = fmt.Sscan(m[1]+" "+m[2]+" "+m[3], &x, &y, &w)
		for px := x * scale; px < (x+w)*scale; px++ {
			for py := y * scale; py < (y+1)*scale; py++ {
				out.SetGray(px, py, color.Gray{})
			}
		}
	}
	return out
}

// spec D3.32
func TestMarkup_Scanned_ReturnsThePayload(t *testing.T) {
	t.Parallel()
	const payload = "00020101021230570016A00000067701011201153110400394751010206REF0010304REF253037645406555.555802TH62100706SCB001630437C6"
	svg, err := renderMarkup(payload)
	if err != nil {
		t.Fatal(err)
	}
	bitmap, err := gozxing.NewBinaryBitmapFromImage(drawMarkup(t, svg))
	if err != nil {
		t.Fatal(err)
	}

	read, err := qrcode.NewQRCodeReader().Decode(bitmap, nil)

	if err != nil || read.GetText() != payload {
		t.Fatalf("%v, %v", read, err)
	}
}

func TestMarkup_AnyPayload_HasOnlyShapesOnWhite(t *testing.T) {
	t.Parallel()
	code, err := renderMarkup("x")
	if err != nil {
		t.Fatal(err)
	}
	for _, svg := range []string{code, framePicture([]byte("\x89PNG"))} {
		decoder := xml.NewDecoder(strings.NewReader(svg))
		for {
			token, err := decoder.Token()
			if token == nil {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			if e, ok := token.(xml.StartElement); ok && !strings.Contains("svg path image", e.Name.Local) {
				t.Errorf("<%s> in %.200s", e.Name.Local, svg)
			}
		}
		if !strings.Contains(svg, `fill="#fff"`) || bytes.Contains([]byte(svg), []byte("script")) {
			t.Errorf("%.200s", svg)
		}
	}
}

func TestMarkup_Code_HasFourWhiteModulesAround(t *testing.T) {
	svg, err := renderMarkup("00020101021230570016A000000677010112011531104003947510102")
	if err != nil {
		t.Fatal(err)
	}
	picture := drawMarkup(t, svg)

	var dark image.Rectangle
	for y := range picture.Bounds().Dy() {
		for x := range picture.Bounds().Dx() {
			if r, _, _, _ := picture.At(x, y).RGBA(); r == 0 {
				dark = dark.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}

	if want := picture.Bounds().Inset(4 * 6); dark != want {
		t.Errorf("dark is %v of %v, want %v", dark, picture.Bounds(), want)
	}
}
