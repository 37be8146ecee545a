// Package slippic draws a bank transfer slip the way a Thai bank's app shows
// it, mini QR included, so that what reads slips is tried on pictures like
// those that members send.
package slippic

import (
	"image"
	"image/jpeg"
	"image/png"
	"io"
	"time"
)

// Slip is what the picture says. Nothing is checked against anything: a forged
// slip is drawn as willingly as a true one.
type Slip struct {
	Bank     string // the sending bank's three digits, which choose the colours
	TransRef string

	// Accounts come masked, such as xxx-x-x1234-x; banks by their Thai names.
	FromName, FromBank, FromAccount string
	ToName, ToBank, ToAccount       string

	Amount string // "1,234.50"
	Kip    bool   // of Lao money; else baht
	At     time.Time

	// QR are the texts of the codes to draw, side by side: one on an honest
	// slip. A text that no QR code can hold is left out.
	QR []string
	// QRSize is the side of a code in pixels, without its quiet zone, up to
	// 320; 0 is the usual size.
	QRSize int
}

// Width and Height are the picture's size in pixels, a phone's screen.
const (
	Width  = 1080
	Height = 1920
)

// Draw draws the slip.
func Draw(s Slip) *image.RGBA {
	c := &canvas{RGBA: image.NewRGBA(image.Rect(0, 0, Width, Height))}
	from := brandOf(s.Bank, s.FromBank)
	c.header(from, s)
	c.card(from, s)
	c.codes(s)
	return c.RGBA
}

// PNG writes the slip as a screenshot is kept.
func PNG(w io.Writer, s Slip) error {
	// The default compression takes half as long again to save 3 %.
	return (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(w, Draw(s))
}

// JPEG writes the slip as chat apps pass it on; quality is 1 to 100.
func JPEG(w io.Writer, s Slip, quality int) error {
	return jpeg.Encode(w, Draw(s), &jpeg.Options{Quality: quality})
}
