package chat

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	_ "image/gif" // formats that members send
	"image/jpeg"
	_ "image/png"
	"io"

	"golang.org/x/image/draw"
)

const (
	thumbSide = 480       // the longer side, twice a bubble's width on most phones
	maxPixels = 40 << 20  // a picture of more is a bomb, not a photo
	smallFile = 100 << 10 // such a file is its own small picture
)

var errPicture = errors.New("chat: not a picture that can be shown")

// thumbnail answers a picture's size and, where that saves anything, a small
// JPEG of it.
func thumbnail(body []byte) (image.Point, io.Reader, error) {
	head, _, err := image.DecodeConfig(bytes.NewReader(body))
	if err != nil || head.Width <= 0 || head.Height <= 0 || head.Width*head.Height > maxPixels {
		return image.Point{}, nil, errPicture
	}
	size := image.Pt(head.Width, head.Height)
	full, _, err := image.Decode(bytes.NewReader(body))
	if err != nil {
		return size, nil, errPicture
	}
	if len(body) <= smallFile || max(size.X, size.Y) <= thumbSide {
		return size, nil, nil
	}
	scale := float64(thumbSide) / float64(max(size.X, size.Y))
	small := image.NewRGBA(image.Rect(0, 0, max(1, int(float64(size.X)*scale)), max(1, int(float64(size.Y)*scale))))
	draw.Draw(small, small.Bounds(), image.NewUniform(color.White), image.Point{}, draw.Src) // JPEG has no transparency
	draw.ApproxBiLinear.Scale(small, small.Bounds(), full, full.Bounds(), draw.Over, nil)
	var out bytes.Buffer
	err = jpeg.Encode(&out, small, &jpeg.Options{Quality: 78})
	return size, &out, err
}
