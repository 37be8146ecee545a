package match

import (
	_ "embed"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"krapao/backend/platform/plain"
)

//go:embed titles.txt
var titleFile string

// titles are the spellings of titles.txt by first letter, the longest first.
var titles = readTitles(titleFile)

func readTitles(file string) map[rune][]string {
	byFirst := map[rune][]string{}
	for line := range strings.Lines(file) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		for spelling := range strings.SplitSeq(line, "|") {
			spelling = plain.Fold(spelling)
			first, _ := utf8.DecodeRuneInString(spelling)
			if spelling != "" && !slices.Contains(byFirst[first], spelling) {
				byFirst[first] = append(byFirst[first], spelling)
			}
		}
	}
	for _, spellings := range byFirst {
		slices.SortFunc(spellings, func(a, b string) int { return len(b) - len(a) })
	}
	return byFirst
}

// maxReadings is the maximum number of texts that removeTitles returns.
const maxReadings = 24

// wordsAfterRanks are words that may follow a rank before the name. navySuffix may follow a navy officer's name.
var (
	wordsAfterRanks = []string{"หญิง", "(หญิง)", "(F)", "พิเศษ", "(พิเศษ)"}
	navySuffix      = plain.Fold(" ร.น.")
)

// removeTitles returns the readings of a folded text: the text itself first, and then the text without one
// or more titles. The text itself stays, since its beginning may be part of a name ("คุณากร"). The last text
// has the fewest titles left.
func removeTitles(text string) []string {
	out := []string{text}
	for i := 0; i < len(out) && len(out) < maxReadings; i++ {
		for _, rest := range removeOneTitle(out[i]) {
			if !slices.Contains(out, rest) {
				out = append(out, rest)
			}
		}
		if rest, found := strings.CutSuffix(out[i], navySuffix); found && !slices.Contains(out, rest) {
			out = append(out, rest)
		}
	}
	slices.SortStableFunc(out, func(a, b string) int { return len(b) - len(a) })
	return out
}

// removeOneTitle returns a text without one title, for each title with which the text may begin. If words that
// follow a rank come next, it also returns the text without them.
func removeOneTitle(text string) (out []string) {
	first, _ := utf8.DecodeRuneInString(text)
	for _, title := range titles[first] {
		rest, found := cutTitle(text, title)
		if !found {
			continue
		}
		out = append(out, rest)
		for _, more := range wordsAfterRanks {
			if further, found := cutTitle(rest, more); found {
				out = append(out, further)
			}
		}
	}
	return out
}

// cutTitle removes a title from the beginning of a text. The dots and spaces of an abbreviated title may be
// missing or doubled. "MRUK", "นายิกา" and "ดรุณี" do not begin with a title.
func cutTitle(text, title string) (rest string, found bool) {
	const between = ". "
	rest = text
	isSeparate := false // the text has a dot or a space where the title ends
	for _, c := range title {
		if strings.ContainsRune(between, c) {
			trimmed := strings.TrimLeft(rest, between)
			isSeparate, rest = trimmed != rest, trimmed
			continue
		}
		next, size := utf8.DecodeRuneInString(rest)
		if next != c {
			return text, false
		}
		rest, isSeparate = rest[size:], false
	}
	if trimmed := strings.TrimLeft(rest, between); trimmed != rest || rest == "" {
		return trimmed, true
	}
	next, _ := utf8.DecodeRuneInString(rest)
	switch isAbbreviation := strings.HasSuffix(title, "."); {
	case isSeparate, next == '(', strings.HasSuffix(title, ")"):
		return rest, true
	case isAbbreviation, title[0] < utf8.RuneSelf:
		return text, false
	}
	return rest, canBeginName(next)
}

// canBeginName returns whether a Thai or Lao name can begin with c: a consonant, or a leading vowel.
func canBeginName(c rune) bool {
	if c >= 0x0e80 && c < 0x0f00 {
		c -= 0x80
	}
	return unicode.Is(unicode.Lo, c) && (c < 'ะ' || c >= 'เ' && c <= 'ไ')
}
