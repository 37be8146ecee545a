package media

import (
	"encoding/binary"
	"fmt"
)

// cleanGIF copies the blocks of a GIF. It omits comments, texts and application data, except for the repeat
// count of an animation.
func cleanGIF(w *cleaner) error {
	head, err := w.read(13)
	if err != nil || (string(head[:6]) != "GIF87a" && string(head[:6]) != "GIF89a") {
		return fmt.Errorf("%w: no GIF", ErrDamaged)
	}
	w.info.Width, w.info.Height = int(binary.LittleEndian.Uint16(head[6:])), int(binary.LittleEndian.Uint16(head[8:]))
	w.info.Decoded = 5 * pixels(w.info.Width, w.info.Height) // one frame, drawn onto the screen
	if err := w.write(head); err != nil {
		return err
	}
	if err := w.copyColours(head[10]); err != nil {
		return err
	}
	for {
		kind, err := w.in.ReadByte()
		if err != nil {
			return err
		}
		switch kind {
		case 0x3b:
			return w.write([]byte{0x3b}) // the bytes after it are not part of the picture
		case 0x21:
			err = w.copyExtension()
		case 0x2c:
			err = w.copyGIFFrame()
		default:
			return fmt.Errorf("%w: a block of kind %#x", ErrDamaged, kind)
		}
		if err != nil {
			return err
		}
	}
}

// copyColours copies the colour table if flags announces one.
func (w *cleaner) copyColours(flags byte) error {
	if flags&0x80 == 0 {
		return nil
	}
	return w.copyN(int64(3)<<(flags&7+1), true)
}

func (w *cleaner) copyExtension() error {
	label, err := w.in.ReadByte()
	if err != nil {
		return err
	}
	keep := label == 0xf9 // a graphic control extension, which defines how the next frame is shown
	if label == 0xff {
		name, err := w.in.Peek(12)
		if err != nil {
			return err
		}
		keep = string(name[1:]) == "NETSCAPE2.0"
	}
	if keep {
		if err := w.write([]byte{0x21, label}); err != nil {
			return err
		}
	}
	return w.copySubBlocks(keep)
}

func (w *cleaner) copyGIFFrame() error {
	head, err := w.read(9)
	if err != nil {
		return err
	}
	width, height := int(binary.LittleEndian.Uint16(head[4:])), int(binary.LittleEndian.Uint16(head[6:]))
	w.info.Frames++
	w.info.Work += pixels(width, height)
	w.info.Decoded = max(w.info.Decoded, 5*pixels(width, height))
	if err := w.write([]byte{0x2c}, head); err != nil {
		return err
	}
	if err := w.copyColours(head[8]); err != nil {
		return err
	}
	if err := w.copyN(1, true); err != nil { // the initial code size
		return err
	}
	return w.copySubBlocks(true)
}

// copySubBlocks copies or skips blocks until the empty one. Each block starts with its length.
func (w *cleaner) copySubBlocks(keep bool) error {
	for {
		n, err := w.in.ReadByte()
		if err != nil {
			return err
		}
		if keep {
			if err := w.write([]byte{n}); err != nil {
				return err
			}
		}
		if n == 0 {
			return nil
		}
		if err := w.copyN(int64(n), keep); err != nil {
			return err
		}
	}
}
