package match

import (
	"slices"
	"strings"
	"unicode"
)

// Names are the payer's names that a bank or a verifier shows, in one or more scripts.
type Names []readings

// readings are the ways to read one text: as it is, without titles, and for a joint account also each holder
// alone. The last one has the most titles removed.
type readings []reading

// reading is the words of a name in capitals.
type reading struct {
	words    []word
	isPart   bool // titles, or other holders, were removed
	isJoint  bool // the name of one of several holders
	isMasked bool // a word is hidden completely
}

// ReadNames parses names. It skips texts that contain no name.
func ReadNames(texts ...string) Names {
	var out Names
	for _, t := range texts {
		if r := readName(t); len(r) > 0 {
			out = append(out, r)
		}
	}
	return out
}

// IsShown returns whether a name is shown.
func (n Names) IsShown() bool { return len(n) > 0 }

// SearchPart returns a substring of the holder's name in capitals, for a rough search. It returns "" if the
// names give no single one.
func (n Names) SearchPart() string {
	if len(n) != 1 || n[0].plainest().isJoint {
		return ""
	}
	return n[0].plainest().words[0].first
}

// Fit compares the names with a registered name, and with the names that the member's bank printed. A name in
// a script in which the member has no name is Unsure. One contradicting name decides the result.
func (n Names) Fit(registered string, printed ...string) Fit {
	return n.fit(readKnown(registered, printed))
}

// knownNames has a member's known names: the registered name, and the names that the bank printed.
type knownNames struct{ own, printed readings }

func readKnown(registered string, printed []string) knownNames {
	k := knownNames{own: readName(registered)}
	for _, text := range printed {
		k.printed = append(k.printed, readHolder(text)...)
	}
	return k
}

// isReadable returns whether any of the names is in a script that banks print.
func (k knownNames) isReadable() bool {
	return slices.ContainsFunc(append(slices.Clip(k.own), k.printed...), func(r reading) bool { return r.script() != nil })
}

func (n Names) fit(k knownNames) Fit {
	all := Unsure
	for i, name := range n {
		fit := name.fit(k.own, k.printed)
		if i == 0 || rankOf(fit) > rankOf(all) {
			all = fit
		}
	}
	return all
}

// rankOf orders the results of several names. One contradiction is decisive, and an Unsure name has no effect.
func rankOf(f Fit) int { return slices.Index([]Fit{Unsure, Begins, Agrees, Unlike, Differs}, f) }

// fit compares each reading with each name in the same script, and returns the best result.
func (r readings) fit(own, printed readings) Fit {
	best, isCompared := Differs, false
	compare := func(shown, want reading, fit func(shown, want reading) Fit) {
		if script := shown.script(); script != nil && want.script() == script {
			isCompared, best = true, max(best, fit(shown, want))
		}
	}
	for _, shown := range r {
		for _, want := range own {
			compare(shown, want, reading.fit)
		}
		for _, want := range printed {
			compare(shown, want, fitPrinted)
		}
	}
	if !isCompared {
		return Unsure
	}
	return best
}

// fitPrinted compares a name with a printed name, which may itself be cut. So a longer name that begins with
// the printed one is not certain.
func fitPrinted(shown, want reading) Fit {
	fit := shown.fit(want)
	if fit <= Unlike && want.fit(shown) > Unlike {
		return Unsure
	}
	return fit
}

// IsComplete returns whether one of the names is the complete registered name, with nothing cut.
func (n Names) IsComplete(registered string) bool {
	if n.Fit(registered) != Agrees {
		return false
	}
	own := readName(registered)
	return slices.ContainsFunc(n, func(shown readings) bool {
		return slices.ContainsFunc(shown, func(t reading) bool {
			return slices.ContainsFunc(own, t.isComplete)
		})
	})
}

func (r reading) isComplete(want reading) bool {
	isCut := func(w word) bool { return w.cut }
	return slices.Equal(r.words, want.words) && !slices.ContainsFunc(r.words, isCut) && r.fit(want) == Agrees
}

// fit compares two readings word by word. If they do not match, a word or two that only one side has may be
// an unlisted title or a second name. Then the result is Unsure.
func (r reading) fit(want reading) Fit {
	fit := fitWords(r.words, want.words)
	switch {
	case fit >= Begins && (r.isMasked || len(r.words) == 1 && want.isPart): // half a name
		return Unsure
	case fit <= Unlike && (hasName(r.words, want.words) || hasName(want.words, r.words)):
		return Unsure
	}
	return fit
}

// hasName returns whether more contains name as a whole: behind one to three other words, or with initials in
// it.
func hasName(more, name []word) bool {
	const mostBefore = 3
	if len(name) < 2 {
		return false
	}
	for before := 1; before <= min(mostBefore, len(more)-2); before++ {
		if fitWords(more[before:], name) == Agrees {
			return true
		}
	}
	if len(more) < 3 {
		return false
	}
	last := len(more) - 1
	middle := slices.DeleteFunc(slices.Clone(more[1:last]), word.isShort)
	return len(middle) < last-1 && fitWords(slices.Concat(more[:1], middle, more[last:]), name) == Agrees
}

// fitWords compares two names word by word. A whole word must be equal, or the names differ. If a word is
// masked, or cut to its first letter, its visible letters must fit, or the names are Unlike. A word's
// beginning without a mark may be a cut word or another name (Begins). A first name alone is half a name, and
// Unsure.
func fitWords(shown, want []word) Fit {
	if len(shown) > len(want) {
		return Differs
	}
	fit := Agrees
	for i, w := range shown {
		switch isLast := i == len(shown)-1; {
		case w == want[i]:
		case w.cut && w.fits(want[i].first), w.isInitialOf(want[i].first):
		case w.masked, w.isShort():
			fit = min(fit, Unlike)
		case isLast && i > 0 && strings.HasPrefix(want[i].first, w.first):
			fit = min(fit, Begins)
		case w.sameLetters(want[i]):
			fit = min(fit, Unsure)
		default:
			return Differs
		}
	}
	last := shown[len(shown)-1]
	isHalf := len(shown) < len(want) && (len(shown) == 1 || !last.cut && !last.isInitialOf(want[len(shown)-1].first))
	if isHalf || shown[0].first == "" {
		return min(fit, Unsure)
	}
	return fit
}

func (r reading) script() *unicode.RangeTable {
	for _, w := range r.words {
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

// plainest returns the reading with the most titles removed.
func (r readings) plainest() reading { return r[len(r)-1] }
