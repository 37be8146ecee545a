package plain_test

import (
	"testing"

	"krapao/backend/platform/plain"
)

func TestIsolate_TextThatChangesDirection_DoesNotAffectItsLine(t *testing.T) {
	for text, want := range map[string]string{
		"SOMCHAI": "SOMCHAI", "สมชาย": "สมชาย", "12,340.00": "12,340.00", "👨\u200d👩": "👨\u200d👩", "": "",
		"\u202eIAHCMOS": "IAHCMOS", "a\u2069\u2068b\u200f\u061c\u2067": "ab",
		"محمد": "\u2068محمد\u2069", "\u202eמשה": "\u2068משה\u2069", "\U0001e900": "\u2068\U0001e900\u2069",
	} {
		if got := plain.Isolate(text); got != want {
			t.Errorf("%+q becomes %+q", text, got)
		}
	}
}
