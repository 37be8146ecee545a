package statement

import (
	"context"
	"encoding/binary"
	"strings"

	"github.com/google/uuid"

	"krapao/backend/statement/internal/db"
)

// crockfordAlphabet is the alphabet of Crockford's base 32. It leaves out letters that readers confuse with
// digits.
const crockfordAlphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

const (
	referenceBits = 48
	referenceSize = 10 // letters of five bits; the first two of these 50 bits are 0
)

// Reference returns a line's short name, which a member reads out to support. See the package comment.
func Reference(id uuid.UUID) string {
	bits := binary.BigEndian.Uint64(id[:8]) >> (64 - referenceBits)
	letters := make([]byte, referenceSize)
	for i := range letters {
		letters[referenceSize-1-i] = crockfordAlphabet[bits&31]
		bits >>= 5
	}
	return string(letters[:5]) + "-" + string(letters[5:])
}

// confusedLetters replaces the letters that readers confuse with digits, and removes dashes and spaces.
var confusedLetters = strings.NewReplacer("O", "0", "I", "1", "L", "1", "-", "", " ", "")

// idRange returns the lowest and the highest id with a given reference. ok is false if text is not a
// reference.
func idRange(text string) (first, last uuid.UUID, ok bool) {
	text = confusedLetters.Replace(strings.ToUpper(text))
	if len(text) != referenceSize {
		return first, last, false
	}
	var bits uint64
	for i := range len(text) {
		digit := strings.IndexByte(crockfordAlphabet, text[i])
		if digit < 0 {
			return first, last, false
		}
		bits = bits<<5 | uint64(digit)
	}
	if bits >= 1<<referenceBits {
		return first, last, false
	}
	for i := range last {
		last[i] = 0xff
	}
	bits <<= 64 - referenceBits
	binary.BigEndian.PutUint64(first[:8], bits)
	binary.BigEndian.PutUint64(last[:8], bits|(1<<(64-referenceBits)-1))
	return first, last, true
}

// MemberLine is a line with the id of the member that it belongs to.
type MemberLine struct {
	Line
	MemberID int64
}

// FindByReference returns at most 20 lines that match a reference or a whole id, and none if text is neither.
func (s *Service) FindByReference(ctx context.Context, text string) ([]MemberLine, error) {
	first, last, ok := idRange(text)
	if id, err := uuid.Parse(strings.TrimSpace(text)); err == nil {
		first, last, ok = id, id, true
	}
	if !ok {
		return nil, nil
	}
	rows, err := db.New(s.pool).ListLinesBetween(ctx, db.ListLinesBetweenParams{First: first, Last: last})
	if err != nil {
		return nil, err
	}
	out := make([]MemberLine, 0, len(rows))
	for _, r := range rows {
		l, err := fromRow(r)
		if err != nil {
			return nil, err
		}
		out = append(out, MemberLine{l, r.MemberID})
	}
	return out, nil
}
