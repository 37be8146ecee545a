// Package slippic draws the slip of a bank transfer, with its mini QR, like a Thai bank's app. The
// pictures test slip readers, because they look like those that members send.
package slippic

import (
	"image"
	"image/jpeg"
	"image/png"
	"io"
	"time"
)

// Slip is the content of the picture. It is not checked, so forged slips can be drawn, too.
type Slip struct {
	Bank     string // the sending bank's three digits, which choose the colours
	TransRef string

	// Accounts must be masked already, such as xxx-x-x1234-x. Banks are given by their Thai names.
	FromName, FromBank, FromAccount string
	ToName, ToBank, ToAccount       string

	Amount string // "1,234.50"
	Kip    bool   // the amount is in kip; else in baht
	At     time.Time

	// QR are the texts of the QR codes, drawn in a row. A genuine slip has one. A text that is too long
	// for a QR code is left out.
	QR []string
	// QRSize is the side of a code in pixels, without its quiet zone, at most 320. 0 is the usual size.
	QRSize int
}

// Width and Height are the size of the picture in pixels, as of a phone's screen.
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

// PNG writes the slip as a PNG, like a screenshot on a phone.
func PNG(w io.Writer, s Slip) error {
	// The default compression takes 1.5 times as long to save 3 %.
	return (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(w, Draw(s))
}

// JPEG writes the slip as a JPEG, like a picture in a chat app. quality is 1 to 100.
func JPEG(w io.Writer, s Slip, quality int) error {
	return jpeg.Encode(w, Draw(s), &jpeg.Options{Quality: quality})
}
