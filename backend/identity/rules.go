package identity

import (
	"crypto/rand"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"krapao/backend/identity/internal/db"
	"krapao/backend/ledger"
	"krapao/backend/platform/apperr"
	"krapao/backend/platform/password"
	"krapao/backend/platform/plain"
	"krapao/backend/platform/typed"
)

// englishNameBanks are the banks whose account names must be in English letters.
var englishNameBanks = []string{"KTB", "TMB", "BBL"}

const (
	minPassword = 8
	maxPassword = 128
	maxName     = 60
)

// normalisePhone normalises a phone number for storage. It returns text unchanged if text is no phone number.
func (s *Service) normalisePhone(text string) string {
	country := typed.Thailand
	if s.Laos {
		country = typed.Laos
	}
	if phone, ok := typed.Phone(text, country); ok {
		return phone
	}
	return text
}

// accountDigits normalises an account number for storage. It returns text unchanged if text is no
// account number.
func accountDigits(text string) string {
	if digits, ok := typed.Account(text); ok {
		return digits
	}
	return text
}

// inviteCode returns the invite code that text contains, or text unchanged if it contains none.
func inviteCode(text string) string {
	if code, ok := typed.Invite(text); ok {
		return code
	}
	return text
}

// isValidPhone reports whether a phone has exactly 10 digits, or 8 to 11 in the Laos variant.
func isValidPhone(phone string, laos bool) bool {
	n := len(phone)
	if strings.Trim(phone, "0123456789") != "" {
		return false
	}
	if laos {
		return n >= 8 && n <= 11
	}
	return n == 10
}

// canBePassword reports whether text has a valid length for an existing password. Old passwords may be
// mostly blank.
func canBePassword(text string) bool {
	n := utf8.RuneCountInString(text)
	return utf8.ValidString(text) && n >= minPassword && n <= maxPassword
}

// isLongEnough reports whether a new password is long enough without its blanks, and not too long.
func isLongEnough(text string) bool {
	return canBePassword(text) && password.Length(text) >= minPassword
}

// checkGuessable returns an error with the reason for a new password that is easy to guess, else nil.
func checkGuessable(m db.Member, newPassword string) error {
	person := password.Person{Phone: m.Phone, Names: []string{m.Name, m.BankAccountName}}
	if reason := password.Guessable(newPassword, person); reason != "" {
		return apperr.Field(apperr.InvalidUserInfo, "newPassword").WithExtra(apperr.Guessable, reason)
	}
	return nil
}

// ValidName reports whether a name is readable for others. A valid name is one line with a letter, and
// has at most maxMarks marks on a character. It has no invisible characters, for example one that
// changes the direction of writing. Emoji may have selectors, and joiners between them.
func ValidName(name string) bool {
	if !utf8.ValidString(name) || utf8.RuneCountInString(name) > maxName {
		return false
	}
	hasLetter, before, marks := false, rune(0), maxMarks // no mark before the first character
	for _, c := range name {
		switch {
		case c == emojiSelector && isEmoji(before), unicode.In(c, unicode.Mn, unicode.Me) && !plain.IsBlank(c):
			if marks++; marks > maxMarks {
				return false
			}
			continue
		case c == joiner && isEmoji(before):
		case before == joiner && !isEmoji(c), unicode.Is(unicode.C, c), plain.IsBlank(c) && !unicode.Is(unicode.Zs, c):
			return false
		}
		hasLetter = hasLetter || unicode.IsLetter(c)
		before, marks = c, 0
	}
	return hasLetter && before != joiner
}

const (
	joiner        = '\u200d'
	emojiSelector = '\ufe0f'
)

// isEmoji reports whether a character is an emoji or an emoji's skin colour.
func isEmoji(c rune) bool { return unicode.Is(unicode.So, c) || c >= 0x1f3fb && c <= 0x1f3ff }

// scripts are the scripts in which banks print names.
var scripts = []*unicode.RangeTable{unicode.Thai, unicode.Lao, unicode.Latin}

// maxMarks is how many marks a letter has at most: a vowel and a tone, and one more.
const maxMarks = 3

// ValidHolder reports whether a name can be a bank account holder's. It may have letters of one
// script that banks print, with its marks, and spaces, dots, hyphens and apostrophes between them.
func ValidHolder(name string) bool {
	if !ValidName(name) {
		return false
	}
	var script *unicode.RangeTable
	marks := maxMarks // none before the first letter
	for _, c := range name {
		switch {
		case strings.ContainsRune(" .-'’", c):
			marks = maxMarks
		case unicode.Is(unicode.Mn, c):
			if marks++; marks > maxMarks || script != nil && unicode.In(c, scripts...) && !unicode.Is(script, c) {
				return false
			}
		case !isPlainLetter(c):
			return false
		default:
			letterScript := scriptOf(c)
			if letterScript == nil || script != nil && letterScript != script {
				return false
			}
			script, marks = letterScript, 0
		}
	}
	return script != nil
}

// isPlainLetter reports whether a character is a letter or vowel sign that banks print, and not a
// wide, small or raised form of one.
func isPlainLetter(c rune) bool {
	switch {
	case c < 0x250, c >= 0x1e00 && c < 0x1f00: // Latin
		return unicode.Is(unicode.Lu, c) || unicode.Is(unicode.Ll, c)
	default: // Thai and Lao
		return c >= 0xe00 && c < 0xf00 && unicode.IsLetter(c)
	}
}

func scriptOf(c rune) *unicode.RangeTable {
	for _, s := range scripts {
		if unicode.Is(s, c) {
			return s
		}
	}
	return nil
}

func needsEnglishName(bank string) bool { return slices.Contains(englishNameBanks, bank) }

// isLatinName reports whether a name has only letters A to Z and spaces.
func isLatinName(name string) bool {
	return strings.TrimSpace(name) != "" && strings.IndexFunc(name, func(c rune) bool {
		return !(c == ' ' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))
	}) < 0
}

// isValidAccountNo reports whether a number has 6 to 15 digits, or 6 to 20 for kip. Most Thai banks have
// 10 digits, some 12 or 14.
func isValidAccountNo(no, currency string) bool {
	maxDigits := 15
	if currency == string(ledger.LAK) {
		maxDigits = 20
	}
	return len(no) >= 6 && len(no) <= maxDigits && strings.Trim(no, "0123456789") == ""
}

// publicIDAlphabet has no look-alikes: no 0 O, 1 I L, 5 S, 2 Z, 8 B.
const publicIDAlphabet = "34679ACDEFGHJKMNPQRTUVWXY"

// newPublicID returns a new _id of 8 random characters. The database's unique constraint rejects the
// rare duplicate.
func newPublicID() string {
	raw := make([]byte, 8)
	_, _ = rand.Read(raw) // never fails
	for i, b := range raw {
		raw[i] = publicIDAlphabet[int(b)%len(publicIDAlphabet)]
	}
	return string(raw)
}
