package media

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
)

// Markers of a JPEG file.
const (
	markSOI  = 0xd8
	markEOI  = 0xd9
	markSOS  = 0xda
	markDHT  = 0xc4
	markCOM  = 0xfe
	markAPP0 = 0xe0
)

// cleanJPEG copies the segments of a JPEG. It keeps only the application segments that a decoder needs: the
// JFIF head without its thumbnail, colour profiles, Adobe's colour mark.
func cleanJPEG(w *cleaner) error {
	head, err := w.read(2)
	if err != nil || head[0] != 0xff || head[1] != markSOI {
		return fmt.Errorf("%w: no JPEG", ErrDamaged)
	}
	if err := w.write(head); err != nil {
		return err
	}
	for {
		marker, err := w.nextMarker()
		if err != nil {
			return err
		}
		switch {
		case marker == markEOI:
			w.info.Frames = 1
			return w.write([]byte{0xff, markEOI}) // the bytes after it are not part of the picture
		case marker == markSOI, marker == 0x01, marker >= 0xd0 && marker <= 0xd7:
			continue // the marker has no body and is not needed
		}
		if err := w.copySegment(marker); err != nil {
			return err
		}
		if marker == markSOS {
			if err := w.copyScan(); err != nil {
				return err
			}
		}
	}
}

// nextMarker reads the next marker and skips the fill bytes before it.
func (w *cleaner) nextMarker() (byte, error) {
	for {
		b, err := byte(0xff), error(nil)
		if !w.hasMarkerByte {
			b, err = w.in.ReadByte()
		}
		w.hasMarkerByte = false
		if err != nil {
			return 0, err
		}
		if b != 0xff {
			continue // noise between segments, which decoders skip
		}
		for b == 0xff {
			if b, err = w.in.ReadByte(); err != nil {
				return 0, err
			}
		}
		if b != 0 {
			return b, nil
		}
	}
}

// copySegment copies or omits the segment of a marker.
func (w *cleaner) copySegment(marker byte) error {
	size, err := w.read(2)
	if err != nil {
		return err
	}
	n := int(binary.BigEndian.Uint16(size)) - 2
	if n < 0 {
		return fmt.Errorf("%w: a segment of no length", ErrDamaged)
	}
	body, err := w.read(n)
	if err != nil {
		return err
	}
	switch {
	case isFrame(marker):
		err = w.readFrame(marker, body)
	case marker == markSOS:
		w.info.Scans++
		w.info.Work = int64(w.info.Scans) * pixels(w.info.Width, w.info.Height)
	case marker == markCOM:
		return nil
	case marker >= markAPP0 && marker <= 0xef:
		body = keptAppSegment(marker, body)
	}
	if err != nil || body == nil {
		return err
	}
	head := []byte{0xff, marker, byte((len(body) + 2) >> 8), byte(len(body) + 2)}
	return w.write(head, body)
}

func isFrame(marker byte) bool {
	return marker >= 0xc0 && marker <= 0xcf && marker != markDHT && marker != 0xc8 && marker != 0xcc
}

// readFrame reads the frame header: the picture's size, and how much memory a decoder needs.
func (w *cleaner) readFrame(marker byte, body []byte) error {
	if len(body) < 6 || w.info.Width != 0 {
		return fmt.Errorf("%w: the frame's head", ErrDamaged)
	}
	height, width, parts := int(binary.BigEndian.Uint16(body[1:])), int(binary.BigEndian.Uint16(body[3:])), int(body[5])
	if width == 0 || height == 0 || parts == 0 || parts > 4 || len(body) < 6+3*parts {
		return fmt.Errorf("%w: the frame's head", ErrDamaged)
	}
	w.info.Width, w.info.Height = width, height
	var most, sum int64
	for i := range parts {
		sampling := body[7+3*i]
		area := int64(sampling>>4) * int64(sampling&15)
		most, sum = max(most, area), sum+area
	}
	if most == 0 {
		return fmt.Errorf("%w: no sampling", ErrDamaged)
	}
	samples := pixels(width, height) * sum / most
	w.info.Decoded = samples
	if marker == 0xc2 { // progressive: the decoder holds every coefficient until the end
		w.info.Decoded += 4 * samples
	}
	return nil
}

// copyScan copies a scan's data up to the next marker. It leaves the marker's first byte read.
func (w *cleaner) copyScan() error {
	for {
		chunk, err := w.in.ReadSlice(0xff)
		if err != nil && !isBufferFull(err) {
			return errors.Join(w.write(chunk), err)
		}
		// This must precede Peek, which may load the next piece of the file into the same buffer.
		data := bytes.TrimSuffix(chunk, []byte{0xff})
		if err := w.write(data); err != nil {
			return err
		}
		if len(data) == len(chunk) {
			continue
		}
		next, err := w.in.Peek(1)
		if err != nil {
			return err
		}
		if next[0] != 0 && (next[0] < 0xd0 || next[0] > 0xd7) { // neither data nor a restart
			w.hasMarkerByte = true
			return nil
		}
		if err := w.write([]byte{0xff}); err != nil {
			return err
		}
	}
}

// keptAppSegment returns the part of an application segment to keep, or nil.
func keptAppSegment(marker byte, body []byte) []byte {
	switch {
	case marker == markAPP0 && bytes.HasPrefix(body, []byte("JFIF\x00")) && len(body) >= 14:
		body = bytes.Clone(body[:14])
		body[12], body[13] = 0, 0 // no thumbnail
		return body
	case marker == 0xe1 && bytes.HasPrefix(body, exifHead):
		return exifWithOrientation(body[len(exifHead):])
	case marker == 0xe2 && bytes.HasPrefix(body, []byte("ICC_PROFILE\x00")):
		return body
	case marker == 0xee && bytes.HasPrefix(body, []byte("Adobe")) && len(body) >= 12:
		return body[:12]
	}
	return nil
}
