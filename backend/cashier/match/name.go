package match

import (
	"slices"
	"strings"
	"unicode"
)

// Names are what a bank or a verifier tells of a payer's name, in one or more
// scripts.
type Names []readings

// readings are the ways to read one text: as it is, without titles, and each holder of a
// joint account alone. The plainest one, with the most titles taken off, is last.
type readings []reading

// reading is a name's words in capitals.
type reading struct {
	words    []word
	isPart   bool // titles, or other holders, were taken off
	isJoint  bool // of one of several holders
	isMasked bool // a word is hidden whole
}

// ReadNames reads names; those that say nothing are left out.
func ReadNames(texts ...string) Names {
	var out Names
	for _, t := range texts {
		if r := read(t); len(r) > 0 {
			out = append(out, r)
		}
	}
	return out
}

// Told tells whether there is a name at all.
func (n Names) Told() bool { return len(n) > 0 }

// Part is a part that the account's name has in capitals, for a rough search;
// "" where the names do not say.
func (n Names) Part() string {
	if len(n) != 1 || n[0].plainest().isJoint {
		return ""
	}
	return n[0].plainest().words[0].first
}

// Fit compares the names with a registered one, and with those that the member's bank
// printed. A name in a script that the member has no name in cannot be told; of the
// others none may contradict.
func (n Names) Fit(registered string, printed ...string) Fit {
	return n.fit(readKnown(registered, printed))
}

// known is what a member is known to be called.
type known struct{ own, printed readings }

func readKnown(registered string, printed []string) known {
	k := known{own: read(registered)}
	for _, text := range printed {
		k.printed = append(k.printed, readHolder(text)...)
	}
	return k
}

// isReadable tells whether any of the names is in a script that banks print.
func (k known) isReadable() bool {
	return slices.ContainsFunc(append(slices.Clip(k.own), k.printed...), func(r reading) bool { return r.script() != nil })
}

func (n Names) fit(k known) Fit {
	all := Unsure
	for i, told := range n {
		fit := told.fit(k.own, k.printed)
		if i == 0 || rankOf(fit) > rankOf(all) {
			all = fit
		}
	}
	return all
}

// rankOf orders what several names say: one contradiction is enough, and a name that
// cannot be told says nothing.
func rankOf(f Fit) int { return slices.Index([]Fit{Unsure, Begins, Agrees, Unlike, Differs}, f) }

// fit compares each reading with each name of its script. The best result counts.
func (r readings) fit(own, printed readings) Fit {
	best, isCompared := Differs, false
	compare := func(told, want reading, fit func(told, want reading) Fit) {
		if script := told.script(); script != nil && want.script() == script {
			isCompared, best = true, max(best, fit(told, want))
		}
	}
	for _, told := range r {
		for _, want := range own {
			compare(told, want, reading.fit)
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
func fitPrinted(told, want reading) Fit {
	fit := told.fit(want)
	if fit <= Unlike && want.fit(told) > Unlike {
		return Unsure
	}
	return fit
}

// Whole tells whether they name the registered one without anything cut.
func (n Names) Whole(registered string) bool {
	if n.Fit(registered) != Agrees {
		return false
	}
	own := read(registered)
	return slices.ContainsFunc(n, func(told readings) bool {
		return slices.ContainsFunc(told, func(t reading) bool {
			return slices.ContainsFunc(own, t.isWhole)
		})
	})
}

func (r reading) isWhole(want reading) bool {
	isCut := func(w word) bool { return w.cut }
	return slices.Equal(r.words, want.words) && !slices.ContainsFunc(r.words, isCut) && r.fit(want) == Agrees
}

// fit compares word by word. Where it does not agree, a word or two that only one side has
// may be a title that nobody listed, or a second name: then it cannot be told.
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

// hasName tells whether more are the words of a whole name, behind one to three others or
// around initials.
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

// fitWords compares name with name, word by word. A whole word has to be the same, or the
// names differ; of one that is masked, or cut down to its first letter, what shows has to
// fit, or the names are unlike. A beginning without a mark may be cut or another name; a
// first name alone is half a name.
func fitWords(told, want []word) Fit {
	if len(told) > len(want) {
		return Differs
	}
	fit := Agrees
	for i, w := range told {
		switch isLast := i == len(told)-1; {
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
	last := told[len(told)-1]
	isHalf := len(told) < len(want) && (len(told) == 1 || !last.cut && !last.isInitialOf(want[len(told)-1].first))
	if isHalf || told[0].first == "" {
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

// plainest is the reading with the most titles taken off.
func (r readings) plainest() reading { return r[len(r)-1] }
