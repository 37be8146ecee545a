// Package media judges and cleans the files that strangers send, by their
// structure alone: no pixel is decoded here, so that a file can cost no more
// than reading it once.
//
// Clean copies a picture without what it tells of its maker: EXIF with its
// places and times, XMP, comments, small copies, whatever follows its end. Only
// the orientation stays, since the picture would lie on its side without it.
// What cannot be parsed is left out. CleanVideo blanks the same in a video where
// it lies, since the addresses inside a video count from its beginning.
//
// Info tells what decoding would cost. A picture that asks for more than a photo
// of a telephone does is refused by Affordable, before anything is allocated for
// it: a few kilobytes can ask for gigabytes of memory, or for minutes of work.
package media

import (
	"bufio"
	"errors"
	"fmt"
	"io"
)

// What a file is refused for.
var (
	// ErrDamaged is a file that is not what its first bytes say.
	ErrDamaged = errors.New("media: damaged or of another kind")
	// ErrCostly is a picture that nobody took with a telephone.
	ErrCostly = errors.New("media: too costly to decode")
)

// Info is what a picture's structure tells of it.
type Info struct {
	Mime          string
	Width, Height int
	// Frames is how many pictures are in it, one after another.
	Frames int
	// Scans is how often a JPEG goes over its whole area.
	Scans int
	// Decoded is how many bytes a decoder holds at its worst.
	Decoded int64
	// Work is how many pixels a decoder visits, each as often as it does.
	Work int64
}

const (
	maxSide    = 16_384
	maxPixels  = 50_000_000  // the largest photos that telephones make
	maxDecoded = 224 << 20   // such a photo, progressive or in 16 bits
	maxScans   = 24          // encoders write 10 to 14
	maxFrames  = 600         // half a minute of an animation
	maxWork    = 600_000_000 // such an animation at a screen's size
)

// Affordable answers ErrCostly for a picture beyond what telephones and their
// apps make.
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

// Clean copies the picture of a type (image/jpeg, image/png, image/gif,
// image/webp) from src to dst without what it tells of its maker, and answers
// what its structure says. A picture that breaks off is copied as far as it
// goes. ErrDamaged is one whose head cannot be read; what was written of it is
// no picture.
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
		err = nil // it breaks off: the decoder's to judge
	}
	if err == nil && w.info.Width == 0 {
		err = fmt.Errorf("%w: no head", ErrDamaged)
	}
	return w.info, errors.Join(err, out.Flush())
}

// Look answers what a picture's structure says.
func Look(src io.Reader, mime string) (Info, error) { return Clean(io.Discard, src, mime) }

// walker goes through a file once, copying what may stay.
type walker struct {
	in   *bufio.Reader
	out  *bufio.Writer
	info Info
	// marked: the first byte of a JPEG's next marker has been read.
	marked bool
}

// take reads n bytes, all of them.
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

// copyN copies n bytes, or passes over them.
func (w *walker) copyN(n int64, keep bool) error {
	if keep {
		_, err := io.CopyN(w.out, w.in, n)
		return err
	}
	_, err := io.CopyN(io.Discard, w.in, n)
	return err
}

func pixels(width, height int) int64 { return int64(width) * int64(height) }
