package password_test

import (
	"testing"

	"krapao/backend/platform/password"
)

// spec D2.9
func TestWhatEverybodyTriesFirstIsGuessable(t *testing.T) {
	for _, text := range []string{
		"password", "Password1!", "P@ssw0rd2024", "PASSWORD123456", "passw0rd", "12345678", "87654321", "qwertyuiop", "1q2w3e4r", "iloveyou", "ILoveYou99",
		"!!dragon!!", "123monkey", "football2025", "aaaaaaaa", "abcabcabc", "abcdefgh", "1111222211112222", "passwordpassword", "p-a-s-s-w-o-r-d",
		"letmein1234", "Krapao2026", " sunshine ", "ๆๆๆๆๆๆๆๆ",
	} {
		if !password.Guessable(text) {
			t.Errorf("%q passes", text)
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
	for _, text := range []string{"\u200bsunshine\u200b", "\u3000password\u3000", "pass  \u200b word", "aaaa\u00a0\u00a0", "        "} {
		if !password.Guessable(text) {
			t.Errorf("%q passes", text)
		}
	}
}

func TestAPasswordOfOnesOwnIsNotGuessable(t *testing.T) {
	for _, text := range []string{
		"correct horse", "a good password", "long enough", "battery staple", "bench password", "k7vq2mzd9x", "dragon-eats-noodles", "monkey8412907753", "รหัสของฉันเอง",
		"ข้าวผัดกะเพราไข่ดาว",
	} {
		if password.Guessable(text, "0812345678", "สมชาย", "SOMCHAI JAIDEE") {
			t.Errorf("%q is refused", text)
		}
	}
}

func TestWhatIsKnownOfThePersonIsGuessable(t *testing.T) {
	for _, text := range []string{
		"0812345678", "+66812345678", "081-234-5678", "0812345678a", "สมชาย123", "somchai1", "Jaidee!!99", "somchaijaidee", "Somchai Jaidee", "JAIDEE2566",
	} {
		if !password.Guessable(text, "0812345678", "สมชาย", "SOMCHAI JAIDEE") {
			t.Errorf("%q passes", text)
		}
	}
}
