package match

import (
	"strings"
	"unicode"

	"krapao/backend/platform/plain"
)

// Mask is a payer's account number as a bank shows it: "xxx-x-x6482-1", "x851771".
type Mask struct {
	shown          string // digits, and hidden for each hidden digit
	visible        int
	hasUnknownSign bool // contains a sign with an unknown meaning
}

const hidden = '_'

// ReadMask parses an account number as a bank shows it. Digits of any script count. An x, and every sign that
// is not a letter, is one hidden digit. Spaces, dots, slashes and hyphens between groups are ignored. After
// other letters, an ellipsis or punctuation marks, the number of hidden digits is unknown.
func ReadMask(text string) Mask {
	var m Mask
	var out strings.Builder
	for _, c := range plain.Fold(text) {
		switch {
		case c >= '0' && c <= '9':
			m.visible++
			out.WriteRune(c)
		case strings.ContainsRune("- ./", c):
		case strings.ContainsRune("…,;:'()[]", c), unicode.IsLetter(c) && c != 'X' && c != 'Х': // the second is Cyrillic
			m.hasUnknownSign = true
		default:
			out.WriteByte(hidden)
		}
	}
	m.shown = out.String()
	return m
}

// Visible returns the number of visible digits.
func (m Mask) Visible() int { return m.visible }

// Fit compares the mask with a whole account number.
//
// If both are equally long, each sign is compared with the digit at its position. A longer mask may have more
// hidden signs than the account has digits: it can exclude an account, but never agrees. A shorter mask has
// been cut, and is compared from the right. But banks and fields also cut on the right. So a shorter mask
// excludes an account only if its visible digits occur at no position. It agrees only if it is certainly the
// end of the account (see isEnd), or if it fits both at the end and at the beginning.
func (m Mask) Fit(account string) Fit {
	short := len(account) - len(m.shown)
	switch {
	case account == "":
		return Differs
	case m.hasUnknownSign, m.visible == 0:
		return Unsure
	case short == 0:
		if fitsAt(m.shown, account, 0) {
			return Agrees
		}
		return Differs
	}
	somewhere := false
	for at := min(short, 0); at <= max(short, 0); at++ {
		somewhere = somewhere || fitsAt(m.shown, account, at)
	}
	switch {
	case !somewhere:
		return Differs
	case short > 0 && fitsAt(m.shown, account, short) && (m.isEnd() || fitsAt(m.shown, account, 0)):
		return Agrees
	default:
		return Unsure
	}
}

// IsAccount returns whether the mask is certainly this account, with enough visible digits.
func (m Mask) IsAccount(account string) bool {
	return m.visible >= digitsToConfirm && m.Fit(account) == Agrees
}

// fitsAt returns whether shown contradicts no digit of the account, if shown begins at position at. A visible
// digit outside the account contradicts.
func fitsAt(shown, account string, at int) bool {
	for i := range len(shown) {
		if shown[i] == hidden {
			continue
		}
		if at+i < 0 || at+i >= len(account) || shown[i] != account[at+i] {
			return false
		}
	}
	return true
}

// isEnd returns whether a shorter mask is certainly the end of an account: at most two hidden signs, then
// only digits. Three hidden signs may be the account's first group: "xxx-x-x6482" may have been cut on the
// right. A hidden sign at the end of the mask may stand for several digits.
func (m Mask) isEnd() bool {
	digits := strings.TrimLeft(m.shown, string(hidden))
	return len(m.shown)-len(digits) <= 2 && !strings.ContainsRune(digits, hidden)
}

// LikePattern returns an SQL LIKE pattern that matches every account that Fit does not exclude.
func (m Mask) LikePattern() string {
	if m.hasUnknownSign {
		return "%"
	}
	return "%" + strings.Trim(m.shown, string(hidden)) + "%"
}
