package media

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
)

// File is what a video is judged and blanked in, where it lies.
type File interface {
	io.ReaderAt
	io.WriterAt
}

// Boxes that a player needs at the outermost level. Telephones append others,
// with who knows what inside: these are blanked.
var outerBoxes = []string{"ftyp", "moov", "mdat", "free", "skip", "wide", "moof", "mfra", "sidx", "styp", "emsg", "prft"}

// Boxes that hold boxes on the way to the tracks.
var innerBoxes = []string{"moov", "trak", "mdia", "minf", "stbl", "moof", "traf", "mvex", "edts", "dinf"}

// Boxes that tell of the maker: places, names, the phone's make, XMP.
var tellingBoxes = []string{"udta", "meta", "uuid"}

const maxBoxes = 20_000 // a film of hours in fragments has fewer

// box is one part of a video: a type and a length, then its content.
type box struct {
	kind       string
	at         int64 // of its head
	body, size int64 // of its content
}

// CleanVideo goes over the boxes of an MP4 or MOV of size bytes. It answers
// ErrDamaged for what is no video: boxes that do not fit into each other, no
// track with pictures. Boxes that tell of the maker become free
// space, and the samples of tracks that are neither picture nor sound become
// zeros: cameras write where they are into such a track, second by second.
func CleanVideo(f File, size int64) error {
	v := video{f: f, size: size}
	if err := v.boxes(nil, 0, size); err != nil {
		return err
	}
	if !v.film || !v.data {
		return fmt.Errorf("%w: no film", ErrDamaged)
	}
	for _, b := range v.telling {
		if err := v.blank(b); err != nil {
			return err
		}
	}
	return nil
}

type video struct {
	f          File
	size       int64
	zeroed     int64
	count      int
	film, data bool
	telling    []box
}

// boxes goes over the boxes of one level.
func (v *video) boxes(parent *box, from, to int64) error {
	for from < to {
		b, err := v.boxAt(parent, from, to)
		if err != nil {
			return err
		}
		switch {
		case b.kind == "mdat":
			v.data = true
		case slices.Contains(tellingBoxes, b.kind), parent == nil && !slices.Contains(outerBoxes, b.kind):
			v.telling = append(v.telling, b)
		case b.kind == "trak":
			if err := v.track(b); err != nil {
				return err
			}
		case slices.Contains(innerBoxes, b.kind):
			if err := v.boxes(&b, b.body, b.body+b.size); err != nil {
				return err
			}
		}
		from = b.body + b.size
	}
	return nil
}

func (v *video) boxAt(parent *box, at, to int64) (box, error) {
	if v.count++; v.count > maxBoxes {
		return box{}, fmt.Errorf("%w: more parts than a film has", ErrDamaged)
	}
	var head [16]byte
	n, err := v.f.ReadAt(head[:min(16, to-at)], at)
	if n < 8 {
		return box{}, errors.Join(fmt.Errorf("%w: a part breaks off", ErrDamaged), ignoreEOF(err))
	}
	b := box{kind: string(head[4:8]), at: at, body: at + 8}
	length := int64(binary.BigEndian.Uint32(head[:]))
	switch {
	case length == 1 && n == 16:
		length, b.body = int64(binary.BigEndian.Uint64(head[8:])), at+16
	case length == 0 && parent == nil:
		length = to - at
	}
	b.size = length - (b.body - at)
	if b.size < 0 || length > to-at {
		return box{}, fmt.Errorf("%w: %q is longer than what holds it", ErrDamaged, b.kind)
	}
	return b, nil
}

// blank makes a box free space and empties it.
func (v *video) blank(b box) error {
	if _, err := v.f.WriteAt([]byte("free"), b.at+4); err != nil {
		return err
	}
	return v.zero(b.body, b.size)
}

func (v *video) zero(at, n int64) error {
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
