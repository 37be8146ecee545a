package match_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"krapao/backend/cashier/match"
)

// reportedTransfer is a transfer as a bank may report it, generated from its true payer.
type reportedTransfer struct {
	account, name string // as shown
	chars         string // characters of the account that are shown, a dot for a hidden digit
	visibleDigits int
	words         []string // of the name, with a star at the end of a cut word
}

// randomHolder returns a random holder. There are few digits and names, so that members often have the same
// visible data.
func randomHolder(t *rapid.T, id int64) match.Holder {
	return match.Holder{
		ID:        id,
		Account:   rapid.StringMatching(`[12]{10}|[12]{12}`).Draw(t, "account"),
		Name:      rapid.SampledFrom([]string{"SOMCHAI JAIDEE", "SOMCHAI JAIYEN", "SOMSAK JAIDEE", "MALI SUKJAI", "MALI SUK"}).Draw(t, "name"),
		Announced: rapid.Bool().Draw(t, "announced"),
	}
}

func randomTransfer(t *rapid.T, payer match.Holder) reportedTransfer {
	var out reportedTransfer
	chars := []byte(payer.Account)
	from := rapid.IntRange(0, len(chars)).Draw(t, "shown from")
	until := rapid.IntRange(from, len(chars)).Draw(t, "shown until")
	for i := range chars {
		if i < from || i >= until || rapid.IntRange(0, 9).Draw(t, "hidden too") == 0 {
			chars[i] = '.'
		}
	}
	if rapid.Bool().Draw(t, "cut") {
		chars = chars[rapid.IntRange(0, 4).Draw(t, "cut on the left"):]
		chars = chars[:len(chars)-rapid.IntRange(0, 4).Draw(t, "cut on the right")]
	}
	out.chars, out.visibleDigits = string(chars), len(chars)-strings.Count(string(chars), ".")
	for _, c := range out.chars {
		if c == '.' {
			c = rapid.SampledFrom([]rune("xX*")).Draw(t, "character")
		}
		out.account += string(c) + rapid.SampledFrom([]string{"", "", "", "-", " "}).Draw(t, "between")
	}
	if !rapid.Bool().Draw(t, "name shown") {
		return out
	}
	out.words = strings.Fields(payer.Name)
	for i, w := range out.words {
		if rapid.Bool().Draw(t, "word cut") {
			out.words[i] = w[:rapid.IntRange(1, len(w)).Draw(t, "letters")] + "*"
		}
	}
	out.name = rapid.SampledFrom([]string{"", "MR. ", "MISS ", "Mrs "}).Draw(t, "title") + strings.Join(out.words, " ")
	return out
}

// mayBeFrom is an independent implementation of the check whether a holder may be the payer. The shown
// characters match at some position of the account, or the account matches at some position of longer
// characters. Each word of the name begins with the shown word.
func (b reportedTransfer) mayBeFrom(h match.Holder) bool {
	isPossible := false
	for shift := -len(b.chars); shift <= len(h.Account); shift++ {
		inside := shift >= 0 && shift+len(b.chars) <= len(h.Account) || shift <= 0 && shift+len(b.chars) >= len(h.Account)
		agrees := inside
		for i, c := range b.chars {
			at := shift + i
			agrees = agrees && (c == '.' || at >= 0 && at < len(h.Account) && rune(h.Account[at]) == c)
		}
		isPossible = isPossible || agrees
	}
	words := strings.Fields(h.Name)
	for i, w := range b.words {
		prefix, isCut := strings.CutSuffix(w, "*")
		if isCut && !strings.HasPrefix(words[i], prefix) {
			return false
		}
		// The last word may be cut without a mark.
		if !isCut && words[i] != w && (i == 0 || !strings.HasPrefix(words[i], w)) {
			return false
		}
	}
	return isPossible
}

// agreesFromRight returns whether the shown characters contradict no digit of the account when both are compared
// from the right.
func (b reportedTransfer) agreesFromRight(h match.Holder) bool {
	for i := 1; i <= min(len(b.chars), len(h.Account)); i++ {
		if c := b.chars[len(b.chars)-i]; c != '.' && c != h.Account[len(h.Account)-i] {
			return false
		}
	}
	return true
}

// spec D3.5
func TestPayer_RandomTransfers_CreditsOnlyTheOnePossiblePayer(t *testing.T) {
	credited := 0
	rapid.Check(t, func(t *rapid.T) {
		var members []match.Holder
		for i := range rapid.IntRange(0, 6).Draw(t, "members") {
			members = append(members, randomHolder(t, int64(i)))
		}
		payer := randomHolder(t, 100)
		isMember := rapid.Bool().Draw(t, "the payer is a member")
		if isMember {
			members = append(members, payer)
		}
		b := randomTransfer(t, payer)

		shown := match.Shown{Account: match.ReadMask(b.account), Names: match.ReadNames(b.name)}
		i, reason := shown.Payer(members)

		fitting := 0
		for _, h := range members {
			if b.mayBeFrom(h) {
				fitting++
			}
		}
		if reason != "" {
			full := len(b.chars) == len(payer.Account)
			if isMember && fitting == 1 && full && b.visibleDigits >= 6 && b.name == "" {
				t.Fatalf("%q was shown, only %q fits, but nothing was credited: %s", b.account, payer.Account, reason)
			}
			return
		}
		credited++
		got := members[i]
		switch {
		case !b.mayBeFrom(got) || !b.agreesFromRight(got):
			t.Fatalf("%q %q contradicts %+v", b.account, b.name, got)
		case fitting != 1:
			t.Fatalf("%q %q fits %d members, but one was credited", b.account, b.name, fitting)
		case isMember && got.ID != payer.ID:
			t.Fatalf("%+v has paid, and %+v was credited", payer, got)
		case b.visibleDigits == 0 && (!got.Announced || strings.Contains(b.name, "*") || b.name == ""):
			t.Fatalf("no digit was shown, with the name %q: %+v was credited", b.name, got)
		case b.visibleDigits > 0 && b.visibleDigits < 6 && (b.visibleDigits < 4 || !got.Announced):
			t.Fatalf("%q shows %d digits: %+v was credited", b.account, b.visibleDigits, got)
		}
	})
	if credited == 0 {
		t.Error("no transfer was credited: the test checked nothing")
	}
}
