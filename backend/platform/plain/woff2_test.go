package plain_test

import (
	"bytes"
	"encoding/binary"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype"
)

// The tables that WOFF2 names by a number.
var woff2Tags = strings.Split("cmap head hhea hmtx maxp name OS/2 post cvt_ fpgm glyf loca prep CFF_ VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX vhea vmtx "+
	"BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG_ sbix acnt avar bdat bloc bsln cvar fdsc feat fmtx fvar gvar hsty just lcar mort morx opbd prop "+
	"trak Zapf Silf Glat Gloc Feat Sill", " ")

// appFont reads a font of the app for shaping. It omits the outlines, which WOFF2 stores in its own
// form and which do not affect glyphs and positions.
func appFont(t testing.TB, name string) *font.Face {
	t.Helper()
	file, err := os.ReadFile("../../../pwa/fonts/" + name)
	if err != nil {
		t.Fatal(err)
	}
	tables := woff2Tables(t, file)
	delete(tables, "glyf")
	delete(tables, "loca")
	delete(tables, "gvar")
	loader, err := opentype.NewLoader(bytes.NewReader(encodeSFNT(tables)))
	if err != nil {
		t.Fatal(err)
	}
	f, err := font.NewFont(loader)
	if err != nil {
		t.Fatal(err)
	}
	return font.NewFace(f)
}

// woff2Tables unpacks the tables of a WOFF2 file.
func woff2Tables(t testing.TB, file []byte) map[string][]byte {
	t.Helper()
	type entry struct {
		tag         string
		length      uint32
		transformed bool
	}
	const header = 48
	r := bytes.NewReader(file[header:])
	entries := make([]entry, binary.BigEndian.Uint16(file[12:]))
	for i := range entries {
		flags, _ := r.ReadByte()
		e := &entries[i]
		if n := int(flags & 63); n < len(woff2Tags) {
			e.tag = strings.ReplaceAll(woff2Tags[n], "_", " ")
		} else {
			tag := make([]byte, 4)
			_, _ = io.ReadFull(r, tag)
			e.tag = string(tag)
		}
		e.length = readBase128(r)
		if isOutline := e.tag == "glyf" || e.tag == "loca"; isOutline != (flags>>6 != 0) {
			e.length, e.transformed = readBase128(r), true
		}
	}
	packed := io.LimitReader(r, int64(binary.BigEndian.Uint32(file[20:])))
	raw, err := io.ReadAll(brotli.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	tables := map[string][]byte{}
	for _, e := range entries {
		tables[e.tag], raw = raw[:e.length], raw[e.length:]
		if e.tag == "hmtx" && e.transformed {
			tables[e.tag] = nil
		}
	}
	if packed := tables["hmtx"]; packed == nil {
		t.Fatal("the font's widths are packed in a way that this test does not read")
	}
	return tables
}

func readBase128(r io.ByteReader) (n uint32) {
	for {
		b, err := r.ReadByte()
		if n = n<<7 | uint32(b&127); err != nil || b&128 == 0 {
			return n
		}
	}
}

// encodeSFNT encodes tables as a font file.
func encodeSFNT(tables map[string][]byte) []byte {
	var records, data bytes.Buffer
	write := func(b *bytes.Buffer, values ...any) {
		for _, v := range values {
			_ = binary.Write(b, binary.BigEndian, v) // a buffer never fails
		}
	}
	for tag, table := range tables {
		write(&records, []byte(tag), uint32(0), uint32(12+16*len(tables)+data.Len()), uint32(len(table)))
		data.Write(table)
		data.Write(make([]byte, -len(table)&3))
	}
	var out bytes.Buffer
	write(&out, uint32(0x00010000), uint16(len(tables)), uint16(0), uint16(0), uint16(0))
	out.Write(records.Bytes())
	out.Write(data.Bytes())
	return out.Bytes()
}
