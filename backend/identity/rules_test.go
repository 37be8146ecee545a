package identity_test

import (
	"strings"
	"testing"

	"krapao/backend/identity"
)

func TestValidHolder_TakesNamesThatBanksPrint(t *testing.T) {
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
