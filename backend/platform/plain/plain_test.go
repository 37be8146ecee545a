package plain_test

import (
	"testing"

	"krapao/backend/platform/plain"
)

// spec D3.54
func TestFold_OfTextsThatAreDrawnAlike_IsOneSpelling(t *testing.T) {
	for _, alike := range [][]string{
		{"สำ ลี", "สํา ลี", "  สำ\u00a0 ลี\n", "\u202eสำ\u200b ลี"},
		{"น้ำ", "น\u0e4d\u0e49า", "น\u0e49\u0e4dา"},
		{"แก้ว", "เเก้ว"},
		{"กู้", "กู้"},
		{"กิุ", "กุิ"},
		{"ຳ", "ໍາ"},
		{"ນ້ຳ", "ນໍ້າ"},
		{"ແກ້ວ", "ເເກ້ວ"},
		{"José", "JOSE\u0301", "jose\u0301", "ＪＯＳＥ\u0301"},
		{"O'Neil", "O’NEIL", "OʼNEIL"},
		{"A-B", "A–B", "A\u2011B", "a－b"},
		{"1234", "๑๒๓๔", "໑໒໓໔", "１２３４", "١٢٣٤"},
		{"", "\u3164\u2800\u200b", " "},
	} {
		want := plain.Fold(alike[0])
		for _, text := range alike[1:] {
			if got := plain.Fold(text); got != want {
				t.Errorf("%q: %+q, and %q: %+q", alike[0], want, text, got)
			}
		}
		if again := plain.Fold(want); again != want {
			t.Errorf("%q: folded again %+q", want, again)
		}
	}
}

func TestFold_OfTextsThatAreDrawnDifferently_StaysDifferent(t *testing.T) {
	for _, pair := range [][2]string{{"มาลี", "มาลิ"}, {"นำ", "นา"}, {"แก้ว", "แกว"}, {"ฐิติ", "ธิติ"}, {"SOMCHAl", "SOMCHA1"}, {"JOSE", "JOSÉ"}, {"เ แ", "แ เ"}, {"ก้ิ", "กิ้"}, {"AB", "A B"}, {"ກ\u0ec9\u0ecdາ", "ກ\u0ec9ຳ"}, {"ก\u0e34\u0e4d", "ก\u0e4d\u0e34"}} {
		if plain.Fold(pair[0]) == plain.Fold(pair[1]) {
			t.Errorf("%q and %q", pair[0], pair[1])
		}
	}
}
