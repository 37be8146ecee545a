package plain

import (
	"strings"
	"unicode"
)

// Line cleans the text of a one-line field. Blank characters between words become one space. Blanks at
// the ends and invisible characters are removed. A text without a visible character becomes "".
func Line(text string) string {
	return strings.Join(strings.Fields(cleanText(text, false)), " ")
}

// Text cleans the text of a field with several lines, such as a message or a note. Blank characters at
// the ends are removed. A text without a visible character becomes "". All kinds of line separators
// become line feeds; tabs stay.
//
// Some invisible characters stay where they have an effect. These are U+200B between letters (where a
// Thai or Lao line may break), and joiners and selectors in emoji. Line and Text limit the combining
// marks on a letter to the number that scripts need.
func Text(text string) string {
	return strings.TrimSpace(cleanText(text, true))
}

const (
	zeroWidthSpace = '\u200b'
	joiner         = '\u200d'
	blackFlag      = '\U0001f3f4'
	tagEnd         = '\U000e007f'
	tagsOfFlag     = 5 // such as gbeng

	// A Thai letter can have a vowel and a tone, and a Vietnamese letter two marks.
	maxMarks = 3
	// In other scripts a letter can have more: five in Burmese, four in Hebrew with accents.
	maxForeignMarks = 8
)

func cleanText(text string, isLong bool) string {
	in := []rune(strings.ToValidUTF8(strings.ReplaceAll(text, "\r\n", "\n"), "\ufffd"))
	out := make([]rune, 0, len(in))
	var base, last rune // the last character that is no mark; the last character
	marks, isVisible := 0, false
	for i := 0; i < len(in); i++ {
		c := in[i]
		switch {
		case isLineEnd(c):
			if c = ' '; isLong {
				c = '\n'
			}
		case c == '\t' && isLong:
		case unicode.Is(unicode.Z, c), c == '\t':
			if !isLong || c == '\u2028' || c == '\u2029' {
				c = ' '
			}
		case isEmptyLetter(c):
			if !isLong {
				continue
			}
		case c == zeroWidthSpace:
			if !isLong || !isLetterOrMark(last) || i+1 >= len(in) || !unicode.IsLetter(in[i+1]) {
				continue
			}
		case c == joiner:
			if !isEmoji(base) || last == joiner || i+1 >= len(in) || !isEmoji(in[i+1]) {
				continue
			}
		case unicode.Is(unicode.Variation_Selector, c):
			if !acceptsSelector(last) {
				continue
			}
		case c == blackFlag && isFlagTag(in[i+1:]):
			out = append(out, in[i:i+tagsOfFlag+1]...)
			i += tagsOfFlag + 1
			c, isVisible = tagEnd, true
		case unicode.In(c, unicode.Cc, unicode.Cf), c == '\u034f', c == '\u17b4', c == '\u17b5':
			continue
		case unicode.In(c, unicode.Mn, unicode.Me):
			if marks++; marks > maxMarksOn(base) {
				continue
			}
			out, last = append(out, c), c
			continue
		default:
			isVisible = true
		}
		out, last = append(out, c), c
		if !unicode.Is(unicode.Variation_Selector, c) {
			base, marks = c, 0
		}
	}
	if !isVisible {
		return ""
	}
	return string(out)
}

// isLineEnd reports whether a character ends a line.
func isLineEnd(c rune) bool {
	return c >= '\n' && c <= '\r' || c == '\u0085' || c == '\u2028' || c == '\u2029'
}

// isEmptyLetter reports whether a character is a letter or symbol that is drawn empty.
func isEmptyLetter(c rune) bool {
	return strings.ContainsRune("\u115f\u1160\u2800\u3164\uffa0", c)
}

func isLetterOrMark(c rune) bool { return unicode.In(c, unicode.L, unicode.M) }

func isEmoji(c rune) bool {
	return c > '\u2000' && unicode.In(c, unicode.So, unicode.Sk, unicode.Sm) && !isEmptyLetter(c)
}

// acceptsSelector reports whether a variation selector can change how a character is drawn. That is so for a
// symbol, a digit, and * or # of a keycap.
func acceptsSelector(c rune) bool {
	return unicode.In(c, unicode.S, unicode.Po, unicode.Nd) || c == '\u2139' || c == '\u3030'
}

// isFlagTag reports whether text begins with the tags of a region's flag, such as Scotland's.
func isFlagTag(text []rune) bool {
	if len(text) <= tagsOfFlag || text[tagsOfFlag] != tagEnd {
		return false
	}
	for _, c := range text[:tagsOfFlag] {
		if c < '\U000e0061' || c > '\U000e007a' {
			return false
		}
	}
	return true
}

func maxMarksOn(base rune) int {
	if base == 0 || unicode.In(base, unicode.Thai, unicode.Lao, unicode.Latin, unicode.Common) {
		return maxMarks
	}
	return maxForeignMarks
}
