// Package plain gives all texts that are drawn alike one spelling. Names are compared in it
// wherever they are compared: at registration, at an edit, and beside what a bank prints.
//
// What becomes equal:
//
//	composed and decomposed letters                            NFC
//	letter case, full-width letters, digits of any script      capitals, ASCII
//	spaces of any kind, several in a row, at the ends          one space
//	signs that draw nothing: zero-width, bidi, blank letters   removed
//	apostrophes; hyphens                                       ' and -
//	Thai SARA AM and NIKHAHIT with SARA AA; Lao alike          NIKHAHIT and SARA AA
//	two SARA E and SARA AE; Lao alike                          SARA AE
//	marks below a letter before or behind marks above it       below first
//
// Marks above a letter are stacked in their order, so another order is drawn differently and
// stays different. The exceptions are those of browsers and of the app's fonts: the NIKHAHIT
// of SARA AM is drawn under all marks that were typed before it, and in Thai any NIKHAHIT
// under a tone. Two SARA E are not drawn quite like SARA AE; they are one because keyboards
// make them by mistake and nobody sees it.
package plain

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Fold returns the one spelling of all texts that are drawn like text, in capitals.
func Fold(text string) string {
	var out []rune
	for _, c := range norm.NFC.String(text) {
		if c = visible(c); c >= 0 {
			out = append(out, unicode.ToUpper(c))
		}
	}
	out = []rune(norm.NFC.String(string(out)))
	return strings.Join(strings.Fields(string(southEastAsian(out))), " ")
}

// Digits returns text with the digits of any script, and of full width, in ASCII.
func Digits(text string) string {
	return strings.Map(digit, text)
}

// IsBlank tells whether a sign draws nothing: it is a space, a control or format
// character, or a letter that is drawn empty.
func IsBlank(c rune) bool {
	return unicode.In(c, unicode.Z, unicode.Cc) || isNothing(c)
}

// isNothing tells whether a sign takes no place at all.
func isNothing(c rune) bool {
	switch c {
	case '\u034f', '\u115f', '\u1160', '\u17b4', '\u17b5', '\u2800', '\u3164', '\uffa0': // letters and marks that are drawn empty
		return true
	}
	return unicode.In(c, unicode.Cf, unicode.Variation_Selector)
}

// visible returns a sign's usual form, and -1 where it draws nothing.
func visible(c rune) rune {
	switch {
	case unicode.In(c, unicode.Z, unicode.Cc):
		return ' '
	case isNothing(c):
		return -1
	case c >= '！' && c <= '～':
		return visible(c - '！' + '!')
	case strings.ContainsRune("’‘ʼ`´", c):
		return '\''
	case unicode.Is(unicode.Pd, c), c == '\u2212':
		return '-'
	}
	return digit(c)
}

// digit returns the ASCII digit of a decimal digit, and any other sign as it is.
func digit(c rune) rune {
	if c < utf8.RuneSelf || !unicode.Is(unicode.Nd, c) {
		return c
	}
	for _, r := range unicode.Nd.R16 { // each range is of whole sets of ten
		if c >= rune(r.Lo) && c <= rune(r.Hi) {
			return '0' + (c-rune(r.Lo))%10
		}
	}
	for _, r := range unicode.Nd.R32 {
		if c >= rune(r.Lo) && c <= rune(r.Hi) {
			return '0' + (c-rune(r.Lo))%10
		}
	}
	return c
}

// Signs of Thai; those of Lao stand 0x80 behind.
const (
	saraAA   = 'า'
	saraAM   = 'ำ'
	saraE    = 'เ'
	saraAE   = 'แ'
	nikhahit = '\u0e4d'
	maiEk    = '\u0e48' // the first of four tones
	toLao    = 0x80

	maiChattawa = '\u0e4b' // the last
)

// southEastAsian spells Thai and Lao one way.
func southEastAsian(text []rune) []rune {
	out := make([]rune, 0, len(text))
	from := 0 // where the marks of the last letter begin
	for _, c := range text {
		block := rune(0)
		if c >= 0x0e80 && c < 0x0f00 {
			block = toLao
		}
		switch at := len(out); {
		case c-block == saraAM && c >= 0x0e00:
			above := from
			for above < at && isBelow(out[above]) {
				above++
			}
			out = append(out[:above], append([]rune{nikhahit + block}, out[above:]...)...)
			out = append(out, saraAA+block)
			from = len(out)
		case c == nikhahit: // fonts draw it under a tone wherever it was typed
			under := at
			for under > from && out[under-1] >= maiEk && out[under-1] <= maiChattawa {
				under--
			}
			out = append(out[:under], append([]rune{c}, out[under:]...)...)
		case c-block == saraE && c >= 0x0e00 && at > 0 && out[at-1] == c:
			out[at-1] = saraAE + block
		case isBelow(c):
			below := from
			for below < at && isBelow(out[below]) {
				below++
			}
			out = append(out[:below], append([]rune{c}, out[below:]...)...)
		default:
			out = append(out, c)
			if !unicode.Is(unicode.Mn, c) {
				from = len(out)
			}
		}
	}
	return out
}

// isBelow tells whether a sign is a mark that Thai or Lao puts below a letter.
func isBelow(c rune) bool {
	return c >= 0x0e38 && c <= 0x0e3a || c >= 0x0eb8 && c <= 0x0eba || c == 0x0ebc
}
