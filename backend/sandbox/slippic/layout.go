package slippic

import (
	"fmt"
	"image"
	"image/color"
	"strings"
	"time"

	"krapao/backend/platform/clock"
)

var (
	paper         = color.RGBA{0xf1, 0xf3, 0xf6, 0xff}
	lineColour    = color.RGBA{0xe3, 0xe7, 0xec, 0xff}
	secondaryText = color.RGBA{0x79, 0x83, 0x90, 0xff}
	success       = color.RGBA{0x1f, 0xa9, 0x5a, 0xff}
)

// The edges of the card and of its text, in pixels.
const (
	cardLeft, cardTop             = 48, 392
	cardRight, cardBottom         = Width - cardLeft, 1840
	textLeft, textRight           = cardLeft + 52, cardRight - 52
	badgeX, partyX                = textLeft + 56, textLeft + 152
	partyRoom             float32 = textRight - partyX
)

// header draws the band in the bank's colours, with the text that the transfer succeeded.
func (c *canvas) header(b brand, s Slip) {
	c.fill(c.Rect, paper)
	c.fill(image.Rect(0, 0, Width, 560), b.colour)
	c.fill(image.Rect(0, 560, Width, 572), b.accent)

	c.circle(textLeft+32, 92, 46, white)
	c.badge(b, textLeft+32, 92, 40)
	c.text(style{semibold, 44, b.textColour}, left, textLeft+100, 108, 600, bankName(s.FromBank))
	c.text(style{regular, 32, b.textColour}, right, textRight, 106, 0, "e-Slip")

	const tickX, tickY = Width / 2, 192
	c.circle(tickX, tickY, 46, white)
	c.circle(tickX, tickY, 39, success)
	c.outline(tickX-32, tickY-32, 64, white, [2]float32{11, 33}, [2]float32{18, 26}, [2]float32{27, 36},
		[2]float32{47, 16}, [2]float32{54, 23}, [2]float32{27, 50})
	c.text(style{semibold, 60, b.textColour}, centre, Width/2, 308, 0, "โอนเงินสำเร็จ")
	c.text(style{regular, 36, b.textColour}, centre, Width/2, 358, 0, thaiTime(s.At))
}

// unit returns the name of the currency.
func (s Slip) unit() string {
	if s.Kip {
		return "กีบ"
	}
	return "บาท"
}

// card draws the white card with the transfer.
func (c *canvas) card(from brand, s Slip) {
	c.roundedRect(cardLeft, cardTop, cardRight-cardLeft, cardBottom-cardTop, 40, white)

	c.party("จาก", from, 456, s.FromName, s.FromBank, s.FromAccount)
	for y := float32(644); y <= 686; y += 14 { // dots from the payer to the receiver
		c.circle(badgeX, y, 4, lineColour)
	}
	c.party("ไปยัง", brandOf("", s.ToBank), 718, s.ToName, s.ToBank, s.ToAccount)

	c.fill(image.Rect(textLeft, 954, textRight, 956), lineColour)
	c.text(style{regular, 38, secondaryText}, left, textLeft, 1054, 0, "จำนวนเงิน")
	c.text(style{semibold, 40, black}, right, textRight, 1060, 0, s.unit())
	c.text(style{semibold, 84, black}, right, textRight-92, 1060, 560, s.Amount)
	c.row(1136, "ค่าธรรมเนียม", "0.00 "+s.unit())
	c.fill(image.Rect(textLeft, 1186, textRight, 1188), lineColour)
	c.row(1254, "เลขที่รายการ", s.TransRef)
	c.row(1318, "บันทึกช่วยจำ", "-")
}

// party draws one side of the transfer, below its heading at y.
func (c *canvas) party(heading string, b brand, y float32, name, bank, account string) {
	c.text(style{regular, 32, secondaryText}, left, textLeft, y+18, 0, heading)
	c.badge(b, badgeX, y+114, 56)
	c.text(style{semibold, 44, black}, left, partyX, y+86, partyRoom, name)
	c.text(style{regular, 36, grey}, left, partyX, y+138, partyRoom, bankName(bank))
	c.text(style{regular, 36, grey}, left, partyX, y+188, partyRoom, account)
}

// badge draws a bank's round badge in its colour, with a rim in the second colour.
func (c *canvas) badge(b brand, x, y, r float32) {
	c.circle(x, y, r, b.accent)
	c.circle(x, y, r*0.9, b.colour)
	size := r * 0.72
	if len([]rune(b.badgeText)) == 1 {
		size = r * 1.15
	}
	c.text(style{semibold, size, b.textColour}, centre, x, y+size*0.35, r*1.5, b.badgeText)
}

func (c *canvas) row(y float32, label, value string) {
	c.text(style{regular, 36, secondaryText}, left, textLeft, y, 0, label)
	c.text(style{regular, 38, black}, right, textRight, y, 600, value)
}

// bankName returns a bank's name as slips print it. A name that has a prefix already is not changed.
func bankName(name string) string {
	if name == "" || strings.HasPrefix(name, "ธ.") || strings.HasPrefix(name, "ธนาคาร") {
		return name
	}
	return "ธนาคาร" + name
}

var months = [...]string{"ม.ค.", "ก.พ.", "มี.ค.", "เม.ย.", "พ.ค.", "มิ.ย.", "ก.ค.", "ส.ค.", "ก.ย.", "ต.ค.", "พ.ย.", "ธ.ค."}

// thaiTime formats a time in Bangkok, with the year of the Buddhist era.
func thaiTime(t time.Time) string {
	t = t.In(clock.Bangkok)
	return fmt.Sprintf("%d %s %d %s น.", t.Day(), months[t.Month()-1], t.Year()+543, t.Format("15:04"))
}
