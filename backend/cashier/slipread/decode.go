package slipread

import (
	"bytes"
	"fmt"
	"image"
	"image/draw"
	_ "image/jpeg" // registers its decoder
	_ "image/png"  // registers its decoder

	_ "golang.org/x/image/webp" // registers its decoder
)

// minSide is the minimum side of a picture in pixels: the smallest legible code needs it.
const minSide = 40

// decodePicture decodes a picture to a plane of brightness values. Every error is ErrUnreadable.
func decodePicture(picture []byte) (g *gray, err error) {
	defer func() {
		if p := recover(); p != nil {
			g, err = nil, fmt.Errorf("%w: %v", ErrUnreadable, p)
		}
	}()
	img, _, err := image.Decode(bytes.NewReader(picture))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	return toGray(img), nil
}

// toGray converts a picture to one plane. Transparent areas become white, as a viewer shows them.
func toGray(img image.Image) *gray {
	b := img.Bounds()
	switch img := img.(type) {
	case *image.YCbCr: // JPEG and WebP store that plane separately
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
