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

// member returns a holder. The slips of these tests show the end of its account.
func member(id int64, name string) match.Holder {
	account := map[int64]string{1: "1230851771", 2: "9990851779", 3: "4560851770"}[id]
	return match.Holder{ID: id, Account: account, Name: name}
}

func proved(h match.Holder, names ...string) match.Holder {
	h.Proved, h.Printed = true, names
	return h
}

func shown(account, name string) match.Shown {
	return match.Shown{Account: match.ReadMask(account), Names: match.ReadNames(name)}
}

// spec D3.63, D3.64, D3.65, D3.66
func TestRank_OfAHolder_FollowsProofAndName(t *testing.T) {
	for name, tc := range map[string]struct {
		holder match.Holder
		want   match.Rank
	}{
		"proved and agreeing":                          {proved(member(1, latin)), match.Certain},
		"proved, and the bank printed the name before": {proved(member(1, thai), "SOMCHAI J"), match.Certain},
		"agreeing":                           {member(1, latin), match.Likely},
		"proved, the name in another script": {proved(member(1, thai)), match.Likely},
		"another script":                     {member(1, thai), match.Possible},
		"another first name":                 {member(1, "SOMSAK JAIDEE"), match.Excluded},
		"proved, another first name":         {proved(member(1, "SOMSAK JAIDEE")), match.Excluded},
		"another printed name":               {proved(member(1, thai), "SOMSAK J"), match.Excluded},
		"no letter":                          {member(1, ".."), match.Excluded},
		"an emoji":                           {member(1, "🙂"), match.Excluded},
		"a zero-width space":                 {member(1, "\u200b"), match.Excluded},
		"a Hangul filler":                    {member(1, "\u3164"), match.Excluded},
		"a script that no bank prints":       {member(1, "王小明"), match.Excluded},
		"Cyrillic":                           {member(1, "СОМСНАI"), match.Excluded},
		"a title alone":                      {member(1, "นาย"), match.Excluded},
		"no letter, but a printed name":      {proved(member(1, ".."), "SOMCHAI J"), match.Certain},
		"one of two holders":                 {member(1, "MALI SUKJAI AND SOMCHAI JAIDEE"), match.Likely},
		"one of two holders, in Thai":        {member(1, "มาลี สุขใจ และ สมชาย ใจดี"), match.Possible},
		"none of two holders":                {member(1, "MALI SUKJAI / ANAN SAETANG"), match.Excluded},
	} {
		if got := shown("xxx-x-x5177-x", printed).Rank(tc.holder); got != tc.want {
			t.Errorf("%s: %d, want %d", name, got, tc.want)
		}
	}
	if got := shown("xxx-x-x5178-x", printed).Rank(proved(member(1, latin))); got != match.Excluded {
		t.Errorf("another account: %d", got)
	}
}

// spec D3.74
func TestNames_OfJointAccount_AreReadPerHolder(t *testing.T) {
	for _, tc := range []struct {
		told, registered string
		want             match.Fit
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
		if got := match.ReadNames(tc.told).Fit(tc.registered); got != tc.want {
			t.Errorf("%q and %q: %d, want %d", tc.told, tc.registered, got, tc.want)
		}
	}
}

func TestNames_ComparedWithCutPrintedName_ContradictOnlyVisibleLetters(t *testing.T) {
	for told, want := range map[string]match.Fit{
		"SOMCHAI J": match.Agrees, "MR. SOMCHAI J***": match.Agrees, "SOMCHAI JAIDEE": match.Unsure, "SOMCHAI K": match.Unlike, "SOMSAK J": match.Differs, "นาย สมชาย ใ": match.Agrees,
	} {
		if got := match.ReadNames(told).Fit(thai, "SOMCHAI J"); got != want {
			t.Errorf("%q: %d, want %d", told, got, want)
		}
	}
}

// spec D3.66, D3.67, D3.68
func TestOwner_AnotherMemberFits_IsDecidedByRank(t *testing.T) {
	const digits = "xxx-x-x5177-x"
	for name, tc := range map[string]struct {
		self, other match.Holder
		want        match.Why
	}{
		"a name that fits everybody":                              {member(1, latin), member(2, ".."), ""},
		"a name of no script that banks print":                    {member(1, latin), member(2, "王小明"), ""},
		"an odd name, proved":                                     {member(1, latin), proved(member(2, "🙂")), ""},
		"new, beside a name in another script":                    {member(1, latin), member(2, "มานี รักดี"), match.Several},
		"proved, beside a name in another script":                 {proved(member(1, latin)), member(2, "มานี รักดี"), ""},
		"proved, beside somebody proved in another script":        {proved(member(1, latin)), proved(member(2, "มานี รักดี")), ""},
		"proved, beside a new member of the same printed name":    {proved(member(1, latin)), member(2, "SOMCHAI JUNTA"), ""},
		"proved, beside somebody proved of the same printed name": {proved(member(1, latin)), proved(member(2, "SOMCHAI JUNTA")), match.Several},
		"new, beside a new member of the same printed name":       {member(1, latin), member(2, "SOMCHAI JUNTA"), match.Several},
		"new, beside somebody proved of the same printed name":    {member(1, latin), proved(member(2, "SOMCHAI JUNTA")), match.Several},
		"new, beside somebody proved in another script":           {member(1, latin), proved(member(2, "มานี รักดี")), match.Several},
		"proved, the name in another script":                      {proved(member(1, thai)), member(2, "มานี รักดี"), ""},
		"proved, in another script, beside an agreeing name":      {proved(member(1, thai)), member(2, latin), match.Several},
		"new, the name in another script":                         {member(1, thai), member(2, "ANAN SAETANG"), match.Little},
		"the thief with the romanised name":                       {member(2, latin), proved(member(1, thai), printed), match.Several},
		"the thief beside a victim of no deposit yet":             {member(2, latin), member(1, thai), match.Several},
		"the victim whose name was printed before":                {proved(member(1, thai), printed), member(2, latin), ""},
		"an odd name's own slip":                                  {member(1, ".."), member(2, "ANAN SAETANG"), match.Little},
		"the slip of another":                                     {member(1, "ANAN SAETANG"), member(2, latin), match.Foreign},
	} {
		if got := shown(digits, printed).Owner(tc.self, []match.Holder{tc.self, tc.other}); got != tc.want {
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
		want    match.Why
	}{
		"six digits":                       {"xxx085177x", proved(member(1, "MALI JAIDEE")), member(2, "ANAN SAETANG"), match.OtherName},
		"four digits":                      {"xxx-x-x5177-x", proved(member(1, "MALI JAIDEE")), member(2, "ANAN SAETANG"), match.Foreign},
		"six digits, not proved":           {"xxx085177x", member(1, "MALI JAIDEE"), member(2, "ANAN SAETANG"), match.Foreign},
		"six digits, somebody else agrees": {"xxx085177x", proved(member(1, "MALI JAIDEE")), member(2, latin), match.Foreign},
		"taken as a name since":            {"xxx085177x", proved(member(1, "MALI JAIDEE"), latin), member(2, "ANAN SAETANG"), ""},
	} {
		tc.other.Account = "9990851779"
		if got := shown(tc.account, latin).Owner(tc.self, []match.Holder{tc.other}); got != tc.want {
			t.Errorf("%s: %q, want %q", name, got, tc.want)
		}
	}
}

// spec D3.59
func TestOwner_SlipWithoutName_NeedsAsManyDigitsAsFeed(t *testing.T) {
	for account, want := range map[string]match.Why{"xxx085177x": "", "xxx-x-x5177-x": match.Little} {
		if got := shown(account, "").Owner(member(1, latin), nil); got != want {
			t.Errorf("%s: %q, want %q", account, got, want)
		}
	}
}

// spec D3.66, D3.69
func TestPayer_AnotherMemberFits_IsDecidedByProofAndName(t *testing.T) {
	for name, tc := range map[string]struct {
		told    string
		members []match.Holder
		want    int64
		why     match.Why
	}{
		"proved beside a name that fits everybody":        {printed, []match.Holder{proved(member(1, latin)), member(2, "..")}, 1, ""},
		"new beside a name that fits everybody":           {printed, []match.Holder{member(1, latin), member(2, "🙂")}, 1, ""},
		"new beside another script":                       {printed, []match.Holder{member(1, latin), member(2, "มานี รักดี")}, 0, match.Several},
		"proved beside another script":                    {printed, []match.Holder{member(2, "มานี รักดี"), proved(member(1, latin))}, 1, ""},
		"proved beside two of another script":             {printed, []match.Holder{member(2, "มานี รักดี"), proved(member(1, latin)), proved(member(3, "อนันต์ แซ่ตั้ง"))}, 1, ""},
		"proved in another script, alone":                 {printed, []match.Holder{proved(member(1, thai))}, 1, ""},
		"proved in another script, beside one of another": {printed, []match.Holder{proved(member(1, thai)), member(2, "มานี รักดี")}, 0, match.Several},
		"new in another script, alone":                    {printed, []match.Holder{member(1, thai)}, 0, match.Nobody},
		"an odd name alone, by a name":                    {printed, []match.Holder{member(1, "..")}, 0, match.Nobody},
		"an odd name alone, without a name":               {"", []match.Holder{member(1, "..")}, 0, match.Nobody},
		"no name, one proved of two":                      {"", []match.Holder{proved(member(1, latin)), member(2, latin)}, 0, match.Several},
		"proved beside proved of the same name":           {printed, []match.Holder{proved(member(1, latin)), proved(member(2, latin))}, 0, match.Several},
	} {
		i, why := shown("xxx085177x", tc.told).Payer(tc.members)
		if why != tc.why || (i >= 0) != (tc.want != 0) || i >= 0 && tc.members[i].ID != tc.want {
			t.Errorf("%s: %d %q", name, i, why)
		}
	}
}

// spec D3.70
func TestRequired_OtherMembersFit_GrowsWithTheirRank(t *testing.T) {
	for name, tc := range map[string]struct {
		self, other match.Holder
		want        match.Required
	}{
		"nobody fits":              {member(1, latin), member(2, "ANAN SAETANG"), match.Required{}},
		"an odd name":              {member(1, latin), member(2, ".."), match.Required{}},
		"one who cannot be told":   {member(1, latin), member(2, thai), match.Required{ConfirmedAccount: true}},
		"one who is proved":        {member(1, latin), proved(member(2, thai)), match.Required{ConfirmedAccount: true, SecondPerson: true}},
		"one who agrees":           {member(1, thai), member(2, latin), match.Required{ConfirmedAccount: true, SecondPerson: true}},
		"a contradicting name":     {proved(member(1, "MALI JAIDEE")), member(2, "ANAN SAETANG"), match.Required{SecondPerson: true}},
		"a name nobody could read": {member(1, ".."), member(2, "ANAN SAETANG"), match.Required{}},
	} {
		if got := shown("xxx-x-x5177-x", printed).Required(tc.self, []match.Holder{tc.self, tc.other}); got != tc.want {
			t.Errorf("%s: %+v, want %+v", name, got, tc.want)
		}
	}
}
