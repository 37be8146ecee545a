package media

import (
	"encoding/binary"
	"errors"
	"fmt"
)

const maxTable = 8 << 20 // of a track's samples; an hour has some 2 MB

// track goes over a track. One that is neither picture nor sound keeps its place,
// but its samples become zeros.
func (v *video) track(trak box) error {
	parts := map[string]box{}
	if err := v.gather(trak, parts); err != nil {
		return err
	}
	handler, err := v.read(parts["hdlr"], 4<<10)
	if err != nil || len(handler) < 12 {
		return errors.Join(fmt.Errorf("%w: a track of no kind", ErrDamaged), err)
	}
	switch string(handler[8:12]) {
	case "vide":
		if entries, err := v.read(parts["stsd"], 64<<10); err != nil || len(entries) < 16 {
			return errors.Join(fmt.Errorf("%w: a film without a codec", ErrDamaged), err)
		}
		v.film = true
		return nil
	case "soun":
		return nil
	}
	return v.zeroSamples(parts)
}

// gather finds a track's boxes, and those that tell of the maker.
func (v *video) gather(in box, parts map[string]box) error {
	for at := in.body; at < in.body+in.size; {
		b, err := v.boxAt(&in, at, in.body+in.size)
		if err != nil {
			return err
		}
		at = b.body + b.size
		switch b.kind {
		case "mdia", "minf", "stbl", "edts":
			if err := v.gather(b, parts); err != nil {
				return err
			}
		case "udta", "meta", "uuid":
			v.telling = append(v.telling, b)
		case "hdlr":
			if in.kind == "mdia" { // MOV has a second one, of the data
				parts["hdlr"] = b
			}
		default:
			parts[b.kind] = b
		}
	}
	return nil
}

// zeroSamples empties what a track's tables point at.
func (v *video) zeroSamples(parts map[string]box) error {
	offsets, err := v.offsets(parts)
	if err != nil {
		return err
	}
	sizes, err := v.table(parts["stsz"], 12)
	if err != nil {
		return err
	}
	runs, err := v.table(parts["stsc"], 8)
	if err != nil {
		return err
	}
	same, sizes := int64(binary.BigEndian.Uint32(sizes[4:])), sizes[12:]
	runs = runs[8:]
	perChunk := 0
	for i, at := range offsets {
		if len(runs) >= 12 && int(binary.BigEndian.Uint32(runs)) == i+1 {
			perChunk, runs = int(binary.BigEndian.Uint32(runs[4:])), runs[12:]
		}
		length := same * int64(perChunk)
		for n := 0; same == 0 && n < perChunk && len(sizes) >= 4; n++ {
			length, sizes = length+int64(binary.BigEndian.Uint32(sizes)), sizes[4:]
		}
		if err := v.zeroSample(at, length); err != nil {
			return err
		}
	}
	return nil
}

// offsets are where a track's chunks of samples begin.
func (v *video) offsets(parts map[string]box) (out []int64, err error) {
	wide, name := 4, "stco"
	if _, long := parts["co64"]; long {
		wide, name = 8, "co64"
	}
	body, err := v.table(parts[name], 8)
	if err != nil {
		return nil, err
	}
	for body = body[8:]; len(body) >= wide; body = body[wide:] {
		if wide == 8 {
			out = append(out, int64(binary.BigEndian.Uint64(body)))
		} else {
			out = append(out, int64(binary.BigEndian.Uint32(body)))
		}
	}
	return out, nil
}

// table reads a box that begins with head bytes: version, flags, counts.
func (v *video) table(b box, head int) ([]byte, error) {
	body, err := v.read(b, maxTable)
	if err == nil && len(body) < head {
		err = fmt.Errorf("%w: a track without its samples", ErrDamaged)
	}
	return body, err
}

// zeroSample empties a stretch of the file. All stretches together are no more
// than the file: tables that point at one place a million times would keep us
// writing for hours.
func (v *video) zeroSample(at, length int64) error {
	if v.zeroed += length; at < 0 || length < 0 || at > v.size-length || v.zeroed > v.size {
		return fmt.Errorf("%w: a sample outside the film", ErrDamaged)
	}
	return v.zero(at, length)
}
