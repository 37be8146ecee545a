// Package thaiqr parses and formats the two kinds of QR texts of Thai banks. The mini QR on a slip
// identifies a transfer. The EMV payment payload requests a transfer. Both are sequences of tag, length
// and value that end with a checksum.
//
// A right checksum means that the text was scanned without error. Anyone can compute it, so the sending
// bank must confirm the content of a slip.
package thaiqr

import (
	"errors"
	"fmt"
	"strings"
)

// ErrFormat means that a text is no sequence of tags, or an ambiguous one: a tag occurs twice, or text
// follows the checksum.
var ErrFormat = errors.New("thaiqr: not a run of tags")

// ErrChecksum means that a well-formed sequence has a wrong checksum: it was scanned wrongly, or edited by
// hand.
var ErrChecksum = errors.New("thaiqr: checksum does not fit")

type field struct{ id, value string }

type fields []field

// get returns the value of a tag, or "" if it is absent.
func (fs fields) get(id string) string {
	for _, f := range fs {
		if f.id == id {
			return f.value
		}
	}
	return ""
}

func (fs fields) has(id string) bool {
	for _, f := range fs {
		if f.id == id {
			return true
		}
	}
	return false
}

// firstField parses the first tag of text, and also returns the rest.
func firstField(text string) (f field, rest string, err error) {
	if len(text) < 4 || !isDigits(text[:4]) {
		return field{}, "", ErrFormat
	}
	end := 4 + int(text[2]-'0')*10 + int(text[3]-'0')
	if end > len(text) {
		return field{}, "", ErrFormat
	}
	return field{text[:2], text[4:end]}, text[end:], nil
}

// parseFields splits text into its tags. It rejects a repeated tag, because two programs could use
// different values of it.
func parseFields(text string) (fields, error) {
	var fs fields
	for rest := text; rest != ""; {
		f, after, err := firstField(rest)
		if err != nil || fs.has(f.id) {
			return nil, ErrFormat
		}
		fs, rest = append(fs, f), after
	}
	return fs, nil
}

// parseChecked splits a text that ends with a checksum under the given tag. Some bank apps omit leading
// zeros of the checksum, but keep the length 04. So a short checksum at the very end is padded before the
// comparison.
//
// The checksum's tag is found by parsing tag after tag, because a value, or the checksum itself, may
// contain the same four digits.
func parseChecked(text, crcTag string) (fields, error) {
	head, at := crcTag+"04", 0
	for !strings.HasPrefix(text[at:], head) {
		_, rest, err := firstField(text[at:])
		if err != nil {
			return nil, err
		}
		at = len(text) - len(rest)
	}
	body, sum := text[:at+len(head)], text[at+len(head):]
	if len(sum) == 0 || len(sum) > 4 {
		return nil, ErrFormat
	}
	fs, err := parseFields(text[:at])
	if err != nil {
		return nil, err
	}
	if fs.has(crcTag) {
		return nil, ErrFormat
	}
	if want := checksum(body); !strings.EqualFold(strings.Repeat("0", 4-len(sum))+sum, want) {
		return nil, ErrChecksum
	}
	return fs, nil
}

// withChecksum appends the checksum under the given tag.
func withChecksum(body, crcTag string) string {
	body += crcTag + "04"
	return body + checksum(body)
}

func formatTag(id, value string) string { return fmt.Sprintf("%s%02d%s", id, len(value), value) }

// formatOptionalTag is formatTag, or "" for an empty value.
func formatOptionalTag(id, value string) string {
	if value == "" {
		return ""
	}
	return formatTag(id, value)
}

// checksum returns CRC-16/CCITT-FALSE as four upper-case hexadecimal digits.
func checksum(text string) string {
	crc := uint16(0xFFFF)
	for i := range len(text) {
		crc ^= uint16(text[i]) << 8
		for range 8 {
			if crc&0x8000 != 0 {
				crc = crc<<1 ^ 0x1021
			} else {
				crc <<= 1
			}
		}
	}
	return fmt.Sprintf("%04X", crc)
}

func isDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

func isAlphanumeric(s string) bool {
	for i := range len(s) {
		c := s[i]
		if (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') {
			return false
		}
	}
	return s != ""
}
