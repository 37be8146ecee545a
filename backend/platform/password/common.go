package password

import (
	"bytes"
	"compress/gzip"
	_ "embed" // common.txt.gz
	"io"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"krapao/backend/platform/plain"
)

//go:embed common.txt.gz
var packedList []byte

// commonPasswords are common passwords, which attackers try first. The list is unpacked at the first use, so
// that a start of the program is fast.
var commonPasswords = sync.OnceValue(func() map[string]bool {
	reader, err := gzip.NewReader(bytes.NewReader(packedList))
	if err != nil {
		panic("password: the list of common passwords: " + err.Error())
	}
	text, err := io.ReadAll(reader)
	if err != nil {
		panic("password: the list of common passwords: " + err.Error())
	}
	words := strings.Fields(string(text))
	set := make(map[string]bool, len(words))
	for _, word := range words {
		set[word] = true
	}
	return set
})

// appName is an attacker's first guess if they know only the app.
const appName = "krapao"

// Reason is why a password is easy to guess; the API sends it. It is "" for a good password.
type Reason string

// The reasons, the most helpful one first.
const (
	Phone   Reason = "phone"   // the member's phone number and little else
	Name    Reason = "name"    // one of the member's names and little else
	App     Reason = "app"     // the app's name and little else
	Pattern Reason = "pattern" // one piece repeated, or an ascending or descending run
	Common  Reason = "common"  // a common or breached password
)

// Person is the data that attackers may know about the owner of a password.
type Person struct {
	Phone string
	Names []string
}

// A password that is a known word with little else is as weak as the word.
const (
	minWord   = 4 // runes; shorter words are in too many good passwords
	maxAround = 5 // runes around a word, as in "Password2024!"
)

// substitutions undoes common substitutions, such as 0 for o, which attackers try, too.
var substitutions = strings.NewReplacer("@", "a", "4", "a", "3", "e", "0", "o", "1", "i", "!", "i", "$", "s", "5", "s", "7", "t")

// Guessable returns why a password is among the first that an attacker tries, or "". Capitals, digits in
// place of letters, and digits and signs around a common word do not make a password better.
func Guessable(password string, person Person) Reason {
	text := strings.ToLower(collapseBlanks(password))
	letters := lettersAndDigits(text)
	isName := func(name string) bool { return isMostly(letters, strings.ToLower(name)) }
	switch {
	case isMostly(letters, person.Phone):
		return Phone
	case slices.ContainsFunc(person.Names, isName):
		return Name
	case isName(appName):
		return App
	case text == "" || isPattern(text):
		return Pattern
	case isCommon(text) || isCommon(letters):
		return Common
	}
	return ""
}

// Length returns how many characters of a new password count. Blanks around it do not count, and several
// blanks in a row count as one. Guessable checks the same text. A password is stored and compared exactly
// as typed.
func Length(password string) int { return utf8.RuneCountInString(collapseBlanks(password)) }

// collapseBlanks returns the text with one space for each run of blanks, and none at its ends.
func collapseBlanks(text string) string {
	return strings.Join(strings.FieldsFunc(text, plain.IsBlank), " ")
}

func isCommon(text string) bool {
	words := commonPasswords()
	if words[text] || words[substitutions.Replace(text)] {
		return true
	}
	core := strings.TrimFunc(text, func(r rune) bool { return !unicode.IsLetter(r) })
	if len([]rune(core)) < minWord || !(words[core] || words[substitutions.Replace(core)]) {
		return false
	}
	head, tail, _ := strings.Cut(text, core)
	return len([]rune(head+tail)) <= maxAround || words[head+tail]
}

// isPattern reports whether a text is one repeated piece ("aaaaaaaa", "abcabcabc", "passwordpassword"),
// or an ascending or descending run ("234567890123", "zyxwvuts").
func isPattern(text string) bool {
	runes := []rune(text)
	for size := 1; size <= len(runes)/2; size++ {
		piece := string(runes[:size])
		again := strings.Repeat(piece, len(runes)/size+1)
		if strings.HasPrefix(again, text) && (size <= minWord || isCommon(piece)) {
			return true
		}
	}
	isRun := func(step rune) bool {
		for i := 1; i < len(runes); i++ {
			from, to := runes[i-1], runes[i]
			wrapsAtZero := unicode.IsDigit(from) && unicode.IsDigit(to) && (to-from-step)%10 == 0
			if to-from != step && !wrapsAtZero {
				return false
			}
		}
		return len(runes) > 1
	}
	return isRun(1) || isRun(-1)
}

// isMostly reports whether text is the known text, or one word of it, with little else. A phone also
// matches without its leading zero.
func isMostly(text, known string) bool {
	parts := append(strings.Fields(known), known, strings.TrimPrefix(known, "0"))
	return slices.ContainsFunc(parts, func(part string) bool {
		part = lettersAndDigits(part)
		if len([]rune(part)) < minWord {
			return false
		}
		head, tail, found := strings.Cut(text, part)
		return found && len([]rune(head+tail)) <= maxAround
	})
}

// lettersAndDigits removes all characters except letters (with their marks) and digits.
func lettersAndDigits(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, text)
}
