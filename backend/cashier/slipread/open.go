package slipread

import (
	"bytes"
	"fmt"
	"image"
	"image/draw"
	_ "image/jpeg" // registers its decoder
	_ "image/png"  // registers its decoder
	"net/http"

	_ "golang.org/x/image/webp" // registers its decoder
)

const (
	// maxPixels takes the 24 megapixels that telephones make by default.
	maxPixels = 26_000_000
	// minSide is what the smallest legible code needs.
	minSide = 40
)

// open decodes a picture to its brightness. Type and size are judged from the
// first bytes, before the decoder allocates anything.
func open(picture []byte) (g *gray, err error) {
	defer func() {
		if p := recover(); p != nil {
			g, err = nil, fmt.Errorf("%w: %v", ErrUnreadable, p)
		}
	}()
	switch http.DetectContentType(picture) {
	case "image/jpeg", "image/png", "image/webp":
	default:
		return nil, ErrType
	}
	head, _, err := image.DecodeConfig(bytes.NewReader(picture))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	// Each side is compared first, so that the product cannot overflow.
	if head.Width > maxPixels || head.Height > maxPixels || head.Width*head.Height > maxPixels ||
		head.Width < minSide || head.Height < minSide {
		return nil, fmt.Errorf("%w: %dx%d", ErrSize, head.Width, head.Height)
	}
	img, _, err := image.Decode(bytes.NewReader(picture))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	return brightness(img), nil
}

// brightness reduces a picture to one plane; what is transparent is white, as
// a viewer shows it.
func brightness(img image.Image) *gray {
	b := img.Bounds()
	switch img := img.(type) {
	case *image.YCbCr: // JPEG and WebP keep the plane apart already
		return copyPlane(img.Y[img.YOffset(b.Min.X, b.Min.Y):], img.YStride, b.Dx(), b.Dy())
	case *image.Gray:
		return copyPlane(img.Pix[img.PixOffset(b.Min.X, b.Min.Y):], img.Stride, b.Dx(), b.Dy())
	}
	flat := image.NewRGBA(image.Rect(0, 0, b.Dx(), b.Dy()))
	draw.Draw(flat, flat.Rect, image.White, image.Point{}, draw.Src)
	draw.Draw(flat, flat.Rect, img, b.Min, draw.Over)
	g := newGray(b.Dx(), b.Dy())
	for i := range g.pix {
		p := flat.Pix[i*4 : i*4+3 : i*4+3]
		g.pix[i] = uint8((299*int(p[0]) + 587*int(p[1]) + 114*int(p[2])) / 1000)
	}
	return g
}
