package slippic

import (
	"bytes"
	"embed"

	"github.com/go-text/typesetting/font"
)

// The fonts are Sarabun (SIL Open Font License, see font/OFL.txt), reduced to the glyphs that a slip
// needs. Thai and Latin are in separate files, as in the published font.
var (
	//go:embed font/sarabun-thai-regular.ttf
	thaiRegular []byte
	//go:embed font/sarabun-latin-regular.ttf
	latinRegular []byte
	//go:embed font/sarabun-thai-semibold.ttf
	thaiSemibold []byte
	//go:embed font/sarabun-latin-semibold.ttf
	latinSemibold []byte
)

// typeface is one weight of the font. It is safe for concurrent use.
type typeface struct {
	thai, latin *font.Font
}

var (
	regular  = typeface{mustFont(thaiRegular), mustFont(latinRegular)}
	semibold = typeface{mustFont(thaiSemibold), mustFont(latinSemibold)}
)

func mustFont(file []byte) *font.Font {
	face, err := font.ParseTTF(bytes.NewReader(file))
	if err != nil {
		panic(err) // the file is compiled in
	}
	return face.Font
}

// Fonts has the font files, for pages that show slips.
//
//go:embed font
var Fonts embed.FS
