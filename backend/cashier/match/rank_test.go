package match_test

import (
	"testing"

	"krapao/backend/cashier/match"
)

const (
	thai    = "สมชาย ใจดี"
	latin   = "SOMCHAI JAIDEE"
	printed = "MR. SOMCHAI J"
)

// holderOf returns a holder whose account has the digits that the slips of these tests show.
func holderOf(id int64, name string) match.Holder {
	account := map[int64]string{1: "1230851771", 2: "9990851779", 3: "4560851770"}[id]
	return match.Holder{ID: id, Account: account, Name: name}
}

func provedHolder(h match.Holder, names ...string) match.Holder {
	h.Proved, h.Printed = true, names
	return h
}

func shownOf(account, name string) match.Shown {
	return match.Shown{Account: match.ReadMask(account), Names: match.ReadNames(name)}
}

// spec D3.63, D3.64, D3.65, D3.66
func TestRank_OfAHolder_FollowsProofAndName(t *testing.T) {
	for name, tc := range map[string]struct {
		holder match.Holder
		want   match.Rank
	}{
		"proved and agreeing":                          {provedHolder(holderOf(1, latin)), match.Certain},
		"proved, and the bank printed the name before": {provedHolder(holderOf(1, thai), "SOMCHAI J"), match.Certain},
		"agreeing":                           {holderOf(1, latin), match.Likely},
		"proved, the name in another script": {provedHolder(holderOf(1, thai)), match.Likely},
		"another script":                     {holderOf(1, thai), match.Possible},
		"another first name":                 {holderOf(1, "SOMSAK JAIDEE"), match.Excluded},
		"proved, another first name":         {provedHolder(holderOf(1, "SOMSAK JAIDEE")), match.Excluded},
		"another printed name":               {provedHolder(holderOf(1, thai), "SOMSAK J"), match.Excluded},
		"no letter":                          {holderOf(1, ".."), match.Excluded},
		"an emoji":                           {holderOf(1, "🙂"), match.Excluded},
		"a zero-width space":                 {holderOf(1, "\u200b"), match.Excluded},
		"a Hangul filler":                    {holderOf(1, "\u3164"), match.Excluded},
		"a script that no bank prints":       {holderOf(1, "王小明"), match.Excluded},
		"Cyrillic":                           {holderOf(1, "СОМСНАI"), match.Excluded},
		"a title alone":                      {holderOf(1, "นาย"), match.Excluded},
		"no letter, but a printed name":      {provedHolder(holderOf(1, ".."), "SOMCHAI J"), match.Certain},
		"one of two holders":                 {holderOf(1, "MALI SUKJAI AND SOMCHAI JAIDEE"), match.Likely},
		"one of two holders, in Thai":        {holderOf(1, "มาลี สุขใจ และ สมชาย ใจดี"), match.Possible},
		"none of two holders":                {holderOf(1, "MALI SUKJAI / ANAN SAETANG"), match.Excluded},
	} {
		if got := shownOf("xxx-x-x5177-x", printed).Rank(tc.holder); got != tc.want {
			t.Errorf("%s: %d, want %d", name, got, tc.want)
		}
	}
	if got := shownOf("xxx-x-x5178-x", printed).Rank(provedHolder(holderOf(1, latin))); got != match.Excluded {
		t.Errorf("another account: %d", got)
	}
}

// spec D3.74
func TestNames_OfJointAccount_AreReadPerHolder(t *testing.T) {
	for _, tc := range []struct {
		shown, registered string
		want              match.Fit
	}{
		{"MR SOMCHAI JAIDEE AND MRS MALI JAIDEE", latin, match.Agrees},
		{"MRS MALI JAIDEE OR MR SOMCHAI J", latin, match.Agrees},
		{"MALI JAIDEE & SOMCHAI JAIDEE", latin, match.Agrees},
		{"MALI JAIDEE/SOMCHAI JAIDEE", latin, match.Agrees},
		{"นาง มาลี ใจดี และ นาย สมชาย ใจดี", thai, match.Agrees},
		{"นาง มาลี ใจดี หรือ นาย สมชาย ใ", thai, match.Agrees},
		{"MR ANAN SAETANG AND MRS MALI JAIDEE", latin, match.Differs},
		{"MISS OR SUKJAI", "OR SUKJAI", match.Agrees},
		{"OR SUKJAI", "OR SUKJAI", match.Agrees},
		{"MISS OR SUKJAI", "MALI SUKJAI", match.Differs},
	} {
		if got := match.ReadNames(tc.shown).Fit(tc.registered); got != tc.want {
			t.Errorf("%q and %q: %d, want %d", tc.shown, tc.registered, got, tc.want)
		}
	}
}

func TestNames_ComparedWithCutPrintedName_ContradictOnlyVisibleLetters(t *testing.T) {
	for shown, want := range map[string]match.Fit{
		"SOMCHAI J": match.Agrees, "MR. SOMCHAI J***": match.Agrees, "SOMCHAI JAIDEE": match.Unsure, "SOMCHAI K": match.Unlike, "SOMSAK J": match.Differs, "นาย สมชาย ใ": match.Agrees,
	} {
		if got := match.ReadNames(shown).Fit(thai, "SOMCHAI J"); got != want {
			t.Errorf("%q: %d, want %d", shown, got, want)
		}
	}
}

// spec D3.66, D3.67, D3.68
func TestOwner_AnotherMemberFits_IsDecidedByRank(t *testing.T) {
	const digits = "xxx-x-x5177-x"
	for name, tc := range map[string]struct {
		self, other match.Holder
		want        match.Reason
	}{
		"a name that fits everybody":                              {holderOf(1, latin), holderOf(2, ".."), ""},
		"a name of no script that banks print":                    {holderOf(1, latin), holderOf(2, "王小明"), ""},
		"an odd name, proved":                                     {holderOf(1, latin), provedHolder(holderOf(2, "🙂")), ""},
		"new; the other name is in another script":                {holderOf(1, latin), holderOf(2, "มานี รักดี"), match.Several},
		"proved; the other name is in another script":             {provedHolder(holderOf(1, latin)), holderOf(2, "มานี รักดี"), ""},
		"proved; the other is proved, in another script":          {provedHolder(holderOf(1, latin)), provedHolder(holderOf(2, "มานี รักดี")), ""},
		"proved; the other is new, with the same printed name":    {provedHolder(holderOf(1, latin)), holderOf(2, "SOMCHAI JUNTA"), ""},
		"proved; the other is proved, with the same printed name": {provedHolder(holderOf(1, latin)), provedHolder(holderOf(2, "SOMCHAI JUNTA")), match.Several},
		"new; the other is new, with the same printed name":       {holderOf(1, latin), holderOf(2, "SOMCHAI JUNTA"), match.Several},
		"new; the other is proved, with the same printed name":    {holderOf(1, latin), provedHolder(holderOf(2, "SOMCHAI JUNTA")), match.Several},
		"new; the other is proved, in another script":             {holderOf(1, latin), provedHolder(holderOf(2, "มานี รักดี")), match.Several},
		"proved, the name in another script":                      {provedHolder(holderOf(1, thai)), holderOf(2, "มานี รักดี"), ""},
		"proved, in another script; the other name agrees":        {provedHolder(holderOf(1, thai)), holderOf(2, latin), match.Several},
		"new, the name in another script":                         {holderOf(1, thai), holderOf(2, "ANAN SAETANG"), match.TooLittle},
		"the thief with the romanised name":                       {holderOf(2, latin), provedHolder(holderOf(1, thai), printed), match.Several},
		"the thief, and a victim without a deposit":               {holderOf(2, latin), holderOf(1, thai), match.Several},
		"the victim whose name was printed before":                {provedHolder(holderOf(1, thai), printed), holderOf(2, latin), ""},
		"an odd name's own slip":                                  {holderOf(1, ".."), holderOf(2, "ANAN SAETANG"), match.TooLittle},
		"the slip of another":                                     {holderOf(1, "ANAN SAETANG"), holderOf(2, latin), match.Foreign},
	} {
		if got := shownOf(digits, printed).CheckOwner(tc.self, []match.Holder{tc.self, tc.other}); got != tc.want {
			t.Errorf("%s: %q, want %q", name, got, tc.want)
		}
	}
}

// spec D3.72
func TestOwner_ProvedAccountUnderAnotherName_NeedsOperator(t *testing.T) {
	for name, tc := range map[string]struct {
		account string
		self    match.Holder
		other   match.Holder
		want    match.Reason
	}{
		"six digits":                       {"xxx085177x", provedHolder(holderOf(1, "MALI JAIDEE")), holderOf(2, "ANAN SAETANG"), match.OtherName},
		"four digits":                      {"xxx-x-x5177-x", provedHolder(holderOf(1, "MALI JAIDEE")), holderOf(2, "ANAN SAETANG"), match.Foreign},
		"six digits, not proved":           {"xxx085177x", holderOf(1, "MALI JAIDEE"), holderOf(2, "ANAN SAETANG"), match.Foreign},
		"six digits, somebody else agrees": {"xxx085177x", provedHolder(holderOf(1, "MALI JAIDEE")), holderOf(2, latin), match.Foreign},
		"the name was added since":         {"xxx085177x", provedHolder(holderOf(1, "MALI JAIDEE"), latin), holderOf(2, "ANAN SAETANG"), ""},
	} {
		tc.other.Account = "9990851779"
		if got := shownOf(tc.account, latin).CheckOwner(tc.self, []match.Holder{tc.other}); got != tc.want {
			t.Errorf("%s: %q, want %q", name, got, tc.want)
		}
	}
}

// spec D3.59
func TestOwner_SlipWithoutName_NeedsAsManyDigitsAsFeed(t *testing.T) {
	for account, want := range map[string]match.Reason{"xxx085177x": "", "xxx-x-x5177-x": match.TooLittle} {
		if got := shownOf(account, "").CheckOwner(holderOf(1, latin), nil); got != want {
			t.Errorf("%s: %q, want %q", account, got, want)
		}
	}
}

// spec D3.66, D3.69
func TestPayer_AnotherMemberFits_IsDecidedByProofAndName(t *testing.T) {
	for name, tc := range map[string]struct {
		shown   string
		members []match.Holder
		want    int64
		reason  match.Reason
	}{
		"proved; the other name fits everybody":         {printed, []match.Holder{provedHolder(holderOf(1, latin)), holderOf(2, "..")}, 1, ""},
		"new; the other name fits everybody":            {printed, []match.Holder{holderOf(1, latin), holderOf(2, "🙂")}, 1, ""},
		"new; the other name is in another script":      {printed, []match.Holder{holderOf(1, latin), holderOf(2, "มานี รักดี")}, 0, match.Several},
		"proved; the other name is in another script":   {printed, []match.Holder{holderOf(2, "มานี รักดี"), provedHolder(holderOf(1, latin))}, 1, ""},
		"proved; two other names are in another script": {printed, []match.Holder{holderOf(2, "มานี รักดี"), provedHolder(holderOf(1, latin)), provedHolder(holderOf(3, "อนันต์ แซ่ตั้ง"))}, 1, ""},
		"proved in another script, alone":               {printed, []match.Holder{provedHolder(holderOf(1, thai))}, 1, ""},
		"proved in another script; the other name too":  {printed, []match.Holder{provedHolder(holderOf(1, thai)), holderOf(2, "มานี รักดี")}, 0, match.Several},
		"new in another script, alone":                  {printed, []match.Holder{holderOf(1, thai)}, 0, match.Nobody},
		"an odd name alone, by a name":                  {printed, []match.Holder{holderOf(1, "..")}, 0, match.Nobody},
		"an odd name alone, without a name":             {"", []match.Holder{holderOf(1, "..")}, 0, match.Nobody},
		"no name, one proved of two":                    {"", []match.Holder{provedHolder(holderOf(1, latin)), holderOf(2, latin)}, 0, match.Several},
		"two proved with the same name":                 {printed, []match.Holder{provedHolder(holderOf(1, latin)), provedHolder(holderOf(2, latin))}, 0, match.Several},
	} {
		i, reason := shownOf("xxx085177x", tc.shown).Payer(tc.members)
		if reason != tc.reason || (i >= 0) != (tc.want != 0) || i >= 0 && tc.members[i].ID != tc.want {
			t.Errorf("%s: %d %q", name, i, reason)
		}
	}
}

// spec D3.70
func TestRequired_OtherMembersFit_GrowsWithTheirRank(t *testing.T) {
	for name, tc := range map[string]struct {
		self, other match.Holder
		want        match.Required
	}{
		"nobody fits":                 {holderOf(1, latin), holderOf(2, "ANAN SAETANG"), match.Required{}},
		"an odd name":                 {holderOf(1, latin), holderOf(2, ".."), match.Required{}},
		"another name is not certain": {holderOf(1, latin), holderOf(2, thai), match.Required{ConfirmedAccount: true}},
		"another member is proved":    {holderOf(1, latin), provedHolder(holderOf(2, thai)), match.Required{ConfirmedAccount: true, SecondPerson: true}},
		"another name agrees":         {holderOf(1, thai), holderOf(2, latin), match.Required{ConfirmedAccount: true, SecondPerson: true}},
		"a contradicting name":        {provedHolder(holderOf(1, "MALI JAIDEE")), holderOf(2, "ANAN SAETANG"), match.Required{SecondPerson: true}},
		"an unreadable name":          {holderOf(1, ".."), holderOf(2, "ANAN SAETANG"), match.Required{}},
	} {
		if got := shownOf("xxx-x-x5177-x", printed).Required(tc.self, []match.Holder{tc.self, tc.other}); got != tc.want {
			t.Errorf("%s: %+v, want %+v", name, got, tc.want)
		}
	}
}
