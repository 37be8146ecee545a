package match

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// titles that banks put before a name, those first that others begin.
var titles = []string{
	"นางสาว", "เด็กชาย", "เด็กหญิง", "ด.ช.", "ด.ญ.", "น.ส.", "นส.", "นาย", "นาง", "บริษัท", "บจก.", "บมจ.", "หจก.",
	"ທ້າວ", "ນາງສາວ", "ນາງ", "MISS", "MSTR.", "MSTR", "MASTER", "MRS.", "MRS", "MR.", "MR", "MS.", "MS", "DR.", "DR",
}

// withoutTitles takes all titles away that stand before a name in capitals.
func withoutTitles(name string) string {
	for {
		rest, found := withoutTitle(name)
		if !found {
			return name
		}
		name = rest
	}
}

func withoutTitle(name string) (string, bool) {
	for _, title := range titles {
		rest, found := strings.CutPrefix(name, title)
		if !found {
			continue
		}
		next, _ := utf8.DecodeRuneInString(rest)
		switch {
		case rest == "", next == ' ', strings.HasSuffix(title, "."):
		case title[0] < utf8.RuneSelf:
			continue // there are people called Mruk
		case !unicode.Is(unicode.Lo, next), next >= 'ะ' && next <= 'ๅ' && (next < 'เ' || next > 'ไ'):
			continue // a vowel that ends the syllable: นายิกา is a name
		}
		return strings.TrimSpace(rest), true
	}
	return name, false
}
