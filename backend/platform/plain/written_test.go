package plain_test

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"testing"

	"krapao/backend/platform/plain"
)

// TestLineAndText_EachCaseOfTheTable_ReturnItsTexts checks the table that the tests of the app also read.
func TestLineAndText_EachCaseOfTheTable_ReturnItsTexts(t *testing.T) {
	raw, err := os.ReadFile("written.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct{ Name, Written, Line, Text string }
	if err := json.Unmarshal(raw, &cases); err != nil {
		t.Fatal(err)
	}
	if len(cases) < 60 {
		t.Fatalf("%d cases", len(cases))
	}
	for _, c := range cases {
		if got := plain.Line(c.Written); got != c.Line {
			t.Errorf("%s: a line of %+q is %+q, want %+q", c.Name, c.Written, got, c.Line)
		}
		if got := plain.Text(c.Written); got != c.Text {
			t.Errorf("%s: a text of %+q is %+q, want %+q", c.Name, c.Written, got, c.Text)
		}
	}
}

func TestLineAndText_CleanedTwice_ReturnTheSame(t *testing.T) {
	signs := []rune("ab กี่\u0e49ก ລີ່\u0301\u0301\u0301\u0301\n\r\t\u200b\u200d\ufe0f\u202e\u3164\u2800\u2028\U0001f468\U0001f3f4\U000e0067\U000e007f1#\u20e3\u00a0\x00")
	random := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		text := make([]rune, random.IntN(12))
		for i := range text {
			text[i] = signs[random.IntN(len(signs))]
		}
		for name, clean := range map[string]func(string) string{"line": plain.Line, "text": plain.Text} {
			once := clean(string(text))
			if twice := clean(once); twice != once {
				t.Fatalf("%s of %+q: %+q, and again %+q", name, string(text), once, twice)
			}
		}
	}
}
