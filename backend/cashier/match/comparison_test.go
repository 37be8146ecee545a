package match_test

import (
	"testing"

	"krapao/backend/cashier/match"
)

// spec P2.12
func TestComparePayer_AnyPayer_ComparesEachFact(t *testing.T) {
	self := match.OwnAccount{Bank: "006", Account: "9876544821", Name: "SOMCHAI JAIDEE"}
	for name, tc := range map[string]struct {
		payer match.Payer
		alone bool
		want  match.PayerComparison
	}{
		"everything": {match.Payer{Bank: "006", Account: "9876544821", Names: []string{"SOMCHAI JAIDEE"}}, true, match.PayerComparison{Bank: match.Agrees, Account: match.Agrees, Name: match.Agrees}},
		"nothing":    {match.Payer{}, false, match.PayerComparison{Bank: match.Unsure, Account: match.Unsure, Name: match.Unsure}},
		"others":     {match.Payer{Bank: "014", Account: "1111111111", Names: []string{"MALI SUKJAI"}}, false, match.PayerComparison{Bank: match.Differs, Account: match.Differs, Name: match.Differs}},

		"four digits, and the name agrees":            {match.Payer{Bank: "006", Account: "xxx-x-x4482-x", Names: []string{"SOMCHAI J"}}, false, match.PayerComparison{Bank: match.Agrees, Account: match.Agrees, Name: match.Agrees}},
		"four digits, and a name that is not certain": {match.Payer{Bank: "006", Account: "xxx-x-x4482-x", Names: []string{"สมชาย ใ"}}, false, match.PayerComparison{Bank: match.Agrees, Account: match.Unsure, Name: match.Unsure}},
		"three digits, without a name":                {match.Payer{Bank: "006", Account: "xxx-x-x448x-x"}, false, match.PayerComparison{Bank: match.Agrees, Account: match.Unsure, Name: match.Unsure}},
		"six digits alone":                            {match.Payer{Bank: "006", Account: "x544821"}, true, match.PayerComparison{Bank: match.Agrees, Account: match.Agrees, Name: match.Unsure}},
		"five digits alone":                           {match.Payer{Bank: "006", Account: "x44821"}, true, match.PayerComparison{Bank: match.Agrees, Account: match.Unsure, Name: match.Unsure}},
		"one other digit alone":                       {match.Payer{Bank: "006", Account: "xxx-x-x3xxx-x"}, true, match.PayerComparison{Bank: match.Agrees, Account: match.Differs, Name: match.Unsure}},
	} {
		if got := match.ComparePayer(tc.payer, self, tc.alone); got != tc.want {
			t.Errorf("%s: %+v, want %+v", name, got, tc.want)
		}
	}
}

func TestPayerComparison_OneFactDiffers_Contradicts(t *testing.T) {
	for seen, want := range map[match.PayerComparison]bool{
		{Bank: match.Agrees, Account: match.Agrees, Name: match.Agrees}:  false,
		{Bank: match.Unsure, Account: match.Unsure, Name: match.Unsure}:  false,
		{Bank: match.Differs, Account: match.Agrees, Name: match.Agrees}: true,
		{Bank: match.Agrees, Account: match.Differs, Name: match.Agrees}: true,
		{Bank: match.Agrees, Account: match.Agrees, Name: match.Differs}: true,
	} {
		if got := seen.Contradicts(); got != want {
			t.Errorf("%+v: %t", seen, got)
		}
	}
}

func TestMask_FourVisibleDigitsAgree_IsTheAccount(t *testing.T) {
	for masked, want := range map[string]bool{
		"9876544821": true, "xxx-x-x4482-x": true, "xxx-x-x448x-x": false, "xxx-x-x4483-x": false, "4482": false, "": false,
	} {
		if got := match.ReadMask(masked).IsAccount("9876544821"); got != want {
			t.Errorf("%q: %t", masked, got)
		}
	}
	if match.ReadMask("9876544821").Fit("") != match.Differs {
		t.Error("fits a member without an account")
	}
}

func TestSearchPatterns_OfMaskOrName_MatchEachPossiblePayer(t *testing.T) {
	for masked, want := range map[string]string{
		"xxx-x-x4482-x": "%4482%", "x4x8": "%4_8%", "9876544821": "%9876544821%", "xxxx": "%%", "KTB 4821": "%",
	} {
		if got := match.ReadMask(masked).LikePattern(); got != want {
			t.Errorf("%q: %q, want %q", masked, got, want)
		}
	}
	for part, names := range map[string]match.Names{
		"SOMCHAI": match.ReadNames("MR. Somchai J"),
		"":        match.ReadNames("สมชาย ใ", "SOMCHAI J"),
	} {
		if got := names.SearchPart(); got != part {
			t.Errorf("%v: %q, want %q", names, got, part)
		}
	}
	if got := match.ReadNames("", "นาย").SearchPart(); got != "" {
		t.Errorf("without a name: %q", got)
	}
}

// spec P2.12
func TestShown_DigitsOrNameVisible_MayIdentifyPayer(t *testing.T) {
	for _, tc := range []struct {
		account, name          string
		may, usesAnnouncements bool
	}{
		{"9876544821", "", true, false},
		{"x544821", "", true, false},
		{"x44821", "", true, true},
		{"X-4821", "", true, true},
		{"X-821", "", false, true},
		{"X-821", "SOMCHAI JAIDEE", false, true},
		{"", "SOMCHAI JAIDEE", true, true},
		{"xxx", "SOMCHAI JAIDEE", true, true},
		{"", "", false, true},
		{"acc?", "SOMCHAI JAIDEE", false, true},
	} {
		shown := match.Shown{Account: match.ReadMask(tc.account), Names: match.ReadNames(tc.name)}
		if shown.MayIdentify() != tc.may || shown.UsesAnnouncements() != tc.usesAnnouncements {
			t.Errorf("%q %q: may identify %t, uses announcements %t", tc.account, tc.name, shown.MayIdentify(), shown.UsesAnnouncements())
		}
	}
}
