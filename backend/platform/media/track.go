package media

import (
	"encoding/binary"
	"errors"
	"fmt"
)

const maxTable = 8 << 20 // of a track's samples; an hour has some 2 MB

// checkTrack checks a track. A track that is neither picture nor sound stays, but its samples become zeros.
func (v *video) checkTrack(track trackBoxes) error {
	handler, err := v.read(track["hdlr"], 4<<10)
	if err != nil || len(handler) < 12 {
		return errors.Join(fmt.Errorf("%w: a track of no kind", ErrDamaged), err)
	}
	switch string(handler[8:12]) {
	case "vide":
		if entries, err := v.read(track["stsd"], 64<<10); err != nil || len(entries) < 16 {
			return errors.Join(fmt.Errorf("%w: a video track without a codec", ErrDamaged), err)
		}
		v.hasVideoTrack = true
		return nil
	case "soun":
		return nil
	}
	return v.zeroSamples(track)
}

// zeroSamples fills all samples of a track with zeros.
func (v *video) zeroSamples(track trackBoxes) error {
	offsets, err := v.chunkOffsets(track)
	if err != nil {
		return err
	}
	sizes, err := v.readTable(track["stsz"], 12)
	if err != nil {
		return err
	}
	runs, err := v.readTable(track["stsc"], 8)
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

// chunkOffsets returns the offsets of a track's chunks in the file.
func (v *video) chunkOffsets(track trackBoxes) (out []int64, err error) {
	wide, name := 4, "stco"
	if _, long := track["co64"]; long {
		wide, name = 8, "co64"
	}
	body, err := v.readTable(track[name], 8)
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

// readTable reads a table of a track. head is the length of its header (version, flags, counts) in bytes.
func (v *video) readTable(b box, head int) ([]byte, error) {
	body, err := v.read(b, maxTable)
	if err == nil && len(body) < head {
		err = fmt.Errorf("%w: a track without its samples", ErrDamaged)
	}
	return body, err
}

// zeroSample fills a range of the file with zeros. All ranges together must not exceed the file's size.
// Otherwise a table that names one range a million times would cost hours of writing.
func (v *video) zeroSample(at, length int64) error {
	if v.zeroed += length; at < 0 || length < 0 || at > v.size-length || v.zeroed > v.size {
		return fmt.Errorf("%w: a sample outside the file", ErrDamaged)
	}
	return v.zeroRange(at, length)
}
