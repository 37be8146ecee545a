package plain

import (
	"strings"
	"unicode"
)

// bidiControls are the characters that change the direction of writing.
var bidiControls = &unicode.RangeTable{R16: []unicode.Range16{{Lo: 0x061c, Hi: 0x061c, Stride: 1}, {Lo: 0x200e, Hi: 0x200f, Stride: 1}, {Lo: 0x202a, Hi: 0x202e, Stride: 1}, {Lo: 0x2066, Hi: 0x2069, Stride: 1}}}

// rightToLeftLetters are the blocks of letters that are written from right to left.
var rightToLeftLetters = &unicode.RangeTable{
	R16: []unicode.Range16{{Lo: 0x0590, Hi: 0x08ff, Stride: 1}, {Lo: 0xfb1d, Hi: 0xfdff, Stride: 1}, {Lo: 0xfe70, Hi: 0xfefc, Stride: 1}},
	R32: []unicode.Range32{{Lo: 0x10800, Hi: 0x10fff, Stride: 1}, {Lo: 0x1e800, Hi: 0x1efff, Stride: 1}},
}

// WithoutBidi returns text without the characters that change the direction of writing.
func WithoutBidi(text string) string {
	return strings.Map(func(c rune) rune {
		if unicode.Is(bidiControls, c) {
			return -1
		}
		return c
	}, text)
}

// Isolate returns text in a form that can be inserted into a sentence with an amount. It removes
// direction characters, and adds isolates if text has letters that are written from right to left. The
// app has the same function.
func Isolate(text string) string {
	text = WithoutBidi(text)
	if strings.IndexFunc(text, func(c rune) bool { return unicode.Is(rightToLeftLetters, c) }) < 0 {
		return text
	}
	return "\u2068" + text + "\u2069"
}
