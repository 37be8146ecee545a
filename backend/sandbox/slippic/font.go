package slippic

import (
	"bytes"
	"embed"

	"github.com/go-text/typesetting/font"
)

// Sarabun (SIL Open Font License, see font/OFL.txt), reduced to the glyphs that a slip needs. Thai and
// Latin are separate files, as the font is published.
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

// typeface is one weight. Its fonts are safe for concurrent use.
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

// Fonts are the files that slips are drawn with, for pages that show slips.
//
//go:embed font
var Fonts embed.FS
