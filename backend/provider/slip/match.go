package slip

import (
	"slices"
	"strings"
	"unicode"
)

// minVisible is how many digits a masked account must show to be told apart.
const minVisible = 4

// SameAccount compares a bank's masked account with a full one: as many digits
// and masks as the full one has, and every digit that shows is the same.
func SameAccount(masked, full string) bool {
	var shown []rune
	for _, c := range masked {
		switch {
		case c >= '0' && c <= '9':
			shown = append(shown, c)
		case c == 'x' || c == 'X' || c == '*':
			shown = append(shown, 'x')
		}
	}
	if len(shown) != len(full) {
		return false
	}
	visible := 0
	for i, c := range shown {
		if c == 'x' {
			continue
		}
		if byte(c) != full[i] {
			return false
		}
		visible++
	}
	return visible >= minVisible
}

// titles that banks put before a name, longest first.
var titles = []string{
	"นางสาว", "ด.ช.", "ด.ญ.", "น.ส.", "นส.", "นาย", "นาง", "บริษัท", "บจก.", "บมจ.", "หจก.",
	"MISS", "MRS.", "MRS", "MR.", "MR", "MS.", "MS",
}

// SameName compares the member's registered name with the sender's, in
// whichever script the member wrote it. Banks put titles before a name and cut
// the last one short ("นาย สมชาย ใ"): the first name must be whole, of the last
// one what is there must fit.
func SameName(p Party, registered string) bool {
	want := words(registered)
	for _, name := range []string{p.NameTH, p.NameEN} {
		if got := words(name); len(got) > 0 && fits(got, want) {
			return true
		}
	}
	return false
}

func fits(got, want []string) bool {
	if len(want) == 0 || len(got) > len(want) || got[0] != want[0] {
		return false
	}
	if len(got) == 1 {
		return len(want) == 1
	}
	for i, w := range got[1:] {
		last := i == len(got)-2
		if w != want[i+1] && !(last && strings.HasPrefix(want[i+1], w)) {
			return false
		}
	}
	return true
}

// words are a name's parts in capitals, without titles and cutting marks.
func words(name string) []string {
	name = strings.ToUpper(strings.Join(strings.Fields(name), " "))
	for _, title := range titles {
		rest, found := strings.CutPrefix(name, title)
		// "MR" is a title before a space only: there are people called Mruk.
		if found && (rest == "" || rest[0] == ' ' || !isLatin(title)) {
			name = strings.TrimSpace(rest)
			break
		}
	}
	parts := strings.FieldsFunc(name, func(c rune) bool { return unicode.IsSpace(c) || c == '*' || c == '.' || c == '-' || c == '…' })
	return slices.DeleteFunc(parts, func(s string) bool { return s == "" })
}

func isLatin(s string) bool { return s[0] < 0x80 && s[len(s)-1] != '.' }
