package match

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"krapao/backend/platform/plain"
)

// word is one word of a name. If the word is cut, only its first letters are visible, or the first and the
// last ones. A dot or comma after a word may mean that it is cut; a mask always does.
type word struct {
	first, last string
	cut         bool
	masked      bool // cut by a sign that hides letters
}

// missingNames are the texts that banks print instead of a missing name.
var missingNames = []string{"N/A", "NULL", "NONE", "NIL", "UNKNOWN", "ไม่ระบุ", "ไม่มี"}

// jointWords separate the holders of a joint account.
var jointWords = []string{"AND", "OR", "&", "/", "และ", "หรือ", "ແລະ", "ຫຼື"}

// readName returns all readings of a name: as one holder's name, and as names of a joint account's holders.
func readName(text string) readings {
	out := readHolder(text)
	for _, holder := range holdersOf(text) {
		for _, r := range readHolder(holder) {
			r.isPart, r.isJoint = true, true
			out = append(out, r)
		}
	}
	return out
}

// holdersOf returns the names of a joint account's holders, or nil if the text names one holder. "OR SUKJAI"
// names one: Or is a first name here.
func holdersOf(text string) []string {
	parts := strings.Fields(strings.NewReplacer("&", " & ", "/", " / ").Replace(text))
	isJointWord := func(part string) bool { return slices.Contains(jointWords, strings.ToUpper(part)) }
	if !slices.ContainsFunc(parts, isJointWord) {
		return nil
	}
	var out, words []string
	endHolder := func() {
		if holder := strings.Join(words, " "); len(readHolder(holder)) > 0 {
			out = append(out, holder)
		}
		words = nil
	}
	for _, w := range parts {
		if !isJointWord(w) {
			words = append(words, w)
		} else if endHolder(); len(out) == 0 {
			words = append(words, w)
		}
	}
	if endHolder(); len(out) < 2 {
		return nil
	}
	return out
}

// readHolder returns the readings of one holder's name: "นาย สมชาย ใ***", "MR. SOMCHAI J.".
func readHolder(text string) (out readings) {
	text = plain.Fold(markMask(text))
	if slices.Contains(missingNames, text) {
		return nil
	}
	texts := removeTitles(text)
	if slices.Contains(texts, "") { // a title alone
		return nil
	}
	for i, t := range texts {
		r := reading{isPart: i > 0}
		for _, part := range strings.FieldsFunc(t, func(c rune) bool { return c == ' ' || c == '-' }) {
			r.words = append(r.words, readWords(part)...)
		}
		isHidden := func(w word) bool { return w.first == "" && w.last == "" }
		if r.isMasked = slices.ContainsFunc(r.words, isHidden); !slices.ContainsFunc(r.words, func(w word) bool { return !isHidden(w) }) {
			continue
		}
		out = append(out, r)
	}
	return out
}

// markMask replaces each small x by a star, if all other letters are capitals: "SOMCHAI Jxxxx", "xxxx".
func markMask(text string) string {
	if !strings.Contains(text, "xx") || strings.ContainsFunc(text, func(c rune) bool { return c != 'x' && unicode.IsLower(c) }) {
		return text
	}
	return strings.ReplaceAll(text, "x", "*")
}

// readWords parses the text between two spaces: one word, or several separated by dots. A sign that cannot be
// part of a name stands for hidden letters.
func readWords(part string) (out []word) {
	for part != "" {
		var w word
		text, rest, dotted := part, "", false
		if i := strings.IndexAny(part, ".,"); i >= 0 {
			text, rest, dotted = part[:i], strings.TrimLeft(part[i:], ".,"), true
		}
		part = rest
		if i := strings.IndexFunc(text, isCutMark); i >= 0 {
			last := text[strings.LastIndexFunc(text, isCutMark):]
			_, size := utf8.DecodeRuneInString(last)
			w = word{first: text[:i], last: last[size:], cut: true, masked: true}
		} else {
			w = word{first: text, cut: dotted}
		}
		if w.first != "" || w.last != "" || w.cut && !dotted {
			out = append(out, w)
		}
	}
	return out
}

// isCutMark returns whether a sign stands for hidden letters: it is not a letter, mark, digit, apostrophe, ๆ
// or ฯ.
func isCutMark(c rune) bool {
	return !unicode.In(c, unicode.L, unicode.M, unicode.Nd) && c != '\''
}

func (w word) fits(whole string) bool {
	return len(w.first)+len(w.last) <= len(whole) && strings.HasPrefix(whole, w.first) && strings.HasSuffix(whole, w.last)
}

// isInitialOf returns whether the word is the first letter of whole, with that letter's leading vowel and
// marks. Banks cut surnames like this: "ใจ" stands for ใจดี.
func (w word) isInitialOf(whole string) bool {
	return !w.cut && w.isShort() && strings.HasPrefix(whole, w.first)
}

// isShort returns whether a word is at most one letter, with a leading vowel.
func (w word) isShort() bool {
	letters := 0
	for i, c := range w.first {
		isVowelBefore := i == 0 && (c >= 'เ' && c <= 'ไ' || c >= 'ເ' && c <= 'ໄ')
		if !unicode.Is(unicode.Mn, c) && !isVowelBefore {
			letters++
		}
	}
	return letters <= 1 && w.last == ""
}

// sameLetters returns whether two whole words are equal apart from Latin accents, which banks leave out.
func (w word) sameLetters(other word) bool {
	base := func(text string) string {
		return strings.Map(func(c rune) rune {
			if c >= 0x300 && c < 0x370 {
				return -1
			}
			return c
		}, norm.NFD.String(text))
	}
	return !w.cut && !other.cut && base(w.first) == base(other.first)
}
