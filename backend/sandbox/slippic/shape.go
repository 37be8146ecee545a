package slippic

import (
	"strings"

	"golang.org/x/image/font/sfnt"
)

// A Thai mark has several drawings in the font: for an ordinary consonant, for
// one with a tall right stroke, and, for a tone, above an upper vowel. The font
// chooses between them by OpenType rules that the drawing library does not
// know, so the choice is made here. The glyph numbers are those of the embedded
// files; both weights have the same.
type mark struct {
	plain, tall sfnt.GlyphIndex
	// high is a tone's drawing above an upper vowel.
	high sfnt.GlyphIndex
	// deep is a lower vowel's drawing below a consonant with a foot.
	deep sfnt.GlyphIndex
}

var marks = map[rune]mark{
	'่': {plain: 83, tall: 85, high: 84},
	'้': {plain: 86, tall: 88, high: 87},
	'๊': {plain: 89, tall: 91, high: 90},
	'๋': {plain: 92, tall: 119, high: 93},
	'์': {plain: 94, tall: 96, high: 95},
	'ั': {plain: 81, tall: 82},
	'ิ': {plain: 100, tall: 101},
	'ี': {plain: 102, tall: 103},
	'ึ': {plain: 104, tall: 105},
	'ื': {plain: 106, tall: 107},
	'็': {plain: 97, tall: 98},
	'ํ': {plain: 108, tall: 120},
	'ฺ': {plain: 113, tall: 113, deep: 114},
	'ุ': {plain: 115, tall: 115, deep: 116},
	'ู': {plain: 117, tall: 117, deep: 118},
}

// onVowel is where a tone moves to from its own place when it stands on that
// vowel, in thousandths of the size, right and up.
var onVowel = map[rune][2]float32{
	'ั': {-12, -32},
	'ิ': {0, -42},
	'ี': {0, 0},
	'ึ': {-4, 0},
	'ื': {-59, 0},
}

// tallShift takes a tone along with a vowel that gave way to a tall stroke.
const tallShift = -158

// footless are the consonants that lose or shorten their foot above a lower
// vowel, docked the one that lowers its tail below an upper mark.
var (
	footless = map[rune]sfnt.GlyphIndex{'ญ': 16, 'ฎ': 18, 'ฏ': 20, 'ฐ': 22, 'ฤ': 43, 'ฦ': 46}
	docked   = map[rune]sfnt.GlyphIndex{'ฬ': 53}
)

const (
	sara      = 57 // า, the second half of ำ
	nikhahit  = 108
	nikhahitT = 120 // beside a tall stroke
	// Tones merge with a nikhahit; their drawings follow its own in this
	// order, beside a tall stroke as well.
	mergingTones = "่้๊๋"
)

// glyph is one drawing of a line: its number in the Thai or the Latin font and
// how far it is moved from the pen, in thousandths of the size.
type glyph struct {
	id     sfnt.GlyphIndex
	latin  bool
	dx, dy float32
}

// shape chooses the glyphs of a line of Thai and Latin text.
func (f typeface) shape(text string) []glyph {
	var (
		b      sfnt.Buffer
		out    []glyph
		base   rune // the consonant that marks stand on
		vowel  rune // the upper vowel on it, if any
		merged bool // the tone is drawn already, with its ำ
		line   = []rune(text)
	)
	after := func(i int) rune {
		if i+1 < len(line) {
			return line[i+1]
		}
		return 0
	}
	for i, r := range line {
		m, isMark := marks[r]
		switch {
		case r == 'ำ':
			if !merged {
				out = append(out, glyph{id: nikhahitOn(base)})
			}
			out = append(out, glyph{id: sara})
			merged = false
		case isMark && after(i) == 'ำ' && strings.ContainsRune(mergingTones, r):
			nth := strings.Index(mergingTones, string(r))/len(string(r)) + 1
			out = append(out, glyph{id: nikhahitOn(base) + sfnt.GlyphIndex(nth)})
			merged = true
		case isMark:
			out = append(out, m.on(base, vowel))
			if _, upper := onVowel[r]; upper {
				vowel = r
			}
		default:
			base, vowel = r, 0
			out = append(out, f.letter(&b, r, after(i)))
		}
	}
	return out
}

// letter is the glyph of anything that is no mark.
func (f typeface) letter(b *sfnt.Buffer, r, next rune) glyph {
	m, isMark := marks[next]
	isLower := m.deep != 0
	if cut, ok := footless[r]; ok && isLower {
		return glyph{id: cut}
	}
	if cut, ok := docked[r]; ok && isMark && !isLower {
		return glyph{id: cut}
	}
	if id, err := f.thai.GlyphIndex(b, r); err == nil && id != 0 && r >= 0xe00 {
		return glyph{id: id}
	}
	id, _ := f.latin.GlyphIndex(b, r) // what it lacks shows as its empty box
	return glyph{id: id, latin: true}
}

// on is the mark as drawn on a consonant that may bear a vowel already.
func (m mark) on(base, vowel rune) glyph {
	switch {
	case m.high != 0 && vowel != 0:
		at := onVowel[vowel]
		if isTall(base) {
			at[0] += tallShift
		}
		return glyph{id: m.high, dx: at[0], dy: at[1]}
	case isTall(base):
		return glyph{id: m.tall}
	case m.deep != 0 && strings.ContainsRune("ฎฏฤฦ", base):
		return glyph{id: m.deep}
	}
	return glyph{id: m.plain}
}

func nikhahitOn(base rune) sfnt.GlyphIndex {
	if isTall(base) {
		return nikhahitT
	}
	return nikhahit
}

func isTall(r rune) bool { return r == 'ป' || r == 'ฝ' || r == 'ฟ' }
