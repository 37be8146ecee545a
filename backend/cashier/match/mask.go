package match

import (
	"strings"
	"unicode"

	"krapao/backend/platform/plain"
)

// Mask is a payer's account as a bank shows it: "xxx-x-x6482-1", "x851771".
type Mask struct {
	shown   string // digits, and a hidden sign for each that is hidden
	visible int
	strange bool // it holds a sign that nobody could place
}

const hidden = '_'

// ReadMask reads what a bank shows. Digits of any script count. An x, and every sign that
// is no letter, stands for a hidden one; spaces, dots, slashes and hyphens between groups are
// left out. Other letters, an ellipsis, and marks of a sentence leave it open how many digits
// are hidden.
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
			m.strange = true
		default:
			out.WriteByte(hidden)
		}
	}
	m.shown = out.String()
	return m
}

// Visible is how many digits show.
func (m Mask) Visible() int { return m.visible }

// Fit compares it with a whole account.
//
// As long as the account, each sign stands for its own. A longer one may have
// more hidden signs than the account has digits: it excludes, and never
// includes. A shorter one was cut, and is compared from the right; since banks
// and fields cut on the right too, the account is excluded only where the shown
// digits stand nowhere in it, and includes it only where the text is surely an
// end (see isEnd) or the account's beginning agrees as well.
func (m Mask) Fit(account string) Fit {
	short := len(account) - len(m.shown)
	switch {
	case account == "":
		return Differs
	case m.strange, m.visible == 0:
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

// Is tells whether it is surely this account, in enough digits to go by.
func (m Mask) Is(account string) bool {
	return m.visible >= toConfirm && m.Fit(account) == Agrees
}

// fitsAt tells whether nothing contradicts where the first sign stands at a
// place of the account. A digit beside the account contradicts.
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

// isEnd tells whether a text that was cut is an account's end beyond doubt: at
// most two hidden signs, then digits to the last. Three hidden signs may be the
// first group of the account ("xxx-x-x6482", whose end is cut), and a hidden
// sign at the end may stand for several.
func (m Mask) isEnd() bool {
	digits := strings.TrimLeft(m.shown, string(hidden))
	return len(m.shown)-len(digits) <= 2 && !strings.ContainsRune(digits, hidden)
}

// Like is a pattern of SQL's like that every account fits which Fit does not
// exclude.
func (m Mask) Like() string {
	if m.strange {
		return "%"
	}
	return "%" + strings.Trim(m.shown, string(hidden)) + "%"
}
