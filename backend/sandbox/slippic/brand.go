package slippic

import "image/color"

// brand has the colours and the badge of a bank's slip.
type brand struct {
	number     string // the bank's three digits
	name       string // its Thai name, as in Slip.FromBank
	badgeText  string // the text on its badge
	colour     color.RGBA
	accent     color.RGBA // a second colour, if the bank uses two
	textColour color.RGBA // legible on the first colour
}

var (
	white = color.RGBA{0xff, 0xff, 0xff, 0xff}
	black = color.RGBA{0x1d, 0x23, 0x2b, 0xff}
	brown = color.RGBA{0x4a, 0x36, 0x2c, 0xff}
	grey  = color.RGBA{0x5c, 0x66, 0x73, 0xff}
)

var brands = []brand{
	{"004", "กสิกรไทย", "K", color.RGBA{0x0f, 0x9d, 0x4c, 0xff}, color.RGBA{0x7a, 0xd1, 0x9b, 0xff}, white},
	{"014", "ไทยพาณิชย์", "SCB", color.RGBA{0x4e, 0x2a, 0x84, 0xff}, color.RGBA{0xc9, 0xa8, 0x5c, 0xff}, white},
	{"006", "กรุงไทย", "KTB", color.RGBA{0x00, 0x9f, 0xe3, 0xff}, color.RGBA{0x9a, 0xdd, 0xf7, 0xff}, white},
	{"002", "กรุงเทพ", "BBL", color.RGBA{0x1b, 0x2f, 0x87, 0xff}, color.RGBA{0x7f, 0x93, 0xe0, 0xff}, white},
	{"025", "กรุงศรีอยุธยา", "BAY", color.RGBA{0xfe, 0xc8, 0x12, 0xff}, color.RGBA{0xfb, 0xe2, 0x86, 0xff}, brown},
	{"030", "ออมสิน", "GSB", color.RGBA{0xe6, 0x3e, 0x8c, 0xff}, color.RGBA{0xf7, 0xb2, 0xd2, 0xff}, white},
	{"011", "ทหารไทยธนชาต", "ttb", color.RGBA{0x00, 0x50, 0xa8, 0xff}, color.RGBA{0xf6, 0x8b, 0x1f, 0xff}, white},
}

// brandOf returns the brand of a bank, by number or Thai name. An unknown bank has grey, and the first
// consonant of its name on the badge.
func brandOf(number, name string) brand {
	for _, b := range brands {
		if (number != "" && b.number == number) || (number == "" && b.name == name) {
			return b
		}
	}
	return brand{number, name, firstConsonant(name), grey, color.RGBA{0xc3, 0xc9, 0xd0, 0xff}, white}
}

// firstConsonant returns a word's first consonant, because a leading vowel is not shown alone.
func firstConsonant(name string) string {
	for _, r := range name {
		if r < 'เ' || r > 'ไ' {
			return string(r)
		}
	}
	return ""
}
