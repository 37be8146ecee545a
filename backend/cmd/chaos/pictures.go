package main

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
)

// encodeCorners returns a PNG full of patterns that look like corners of a QR code, which make the QR reader slow.
func encodeCorners() []byte {
	p := image.NewGray(image.Rect(0, 0, 2000, 2000))
	draw.Draw(p, p.Rect, image.White, image.Point{}, draw.Src)
	for y := 10; y < 1950; y += 36 {
		for x := 10; x < 1950; x += 36 {
			for inset, shade := range []uint8{0, 255, 0} {
				side := 28 - inset*8
				at := image.Rect(x+inset*4, y+inset*4, x+inset*4+side, y+inset*4+side)
				draw.Draw(p, at, image.NewUniform(color.Gray{Y: shade}), image.Point{}, draw.Src)
			}
		}
	}
	return encodePNG(p)
}

// encodeDeepPNG returns a PNG with 64 bits per pixel. The file is small, but a decoder needs 130 MB of memory.
func encodeDeepPNG() []byte { return encodePNG(image.NewNRGBA64(image.Rect(0, 0, 4000, 4000))) }

// encodeManyScans returns a JPEG that makes a decoder process 12 megapixels 700 times.
func encodeManyScans() []byte {
	out := []byte{0xff, 0xd8, 0xff, 0xc2, 0, 17, 8, 0x0f, 0xa0, 0x0b, 0xb8, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0}
	for range 700 {
		out = append(out, 0xff, 0xda, 0, 12, 3, 1, 0, 2, 0, 3, 0, 0, 0, 0, 0)
	}
	return append(out, 0xff, 0xd9)
}

func encodePNG(img image.Image) []byte {
	var out bytes.Buffer
	_ = png.Encode(&out, img) // encoding into memory returns no error
	return out.Bytes()
}
