package slippic

import (
	"github.com/go-text/typesetting/di"
	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/language"
	"github.com/go-text/typesetting/shaping"
	"golang.org/x/image/math/fixed"
)

// glyph is one glyph of a line. Lengths are fractions of the text's size.
type glyph struct {
	face    *font.Face
	id      font.GID
	dx, dy  float32 // from the pen, to the right and up
	advance float32 // from this glyph's pen to the next one's
}

// shaper applies the rules in the fonts: the glyph and the position of a Thai mark depend on the letter
// and the marks below it. It is not safe for concurrent use.
type shaper struct {
	harfbuzz shaping.HarfbuzzShaper
	faces    map[*font.Font]*font.Face
}

// shape returns the glyphs of a line of Thai and Latin text.
func (s *shaper) shape(f typeface, text string) (glyphs []glyph) {
	line := []rune(text)
	for start, end := 0, 0; start < len(line); start = end {
		isThai := f.isThai(line[start])
		for end = start + 1; end < len(line) && f.isThai(line[end]) == isThai; {
			end++
		}
		run := shaping.Input{Text: line, RunStart: start, RunEnd: end, Direction: di.DirectionLTR, Face: s.face(f.latin), Script: language.Latin, Size: shapedSize}
		if isThai {
			run.Face, run.Script = s.face(f.thai), language.Thai
		}
		for _, g := range s.harfbuzz.Shape(run).Glyphs {
			glyphs = append(glyphs, glyph{face: run.Face, id: g.GlyphID, dx: relativeLength(g.XOffset), dy: relativeLength(g.YOffset), advance: relativeLength(g.Advance)})
		}
	}
	return glyphs
}

// isThai reports whether r is drawn with the Thai font. A character that neither font has is drawn as the
// empty box of the Latin font.
func (f typeface) isThai(r rune) bool {
	_, has := f.thai.NominalGlyph(r)
	return has && r >= 0xe00
}

func (s *shaper) face(f *font.Font) *font.Face {
	if s.faces == nil {
		s.faces = map[*font.Font]*font.Face{}
	}
	if s.faces[f] == nil {
		s.faces[f] = font.NewFace(f)
	}
	return s.faces[f]
}

// shapedSize is the size at which lines are shaped. They may be drawn at another size.
var shapedSize = fixed.I(1000)

func relativeLength(length fixed.Int26_6) float32 { return float32(length) / float32(shapedSize) }
