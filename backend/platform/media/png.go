package media

import (
	"encoding/binary"
	"fmt"
	"slices"
)

const pngHead = "\x89PNG\r\n\x1a\n"

// pngChunks are the chunks that a still picture needs. Chunks of animations, texts, times and EXIF are
// omitted.
var pngChunks = []string{"IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "sBIT", "pHYs", "bKGD", "iCCP"}

// maxProfile limits a colour profile, far above the profiles of phones.
const maxProfile = 64 << 10

func cleanPNG(w *cleaner) error {
	head, err := w.read(len(pngHead))
	if err != nil || string(head) != pngHead {
		return fmt.Errorf("%w: no PNG", ErrDamaged)
	}
	if err := w.write(head); err != nil {
		return err
	}
	for {
		head, err := w.read(8)
		if err != nil {
			return err
		}
		size, kind := int64(binary.BigEndian.Uint32(head)), string(head[4:])
		if size > 1<<31-1 {
			return fmt.Errorf("%w: a chunk of %d bytes", ErrDamaged, size)
		}
		if kind == "IHDR" {
			if err := w.copyPNGHeader(size); err != nil {
				return err
			}
			continue
		}
		keep := slices.Contains(pngChunks, kind) && (kind != "iCCP" || size <= maxProfile)
		if keep {
			if err := w.write(head); err != nil {
				return err
			}
		}
		if err := w.copyN(size+4, keep); err != nil { // includes the checksum
			return err
		}
		if kind == "IEND" {
			w.info.Frames = 1
			return nil
		}
	}
}

// copyPNGHeader reads and copies the IHDR chunk: size, bit depth, colour type.
func (w *cleaner) copyPNGHeader(size int64) error {
	if size != 13 || w.info.Width != 0 {
		return fmt.Errorf("%w: the PNG's head", ErrDamaged)
	}
	body, err := w.read(17)
	if err != nil {
		return err
	}
	width, height := binary.BigEndian.Uint32(body), binary.BigEndian.Uint32(body[4:])
	if width == 0 || height == 0 || width > 1<<30 || height > 1<<30 {
		return fmt.Errorf("%w: %dx%d", ErrDamaged, width, height)
	}
	w.info.Width, w.info.Height = int(width), int(height)
	perPixel := map[byte]int64{0: 1, 2: 4, 3: 1, 4: 4, 6: 4}[body[9]]
	if body[8] == 16 {
		perPixel *= 2
	}
	// Many decoders convert the pixels into a second picture.
	w.info.Decoded = pixels(int(width), int(height)) * (perPixel + 4)
	w.info.Work = pixels(int(width), int(height))
	if perPixel == 1 {
		w.info.Decoded = pixels(int(width), int(height))
	}
	return w.write([]byte{0, 0, 0, 13}, []byte("IHDR"), body)
}
