// Package media checks and cleans the files that strangers send, by their structure alone. No pixel
// is decoded here, so a file costs no more than reading it once.
//
// Clean copies a picture without data about its maker: EXIF with its places and times, XMP, comments,
// thumbnails, and all bytes after its end. Only the orientation stays, since the picture would be
// turned without it. Parts that cannot be parsed are left out. CleanVideo blanks the same data in a
// video in place, since the addresses inside a video count from its beginning.
//
// Info says what decoding would cost. Affordable rejects a picture that costs more than a phone's
// photo, before anything is allocated for it. A few kilobytes can need gigabytes of memory, or
// minutes of work.
package media

import (
	"bufio"
	"errors"
	"fmt"
	"io"
)

// Reasons to reject a file.
var (
	// ErrDamaged is the error for a file that is not what its first bytes say.
	ErrDamaged = errors.New("media: damaged or of another kind")
	// ErrCostly is the error for a picture that no phone makes.
	ErrCostly = errors.New("media: too costly to decode")
)

// Info is what a picture's structure says about it.
type Info struct {
	Mime          string
	Width, Height int
	// Frames is how many pictures it has, one after another.
	Frames int
	// Scans is how often a JPEG covers its whole area.
	Scans int
	// Decoded is how many bytes a decoder holds at its worst.
	Decoded int64
	// Work is how many pixels a decoder visits, each as often as it does.
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

// Affordable returns ErrCostly for a picture beyond what phones and their apps make, or ErrDamaged
// for one without a size.
func (i Info) Affordable() error {
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

// Clean copies a picture of a type (image/jpeg, image/png, image/gif, image/webp) from src to dst
// without data about its maker. It returns the picture's structure. A picture that breaks off is
// copied up to there. Error: ErrDamaged if its head cannot be read; the bytes written then are no
// picture.
func Clean(dst io.Writer, src io.Reader, mime string) (Info, error) {
	walk, known := map[string]func(*walker) error{
		"image/jpeg": jpeg, "image/png": png, "image/gif": gif, "image/webp": webp,
	}[mime]
	if !known {
		return Info{}, fmt.Errorf("%w: %s", ErrDamaged, mime)
	}
	out := bufio.NewWriterSize(dst, 64<<10)
	w := &walker{in: bufio.NewReaderSize(src, 64<<10), out: out, info: Info{Mime: mime}}
	err := walk(w)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = nil // it breaks off: the decoder decides
	}
	if err == nil && w.info.Width == 0 {
		err = fmt.Errorf("%w: no head", ErrDamaged)
	}
	return w.info, errors.Join(err, out.Flush())
}

// Look returns a picture's structure.
func Look(src io.Reader, mime string) (Info, error) { return Clean(io.Discard, src, mime) }

// walker reads a file once and copies the parts to keep.
type walker struct {
	in   *bufio.Reader
	out  *bufio.Writer
	info Info
	// marked: the first byte of a JPEG's next marker has been read.
	marked bool
}

// take reads exactly n bytes.
func (w *walker) take(n int) ([]byte, error) {
	b := make([]byte, n)
	_, err := io.ReadFull(w.in, b)
	return b, err
}

func (w *walker) put(parts ...[]byte) error {
	for _, b := range parts {
		if _, err := w.out.Write(b); err != nil {
			return err
		}
	}
	return nil
}

// copyN copies n bytes, or skips them.
func (w *walker) copyN(n int64, keep bool) error {
	if keep {
		_, err := io.CopyN(w.out, w.in, n)
		return err
	}
	_, err := io.CopyN(io.Discard, w.in, n)
	return err
}

func pixels(width, height int) int64 { return int64(width) * int64(height) }
