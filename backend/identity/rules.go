package identity

import (
	"crypto/rand"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"krapao/backend/ledger"
	"krapao/backend/platform/password"
)

// Banks whose account names must be in English letters.
var englishNameBanks = []string{"KTB", "TMB", "BBL"}

const (
	minPassword = 8
	maxPassword = 128
	maxName     = 60
)

// validPhone is exactly 10 digits, or 8 to 11 in the Laos variant.
func validPhone(phone string, laos bool) bool {
	n := len(phone)
	if strings.Trim(phone, "0123456789") != "" {
		return false
	}
	if laos {
		return n >= 8 && n <= 11
	}
	return n == 10
}

func validPassword(text string) bool {
	n := utf8.RuneCountInString(text)
	return utf8.ValidString(text) && n >= minPassword && n <= maxPassword
}

// goodPassword tells whether a password is valid and not easily guessed; own is
// what others know about the person.
func goodPassword(text string, own ...string) bool {
	return validPassword(text) && !password.Guessable(text, own...)
}

// ValidName takes any printable name that is not only spaces.
func ValidName(name string) bool {
	n := utf8.RuneCountInString(name)
	return utf8.ValidString(name) && strings.TrimSpace(name) != "" && n <= maxName &&
		strings.IndexFunc(name, unicode.IsControl) < 0
}

func needsEnglishName(bank string) bool { return slices.Contains(englishNameBanks, bank) }

// latinName is letters A to Z and spaces.
func latinName(name string) bool {
	return strings.TrimSpace(name) != "" && strings.IndexFunc(name, func(c rune) bool {
		return !(c == ' ' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))
	}) < 0
}

// validAccountNo takes 6 to 15 digits: most banks have 10, some 12 or 14. Lao banks
// have up to 20.
func validAccountNo(no, currency string) bool {
	most := 15
	if currency == string(ledger.LAK) {
		most = 20
	}
	return len(no) >= 6 && len(no) <= most && strings.Trim(no, "0123456789") == ""
}

// publicIDAlphabet has no look-alikes: no 0 O, 1 I L, 5 S, 2 Z, 8 B.
const publicIDAlphabet = "34679ACDEFGHJKMNPQRTUVWXY"

// newPublicID makes a member's _id of 8 random characters. Two are hardly ever the
// same; the unique constraint catches it when they are.
func newPublicID() string {
	raw := make([]byte, 8)
	_, _ = rand.Read(raw) // never fails
	for i, b := range raw {
		raw[i] = publicIDAlphabet[int(b)%len(publicIDAlphabet)]
	}
	return string(raw)
}
