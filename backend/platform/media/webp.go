package media

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"slices"
)

// webpChunks are the chunks of a WebP that its picture needs.
var webpChunks = []string{"VP8X", "VP8 ", "VP8L", "ALPH", "ANIM", "ANMF", "ICCP"}

// webpOmittedFlags are the flags in VP8X for chunks that are omitted.
const webpOmittedFlags = 0x08 | 0x04 // EXIF, XMP

// cleanWebP copies the chunks of a WebP. The head contains the length of all chunks that are kept, so cleanWebP
// collects them in memory first. They are no larger than the upload.
func cleanWebP(w *cleaner) error {
	head, err := w.read(12)
	if err != nil || string(head[:4]) != "RIFF" || string(head[8:]) != "WEBP" {
		return fmt.Errorf("%w: no WebP", ErrDamaged)
	}
	length := int64(binary.LittleEndian.Uint32(head[4:])) - 4
	body, err := io.ReadAll(io.LimitReader(w.in, max(length, 0)))
	if err != nil {
		return err
	}
	var kept bytes.Buffer
	for len(body) >= 8 {
		kind, size := string(body[:4]), int(binary.LittleEndian.Uint32(body[4:]))
		end := 8 + size + size&1
		if size < 0 || end > len(body) {
			end = len(body) // the file ends early
		}
		chunk := body[:end]
		body = body[end:]
		if !slices.Contains(webpChunks, kind) || (kind == "ICCP" && size > maxProfile) {
			continue
		}
		w.readWebPChunk(kind, chunk)
		kept.Write(chunk)
	}
	binary.LittleEndian.PutUint32(head[4:], uint32(kept.Len()+4))
	return w.write(head, kept.Bytes())
}

// readWebPChunk reads the picture's size and frames from a chunk. In VP8X it also clears the flags of omitted
// chunks.
func (w *cleaner) readWebPChunk(kind string, chunk []byte) {
	data := chunk[8:]
	switch {
	case kind == "VP8X" && len(data) >= 10:
		data[0] &^= webpOmittedFlags
		w.recordWebPSize(uint24(data[4:])+1, uint24(data[7:])+1)
	case kind == "VP8 " && len(data) >= 10 && w.info.Frames == 0:
		w.info.Frames++
		w.recordWebPSize(int(binary.LittleEndian.Uint16(data[6:])&0x3fff), int(binary.LittleEndian.Uint16(data[8:])&0x3fff))
	case kind == "VP8L" && len(data) >= 5 && w.info.Frames == 0:
		w.info.Frames++
		bits := binary.LittleEndian.Uint32(data[1:])
		w.recordWebPSize(int(bits&0x3fff)+1, int(bits>>14&0x3fff)+1)
	case kind == "ANMF":
		w.info.Frames++
		w.info.Work += pixels(w.info.Width, w.info.Height)
	}
}

// recordWebPSize stores the largest size in any chunk, because a decoder uses the size in the chunk that it
// decodes.
func (w *cleaner) recordWebPSize(width, height int) {
	w.info.Width, w.info.Height = max(w.info.Width, width), max(w.info.Height, height)
	w.info.Decoded = 8 * pixels(w.info.Width, w.info.Height)
	w.info.Work = max(w.info.Work, pixels(w.info.Width, w.info.Height))
}

func uint24(b []byte) int { return int(b[0]) | int(b[1])<<8 | int(b[2])<<16 }
