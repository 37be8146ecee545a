package match_test

import (
	"testing"

	"krapao/backend/cashier/match"
)

// spec P2.12
func TestMask_Fit_ComparesVisibleDigits(t *testing.T) {
	for masked, want := range map[string]match.Fit{
		"xxx-x-x4482-x": match.Agrees, "XXXXX4482X": match.Agrees, "987-6-54482-1": match.Agrees, "*****4482*": match.Agrees, "•••••4482•": match.Agrees,
		"xxx-x-x4483-x": match.Differs, "xxx-x-x448x-x": match.Agrees, "9876544820": match.Differs,
		// These masks are cut on the left, so they are the account's end.
		"x544821": match.Agrees, "X-4821": match.Agrees, "๔๘๒๑": match.Agrees, "544821": match.Agrees, "x-x54482-1": match.Agrees, "x544822": match.Differs, "x019898": match.Differs,
		// These are cut on the right, on both sides, or at an unknown side.
		"xx544821": match.Agrees, "xxx44821": match.Unsure, "xxx-x-x4482": match.Unsure, "xxx-x-x4482-": match.Unsure, "xxx654482": match.Unsure, "xxx664482": match.Differs, "987654": match.Unsure, "xx4482x": match.Unsure, "x4482": match.Unsure,
		// These are longer than the account, by hidden signs or by digits.
		"xxx-x-x4482-xx": match.Unsure, "xxxxxxxx4821": match.Unsure, "19876544821": match.Differs, "98765448211": match.Differs,
		// These have no visible digits, or are not readable.
		"": match.Unsure, "xxxxxxxxxx": match.Unsure, "544821:": match.Unsure, "KTB 4821": match.Unsure,
	} {
		if got := match.ReadMask(masked).Fit("9876544821"); got != want {
			t.Errorf("%q: %d, want %d", masked, got, want)
		}
	}
}

// spec P2.12
func TestNames_WithTitlesOrCutWords_StillFit(t *testing.T) {
	for _, tc := range []struct {
		th, en, registered string
		want               match.Fit
	}{
		{"นาย สมชาย ใ", "", "สมชาย ใจดี", match.Agrees},
		{"นาย สมชาย ใ***", "", "สมชาย ใจดี", match.Agrees},
		{"นาย สมชาย ใจ", "", "สมชาย ใจดี", match.Agrees},
		{"น.ส. สมหญิง จ", "", "สมหญิง จริงใจ", match.Agrees},
		{"นายสมชาย ใจดี", "", "นาย สมชาย ใจดี", match.Agrees},
		{"ด.ช.สมชาย ใจดี", "", "เด็กชาย สมชาย ใจดี", match.Agrees},
		{"นายิกา ใจดี", "", "นายิกา ใจดี", match.Agrees},
		{"นายิกา ใจดี", "", "ยิกา ใจดี", match.Differs},
		{"", "MR. SOMCHAI J", "SOMCHAI JAIDEE", match.Agrees},
		{"", "MR.SOMCHAI J.", "SOMCHAI JAIDEE", match.Agrees},
		{"", "MR DR. SOMCHAI JAIDEE", "SOMCHAI JAIDEE", match.Agrees},
		{"", "somchai jaidee", "SOMCHAI JAIDEE", match.Agrees},
		{"นาย สมชาย ใ", "MR SOMCHAI J", "SOMCHAI JAIDEE", match.Agrees},
		{"", "SOMCHAI J***", "SOMCHAI JAIDEE", match.Agrees},
		{"", "SOM*** J***E", "SOMCHAI JAIDEE", match.Agrees},
		{"", "S. JAIDEE", "SOMCHAI JAIDEE", match.Agrees},
		{"", "SOMCHAI N", "SOMCHAI NA JAIDEE", match.Agrees},
		{"", "MRUK J", "MRUK JAIDEE", match.Agrees},
		{"นายเอก ใจดี", "", "เอก ใจดี", match.Agrees},
		{"นายไอซ์ ใจดี", "", "ไอซ์ ใจดี", match.Agrees},
		{"นายะโส ใจดี", "", "นายะโส ใจดี", match.Agrees},
		{"ท้าว สมชาย เ", "", "ท้าว สมชาย เจริญ", match.Agrees},
		{"ທ້າວສົມ ໄຊ", "", "ສົມ ໄຊຍະ", match.Agrees},
		{"สมชาย เจ", "", "สมชาย เจริญ", match.Agrees},
		{"สมชาย ไก", "", "สมชาย ไกร", match.Agrees},
		{"ສົມ ເພ", "", "ສົມ ເພັດ", match.Agrees},
		{"ສົມ ໄຊ", "", "ສົມ ໄຊຍະ", match.Agrees},
		{"ນາງ ສົມ ເ", "", "ສົມ ເພັດ", match.Agrees},
		{"", "SOM***CHAI JAI***DEE", "SOMCHAI JAIDEE", match.Agrees},
		{"", "SOMCHAI N***", "SOMCHAI NA JAIDEE", match.Agrees},
		{"", "SOMCHAI-JAIDEE", "SOMCHAI JAIDEE", match.Agrees},
		{"", "SOMCHAI . JAIDEE", "SOMCHAI JAIDEE", match.Agrees},
		{"", ".SOMCHAI JAIDEE", "SOMCHAI JAIDEE", match.Agrees},
		// These are other names.
		{"", "SOMSAK J", "SOMCHAI JAIDEE", match.Differs},
		{"", "SOMCHAI K", "SOMCHAI JAIDEE", match.Unlike},
		{"", "SOMCHAI K***", "SOMCHAI JAIDEE", match.Unlike},
		{"", "SOM J", "SOMCHAI JAIDEE", match.Differs},
		{"", "SOMCHAI JAIDEEMAK", "SOMCHAI JAIDEE", match.Differs},
		{"", "SOMCHAI JAIDEE SUKJAI", "SOMCHAI JAIDEE", match.Differs},
		{"สมศักดิ์ ใจดี", "SOMCHAI J", "สมชาย ใจดี", match.Differs},
		{"นาย สมชาย ใจดี", "SOMSAK J", "SOMCHAI JAIDEE", match.Differs},
		{"นายะโส ใจดี", "", "โส ใจดี", match.Differs},
		{"", "SOM", "SOMCHAI JAIDEE", match.Differs},
		{"", "SOMC***CHAI JAIDEE", "SOMCHAI JAIDEE", match.Unlike},
		// These show too little, or are in another script.
		{"", "SOMCHAI NA", "SOMCHAI NA JAIDEE", match.Unsure},
		{"", "S***", "SOMCHAI JAIDEE", match.Unsure},
		{"สมชาย จร", "", "สมชาย จริงใจ", match.Begins},
		{"สมชาย กไ", "", "สมชาย กไกร", match.Begins},
		{"", "SOMCHAI JAIDEE", "", match.Unsure},
		{"", "SOMCHAI JAI", "SOMCHAI JAIDEE", match.Begins},
		{"สมชาย ใจดี", "", "สมชาย ใจดีมาก", match.Begins},
		{"", "SOMCHAI", "SOMCHAI JAIDEE", match.Unsure},
		{"", "*** JAIDEE", "SOMCHAI JAIDEE", match.Unsure},
		{"สมชาย ใจดี", "", "SOMCHAI JAIDEE", match.Unsure},
		{"", "", "SOMCHAI JAIDEE", match.Unsure},
		{"นาย", "", "สมชาย ใจดี", match.Unsure},
	} {
		if got := match.ReadNames(tc.th, tc.en).Fit(tc.registered); got != tc.want {
			t.Errorf("%q %q and %q: %d, want %d", tc.th, tc.en, tc.registered, got, tc.want)
		}
	}
}

func TestNames_NothingCut_IsComplete(t *testing.T) {
	for shown, want := range map[string]bool{
		"SOMCHAI JAIDEE": true, "MR. SOMCHAI JAIDEE": true, "SOMCHAI J": false, "SOMCHAI J***": false, "SOMCHAI": false, "SOMCHAI JAIDEE.": false, "SOMCHAI JAIDEE SUKJAI": false, "": false,
	} {
		if got := match.ReadNames(shown).IsComplete("Somchai Jaidee"); got != want {
			t.Errorf("%q: %t", shown, got)
		}
	}
}

// spec D3.5, D3.6, D3.52
func TestPayer_AmountAnnounced_NeedsAgreeingDigitsOrName(t *testing.T) {
	payer := match.Holder{ID: 1, Account: "1230851771", Name: "MALI SUKJAI"}
	announcer := match.Holder{ID: 2, Account: "4560019898", Name: "SOMCHAI JAIDEE", Announced: true}
	twin := match.Holder{ID: 3, Account: "9990851771", Name: "MALI SUKJAI"}
	announced := payer
	announced.Announced = true
	for name, tc := range map[string]struct {
		account, name string
		members       []match.Holder
		want          int64
		reason        match.Reason
	}{
		"six digits, without a name":         {"x851771", "", []match.Holder{announcer, payer}, 1, ""},
		"six digits, the only member":        {"x851771", "", []match.Holder{payer}, 1, ""},
		"of a payer who is no member":        {"x851771", "", []match.Holder{announcer}, 0, match.Nobody},
		"nothing shown":                      {"", "", []match.Holder{announcer}, 0, match.Nobody},
		"hidden signs only":                  {"xxxxxxxxxx", "", []match.Holder{announcer}, 0, match.Nobody},
		"two fit, one has announced":         {"x851771", "", []match.Holder{announced, twin}, 0, match.Several},
		"four digits, announced":             {"X-1771", "", []match.Holder{announcer, announced}, 1, ""},
		"four digits, not announced":         {"X-1771", "", []match.Holder{announcer, payer}, 0, match.Nobody},
		"three digits, announced":            {"X-771", "", []match.Holder{announcer, announced}, 0, match.Nobody},
		"six digits and another name":        {"x851771", "SOMCHAI J", []match.Holder{announced}, 0, match.Nobody},
		"six digits, name in another script": {"x851771", "มะลิ สุขใจ", []match.Holder{announced}, 0, match.Nobody},
		"the name alone, announced":          {"", "MALI SUKJAI", []match.Holder{announcer, announced}, 1, ""},
		"the name alone, cut":                {"", "MALI S", []match.Holder{announcer, announced}, 0, match.Nobody},
		"the name alone, not announced":      {"", "MALI SUKJAI", []match.Holder{announcer, payer}, 0, match.Nobody},
		"the name alone, of two":             {"", "MALI SUKJAI", []match.Holder{announced, twin}, 0, match.Several},
		"a name, and an unreadable account":  {"acc?", "MALI SUKJAI", []match.Holder{announced}, 0, match.Nobody},
	} {
		shown := match.Shown{Account: match.ReadMask(tc.account), Names: match.ReadNames(tc.name)}
		i, reason := shown.Payer(tc.members)
		if reason != tc.reason || (i >= 0) != (tc.want != 0) || i >= 0 && tc.members[i].ID != tc.want {
			t.Errorf("%s: %d %q", name, i, reason)
		}
	}
}

func TestOwner_AnotherMemberMayHavePaid_IsNotCertain(t *testing.T) {
	self := match.Holder{ID: 1, Account: "1230851771", Name: "MALI SUKJAI"}
	for name, tc := range map[string]struct {
		account, name string
		other         match.Holder
		want          match.Reason
	}{
		"nobody else":                {"xxx-x-x5177-x", "MALI S", match.Holder{ID: 2, Account: "1230851781", Name: "MALI SUKJAI"}, ""},
		"the same under the mask":    {"xxx-x-x5177-x", "MALI S", match.Holder{ID: 2, Account: "9990851779", Name: "MALI SAETANG"}, match.Several},
		"the names differ":           {"xxx-x-x5177-x", "MALI SU***", match.Holder{ID: 2, Account: "9990851779", Name: "MALI SAETANG"}, ""},
		"few digits, one name":       {"xxx-x-xxx77-x", "MALI SUKJAI", match.Holder{ID: 2, Account: "9990851779", Name: "SOMCHAI JAIDEE"}, match.TooLittle},
		"few digits, the name twice": {"xxx-x-xxx77-x", "MALI SUKJAI", match.Holder{ID: 2, Account: "9990851779", Name: "MALI SUKJAI"}, match.Several},
		"no name":                    {"xxx-x-x5177-x", "", match.Holder{ID: 2, Account: "9990000000", Name: "MALI SUKJAI"}, match.TooLittle},
		"another name":               {"xxx-x-x5177-x", "SOMCHAI J", match.Holder{ID: 2, Account: "9990000000", Name: "SOMCHAI JAIDEE"}, match.Foreign},
		"another account":            {"xxx-x-x5178-x", "MALI S", match.Holder{ID: 2, Account: "1230851781", Name: "MALI SUKJAI"}, match.Foreign},
	} {
		shown := match.Shown{Account: match.ReadMask(tc.account), Names: match.ReadNames(tc.name)}
		if got := shown.CheckOwner(self, []match.Holder{self, tc.other}); got != tc.want {
			t.Errorf("%s: %q, want %q", name, got, tc.want)
		}
	}
}
