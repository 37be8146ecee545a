package password_test

import (
	"testing"

	"krapao/backend/platform/password"
)

// spec D2.9
func TestGuessable_CommonPassword_ReturnsItsReason(t *testing.T) {
	for reason, texts := range map[password.Reason][]string{
		password.Common: {
			"password", "Password1!", "P@ssw0rd2024", "passw0rd", "qwertyuiop", "1q2w3e4r", "iloveyou", "ILoveYou99", "!!dragon!!", "123monkey", "football2025",
			"p-a-s-s-w-o-r-d", "letmein1234", "PASSWORD123456", " sunshine ",
		},
		password.Pattern: {"aaaaaaaa", "abcabcabc", "1111222211112222", "passwordpassword", "abcdefgh", "12345678", "87654321", "234567890123", "ๆๆๆๆๆๆๆๆ"},
		password.App:     {"Krapao2026", "nokkrapao1"},
	} {
		for _, text := range texts {
			if got := password.Guessable(text, password.Person{}); got != reason {
				t.Errorf("%q: reason %q, want %q", text, got, reason)
			}
		}
	}
}

func TestLength_BlanksAtTheEndsAndInARow_CountAsNoneAndOne(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "        ": 0, " \t\u00a0\u3000\n\u2028\u200b\u2800\u3164": 0, "       a": 1, "a       b": 3, "a \t b": 3, "correct horse": 13, " รหัสของฉัน ": 10, "k7vq2mzd": 8,
	} {
		if got := password.Length(text); got != want {
			t.Errorf("%q has %d, want %d", text, got, want)
		}
	}
}

func TestGuessable_BlanksAroundAndBetween_ChangeNothing(t *testing.T) {
	for text, reason := range map[string]password.Reason{
		"\u200bsunshine\u200b": password.Common, "\u3000password\u3000": password.Common, "pass  \u200b word": password.Common,
		"aaaa\u00a0\u00a0": password.Pattern, "        ": password.Pattern,
	} {
		if got := password.Guessable(text, password.Person{}); got != reason {
			t.Errorf("%q: reason %q, want %q", text, got, reason)
		}
	}
}

var somchai = password.Person{Phone: "0812345678", Names: []string{"สมชาย", "", "SOMCHAI JAIDEE", "Nok"}}

func TestGuessable_UncommonPassword_HasNoReason(t *testing.T) {
	for _, text := range []string{
		"correct horse", "a good password", "long enough", "battery staple", "bench password", "k7vq2mzd9x", "dragon-eats-noodles", "monkey8412907753", "รหัสของฉันเอง",
		"ข้าวผัดกะเพราไข่ดาว", "somchai and his five cats", "nok1q7v2", // names of three letters are in too many words
	} {
		if reason := password.Guessable(text, somchai); reason != "" {
			t.Errorf("%q is refused: %s", text, reason)
		}
	}
}

func TestGuessable_DataOfTheMember_ReturnsItsReason(t *testing.T) {
	for reason, texts := range map[password.Reason][]string{
		password.Phone: {"0812345678", "+66812345678", "081-234-5678", "0812345678a"},
		password.Name:  {"สมชาย123", "somchai1", "Jaidee!!99", "somchaijaidee", "Somchai Jaidee", "JAIDEE2566"},
	} {
		for _, text := range texts {
			if got := password.Guessable(text, somchai); got != reason {
				t.Errorf("%q: reason %q, want %q", text, got, reason)
			}
		}
	}
}
