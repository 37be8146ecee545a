package identity_test

import (
	"strings"
	"testing"

	"krapao/backend/identity"
)

func TestValidName_EachCase_AcceptsReadableNamesOnly(t *testing.T) {
	for name, want := range map[string]bool{
		"Somchai 2": true, "สมชาย ใจดี": true, "ບຸນມີ": true, "น้ำ": true, "王小明": true, "محمد": true, "นก 🐦": true, "ก👨\u200d👩\u200d👧": true, "ก👁\ufe0f\u200d🗨\ufe0f": true, "ก👍🏽\u200d👍": true,
		"ส" + strings.Repeat("\u0e48", 3): true, strings.Repeat("ก", 60): true, "=1+1a": true, "<b>": true, "'; --a": true,
		"12345": false, "..": false, "🙂": false, "=1+1": false, "๑๒๓": false, "👨\u200d👩\u200d👧": false,
		"": false, " ": false, "\u200b": false, "\u3164": false, "\u2800 \u2800": false, "\u0301": false, "\u0301Som": false,
		"Som\u3164chai": false, "Som\u115fchai": false, "Som\u1160chai": false, "Som\uffa0chai": false, "Som\u2800chai": false, "Som\u034fchai": false, "Som\ufe0fchai": false, "Som\U000e0100chai": false,
		"ก🐦\u200d": false, "ก🐦\u200dข": false, "ก^\u200dข": false, "ก\ufe0f": false, "ก🐦\U000e0067": false,
		"\u202eiahcmos": false, "Somchai\u202e": false, "Som\u200bchai": false, "Som\u200dchai": false, "\u2066x\u2069": false, "\u200fx": false, "x\u061c": false, "\ufeffx": false,
		"Som\u2028chai": false, "Som\nchai": false, "Som\x1b[31mchai": false, "Som\u009bchai": false, "\U000e0041x": false, "\ue000": false, "Som\xff": false,
		"ส" + strings.Repeat("\u0e48", 4): false, "a" + strings.Repeat("\u0301", 4): false, strings.Repeat("ก", 61): false,
	} {
		if got := identity.ValidName(name); got != want {
			t.Errorf("%+q: %t", name, got)
		}
	}
}

// spec D3.75
func TestValidHolder_EachCase_AcceptsNamesThatBanksPrint(t *testing.T) {
	for name, want := range map[string]bool{
		"SOMCHAI JAIDEE": true, "Somchai Jaidee": true, "สมชาย ใจดี": true, "น.ส. สมหญิง จริงใจ": true, "ບຸນມີ ສຸກໃຈ": true,
		"O'Neill": true, "Anne-Marie": true, "Müller": true, "Nguyễn Văn": true, "สิทธิ์ ปิ่นแก้ว": true, "บจก. กระเป๋า เพย์": true, "น้ำ": true,
		"": false, "..": false, " ": false, "-": false, "'": false, "🙂": false, "SOMCHAI 🙂": false, "\u200b": false, "\u3164": false, "王小明": false,
		"สมชาย JAIDEE": false, "สมชาย ໃຈດີ": false, "СОМСНАI": false, "SОMCHAI": false, "SOMCHAI\u200bJAIDEE": false, "\u202eEEDIAJ IAHCMOS": false,
		"SOMCHAI\nJAIDEE": false, "SOMCHAI JAIDEE 2": false, "ＳＯＭＣＨＡＩ": false, "ᴊᴀɪᴅᴇᴇ": false, "Sª": false, "SOM/CHAI": false, "\u0301SOM": false,
		"ส" + strings.Repeat("\u0e48", 3): true, "ส" + strings.Repeat("\u0e48", 4): false, "S\u0e48": false, "ส\u0ec8": false, strings.Repeat("ก", 61): false, "SOM\xff": false,
	} {
		if got := identity.ValidHolder(name); got != want {
			t.Errorf("%q: %t", name, got)
		}
	}
}
