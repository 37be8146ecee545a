package match

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Names are what a bank or a verifier tells of a payer's name, in one or more
// scripts.
type Names []readings

// readings are the ways to read one text: the name itself, and each holder of a joint
// account's.
type readings []name

// name is its words in capitals, without titles.
type name []word

// word is one of them; of a cut one only the first letters show, or the first
// and the last.
type word struct {
	first, last string
	cut         bool
}

// ReadNames reads names; those that say nothing are left out.
func ReadNames(texts ...string) Names {
	var out Names
	for _, t := range texts {
		if n := readName(t); len(n) > 0 {
			out = append(out, append(readings{n}, readHolders(t)...))
		}
	}
	return out
}

// Told tells whether there is a name at all.
func (n Names) Told() bool { return len(n) > 0 }

// Part is a part that the account's name has in capitals, for a rough search;
// "" where the names do not say.
func (n Names) Part() string {
	if len(n) != 1 || len(n[0]) != 1 {
		return ""
	}
	return n[0][0][0].first
}

// Fit compares the names with a registered one, and with those that the member's bank
// printed. A name in a script that the member has no name in cannot be told; of the
// others none may differ.
func (n Names) Fit(registered string, printed ...string) Fit {
	return n.fit(readKnown(registered, printed))
}

// known is what a member is known to be called.
type known struct{ own, printed readings }

func readKnown(registered string, printed []string) known {
	var k known
	if own := readName(registered); len(own) > 0 {
		k.own = append(readings{own}, readHolders(registered)...)
	}
	for _, text := range printed {
		k.printed = append(k.printed, readName(text))
	}
	return k
}

// isReadable tells whether any of the names is in a script that banks print.
func (k known) isReadable() bool {
	return slices.ContainsFunc(append(slices.Clip(k.own), k.printed...), func(n name) bool { return n.script() != nil })
}

func (n Names) fit(k known) Fit {
	best := Unsure
	for _, told := range n {
		switch told.fit(k.own, k.printed) {
		case Differs:
			return Differs
		case Agrees:
			best = Agrees
		}
	}
	return best
}

// fit compares each reading with each name of its script. The best result counts.
func (r readings) fit(own, printed readings) Fit {
	best, isCompared := Differs, false
	compare := func(told, want name, fit func(told, want name) Fit) {
		if len(want) > 0 && told.script() == want.script() {
			isCompared, best = true, max(best, fit(told, want))
		}
	}
	for _, told := range r {
		for _, want := range own {
			compare(told, want, name.fit)
		}
		for _, want := range printed {
			compare(told, want, fitPrinted)
		}
	}
	if !isCompared {
		return Unsure
	}
	return best
}

// fitPrinted compares with a name that was cut itself, perhaps: then a longer one that
// goes on from it cannot be told.
func fitPrinted(told, want name) Fit {
	fit := told.fit(want)
	if fit == Differs && want.fit(told) != Differs {
		return Unsure
	}
	return fit
}

// Whole tells whether they name the registered one without anything cut.
func (n Names) Whole(registered string) bool {
	want := readName(registered)
	for _, told := range n {
		if told[0].isWhole(want) {
			return n.Fit(registered) == Agrees
		}
	}
	return false
}

func (n name) isWhole(want name) bool {
	if len(n) != len(want) || len(n) == 0 {
		return false
	}
	for i := range n {
		if n[i].cut || n[i] != want[i] {
			return false
		}
	}
	return true
}

// fit compares word by word. A whole word has to be the same; of one that is cut
// by a mark, or down to its first letter, what shows has to fit. A beginning
// without a mark may be cut or another name; a first name alone is half a name.
func (n name) fit(want name) Fit {
	if len(n) > len(want) {
		return Differs
	}
	sure := true
	for i, told := range n {
		switch isLast := i == len(n)-1; {
		case told == want[i]:
		case told.cut && told.fits(want[i].first), told.isInitialOf(want[i].first):
		case isLast && i > 0 && strings.HasPrefix(want[i].first, told.first):
			sure = false
		default:
			return Differs
		}
	}
	last := n[len(n)-1]
	isShort := len(n) < len(want) && (len(n) == 1 || !last.cut && !last.isInitialOf(want[len(n)-1].first))
	if !sure || isShort || n[0].first == "" {
		return Unsure
	}
	return Agrees
}

func (w word) fits(whole string) bool {
	return len(w.first)+len(w.last) <= len(whole) && strings.HasPrefix(whole, w.first) && strings.HasSuffix(whole, w.last)
}

// isInitialOf: one letter, with the vowel that is written before it and the
// marks on it, as banks cut a last name: "ใจ" of ใจดี.
func (w word) isInitialOf(whole string) bool {
	letters := 0
	for i, c := range w.first {
		isVowelBefore := i == 0 && (c >= 'เ' && c <= 'ไ' || c >= 'ເ' && c <= 'ໄ')
		if !unicode.Is(unicode.Mn, c) && !isVowelBefore {
			letters++
		}
	}
	return !w.cut && letters <= 1 && strings.HasPrefix(whole, w.first)
}

func (n name) script() *unicode.RangeTable {
	for _, w := range n {
		for _, c := range w.first + w.last {
			for _, s := range []*unicode.RangeTable{unicode.Thai, unicode.Lao, unicode.Latin} {
				if unicode.Is(s, c) {
					return s
				}
			}
		}
	}
	return nil
}

// readHolders reads a joint account's name, holder by holder. None where the text names
// one holder: "OR SUKJAI" is a person.
func readHolders(text string) readings {
	var out readings
	var words []string
	end := func() {
		if holder := readName(strings.Join(words, " ")); len(holder) > 0 {
			out = append(out, holder)
		}
		words = nil
	}
	for _, w := range strings.Fields(strings.NewReplacer("&", " & ", "/", " / ").Replace(text)) {
		if !slices.Contains(joints, strings.ToUpper(w)) {
			words = append(words, w)
		} else if end(); len(out) == 0 {
			words = append(words, w)
		}
	}
	if end(); len(out) < 2 {
		return nil
	}
	return out
}

// joints stand between the holders of a joint account.
var joints = []string{"AND", "OR", "&", "/", "และ", "หรือ", "ແລະ", "ຫຼື"}

// readName takes a name apart: "นาย สมชาย ใ***", "MR. SOMCHAI J.".
func readName(text string) name {
	text = strings.ReplaceAll(strings.ToUpper(strings.Join(strings.Fields(text), " ")), "ํา", "ำ")
	var out name
	for _, part := range strings.FieldsFunc(withoutTitles(text), func(c rune) bool { return c == ' ' || c == '-' }) {
		out = append(out, readWords(part)...)
	}
	return out
}

const (
	stars = "*•●…#"
	dots  = ".,"
)

// readWords reads what stands between spaces: one word, or several behind dots.
func readWords(part string) (out name) {
	for part != "" {
		var w word
		text, rest, dotted := part, "", false
		if i := strings.IndexAny(part, dots); i >= 0 {
			text, rest, dotted = part[:i], strings.TrimLeft(part[i:], dots), true
		}
		part = rest
		if i := strings.IndexAny(text, stars); i >= 0 {
			last := text[strings.LastIndexAny(text, stars):]
			_, size := utf8.DecodeRuneInString(last)
			w = word{first: text[:i], last: last[size:], cut: true}
		} else {
			w = word{first: text, cut: dotted}
		}
		if w.first != "" || w.last != "" || w.cut && !dotted {
			out = append(out, w)
		}
	}
	return out
}
