// Package media checks and cleans strangers' files by their structure alone. It decodes no pixels, so a
// file costs no more than reading it once.
//
// Clean copies a picture without data about its maker: EXIF with places and times, XMP, comments,
// thumbnails, and all bytes after its end. Only the orientation stays, because the picture would be
// rotated wrongly without it. Parts that cannot be parsed are omitted. CleanVideo removes the same data
// from a video by overwriting it in place, because offsets inside a video count from its beginning.
//
// Info describes how costly decoding would be. CheckCost rejects a picture that costs more than a phone's
// photo, before any memory is allocated for it. A file of a few kilobytes can need gigabytes of memory, or
// minutes of CPU.
package media

import (
	"bufio"
	"errors"
	"fmt"
	"io"
)

// The reasons to reject a file.
var (
	// ErrDamaged means that the file is damaged, or not of the type that its first bytes indicate.
	ErrDamaged = errors.New("media: damaged or of another kind")
	// ErrCostly means that the picture is larger or more complex than any phone makes.
	ErrCostly = errors.New("media: too costly to decode")
)

// Info describes the structure of a picture.
type Info struct {
	Mime          string
	Width, Height int
	// Frames is the number of frames of an animation; 1 for a still picture.
	Frames int
	// Scans is the number of scans of a JPEG. Each may cover the whole area.
	Scans int
	// Decoded is the maximum number of bytes that a decoder holds.
	Decoded int64
	// Work is how many pixels a decoder processes, counted as often as it processes each.
	Work int64
}

const (
	maxSide    = 16_384
	maxPixels  = 50_000_000  // the largest photos of phones
	maxDecoded = 224 << 20   // such a photo, progressive or in 16 bits
	maxScans   = 24          // encoders write 10 to 14
	maxFrames  = 600         // half a minute of an animation
	maxWork    = 600_000_000 // such an animation at a screen's size
)

// CheckCost returns ErrCostly for a picture beyond what phones and their apps make, and ErrDamaged for a
// picture without a size.
func (i Info) CheckCost() error {
	switch {
	case i.Width <= 0 || i.Height <= 0:
		return fmt.Errorf("%w: no size", ErrDamaged)
	case i.Width > maxSide || i.Height > maxSide || i.Width*i.Height > maxPixels:
		return fmt.Errorf("%w: %dx%d", ErrCostly, i.Width, i.Height)
	case i.Decoded > maxDecoded:
		return fmt.Errorf("%w: %d bytes in memory", ErrCostly, i.Decoded)
	case i.Scans > maxScans, i.Frames > maxFrames, i.Work > maxWork:
		return fmt.Errorf("%w: %d scans, %d frames, %d pixels to visit", ErrCostly, i.Scans, i.Frames, i.Work)
	}
	return nil
}

// Clean copies a picture of a type (image/jpeg, image/png, image/gif, image/webp) from src to dst without
// data about its maker, and returns its structure. If src ends early, dst gets the part before. Error:
// ErrDamaged if the head cannot be parsed; dst then has no valid picture.
func Clean(dst io.Writer, src io.Reader, mime string) (Info, error) {
	cleanFormat, known := map[string]func(*cleaner) error{
		"image/jpeg": cleanJPEG, "image/png": cleanPNG, "image/gif": cleanGIF, "image/webp": cleanWebP,
	}[mime]
	if !known {
		return Info{}, fmt.Errorf("%w: %s", ErrDamaged, mime)
	}
	out := bufio.NewWriterSize(dst, 64<<10)
	w := &cleaner{in: bufio.NewReaderSize(src, 64<<10), out: out, info: Info{Mime: mime}}
	err := cleanFormat(w)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = nil // src ended early: the decoder will decide whether enough is left
	}
	if err == nil && w.info.Width == 0 {
		err = fmt.Errorf("%w: no head", ErrDamaged)
	}
	return w.info, errors.Join(err, out.Flush())
}

// Inspect returns a picture's structure.
func Inspect(src io.Reader, mime string) (Info, error) { return Clean(io.Discard, src, mime) }

// cleaner reads a file once and copies the parts to keep. Each format has a function for it.
type cleaner struct {
	in   *bufio.Reader
	out  *bufio.Writer
	info Info
	// hasMarkerByte is true if the first byte of a JPEG's next marker was read already.
	hasMarkerByte bool
}

// read reads exactly n bytes.
func (w *cleaner) read(n int) ([]byte, error) {
	b := make([]byte, n)
	_, err := io.ReadFull(w.in, b)
	return b, err
}

func (w *cleaner) write(parts ...[]byte) error {
	for _, b := range parts {
		if _, err := w.out.Write(b); err != nil {
			return err
		}
	}
	return nil
}

// copyN copies n bytes, or skips them.
func (w *cleaner) copyN(n int64, keep bool) error {
	if keep {
		_, err := io.CopyN(w.out, w.in, n)
		return err
	}
	_, err := io.CopyN(io.Discard, w.in, n)
	return err
}

func pixels(width, height int) int64 { return int64(width) * int64(height) }
