// Package slippic draws a bank transfer slip as a Thai bank's app shows it, with its mini QR. Slip
// readers are tested with it on pictures like those that members send.
package slippic

import (
	"image"
	"image/jpeg"
	"image/png"
	"io"
	"time"
)

// Slip is what the picture shows. Nothing is checked: a forged slip is drawn like a true one.
type Slip struct {
	Bank     string // the sending bank's three digits, which choose the colours
	TransRef string

	// Accounts are already masked, such as xxx-x-x1234-x; banks have their Thai names.
	FromName, FromBank, FromAccount string
	ToName, ToBank, ToAccount       string

	Amount string // "1,234.50"
	Kip    bool   // the amount is in kip; else in baht
	At     time.Time

	// QR are the texts of the codes, drawn in a row. A true slip has one. A text that no QR code can
	// hold is left out.
	QR []string
	// QRSize is the side of a code in pixels, without its quiet zone, at most 320; 0 is the usual size.
	QRSize int
}

// Width and Height are the picture's size in pixels, a phone's screen.
const (
	Width  = 1080
	Height = 1920
)

// Draw returns the slip's picture.
func Draw(s Slip) *image.RGBA {
	c := &canvas{RGBA: image.NewRGBA(image.Rect(0, 0, Width, Height))}
	from := brandOf(s.Bank, s.FromBank)
	c.header(from, s)
	c.card(from, s)
	c.codes(s)
	return c.RGBA
}

// PNG writes the slip as a phone stores a screenshot.
func PNG(w io.Writer, s Slip) error {
	// The default compression takes 1.5 times as long to save 3 %.
	return (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(w, Draw(s))
}

// JPEG writes the slip as chat apps send it; quality is 1 to 100.
func JPEG(w io.Writer, s Slip, quality int) error {
	return jpeg.Encode(w, Draw(s), &jpeg.Options{Quality: quality})
}
