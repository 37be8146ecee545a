package slippic

import (
	"image"
	"image/color"

	"github.com/boombuler/barcode/qr"
)

const (
	// defaultSide is about the size in pixels that bank apps use at this width.
	defaultSide = 240
	maxSide     = 320
	codesBottom = 1736 // the codes' lower edge, above their label
)

// codes draws the QR codes in a row, from the right edge to the left.
func (c *canvas) codes(s Slip) {
	side := s.QRSize
	if side <= 0 {
		side = defaultSide
	}
	side = min(side, maxSide)
	end := textRight
	for _, text := range s.QR {
		code, err := qr.Encode(text, qr.M, qr.Auto)
		if err != nil {
			continue
		}
		c.code(code, end-side, codesBottom-side, side)
		end -= side + 64
	}
	if end == textRight {
		return // no code to scan
	}
	middle := float32(textRight) - float32(max(side, defaultSide))/2
	c.text(style{regular, 30, grey}, centre, middle, codesBottom+54, 0, "สแกนตรวจสอบสลิป")
	if hint, room := (style{regular, 32, secondaryText}), float32(end-textLeft); room > 440 {
		c.text(hint, left, textLeft, codesBottom-140, room, "ผู้รับเงินสามารถสแกนคิวอาร์โค้ดนี้")
		c.text(hint, left, textLeft, codesBottom-90, room, "เพื่อตรวจสอบสถานะการโอนเงิน")
	}
}

// code draws a QR code as a square with any side. modules has one pixel per module. Some modules become
// one pixel wider than others, as when a screen scales a picture. The card around the code is white, so
// the code needs no border.
func (c *canvas) code(modules image.Image, x, y, side int) {
	n := modules.Bounds().Dx()
	for row := range n {
		for col := range n {
			if modules.At(col, row) == color.Black {
				c.fill(image.Rect(x+col*side/n, y+row*side/n, x+(col+1)*side/n, y+(row+1)*side/n), black)
			}
		}
	}
}
