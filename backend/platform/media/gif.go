package media

import (
	"encoding/binary"
	"fmt"
)

// gif copies the blocks of a GIF. It omits comments, texts and application data, except for the repeat
// count of an animation.
func gif(w *walker) error {
	head, err := w.take(13)
	if err != nil || (string(head[:6]) != "GIF87a" && string(head[:6]) != "GIF89a") {
		return fmt.Errorf("%w: no GIF", ErrDamaged)
	}
	w.info.Width, w.info.Height = int(binary.LittleEndian.Uint16(head[6:])), int(binary.LittleEndian.Uint16(head[8:]))
	w.info.Decoded = 5 * pixels(w.info.Width, w.info.Height) // one frame, drawn onto the screen
	if err := w.put(head); err != nil {
		return err
	}
	if err := w.colours(head[10]); err != nil {
		return err
	}
	for {
		kind, err := w.in.ReadByte()
		if err != nil {
			return err
		}
		switch kind {
		case 0x3b:
			return w.put([]byte{0x3b}) // the bytes after it are not part of the picture
		case 0x21:
			err = w.extension()
		case 0x2c:
			err = w.gifFrame()
		default:
			return fmt.Errorf("%w: a block of kind %#x", ErrDamaged, kind)
		}
		if err != nil {
			return err
		}
	}
}

// colours copies the colour table if flags announces one.
func (w *walker) colours(flags byte) error {
	if flags&0x80 == 0 {
		return nil
	}
	return w.copyN(int64(3)<<(flags&7+1), true)
}

func (w *walker) extension() error {
	label, err := w.in.ReadByte()
	if err != nil {
		return err
	}
	keep := label == 0xf9 // a graphic control extension, which says how the next frame is shown
	if label == 0xff {
		name, err := w.in.Peek(12)
		if err != nil {
			return err
		}
		keep = string(name[1:]) == "NETSCAPE2.0"
	}
	if keep {
		if err := w.put([]byte{0x21, label}); err != nil {
			return err
		}
	}
	return w.subBlocks(keep)
}

func (w *walker) gifFrame() error {
	head, err := w.take(9)
	if err != nil {
		return err
	}
	width, height := int(binary.LittleEndian.Uint16(head[4:])), int(binary.LittleEndian.Uint16(head[6:]))
	w.info.Frames++
	w.info.Work += pixels(width, height)
	w.info.Decoded = max(w.info.Decoded, 5*pixels(width, height))
	if err := w.put([]byte{0x2c}, head); err != nil {
		return err
	}
	if err := w.colours(head[8]); err != nil {
		return err
	}
	if err := w.copyN(1, true); err != nil { // the initial code size
		return err
	}
	return w.subBlocks(true)
}

// subBlocks copies or skips blocks until the empty one. Each block starts with its length.
func (w *walker) subBlocks(keep bool) error {
	for {
		n, err := w.in.ReadByte()
		if err != nil {
			return err
		}
		if keep {
			if err := w.put([]byte{n}); err != nil {
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
