package plain_test

import (
	"cmp"
	"flag"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/go-text/typesetting/di"
	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/language"
	"github.com/go-text/typesetting/shaping"
	"golang.org/x/image/math/fixed"
	"golang.org/x/text/unicode/norm"

	"krapao/backend/platform/plain"
	"krapao/backend/platform/simtest"
)

var names = flag.Int("names", 20_000, "random names whose folds are compared with the glyphs of the app's fonts")

// script is a writing system, with the app's font for that script.
type script struct {
	script language.Script
	face   *font.Face
	// letters and marks are the characters that the font has.
	letters, marks []rune
	shaper         shaping.HarfbuzzShaper
}

func scripts(t testing.TB) []*script {
	var all []*script
	for _, w := range []struct {
		script language.Script
		font   string
		signs  []rune
	}{
		{language.Thai, "anuphan-thai.woff2", runesBetween(0x0e01, 0x0e5b)},
		{language.Lao, "noto-sans-lao.woff2", runesBetween(0x0e81, 0x0edf)},
		{language.Latin, "anuphan-latin.woff2", slices.Concat(runesBetween('A', 'Z'), runesBetween('a', 'z'), runesBetween(0xc0, 0xff), runesBetween(0x300, 0x331), runesBetween('0', '9'))},
		{language.Latin, "anuphan-latin-ext.woff2", slices.Concat(runesBetween(0x100, 0x24f), runesBetween(0x300, 0x331))},
	} {
		s := &script{script: w.script, face: appFont(t, w.font)}
		for _, c := range w.signs {
			if _, has := s.face.NominalGlyph(c); !has || !unicode.In(c, unicode.L, unicode.M, unicode.Nd) {
				continue
			}
			if unicode.IsMark(c) {
				s.marks = append(s.marks, c)
			} else {
				s.letters = append(s.letters, c)
			}
		}
		all = append(all, s)
	}
	return all
}

func runesBetween(from, to rune) (all []rune) {
	for c := from; c <= to; c++ {
		all = append(all, c)
	}
	return all
}

// glyph is a positioned glyph. Its position is in 64ths of a thousandth of the font size.
type glyph struct {
	id   font.GID
	x, y fixed.Int26_6
}

// glyphsOf returns the positioned glyphs of a text. It ignores differences that names do not distinguish:
// letter case, digits of other scripts, the number of spaces, two SARA E.
func (w *script) glyphsOf(text string) []glyph {
	text = strings.ToUpper(norm.NFC.String(text))
	text = strings.NewReplacer("เเ", "แ", "ເເ", "ແ").Replace(strings.Join(strings.Fields(plain.Digits(text)), " "))
	runes := []rune(text)
	out := w.shaper.Shape(shaping.Input{Text: runes, RunEnd: len(runes), Face: w.face, Size: fixed.I(1000), Script: w.script, Direction: di.DirectionLTR})
	var glyphs []glyph
	var x fixed.Int26_6
	for _, g := range out.Glyphs {
		glyphs = append(glyphs, glyph{g.GlyphID, x + g.XOffset, g.YOffset})
		x += g.Advance
	}
	slices.SortFunc(glyphs, func(a, b glyph) int {
		return cmp.Or(cmp.Compare(a.x, b.x), cmp.Compare(a.y, b.y), cmp.Compare(a.id, b.id))
	})
	return glyphs
}

// kindOf returns the kind of a mark. A syllable has at most one mark of each kind: a vowel above or
// below, a tone, NIKHAHIT, a silencing mark. Each Latin mark is its own kind.
func kindOf(c rune) rune {
	switch {
	case c < 0x0e00:
		return c
	case c == 0x0ecd:
		return 'V'
	case c >= 0x0e80:
		c -= 0x80
	}
	switch {
	case c >= 0x0e48 && c <= 0x0e4b:
		return 'T'
	case c == 0x0e4d:
		return 'N'
	case c == 0x0e4c, c == 0x0e4e:
		return 'S'
	}
	return 'V'
}

// specialLetters are letters that fonts draw in a special way with marks: tall letters, and letters with a foot.
const specialLetters = "ปฝฟฬ\u0e9b\u0e9d\u0e9f\u0ea2" + "ญฎฏฐฤฦ\u0e87"

// pali are marks that no modern language uses.
const pali = "\u0e3a\u0e4e\u0eba\u0ece"

// randomName returns a random name: letters with up to three marks in any order. isSyllables is false if a letter
// has two marks of a kind, or a letter of specialLetters has more than a vowel and a ts.
func (w *script) randomName(random *rand.Rand) (name string, isSyllables bool) {
	var text []rune
	isSyllables = true
	kinds := map[rune]bool{} // of the last letter's marks
	for range 1 + random.IntN(4) {
		letter := w.letters[random.IntN(len(w.letters))]
		text = append(text, letter)
		if letter == 'ำ' || letter == 'ຳ' { // a vowel and a NIKHAHIT of the letter before
			isSyllables = isSyllables && !kinds['V'] && !kinds['N']
		}
		kinds = map[rune]bool{}
		for range min(max(0, random.IntN(6)-2), len(w.marks)) {
			c := w.marks[random.IntN(len(w.marks))]
			isRare := strings.ContainsRune(pali, c) || strings.ContainsRune(specialLetters, letter) && kindOf(c) != 'V' && kindOf(c) != 'T'
			isSyllables = isSyllables && !kinds[kindOf(c)] && !isRare
			kinds[kindOf(c)] = true
			text = append(text, c)
		}
		if random.IntN(8) == 0 {
			text = append(text, ' ')
		}
	}
	return string(text), isSyllables
}

// otherSpelling returns another spelling of a name: with marks in another order, composed or decomposed, or in the
// other letter case.
func otherSpelling(random *rand.Rand, name string) string {
	text := []rune(name)
	switch random.IntN(4) {
	case 0:
		text = []rune(norm.NFD.String(name))
	case 1:
		text = []rune(strings.NewReplacer("ำ", "\u0e4dา", "\u0e4dา", "ำ", "ຳ", "\u0ecdາ", "\u0ecdາ", "ຳ").Replace(name))
	case 2:
		text = []rune(strings.ToLower(name))
	}
	for i := 1; i < len(text); i++ {
		if unicode.IsMark(text[i]) && unicode.IsMark(text[i-1]) && random.IntN(2) == 0 {
			text[i], text[i-1] = text[i-1], text[i]
		}
	}
	return string(text)
}

// Two vowels on one letter do not occur in real names. They may stay different even if they are drawn
// alike.
func TestFold_OfRandomNames_IsOneSpellingExactlyWhereTheAppsFontsDrawThemAlike(t *testing.T) {
	random := rand.New(rand.NewPCG(simtest.Seed(t), 0))
	all := scripts(t)
	alike, different := 0, 0
	for i := 0; i < *names && !t.Failed(); i++ {
		w := all[i%len(all)]
		name, isSyllables := w.randomName(random)
		variant := otherSpelling(random, name)
		glyphs, fold := w.glyphsOf(name), plain.Fold(name)

		isAlike, isOne := slices.Equal(w.glyphsOf(variant), glyphs), plain.Fold(variant) == fold

		switch {
		case !slices.Equal(w.glyphsOf(fold), glyphs):
			t.Errorf("%+q is folded to %+q, which is drawn differently", name, fold)
		case isOne && !isAlike:
			t.Errorf("%+q and %+q are drawn differently, and both are %+q", name, variant, fold)
		case isAlike && !isOne && isSyllables:
			t.Errorf("%+q and %+q are drawn alike, and are %+q and %+q", name, variant, fold, plain.Fold(variant))
		}
		if isAlike {
			alike++
		} else {
			different++
		}
	}
	if t.Failed() {
		return
	}
	if alike < *names/4 || different < *names/50 {
		t.Errorf("%d pairs are drawn alike and %d are not: too few for a test", alike, different)
	}
	t.Logf("%d names: %d pairs drawn alike, %d not", *names, alike, different)
}
