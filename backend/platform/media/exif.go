package media

import (
	"bufio"
	"encoding/binary"
	"errors"
)

var exifHead = []byte("Exif\x00\x00")

func isBufferFull(err error) bool { return errors.Is(err, bufio.ErrBufferFull) }

// exifWithOrientation returns an EXIF segment with only the picture's orientation, or nil if the picture is not
// rotated.
func exifWithOrientation(tiff []byte) []byte {
	value := orientation(tiff)
	if value < 2 || value > 8 {
		return nil
	}
	out := append([]byte{}, exifHead...)
	out = append(out, 'M', 'M', 0, 42, 0, 0, 0, 8) // header: big-endian, the directory follows
	out = append(out, 0, 1)                        // number of entries in the directory
	out = append(out, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, byte(value), 0, 0)
	return append(out, 0, 0, 0, 0) // offset of the next directory: none
}

// orientation returns the orientation tag of an EXIF directory, or 0 if there is none.
func orientation(tiff []byte) int {
	if len(tiff) < 8 {
		return 0
	}
	var order binary.ByteOrder = binary.BigEndian
	if tiff[0] == 'I' {
		order = binary.LittleEndian
	}
	at := int64(order.Uint32(tiff[4:]))
	if at+2 > int64(len(tiff)) {
		return 0
	}
	count, entries := int(order.Uint16(tiff[at:])), tiff[at+2:]
	for range count {
		if len(entries) < 12 {
			return 0
		}
		if order.Uint16(entries) == 0x0112 {
			return int(order.Uint16(entries[8:]))
		}
		entries = entries[12:]
	}
	return 0
}
