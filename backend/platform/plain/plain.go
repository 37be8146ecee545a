// Package plain gives all texts that look alike one spelling. It is used in all comparisons of names: at
// registration, at an edit, and with the names that banks print.
//
// These become equal:
//
//	composed and decomposed letters                            NFC
//	letter case, full-width letters, digits of any script      capitals, ASCII
//	spaces of any kind, several in a row, at the ends          one space
//	invisible characters: zero-width, bidi, blank letters      removed
//	apostrophes; hyphens                                       ' and -
//	Thai SARA AM and NIKHAHIT with SARA AA; Lao alike          NIKHAHIT and SARA AA
//	two SARA E and SARA AE; Lao alike                          SARA AE
//	marks below a letter before or after marks above it        below first
//	a NIKHAHIT before or after the tone that it is drawn under NIKHAHIT first
//
// Texts that look different stay different. The tests compare random names of all letters and marks with
// the glyphs of the app's fonts and their positions. Fonts position some marks by their order; the order
// of these marks is kept. They are the marks above a letter, two marks below it, and marks on tall
// letters and on letters with a foot. Two SARA E look slightly different from SARA AE. They become equal
// because keyboards produce them by mistake and users do not notice.
//
// Texts that look alike become equal if users may write them: a letter with a vowel, a tone, a NIKHAHIT
// and a silencing mark, in any order. Two vowels on one letter, and marks of Pali, may look alike and
// stay different.
package plain

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Fold returns the common spelling, in capitals, of all texts that look like text.
func Fold(text string) string {
	var out []rune
	for _, c := range norm.NFC.String(text) {
		if c = normalForm(c); c >= 0 {
			out = append(out, unicode.ToUpper(c))
		}
	}
	out = []rune(norm.NFC.String(string(out)))
	return strings.Join(strings.Fields(string(normalizeThaiAndLao(out))), " ")
}

// Digits replaces the digits of any script, and full-width digits, by ASCII digits.
func Digits(text string) string {
	return strings.Map(toASCIIDigit, text)
}

// IsBlank reports whether a character is invisible: a space, a control or format character, or a letter
// that is drawn empty.
func IsBlank(c rune) bool {
	return unicode.In(c, unicode.Z, unicode.Cc) || isZeroWidth(c)
}

// isZeroWidth reports whether a character takes no space at all.
func isZeroWidth(c rune) bool {
	switch c {
	case '\u034f', '\u115f', '\u1160', '\u17b4', '\u17b5', '\u2800', '\u3164', '\uffa0': // letters and marks that are drawn empty
		return true
	}
	return unicode.In(c, unicode.Cf, unicode.Variation_Selector)
}

// normalForm returns a character in its usual form, or -1 if it is invisible.
func normalForm(c rune) rune {
	switch {
	case unicode.In(c, unicode.Z, unicode.Cc):
		return ' '
	case isZeroWidth(c):
		return -1
	case c >= '！' && c <= '～':
		return normalForm(c - '！' + '!')
	case strings.ContainsRune("’‘ʼ`´", c):
		return '\''
	case unicode.Is(unicode.Pd, c), c == '\u2212':
		return '-'
	}
	return toASCIIDigit(c)
}

// toASCIIDigit returns the ASCII digit for a decimal digit, and any other character unchanged.
func toASCIIDigit(c rune) rune {
	if c < utf8.RuneSelf || !unicode.Is(unicode.Nd, c) {
		return c
	}
	for _, r := range unicode.Nd.R16 { // each range consists of whole sets of ten
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

// Thai characters. The Lao ones are 0x80 higher.
const (
	saraAA   = 'า'
	saraAM   = 'ำ'
	saraE    = 'เ'
	saraAE   = 'แ'
	nikhahit = '\u0e4d'
	maiEk    = '\u0e48' // the first of four tones
	toLao    = 0x80

	maiChattawa = '\u0e4b' // the last
	thanthakhat = '\u0e4c'
	laoLO       = '\u0ebc' // below ຫ
	paliVirama  = '\u0eba' // of Lao, which fonts place specially
)

// On these letters fonts position the marks by the order in which they are written. The marks of a tall
// letter move aside. A letter loses its foot if a mark is below it.
const (
	tall     = "ปฝฟฬ"
	tallLao  = "\u0e9b\u0e9d\u0e9f\u0ea2"
	withFoot = "ญฎฏฐฤฦ\u0e87"
)

// normalizeThaiAndLao returns the common spelling of Thai and Lao text.
func normalizeThaiAndLao(text []rune) []rune {
	out := make([]rune, 0, len(text))
	from := 0 // where the marks of the last letter begin
	for _, c := range text {
		block := rune(0)
		if c >= 0x0e80 && c < 0x0f00 {
			block = toLao
		}
		switch at := len(out); {
		case unicode.Is(unicode.Mn, c):
			out = append(out, c)
			continue
		case c-block == saraAM && c >= 0x0e00:
			under := at
			for under > from && isAbove(out[under-1]) {
				under--
			}
			out = slices.Insert(out, under, nikhahit+block)
			orderMarks(out, from, saraAA+block)
			out = append(out, saraAA+block)
		case at == from && at > 0 && c-block == saraE && c >= 0x0e00 && out[at-1] == c:
			out[at-1] = saraAE + block
		default:
			orderMarks(out, from, c)
			out = append(out, c)
		}
		from = len(out)
	}
	orderMarks(out, from, 0)
	return out
}

// orderMarks sorts the marks at the end of text, from the index from on, into the order in which fonts draw
// them. next is the character that follows.
func orderMarks(text []rune, from int, next rune) {
	if from == 0 || len(text)-from < 2 {
		return
	}
	marks := text[from:]
	if len(marks) == 2 && marks[1] == laoLO && isTone(marks[0]) { // Unicode itself orders the other marks so
		marks[0], marks[1] = marks[1], marks[0]
	}
	letter, hasBelow := text[from-1], slices.ContainsFunc(marks, isBelow)
	if strings.ContainsRune(tallLao, letter) || hasBelow && strings.ContainsRune(tall+withFoot, letter) {
		return
	}
	for i, c := range marks {
		if c == paliVirama || slices.Contains(marks[:i], c) {
			return // does not occur in real texts
		}
	}
	moveBelowFirst(marks)
	moveNikhahitFirst(marks, next)
}

// moveBelowFirst moves the mark below a letter before the marks above it, because their positions are
// independent. It does not move the mark where fonts depend on the order: next to a second mark below,
// and between a Thai mark and a tone, which is raised next to the mark.
func moveBelowFirst(marks []rune) {
	below := -1
	for i, c := range marks {
		switch {
		case isBelow(c) && below >= 0:
			return
		case isBelow(c):
			below = i
		}
	}
	if below <= 0 || below+1 < len(marks) && isRaised(marks[below+1]) {
		return
	}
	c := marks[below]
	copy(marks[1:], marks[:below])
	marks[0] = c
}

// moveNikhahitFirst moves a NIKHAHIT before the tone under which it is drawn, wherever it was typed. In Lao
// it does not do so before SARA AA. The order of two tones is kept.
func moveNikhahitFirst(marks []rune, next rune) {
	tones, at := 0, -1
	for i, c := range marks {
		switch {
		case isTone(c):
			tones++
		case c == nikhahit, c == nikhahit+toLao:
			at = i
		}
	}
	if tones != 1 || at < 1 || !isTone(marks[at-1]) || marks[at] != nikhahit && next == saraAA+toLao {
		return
	}
	marks[at-1], marks[at] = marks[at], marks[at-1]
}

// isBelow reports whether a character is a mark that Thai or Lao puts below a letter.
func isBelow(c rune) bool {
	return c >= 0x0e38 && c <= 0x0e3a || c == 0x0eb8 || c == 0x0eb9 || c == 0x0ebc
}

// isAbove reports whether a character is a mark that Thai or Lao puts above a letter.
func isAbove(c rune) bool {
	if c >= 0x0e80 {
		c -= toLao
	}
	return c == 0x0e31 || c >= 0x0e34 && c <= 0x0e37 || c == 0x0e3b || c >= 0x0e47 && c <= 0x0e4e
}

// isTone reports whether a character is a tone of Thai or Lao.
func isTone(c rune) bool {
	if c >= 0x0e80 {
		c -= toLao
	}
	return c >= maiEk && c <= maiChattawa
}

// isRaised reports whether Thai fonts raise a mark that follows another.
func isRaised(c rune) bool { return c >= maiEk && c <= thanthakhat }
