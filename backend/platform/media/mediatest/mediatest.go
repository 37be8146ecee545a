// Package mediatest makes small files for tests, like those of phones: with data about their owner.
package mediatest

import (
	"bytes"
	"encoding/binary"
)

// Secret is personal data that a camera stores about its owner.
const Secret = "13.7563N 100.5018E of Somchai"

// Box returns an MP4 box of a type.
func Box(kind string, parts ...[]byte) []byte {
	body := bytes.Join(parts, nil)
	return append(binary.BigEndian.AppendUint32(nil, uint32(len(body)+8)), append([]byte(kind), body...)...)
}

// Numbers returns the numbers as 32 bits each.
func Numbers(numbers ...uint32) (out []byte) {
	for _, n := range numbers {
		out = binary.BigEndian.AppendUint32(out, n)
	}
	return out
}

// Track returns an MP4 track with one chunk of samples at an offset. handler is vide, soun or any other
// type.
func Track(handler string, offset uint32, sizes ...uint32) []byte {
	return Box("trak", Box("tkhd", make([]byte, 84)), Box("udta", []byte(Secret)),
		Box("mdia", Box("hdlr", Numbers(0, 0), []byte(handler), make([]byte, 12), []byte(Secret)), Box("free", []byte(Secret)),
			Box("minf", Box("skip", []byte(Secret)), Box("stbl", Box("GPS ", []byte(Secret)),
				Box("stsd", Numbers(0, 1, 16), []byte("avc1"), Numbers(0)),
				Box("stsc", Numbers(0, 1, 1, uint32(len(sizes)), 1)),
				Box("stsz", Numbers(0, 0, uint32(len(sizes))), Numbers(sizes...)),
				Box("stco", Numbers(0, 1, offset))))))
}

// MOV returns a MOV with pictures, sound and a track of places. Its frames are text.
func MOV(frames string) []byte { return makeVideo("qt  ", frames) }

// MP4 returns the same video as MOV, as an MP4.
func MP4(frames string) []byte { return makeVideo("isom", frames) }

func makeVideo(brand, frames string) []byte {
	head := Box("ftyp", []byte(brand), Numbers(0), []byte(brand))
	at, n := uint32(len(head)+8), uint32(len(frames))
	moov := Box("moov", Box("mvhd", make([]byte, 100)), Box("udta", []byte(Secret)), Box("meta", []byte(Secret)),
		Box("free", []byte(Secret)), Box("skip", []byte(Secret)), Box("gps ", []byte(Secret)),
		Track("vide", at, n/2), Track("soun", at+n/2, n-n/2), Track("meta", at+n, uint32(len(Secret)), uint32(len(Secret))))
	return bytes.Join([][]byte{
		head, Box("mdat", []byte(frames), []byte(Secret+Secret)), moov, Box("uuid", []byte(Secret)), Box("sefd", []byte(Secret)),
		Box("free", []byte(Secret)), Box("skip", []byte(Secret)), Box("wide", []byte(Secret)),
	}, nil)
}

// WithLocation inserts an EXIF segment with Secret into a JPEG.
func WithLocation(jpeg []byte) []byte {
	body := append([]byte("Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x00\x00\x00\x00\x00"), Secret...)
	segment := append([]byte{0xff, 0xe1, byte((len(body) + 2) >> 8), byte(len(body) + 2)}, body...)
	return bytes.Join([][]byte{jpeg[:2], segment, jpeg[2:]}, nil)
}
