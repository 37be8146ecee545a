package person_test

import (
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"krapao/backend/platform/pgtest"
)

// Namesakes are found by an SQL index, which has its own implementation of the name's normalisation.
func TestHolderKey_NameWithAnyTitle_EqualsKeyWithoutTitle(t *testing.T) {
	pool := pgtest.New(t)
	haveSameKey := func(a, b string) (same bool) {
		if err := pool.QueryRow(t.Context(), `select holder_key($1) = holder_key($2)`, a, b).Scan(&same); err != nil {
			t.Fatal(err)
		}
		return same
	}
	file, err := os.ReadFile("../cashier/match/titles.txt")
	if err != nil {
		t.Fatal(err)
	}
	tried := 0
	for line := range strings.Lines(string(file)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		for title := range strings.SplitSeq(line, "|") {
			title = strings.TrimSpace(title)
			if utf8.RuneCountInString(strings.Trim(title, ".")) < 2 { // too short to distinguish from a name's first letter
				continue
			}
			tried++
			for _, name := range []string{"สมชาย ใจดี", "SOMCHAI JAIDEE", "ສົມຊາຍ ໃຈດີ"} {
				if !haveSameKey(title+" "+name, name) {
					t.Errorf("%q and %q have different keys", title+" "+name, name)
				}
			}
		}
	}
	if tried < 400 {
		t.Errorf("%d titles", tried)
	}
	for _, pair := range [][2]string{
		{"น้ำฝน กำไร", "น\u0e4d\u0e49าฝน  ก\u0e4dาไร"},
		{"สมชาย ใจดี", "สม\u200bชาย ใจดี"},
		{"แก้ว ใจดี", "เเก้ว ใจดี"},
		{"Somchai O'Neil", "MR.SOMCHAI O’NEIL"},
		{"ＳＯＭＣＨＡＩ ２", "somchai ๒"},
		{"คุณากร ดี", "นาย คุณากร ดี"},
	} {
		if !haveSameKey(pair[0], pair[1]) {
			t.Errorf("%q and %q have different keys", pair[0], pair[1])
		}
	}
	for _, pair := range [][2]string{
		{"สมชาย ใจดี", "สมศักดิ์ ใจดี"},
		{"คุณากร ดี", "ดรุณี ดี"},
		{"นาย", "นาง"},
		{"มาลี ก", "มาลิ ก"},
	} {
		if haveSameKey(pair[0], pair[1]) {
			t.Errorf("%q and %q have the same key", pair[0], pair[1])
		}
	}
}
