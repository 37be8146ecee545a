package media

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
)

// File is a video that is checked, and overwritten in place.
type File interface {
	io.ReaderAt
	io.WriterAt
}

// keptBoxes has the boxes that players need, by their parent box; "" is the file. A box that is a key
// contains boxes; any other contains data. All other boxes become empty free space. Phones and car cameras
// store places in boxes of their own, and in free space.
var keptBoxes = map[string][]string{
	"":     {"ftyp", "moov", "mdat", "moof", "mfra", "sidx"},
	"moov": {"mvhd", "iods", "trak", "mvex"},
	"trak": {"tkhd", "mdia", "edts", "tref", "tapt"},
	"tapt": {"clef", "prof", "enof"},
	"edts": {"elst"},
	"mdia": {"mdhd", "hdlr", "elng", "minf"},
	"minf": {"vmhd", "smhd", "gmhd", "hmhd", "nmhd", "sthd", "hdlr", "dinf", "stbl"},
	"gmhd": {"gmin", "text", "tmcd"},
	"dinf": {"dref"},
	"stbl": {
		"stsd", "stts", "ctts", "cslg", "stsc", "stsz", "stz2", "stco", "co64",
		"stss", "stps", "stsh", "sdtp", "stdp", "padb", "sbgp", "sgpd", "subs", "saiz", "saio",
	},
	"mvex": {"mehd", "trex"},
	"moof": {"mfhd", "traf"},
	"traf": {"tfhd", "tfdt", "trun", "sdtp", "sbgp", "sgpd", "subs", "saiz", "saio"},
	"mfra": {"tfra", "mfro"},
}

const maxBoxes = 20_000 // a video of hours in fragments has fewer

// box is a box of the MP4 format: a type and a length, then its content.
type box struct {
	kind       string
	at         int64 // of its head
	body, size int64 // of its content
}

// CleanVideo checks the boxes of an MP4 or MOV of size bytes and overwrites the parts that players do not need.
// These are boxes that keptBoxes lacks, the names in handlers, and the samples of tracks that are neither picture
// nor sound. Cameras write their place every second into such tracks. No byte moves, so every offset stays
// right. Error: ErrDamaged for a file that is no video: its boxes do not fit into each other, or it has no
// track with pictures.
func CleanVideo(f File, size int64) error {
	v := video{f: f, size: size}
	if err := v.checkBoxes(box{}, 0, size, nil); err != nil {
		return err
	}
	if !v.hasVideoTrack || !v.hasData {
		return fmt.Errorf("%w: no video", ErrDamaged)
	}
	for _, b := range v.freed {
		if err := v.freeBox(b); err != nil {
			return err
		}
	}
	for _, s := range v.zeros {
		if err := v.zeroRange(s.at, s.size); err != nil {
			return err
		}
	}
	return nil
}

type video struct {
	f                      File
	size                   int64
	zeroed                 int64
	count                  int
	hasVideoTrack, hasData bool
	freed                  []box       // become free space
	zeros                  []byteRange // become zeros
}

type byteRange struct{ at, size int64 }

// trackBoxes are the boxes of one track, by type.
type trackBoxes map[string]box

// checkBoxes checks the child boxes of parent between two offsets. track collects the boxes of the current
// track; it is nil outside a track.
func (v *video) checkBoxes(parent box, from, to int64, track trackBoxes) error {
	for from < to {
		if parent.kind != "" && to-from < headSize { // QuickTime ends some boxes with a zero
			v.zeros = append(v.zeros, byteRange{from, to - from})
			return nil
		}
		b, err := v.parseBox(parent, from, to)
		if err != nil {
			return err
		}
		from = b.body + b.size
		if !slices.Contains(keptBoxes[parent.kind], b.kind) || b.kind == "sidx" && !v.isIndex(b) {
			v.freed = append(v.freed, b)
			continue
		}
		v.hasData = v.hasData || b.kind == "mdat"
		if track != nil && (b.kind != "hdlr" || parent.kind == "mdia") { // MOV has a second handler box, for the data
			track[b.kind] = b
		}
		if b.kind == "hdlr" && b.size > handlerSize { // the box also has a name
			v.zeros = append(v.zeros, byteRange{b.body + handlerSize, b.size - handlerSize})
		}
		if err := v.checkChildren(b, track); err != nil {
			return err
		}
	}
	return nil
}

// checkChildren checks the child boxes of a box. A track is checked after its child boxes.
func (v *video) checkChildren(b box, track trackBoxes) error {
	if keptBoxes[b.kind] == nil {
		return nil
	}
	if b.kind == "trak" {
		track = trackBoxes{}
	}
	if err := v.checkBoxes(b, b.body, b.body+b.size, track); err != nil {
		return err
	}
	if b.kind == "trak" {
		return v.checkTrack(track)
	}
	return nil
}

const (
	headSize    = 8  // of a box
	handlerSize = 24 // without its name
)

// isIndex reports whether a segment index ends after its entries.
func (v *video) isIndex(b box) bool {
	var head [32]byte
	n, _ := v.f.ReadAt(head[:min(32, b.size)], b.body)
	fixed := 24
	if head[0] != 0 {
		fixed = 32
	}
	return n >= fixed && b.size == int64(fixed)+12*int64(binary.BigEndian.Uint16(head[fixed-2:]))
}

func (v *video) parseBox(parent box, at, to int64) (box, error) {
	if v.count++; v.count > maxBoxes {
		return box{}, fmt.Errorf("%w: more boxes than a video has", ErrDamaged)
	}
	var head [16]byte
	n, err := v.f.ReadAt(head[:min(16, to-at)], at)
	if n < headSize {
		return box{}, errors.Join(fmt.Errorf("%w: an incomplete box", ErrDamaged), ignoreEOF(err))
	}
	b := box{kind: string(head[4:8]), at: at, body: at + headSize}
	length := int64(binary.BigEndian.Uint32(head[:]))
	switch {
	case length == 1 && n == 16:
		length, b.body = int64(binary.BigEndian.Uint64(head[8:])), at+16
	case length == 0 && parent.kind == "":
		length = to - at
	}
	b.size = length - (b.body - at)
	if b.size < 0 || length > to-at {
		return box{}, fmt.Errorf("%w: %q is longer than its parent", ErrDamaged, b.kind)
	}
	return b, nil
}

// freeBox turns a box into free space filled with zeros.
func (v *video) freeBox(b box) error {
	if _, err := v.f.WriteAt([]byte("free"), b.at+4); err != nil {
		return err
	}
	return v.zeroRange(b.body, b.size)
}

func (v *video) zeroRange(at, n int64) error {
	zeros := make([]byte, 32<<10)
	for n > 0 {
		part := min(n, int64(len(zeros)))
		if _, err := v.f.WriteAt(zeros[:part], at); err != nil {
			return err
		}
		at, n = at+part, n-part
	}
	return nil
}

func (v *video) read(b box, most int64) ([]byte, error) {
	if b.size > most {
		return nil, fmt.Errorf("%w: %q of %d bytes", ErrDamaged, b.kind, b.size)
	}
	body := make([]byte, b.size)
	if _, err := v.f.ReadAt(body, b.body); err != nil {
		return nil, errors.Join(ErrDamaged, ignoreEOF(err))
	}
	return body, nil
}

func ignoreEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}
