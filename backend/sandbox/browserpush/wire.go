package browserpush

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"
)

// This file has the parts of the protobuf encoding that the service needs.

func appendNumber(out []byte, field int, v uint64) []byte {
	return binary.AppendUvarint(binary.AppendUvarint(out, uint64(field)<<3), v)
}

func appendFixed(out []byte, field int, v uint64) []byte {
	return binary.LittleEndian.AppendUint64(binary.AppendUvarint(out, uint64(field)<<3|1), v)
}

func appendBytes(out []byte, field int, v []byte) []byte {
	out = binary.AppendUvarint(out, uint64(field)<<3|2)
	return append(binary.AppendUvarint(out, uint64(len(v))), v...)
}

func appendText(out []byte, field int, v string) []byte { return appendBytes(out, field, []byte(v)) }

var errWire = errors.New("browserpush: not a message of the protocol")

// findField returns the first length-delimited field with the number want, or "" if there is none.
func findField(message []byte, want uint64) (string, error) {
	for len(message) > 0 {
		key, n := binary.Uvarint(message)
		if n <= 0 {
			return "", errWire
		}
		message = message[n:]
		switch key & 7 {
		case 0:
			if _, n = binary.Uvarint(message); n <= 0 {
				return "", errWire
			}
			message = message[n:]
		case 1, 5:
			size := 8
			if key&7 == 5 {
				size = 4
			}
			if len(message) < size {
				return "", errWire
			}
			message = message[size:]
		case 2:
			size, n := binary.Uvarint(message)
			if n <= 0 || size > uint64(len(message)-n) {
				return "", errWire
			}
			if key>>3 == want {
				return string(message[n : n+int(size)]), nil
			}
			message = message[n+int(size):]
		default:
			return "", errWire
		}
	}
	return "", nil
}

// The tags of the connection's messages, and the numbers of their fields.
const (
	tagPing          = 0
	tagPong          = 1
	tagLogin         = 2
	tagLoggedIn      = 3
	tagData          = 8
	connVersion      = 41
	maxMessage       = 1 << 20
	androidIDField   = 3 // of a login: the user
	loginResponseID  = 1
	dataFrom         = 3
	dataCategory     = 5
	dataAppData      = 7
	dataPersistentID = 9
	dataTTL          = 17
	dataSent         = 18
	dataRaw          = 21
)

// readMessage reads one message of the connection, and returns its tag and its content.
func readMessage(in *bufio.Reader) (tag byte, message []byte, err error) {
	if tag, err = in.ReadByte(); err != nil {
		return 0, nil, err
	}
	size, err := binary.ReadUvarint(in)
	if err != nil || size > maxMessage {
		return 0, nil, errWire
	}
	message = make([]byte, size)
	_, err = io.ReadFull(in, message)
	return tag, message, err
}

func encodeMessage(tag byte, message []byte) []byte {
	return append(binary.AppendUvarint([]byte{tag}, uint64(len(message))), message...)
}
